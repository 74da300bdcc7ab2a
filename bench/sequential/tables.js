// How many trials `sequential: true` takes on average beside a fixed sample that is read as soon as it is settled. Nothing
// here is simulated: the distribution of the successes is carried from look to look.

import { sequentialPlan } from '../../dist/decide/test/sequential-test.js';
import { plannedPower } from '../../dist/decide/test/statistical-test.js';
import { sampleSize } from '../../dist/stats/binomial/sample-size.js';
import { fixedBoundaries, operating } from '../../dist/stats/sequential/boundaries.js';
import { sequentialSize } from '../../dist/stats/sequential/sequential-size.js';
import { table } from '../in-docs.js';

const alpha = 0.05;

/** Bars, the true rates that are planned for, and horizons (the largest number of trials). */
const designs = [
  { p0: 0.5, p1: 0.7, horizon: 50 },
  { p0: 0.75, p1: 0.9, horizon: 52 },
  { p0: 0.9, p1: 0.97, horizon: 130 },
  { p0: 0.95, p1: 0.99, horizon: 174 },
];

const ratesOf = ({ p0, p1 }) => ({ above: 1 - (1 - p1) / 3, planned: p1, bar: p0, below: p0 - (p1 - p0) });

/** A design worked out at one horizon: level, power and mean numbers of trials, fixed and sequential. */
function workedOut({ p0, p1, horizon }) {
  const plan = sequentialPlan({ mu0: p0, expected: p1, alpha, n: horizon });
  const fixedN = sampleSize({ p0, p1, alpha, power: plannedPower }).n_first;
  const fixed = fixedBoundaries(fixedN, p0, alpha);
  const at = Object.entries(ratesOf({ p0, p1 })).map(([where, rate]) => {
    const sequential = operating(plan, rate).mean_n;
    return [where, { rate, fixed: operating(fixed, rate).mean_n, sequential, saving: 1 - sequential / fixedN }];
  });
  const falsePass = operating(plan, p0).pass;
  return { p0, p1, horizon, fixedN, level: plan.level, falsePass, power: plan.power, at: Object.fromEntries(at) };
}

/** At the horizons of the designs, and at the smallest ones that have the planned power. */
export function workedOutDesigns() {
  const smallest = ({ p0, p1 }) =>
    sequentialSize({ p0, p1, alpha, futility: 1 - plannedPower, power: plannedPower }).n_max;
  return {
    given: designs.map(workedOut),
    smallest: designs.map((design) => workedOut({ ...design, horizon: smallest(design) })),
  };
}

/** What must hold of every row, in words, where it does not. */
export function shortcomings(rows) {
  return rows.flatMap(({ p0, p1, horizon, level, power, at }) => {
    const broken = [
      [level < alpha, `the level is ${level}`],
      [power >= plannedPower, `the power at ${p1} is ${power}`],
      [at.planned.saving >= 0.2, `it saves ${percent(at.planned.saving)} at ${p1}`],
      [at.below.saving >= 0.6, `it saves ${percent(at.below.saving)} at ${at.below.rate}`],
    ];
    return broken.filter(([holds]) => !holds).map(([, what]) => `${p0} → ${p1}, at most ${horizon} trials: ${what}`);
  });
}

export function sequentialTable(rows) {
  const head = ['bar → true rate planned for', 'n fixed', 'n at most', 'level', 'power', ...heads];
  return table(head, rows.map(lineOf));
}

const heads = ['well above', 'as planned', 'at the bar', 'below'];

function lineOf({ p0, p1, fixedN, horizon, level, power, at }) {
  const means = Object.values(at).map(
    ({ fixed, sequential, saving }) => `${fixed.toFixed(1)} / ${sequential.toFixed(1)} (${percent(saving)})`,
  );
  return [`${p0} → ${p1}`, fixedN, horizon, level.toFixed(4), power.toFixed(3), ...means];
}

function percent(share) {
  return `${(100 * share).toFixed(0)} %`;
}

/** The section of docs/statistics.md. */
export function sequentialSection() {
  const { given, smallest } = workedOutDesigns();
  return `Mean numbers of trials at a significance level of 5 %: of the fixed sample, read as soon as it is settled / of
\`sequential: true\` (its saving against paying for the whole fixed sample). "Well above" is a true rate of
1 - (1 - p1)/3, "below" one as far under the bar as p1 is over it. Computed exactly; nothing is simulated.

${sequentialTable(given)}

With the smallest sample_size that has a power of 80 %:

${sequentialTable(smallest)}

Made by \`npm run bench:sequential\`.`;
}
