// npm run bench:kills: kill -9 of eva and all its processes at more than 200 random moments, of runs of 500 trials, each run
// resumed until it is done. Counts what the promise speaks of, writes bench/results/kills.json, and fails if anything is not as promised.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { killsReplies } from './kills/library.js';
import { killMatrix } from './kills/matrix.js';
import { summaryOf } from './kills/summary.js';
import { tellRun } from './kills/tell.js';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '120' }, seed: { type: 'string', default: 'kills' } },
});
const runs = Number(options.runs);

const { exit_ms, ...summary } = summaryOf(
  await killMatrix({ runs, seed: options.seed, tell: tellRun }),
  killsReplies(),
);
const results = JSON.stringify({ node: process.version, ...summary }, null, 2);
console.log(results);
if (summary.signals >= 200) writeFileSync('bench/results/kills.json', `${results}\n`);
if (summary.faults.length > 0) process.exitCode = 1;
