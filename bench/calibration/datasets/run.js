// Simulates claims on data sets at their bars and where they are true, through the decisions of cases and through whole runs; prints every
// cell, writes them to a file beside the page of the docs and the page's table, and fails where a cell is above its level or misses a planned
// power. The last part of `npm run bench:calibration`; alone it is `npm run bench:calibration:datasets`, which takes five to ten minutes on two
// cores. `-- --replications 100` is a short look that writes nothing, `-- --from-file` writes the table again.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { writeSection } from '../../in-docs.js';
import { inParallel } from '../in-parallel.js';
import { fromCsv, toCsv } from './csv.js';
import { settings } from './settings.js';
import { cellLine, cellsAboveLevel, datasetsSection, unmetPlans } from './tables.js';

const fullLength = 2000;
const blockLength = 250;
const file = 'docs/internals/calibration-datasets.csv';
const { values } = parseArgs({
  options: {
    replications: { type: 'string', default: String(fullLength) },
    workers: { type: 'string', default: String(Math.min(8, cpus().length)) },
    'from-file': { type: 'boolean', default: false },
  },
});

const replications = Number(values.replications);
const cells = values['from-file'] ? fromCsv(readFileSync(file, 'utf8')) : await simulate();
for (const cell of cells) console.log(cellLine(cell));
if (replications >= fullLength) {
  writeFileSync(file, toCsv(cells));
  writeSection('docs/internals/calibration.md', 'calibration of data sets', datasetsSection(cells));
}
const problems = [
  ...cellsAboveLevel(cells).map((cell) => `ABOVE LEVEL  ${cellLine(cell)}`),
  ...(replications >= fullLength ? unmetPlans(cells).map((cell) => `OTHER POWER  ${cellLine(cell)}`) : []),
];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

/** Counts every lane of every setting. The same whatever the number of workers. */
async function simulate() {
  const startedAt = performance.now();
  const totals = settings.map(({ lanes }) => ({ hits: lanes.map(() => 0), asked: 0 }));
  const blocks = settings.flatMap((_, index) => blocksOf(index)).reverse();
  let done = 0;
  await inParallel(
    blocks,
    { worker: new URL('./worker.js', import.meta.url), workers: Number(values.workers) },
    (block) => {
      const total = totals[block.index];
      block.hits.forEach((count, lane) => {
        total.hits[lane] += count;
      });
      total.asked += block.asked;
      done += 1;
      if (done % 20 === 0)
        process.stderr.write(
          `${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${done} of ${blocks.length} blocks\n`,
        );
    },
  );
  return settings.flatMap((setting, index) =>
    setting.lanes.map((lane, at) => ({
      setting,
      lane,
      replications: lengthOf(setting),
      hits: totals[index].hits[at],
      asked: totals[index].asked / lengthOf(setting),
    })),
  );
}

/** Whole runs are repeated twice as often as cases that are made in memory. */
function lengthOf({ isWholeRun }) {
  return isWholeRun ? replications : Math.ceil(replications / 2);
}

function blocksOf(index) {
  const length = lengthOf(settings[index]);
  return Array.from({ length: Math.ceil(length / blockLength) }, (_, block) => ({
    index,
    from: block * blockLength,
    to: Math.min(length, (block + 1) * blockLength),
  }));
}
