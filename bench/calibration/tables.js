import { table } from '../in-docs.js';
import { interval } from './csv.js';
import { levels } from './decisions.js';
import { cellsAboveLevel, gridLevel, plannedPowers } from './verdict.js';

const percent = (share, digits = 1) => (100 * share).toFixed(digits);

/** One line a cell, for the terminal. */
export function cellLine({ setting, n, alpha, method, replications, falsePasses, passes }) {
  const { lower, upper } = interval(falsePasses, replications);
  const rate = `${percent(falsePasses / replications, 2).padStart(5)} % (${percent(lower, 2)} to ${percent(upper, 2)})`;
  const power = `power ${percent(passes / replications).padStart(5)} % at ${setting.true.said}`;
  return `alpha ${alpha}  n ${String(n).padStart(3)}  ${method.padEnd(10)}  ${rate}  ${power}  ${setting.key}`;
}

/** The sentence that the benchmark exists for. */
export function verdictInWords(cells) {
  const [{ replications }] = cells;
  const above = cellsAboveLevel(cells);
  const grid = `${cells.length.toLocaleString('en')} cells of ${replications.toLocaleString('en')} replications`;
  const test = `one-sided exact tests, Holm at ${percent(gridLevel, 0)} % over the grid`;
  return above.length === 0
    ? `${grid}: no cell has more false passes than its level and chance explain (${test}).`
    : `${grid}: ${above.length} pass a false claim more often than chance explains (${test}).`;
}

/** The section of docs/internals/calibration.md: for each kind of claim the worst of its cells, and the powers beside those of the plan. */
export function calibrationSection(cells) {
  const columns = levels.flatMap((alpha) => ['fixed', 'sequential'].map((method) => ({ alpha, method })));
  const rows = [...new Set(cells.map(({ setting }) => setting.kind))].map((kind) => {
    const ofKind = cells.filter(({ setting }) => setting.kind === kind);
    return [
      kind,
      new Set(ofKind.map(({ setting }) => setting)).size,
      ...columns.map((column) => worstOf(ofKind, column)),
    ];
  });
  const head = columns.map(
    ({ alpha, method }) => `${percent(alpha, 0)} %${method === 'fixed' ? '' : ', `sequential`'}`,
  );
  const powers = plannedPowers(cells);
  const furthest = Math.max(...powers.map(({ power, simulated }) => Math.abs(simulated - power)));
  return `${verdictInWords(cells)}

${table(['claims', 'settings', ...head], rows)}

Of ${powers.length} planned powers ${powers.filter(({ isMet }) => isMet).length} are within .02 of the simulated one; the largest difference is ${furthest.toFixed(3)}.`;
}

/** The highest rate of the cells of a level and a method, with its interval. */
function worstOf(cells, { alpha, method }) {
  const rates = cells.filter((cell) => cell.alpha === alpha && cell.method === method);
  const worst = rates.reduce((most, cell) => (cell.falsePasses > most.falsePasses ? cell : most));
  const { lower, upper } = interval(worst.falsePasses, worst.replications);
  return `${percent(worst.falsePasses / worst.replications)} (${percent(lower)} to ${percent(upper)})`;
}
