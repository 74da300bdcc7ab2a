// node bench/view/reports.js FOLDER: writes every report of the last run in FOLDER, which bench/view/large-run.js makes, and prints the CPU
// time of each, the size, and the sum. Reading the run from the disk is measured apart: a command reads it once for all reports. Each report
// is written five times, and the median counts: first as the run is, then as if each of its cases had failed, since reports show the replies
// of those. The bar is 2 s for all reports of 10,000 trials. Needs `npm run build`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { reporters } from '#page/formats.js';
import { storedReport } from '#report/stored/stored-report.js';
import { median } from '../harness/rounds.js';

const rounds = 5;

const [root] = process.argv.slice(2);
if (!root) throw new Error('node bench/view/reports.js FOLDER');
const run_id = readdirSync(join(root, '.eva/runs')).sort().at(-1);
const surroundings = { now: new Date(), eva_version: '0.0.0', prefix: '', is_stdout: false };

const before = process.cpuUsage();
const report = storedReport({
  ...{ root, rootFlag: undefined, arrangement: 'run', group: null, exitCode: 1 },
  runs: [{ id: 'bench', variant: null, run_id }],
});
for (const run of report.runs())
  console.log(`${run.result.cases.reduce((sum, one) => sum + one.trials.length, 0)} trials`);
printLine('read the run', cpuSince(before), '');

await writeAll('as it is', report);
await writeAll('all failed', {
  ...report,
  runs: () => [...report.runs()].map((run) => ({ ...run, view: failed(run.view) })),
});

async function writeAll(title, shown) {
  console.log(`\n${title}`);
  let sum = 0;
  for (const [name, load] of Object.entries(reporters)) {
    const reporter = await load();
    const costs = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      const start = process.cpuUsage();
      bytes = await sizeOf(reporter.pieces(shown, surroundings));
      if (reporter.summary) bytes += await sizeOf(reporter.summary(shown, surroundings));
      costs.push(cpuSince(start));
    }
    sum += median(costs);
    printLine(name, median(costs), `${(bytes / 1e6).toFixed(2)} MB, first ${costs[0].toFixed(0)} ms`);
  }
  printLine('all reports', sum, 'bar 2000 ms');
}

function failed(view) {
  const cases = view.cases.map((one) => ({
    ...one,
    outcome: 'failed',
    claims: one.claims.map((claim) => ({ ...claim, outcome: 'failed' })),
  }));
  return { ...view, outcome: 'failed', cases };
}

function cpuSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function sizeOf(pieces) {
  let bytes = 0;
  for await (const piece of pieces) bytes += Buffer.byteLength(piece);
  return bytes;
}

function printLine(name, ms, more) {
  console.log(`${name.padEnd(14)} ${ms.toFixed(0).padStart(6)} ms CPU  ${more}`);
}
