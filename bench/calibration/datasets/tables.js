// What the counts come to, for the terminal and for docs/internals/calibration.md.
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

/** The section of docs/internals/calibration.md: for each group of settings the worst of its cells, and the powers beside those of the plan. */
export function datasetsSection(cells) {
  const atBar = cells.filter(({ lane }) => lane.isFalse);
  const above = cellsAboveLevel(cells);
  const verdict =
    above.length === 0
      ? 'no cell counts more than its level of 5 % and chance explain'
      : `${above.length} cells count more than chance explains`;
  const rows = [...new Set(cells.map(({ setting }) => setting.group))].map((group) =>
    rowOf(
      group,
      atBar.filter(({ setting }) => setting.group === group),
    ),
  );
  const planned = cells.filter(({ lane }) => !lane.isFalse && lane.planned !== undefined);
  const unmet = unmetPlans(planned).length;
  return `${atBar.length} cells count what is false: ${verdict} (one-sided exact tests, Holm at ${percent(gridLevel, 0)} % over these cells).

${table(['settings', 'cells', 'highest rate, %', 'of'], rows)}

Of ${planned.length} planned powers ${planned.length - unmet} are within .02 and the simulation error of the simulated one.`;
}

/** The cell of a group that counts most of what is false, with its interval. */
function rowOf(group, cells) {
  const worst = cells.reduce((most, cell) =>
    cell.hits / cell.replications > most.hits / most.replications ? cell : most,
  );
  const { setting, lane, hits, replications } = worst;
  const { lower, upper } = interval(hits, replications);
  const rate = `${percent(hits / replications)} (${percent(lower)} to ${percent(upper)})`;
  return [group, cells.length, rate, `${setting.name}: ${lane.at}`];
}
