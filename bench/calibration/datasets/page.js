// What the counts come to, for the terminal and for docs/internals/calibration-datasets.md.
import { binomialUpperTail } from '../../../dist/stats/binomial.js';
import { holm } from '../../../dist/stats/multiple-testing.js';
import { table } from '../../in-docs.js';
import { interval } from '../csv.js';
import { gridLevel } from '../verdict.js';

const level = 0.05;
const percent = (share, digits = 1) => (100 * share).toFixed(digits);

/** Cells that count what is false, and count it too often for chance: one-sided exact tests, corrected by Holm over all of them. */
export function cellsAboveLevel(cells) {
  const atBar = cells.filter(({ lane }) => lane.isFalse);
  const { reject } = holm(
    atBar.map(({ hits, replications }) => binomialUpperTail(hits, replications, level)),
    gridLevel,
  );
  return atBar.filter((_, index) => reject[index]);
}

/** Cells of true claims whose power is further from the planned one than .02 and the simulation error (95 %). */
export function unmetPlans(cells) {
  return cells.filter(({ lane }) => !lane.isFalse).filter((cell) => !isMet(cell));
}

function isMet({ lane: { planned }, hits, replications }) {
  return planned === undefined || Math.abs(hits / replications - planned) <= 0.02 + errorOf(planned, replications);
}

function errorOf(rate, replications) {
  return 1.96 * Math.sqrt((rate * (1 - rate)) / replications);
}

/** One line a cell. */
export function cellLine({ setting, lane, replications, hits, asked }) {
  const { lower, upper } = interval(hits, replications);
  const rate = `${percent(hits / replications, 2).padStart(6)} % (${percent(lower, 2)} to ${percent(upper, 2)})`;
  return `${lane.isFalse ? 'false' : 'true '}  ${rate}  ${asked.toFixed(0).padStart(4)} asked  ${setting.name}: ${lane.at}`;
}

function rowOf({ setting, lane, replications, hits, asked }) {
  const { lower, upper } = interval(hits, replications);
  const rate = `${percent(hits / replications)} (${percent(lower)} to ${percent(upper)})`;
  return [
    setting.name,
    lane.at,
    lane.isFalse ? rate : '',
    lane.isFalse ? '' : rate,
    lane.planned === undefined ? '' : percent(lane.planned),
    asked.toFixed(0),
  ];
}

function lengths(cells) {
  const of = (isWhole) =>
    cells.find(({ setting }) => Boolean(setting.isWholeRun) === isWhole).replications.toLocaleString('en');
  return `Whole runs have ${of(true)} replications, all others ${of(false)}.`;
}

const head = ['setting', 'truth, and what is counted', 'false, %', 'power, %', 'planned, %', 'asked'];

export function datasetsPage(cells) {
  const atBar = cells.filter(({ lane }) => lane.isFalse);
  const above = cellsAboveLevel(cells);
  const verdict =
    above.length === 0
      ? 'no cell counts more than its level of 5 % and chance explain'
      : `${above.length} cells count more than chance explains`;
  const groups = [...new Set(cells.map(({ setting }) => setting.group))];
  return `# Calibration of data sets: how often a false claim passes

${atBar.length} cells count what is false: ${verdict} (one-sided exact tests, Holm at
${percent(gridLevel, 0)} % over these cells). ${cells.length - atBar.length} cells count passes of true claims. ${lengths(cells)}

On this page: ${groups.map((group) => `[${group}](#${group.toLowerCase().replaceAll(' ', '-')})`).join(' · ')}

\`npm run bench:calibration:datasets\` writes this page again, identical to the last digit, and \`bench/results/calibration-datasets.csv\`, which git
ignores. It is also the last part of \`npm run bench:calibration\`. The name of the setting and the number of the replication seed the random
numbers (sfc32). It fails if a cell is above its level, or if a power differs from the planned one by more than .02 and the
simulation error of 95 %.

- **False**: the truth is at the bar, so that the claim is just false. A file has one right item less than it needs. The column gives the rate of
  what must not happen, with its Clopper-Pearson interval of 95 %.
- **Power**: the same claim where it is true.
- **Planned**: the figure that the tests were chosen by, from another program. Only its description is known, so settings that it leaves open
  (sizes of slices, correlation of draws) were fitted to it.
- **Asked**: the mean number of trials until the case stops.

Clusters have answers with a correlation of 0.3 (beta-binomial). Their tests and those of draws are called as the case calls them, and the first
replications are decided by the case as well. All other cells follow a case trial by trial, as a run does. "The whole path" reads the files of a
library with a new seeded order, plans, renders, grades, follows and decides each run; only the replies come from a script.
${groups
  .map((group) => {
    const rows = cells.filter(({ setting }) => setting.group === group).map(rowOf);
    return `\n## ${group}\n\n${table(head, rows)}\n`;
  })
  .join('')}`;
}
