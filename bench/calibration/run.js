// Simulates every criterion at the boundary of what is false, and where its claim is true; prints every cell, writes them to a file
// beside the page of the docs and the page's table, and fails where a cell is above its level. `npm run bench:calibration` takes ten to
// twenty-five minutes on two cores; `-- --replications 200` is a short look that writes nothing, `-- --from-file` writes the table again.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { writeSection } from '../in-docs.js';
import { fromCsv, toCsv } from './csv.js';
import { simulate } from './simulate.js';
import { calibrationSection, cellLine, verdictInWords } from './tables.js';
import { cellsAboveLevel, plannedPowers } from './verdict.js';

const fullLength = 10_000;
const file = 'docs/internals/calibration.csv';
const { values } = parseArgs({
  options: {
    replications: { type: 'string', default: String(fullLength) },
    workers: { type: 'string', default: String(Math.min(8, cpus().length)) },
    'from-file': { type: 'boolean', default: false },
  },
});

const replications = Number(values.replications);
const { cells, problems } = values['from-file']
  ? { cells: fromCsv(readFileSync(file, 'utf8')), problems: [] }
  : await simulate(replications, Number(values.workers), progress());
for (const cell of cells) console.log(cellLine(cell));
if (replications >= fullLength) write();
conclude();

function progress() {
  const startedAt = performance.now();
  return (text) => process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${text}\n`);
}

function write() {
  writeFileSync(file, toCsv(cells));
  writeSection('docs/internals/calibration.md', 'calibration', calibrationSection(cells));
}

function conclude() {
  const above = cellsAboveLevel(cells);
  const unmet = replications >= fullLength ? plannedPowers(cells).filter(({ isMet }) => !isMet) : [];
  for (const problem of problems) console.log(`DISAGREES    ${problem}`);
  for (const cell of above) console.log(`ABOVE LEVEL  ${cellLine(cell)}`);
  for (const { name, n, method, power, simulated } of unmet) {
    console.log(`OTHER POWER  ${name}, n = ${n}, ${method}: planned ${power}, simulated ${simulated.toFixed(3)}`);
  }
  console.log(verdictInWords(cells));
  if (problems.length + above.length + unmet.length > 0) process.exitCode = 1;
}
