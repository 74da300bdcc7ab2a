// npm run bench:interrupts: SIGINT and SIGTERM in turn at 50 random moments of a run in which every twentieth reply takes 5 s,
// each run resumed until it is done. Says how long eva takes to go, writes bench/results/interrupts.json, and fails if that is
// more than 2.5 s or anything else is not as promised.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { killsReplies } from './kills/library.js';
import { killMatrix } from './kills/matrix.js';
import { summaryOf } from './kills/summary.js';
import { tellRun } from './kills/tell.js';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '50' } } });
const runs = Number(options.runs);

const scale = 5;
const answers = { slowShare: 0.05, slowMs: 5000 };
const signals = ['SIGINT', 'SIGTERM'];
const matrix = await killMatrix({ runs, signals, most: 1, scale, answers, seed: 'interrupts', tell: tellRun });
const summary = summaryOf(matrix, killsReplies(scale));
const results = JSON.stringify({ node: process.version, ...summary }, null, 2);
console.log(results);
if (runs >= 50) writeFileSync('bench/results/interrupts.json', `${results}\n`);
if (summary.faults.length > 0 || summary.exit_ms?.most > 2500) process.exitCode = 1;
