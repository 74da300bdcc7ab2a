// How many trials `sequential: true` takes on average beside a fixed sample of the same size that is read as soon as it is settled, and
// beside the truncated SPRT. Nothing here is simulated: the distribution of the successes is carried from look to look.

import { sequentialPlan, truncatedSprt } from '../../dist/decide/statistical-tests/sequential-test.js';
import { plannedPower } from '../../dist/decide/statistical-tests/statistical-test.js';
import { sampleSize } from '../../dist/stats/binomial.js';
import { fixedBoundaries, operating } from '../../dist/stats/boundaries.js';
import { table } from '../in-docs.js';

const alpha = 0.05;

/** Bars, the true rates that are planned for, and the largest numbers of trials. */
const designs = [
  { p0: 0.5, p1: 0.7, horizon: 50 },
  { p0: 0.75, p1: 0.9, horizon: 52 },
  { p0: 0.9, p1: 0.97, horizon: 130 },
  { p0: 0.95, p1: 0.99, horizon: 174 },
  { p0: 0.85, p1: 0.955, horizon: 300 },
];

/** The least saving at the planned rate: beside the smallest sample with a power of 80 %, and beside a larger one. */
const least = { smallest: 0.1, given: 0.3 };

const ratesOf = ({ p0, p1 }) => ({ above: 1 - (1 - p1) / 3, planned: p1, bar: p0, below: p0 - (p1 - p0) });

/** A design worked out at one horizon: level, power and mean numbers of trials of each test, and what the best one saves. */
function workedOut({ p0, p1, horizon, least }) {
  const design = { mu0: p0, expected: p1, alpha, n: horizon };
  const best = sequentialPlan(design);
  const tests = { fixed: fixedBoundaries(horizon, p0, alpha), sprt: truncatedSprt(design), best };
  const meansAt = (rate) =>
    Object.fromEntries(Object.entries(tests).map(([name, test]) => [name, operating(test, rate).mean_n]));
  const at = Object.fromEntries(
    Object.entries(ratesOf({ p0, p1 })).map(([where, rate]) => {
      const means = meansAt(rate);
      return [where, { rate, ...means, saving: 1 - means.best / horizon }];
    }),
  );
  const { level, power } = best;
  const fixedPower = operating(tests.fixed, p1).pass;
  return { p0, p1, horizon, least, level, power, fixedPower, sprtPower: tests.sprt.power, at };
}

/** At the horizons of the designs, and at the smallest samples with a power of 80 %. */
export function workedOutDesigns() {
  return {
    given: designs.map((design) => workedOut({ ...design, least: least.given })),
    smallest: designs.map((design) => {
      const { p0, p1 } = design;
      return workedOut({
        ...design,
        horizon: sampleSize({ p0, p1, alpha, power: plannedPower }).n_first,
        least: least.smallest,
      });
    }),
  };
}

/** What must hold of every row, in words, where it does not. */
export function shortcomings(rows) {
  return rows.flatMap(({ p0, p1, horizon, least, level, power, fixedPower, at }) => {
    const broken = [
      [level < alpha, `the level is ${level}`],
      [power >= Math.min(0.95, fixedPower), `the power at ${p1} is ${power}`],
      [at.planned.saving >= least, `it saves ${percent(at.planned.saving)} at ${p1}`],
      [at.below.saving >= 0.6, `it saves ${percent(at.below.saving)} at ${at.below.rate}`],
      [Object.values(at).every(({ best, fixed }) => best < fixed), 'it takes more trials than the curtailed sample'],
    ];
    return broken.filter(([holds]) => !holds).map(([, what]) => `${p0} → ${p1}, at most ${horizon} trials: ${what}`);
  });
}

const heads = ['well above', 'as planned', 'at the bar', 'below'];

/** With the mean numbers of trials of the given tests. */
function sequentialTable(rows, tests) {
  const head = ['bar → planned rate', 'n at most', 'level', 'power: fixed / sequential', ...heads, 'saved as planned'];
  return table(
    head,
    rows.map((row) => lineOf(row, tests)),
  );
}

function lineOf({ p0, p1, horizon, level, power, fixedPower, at }, tests) {
  const means = Object.values(at).map((mean) => tests.map((test) => mean[test].toFixed(1)).join(' / '));
  const { fixed, best, saving } = at.planned;
  const saved = `${percent(saving)}, ${percent(1 - best / fixed)}`;
  const powers = `${fixedPower.toFixed(3)} / ${power.toFixed(3)}`;
  return [`${p0} → ${p1}`, horizon, level.toFixed(4), powers, ...means, saved];
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function range(powers) {
  return `${Math.min(...powers).toFixed(3)} to ${Math.max(...powers).toFixed(3)}`;
}

/** The section of docs/internals/statistics.md. */
export function sequentialSection() {
  const { given, smallest } = workedOutDesigns();
  return `Mean numbers of trials at a significance level of 5 %: the fixed sample of the same size, read as soon as it is settled (curtailed) / the truncated SPRT
/ \`sequential: true\`. The last column says what \`sequential: true\` saves at the planned rate, first against paying for the
whole fixed sample, then against the curtailed one. "Well above" is a true rate of 1 - (1 - p1)/3, "below" one as far
under the bar as p1 is over it. The SPRT has a power of ${range(given.map(({ sprtPower }) => sprtPower))} there. Computed exactly; nothing is simulated.

${sequentialTable(given, ['fixed', 'sprt', 'best'])}

With the smallest \`sample_size\` for a power of 80 %, which \`eva plan\` suggests (curtailed / \`sequential: true\`):

${sequentialTable(smallest, ['fixed', 'best'])}

Made by \`npm run bench:sequential\`.`;
}
