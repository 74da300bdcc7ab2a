// Whether a claim passes, by the functions that eva's tests call, without the bounds and sentences of a verdict.
import { sequentialPlan } from '../../dist/decide/statistical-tests/sequential-test.js';
import { criticalCount } from '../../dist/stats/binomial.js';
import { mixtureProcess } from '../../dist/stats/e-process.js';
import { gaffkeP } from '../../dist/stats/gaffke.js';
import { isSignificant } from '../../dist/stats/numbers.js';

export const sizes = [5, 10, 20, 30, 50, 100, 200];
/** In falling order: whoever passes at one has passed at those before it. */
export const levels = [0.05, 0.01];

/** The tests that a setting is put to: `fixed` is the whole sample, `sequential` what `sequential: true` runs. */
export function methodsOf({ data, criterion }) {
  if (data === 'binary') return ['fixed', 'sequential'];
  return criterion.startsWith('mean_') ? ['fixed', 'betting', 'sequential'] : ['fixed', 'sequential'];
}

/** A function from the Y of one long sample to what passes: 0 or 1 for each of `cellsOf`, in that order. */
export function deciderOf(setting, claim) {
  return setting.data === 'binary' ? binaryDecider(claim) : boundedDecider(setting, claim);
}

/** Every size, level and method, in the order of the answers of `deciderOf`. */
export function cellsOf(setting) {
  return sizes.flatMap((n) => levels.flatMap((alpha) => methodsOf(setting).map((method) => ({ n, alpha, method }))));
}

function binaryDecider({ mu0 }) {
  const expected = 1 - 0.3 * (1 - mu0);
  const plans = sizes.flatMap((n) =>
    levels.map((alpha) => ({
      n,
      critical: criticalCount(n, mu0, alpha) ?? Number.POSITIVE_INFINITY,
      plan: sequentialPlan({ mu0, n, alpha, expected }),
    })),
  );
  return (ys) => {
    const counts = [0];
    for (const y of ys) counts.push(counts.at(-1) + y);
    return plans.flatMap(({ n, critical, plan }) =>
      [counts[n] >= critical, passesSequentially(plan, counts)].map(Number),
    );
  };
}

function passesSequentially({ pass_at, stop_low }, counts) {
  for (const [look, needed] of pass_at.entries()) {
    const successes = counts[look + 1];
    if (needed !== null && successes >= needed) return true;
    if (stop_low[look] !== null && successes <= stop_low[look]) return false;
  }
  return false;
}

function boundedDecider(setting, { mu0 }) {
  const methods = methodsOf(setting);
  return (ys) => {
    const crossings = crossingsOf(ys, mu0);
    return sizes.flatMap((n) => {
      const p = canPass(n, mu0) ? gaffkeP(ys.slice(0, n), 0, mu0) : 1;
      return crossings.flatMap(({ claim, opposite }, level) => {
        const passes = {
          fixed: isSignificant(p, levels[level]),
          betting: claim <= n,
          sequential: claim <= n && claim <= opposite,
        };
        return methods.map((method) => Number(passes[method]));
      });
    });
  };
}

/** Gaffke's p-value falls as values rise, and of n ones it is mu0^n. */
function canPass(n, mu0) {
  return mu0 ** n < Math.max(...levels);
}

/** For each level the trial after which the evidence for the claim first suffices, and that for its opposite, if it comes first. */
function crossingsOf(ys, mu0) {
  const claims = firstCrossings(ys, mu0);
  const last = Math.max(0, ...claims.filter(Number.isFinite));
  const opposites = firstCrossings(
    ys.slice(0, last).map((y) => 1 - y),
    1 - mu0,
  );
  return claims.map((claim, level) => ({ claim, opposite: opposites[level] }));
}

function firstCrossings(ys, mu0) {
  const process = mixtureProcess(mu0);
  const found = levels.map(() => Number.POSITIVE_INFINITY);
  let open = 0;
  for (let index = 0; index < ys.length && open < levels.length; index++) {
    process.push(ys[index]);
    const p = Math.exp(-process.maxLogE());
    while (open < levels.length && isSignificant(p, levels[open])) found[open++] = index + 1;
  }
  return found;
}
