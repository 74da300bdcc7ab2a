// What the counts come to: is any cell above its level, and is the power what the plan of the statistics said it would be?
import { binomialUpperTail } from '../../dist/stats/binomial.js';
import { holm } from '../../dist/stats/multiple-testing.js';

/** The level of the verdict over the whole grid. */
export const gridLevel = 0.01;

/** Cells whose false passes are too many for their level: one-sided exact tests, corrected by Holm over all cells. */
export function cellsAboveLevel(cells) {
  const { adjusted, reject } = holm(
    cells.map(({ falsePasses, replications, alpha }) => binomialUpperTail(falsePasses, replications, alpha)),
    gridLevel,
  );
  return cells.flatMap((cell, index) => (reject[index] ? [{ ...cell, adjusted: adjusted[index] }] : []));
}

const mean = (name, margin, [at50, at100, at200]) =>
  Object.entries({ 50: at50, 100: at100, 200: at200 }).map(([n, power]) => ({
    name,
    margin,
    criterion: /^turn/.test(name) ? 'mean_lt' : 'mean_gte',
    n: Number(n),
    method: 'fixed',
    power,
  }));

const turns = (rho, proportion, method, power) => ({
  name: `5 turns, correlation ${rho}`,
  margin: `rate ${proportion === 0.9 ? 0.97 : 0.99}`,
  criterion: 'proportion_lt',
  proportion,
  n: 100,
  method,
  power,
});

/** Powers at a level of 5 % that the plan of the statistics gives, from another program, for data that it describes in words. */
const planned = [
  ...mean('tied scores', 'mean 0.5 above the bar', [0.43, 0.78, 0.97]),
  ...mean('top-heavy scores, 5 % of 1s', 'mean 0.5 above the bar', [0.29, 0.62, 0.92]),
  ...mean('bimodal scores', 'mean 1 above the bar', [0.58, 0.87, 0.99]),
  ...mean('turn counts', 'mean 0.5 below the bar', [0.34, 0.65, 0.92]),
  turns(0.3, 0.9, 'fixed', 1),
  turns(0.8, 0.9, 'fixed', 0.96),
  turns(0.3, 0.95, 'fixed', 0.95),
  turns(0.8, 0.95, 'fixed', 0.79),
  turns(0.3, 0.9, 'sequential', 0.99),
  turns(0.8, 0.9, 'sequential', 0.84),
  turns(0.3, 0.95, 'sequential', 0.16),
  turns(0.8, 0.95, 'sequential', 0.29),
];

/** Each planned power beside the simulated one. `isMet`: within .02. */
export function plannedPowers(cells) {
  return planned.map((one) => {
    const cell = cells.find((candidate) => isMeant(candidate, one));
    if (!cell) throw new Error(`no cell for ${JSON.stringify(one)}`);
    const simulated = cell.passes / cell.replications;
    return { ...one, simulated, isMet: Math.abs(simulated - one.power) <= 0.02 };
  });
}

function isMeant({ setting, n, alpha, method }, one) {
  return (
    alpha === 0.05 &&
    setting.name === one.name &&
    setting.criterion === one.criterion &&
    setting.boundary.params.proportion === one.proportion &&
    n === one.n &&
    method === one.method
  );
}
