import { sequentialPlan } from '../../dist/decide/procedures/sequential-test.js';
import { table } from '../in-docs.js';
import { interval } from './csv.js';
import { levels, sizes } from './decisions.js';
import { distributions } from './settings.js';
import { cellsAboveLevel, gridLevel, plannedPowers } from './verdict.js';

const percent = (share, digits = 1) => (100 * share).toFixed(digits);
const methods = { fixed: 'the fixed sample', sequential: '`sequential: true`', betting: '`method: betting`' };

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

/** False passes and power of every setting by size, for one level and one method. */
function gridTable(cells, alpha, method) {
  const chosen = cells.filter((cell) => cell.alpha === alpha && cell.method === method);
  const rows = settingsOf(chosen).map((setting) => [
    `${setting.name}: \`${setting.criterion}\``,
    bar(setting),
    setting.true.said,
    ...chosen.filter((cell) => cell.setting === setting).map(ratesOf),
  ]);
  return table(['data: criterion', 'claim', 'truth for the power', ...sizes.map((n) => `n = ${n}`)], rows);
}

function ratesOf({ falsePasses, passes, replications }) {
  return `${percent(falsePasses / replications)} / ${percent(passes / replications, 0)}`;
}

function settingsOf(cells) {
  return [...new Set(cells.map(({ setting }) => setting))];
}

function bar({ boundary }) {
  return Object.entries(boundary.params)
    .map(([key, value]) => `${key} ${Number(value.toPrecision(3))}`)
    .join(', ');
}

/** The section of docs/internals/statistics.md: for every setting the worst of its sizes. */
export function calibrationSection(cells) {
  const rows = settingsOf(cells).map((setting) => {
    const own = cells.filter((cell) => cell.setting === setting);
    const worst = levels.flatMap((alpha) => ['fixed', 'sequential'].map((method) => worstOf(own, alpha, method)));
    const powers = ['fixed', 'sequential'].map((method) => powerAt100(own, method));
    return [`${setting.name}: \`${setting.criterion}\` ${bar(setting)}`, ...worst, setting.true.said, ...powers];
  });
  const head = [
    'data: criterion',
    '5 %',
    '5 %, sequential',
    '1 %',
    '1 %, sequential',
    'truth',
    'power',
    'power, sequential',
  ];
  return `${verdictInWords(cells)}

The highest rate of false passes in % over n = ${sizes.join(', ')}, with its Monte-Carlo interval (95 %, Clopper-Pearson),
for claims that are just false (the true value equals the bar), and the power in % at 5 % and n = 100 for the true claim in column "truth".
The highest of seven estimates of a rate of 5 % is usually above 5 %; the first sentence says whether chance explains that.
For rates the level of \`sequential: true\` is also computed exactly, and is at most
${(100 * highestExactLevel()).toFixed(4)} % at 5 % in the designs of the first five rows. Every cell is in [calibration.md](calibration.md).

${table(head, rows)}

Made by \`npm run bench:calibration\`.`;
}

/** Of the sequential tests of the rates that pass, over the sizes, at 5 %. */
function highestExactLevel() {
  const bars = [0.5, 0.75, 0.9, 0.95, 0.99];
  const levels = bars.flatMap((mu0) =>
    sizes.map((n) => sequentialPlan({ mu0, n, alpha: 0.05, expected: 1 - 0.3 * (1 - mu0) }).level),
  );
  return Math.max(...levels);
}

function worstOf(cells, alpha, method) {
  const rates = cells.filter((cell) => cell.alpha === alpha && cell.method === method);
  const worst = rates.reduce((most, cell) => (cell.falsePasses > most.falsePasses ? cell : most));
  const { lower, upper } = interval(worst.falsePasses, worst.replications);
  return `${percent(worst.falsePasses / worst.replications)} (${percent(lower)} to ${percent(upper)})`;
}

function powerAt100(cells, method) {
  const cell = cells.find(({ n, alpha, method: own }) => n === 100 && alpha === 0.05 && own === method);
  return percent(cell.passes / cell.replications, 0);
}

/** docs/internals/calibration.md. */
export function calibrationPage(cells) {
  const [{ replications }] = cells;
  return `# Calibration: how often a false claim passes

${verdictInWords(cells)}

Each entry is \`false passes / power\` in %. False passes: the true mean equals the bar, E[Y] = mu0, so the claim is just false
([statistics.md](statistics.md) defines Y and mu0). Power: the same data with a true claim, as the third column says.
The simulation error of a rate of 5 % is ±${percent(1.96 * Math.sqrt((0.05 * 0.95) / replications), 2)} points, of 1 % ±${percent(1.96 * Math.sqrt((0.01 * 0.99) / replications), 2)}; \`bench/results/calibration.csv\`, which the
benchmark writes and git ignores, has the Clopper-Pearson interval of every cell. Smaller sizes of a setting are the first values of the same samples.

\`npm run bench:calibration\` writes this page, the file and the table in statistics.md again, identical to the last digit: the
name of the setting and the number of the replication seed the random numbers (sfc32) of each sample. The benchmark calls the
functions that eva's tests call. The first 20 replications of every cell are also decided by \`decideCase\`. The benchmark fails if the
two disagree, or if a cell is above its level.

## The data

Scores and turn counts come from these tables. The threshold of a claim on a rate is one that exactly that share of the table meets.
The threshold of a claim on a mean is exactly the mean of the table.

${Object.entries(distributions)
  .map(([name, text]) => `- ${name}: ${text}`)
  .join('\n')}

Latencies are lognormal with median 1 s and sigma 1, those of conversations with sigma 0.5. Latencies above the timeout of 30 s
count as 30 s, and so do 2 % of the trials in settings with timeouts. Thresholds are exact quantiles of this distribution, means the exact
means of min(x, cap). A failed trial counts as the lowest score, which lowers the bar of its setting accordingly. The
log-latency of a turn is sigma (sqrt(rho) u + sqrt(1 - rho) e) with u shared by the turns of its conversation and rho the
correlation. Every turn has the same distribution for every rho, so the mean share of turns below a threshold is exact, even if
slower conversations have more turns.

## Power compared with the plan

eva's tests were chosen by their powers at a level of 5 %, which another program computed. The table compares them with those of this
program. Only a description of the other program's data is known, and the distributions above were fitted to it and to these figures.
So a single match is weak evidence. A match at three sizes at once is stronger, and so is one of eight figures of conversations.

${plannedTable(cells)}
${levels
  .map((alpha) =>
    Object.keys(methods)
      .map((method) => gridPart(cells, alpha, method))
      .join('\n'),
  )
  .join('\n')}`;
}

function gridPart(cells, alpha, method) {
  return `\n## Significance level ${percent(alpha, 0)} %, ${methods[method]}\n\n${gridTable(cells, alpha, method)}\n`;
}

function plannedTable(cells) {
  const rows = plannedPowers(cells).map(({ name, criterion, margin, n, method, power, simulated, isMet }) => [
    `${name}: \`${criterion}\`, ${margin}`,
    n,
    method,
    power.toFixed(2),
    simulated.toFixed(3),
    isMet ? 'yes' : 'no',
  ]);
  return table(['data: criterion, truth', 'n', 'test', 'planned', 'simulated', 'within .02'], rows);
}
