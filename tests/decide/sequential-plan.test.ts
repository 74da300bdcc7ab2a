import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { exactBinomialTest } from '#decide/statistical-tests/binomial-test.js';
import { sequentialPlan, sequentialTest } from '#decide/statistical-tests/sequential-test.js';
import { forecast } from '#decide/statistical-tests/statistical-test.js';
import { fileSequentialTest, fileTest } from '#decide/statistical-tests/tests-without-replacement.js';
import { decideCase } from '#decide/watch-case.js';
import { bestTest } from '#stats/best-test.js';
import { seqPlan } from '#stats/sequential-plan.js';
import { caseOf, criterion, type Example, passesOrNot, scoresOf, times } from '../support/statistical-case.js';

const design = { mu0: 0.9, expected: 0.97, alpha: 0.05, n: 130 };
const [p0, p1, alpha] = [design.mu0, design.expected, design.alpha];
const fixedPower = (n: number) => exactBinomialTest.forecast({ ...design, n }).power;
const best = (n_max: number) => bestTest({ p0, p1, alpha, power: Math.min(0.95, fixedPower(n_max)), n_max });
const sprt = (n_max: number, futility: number) => seqPlan({ p0, p1, alpha, futility, n_max });

test('up to 1,000 trials the best test is used; above, and if there is none, the SPRT', () => {
  assert.deepEqual(sequentialPlan(design), best(130));
  assert.deepEqual(sequentialPlan({ ...design, n: 1000 }), best(1000));
  assert.deepEqual(sequentialPlan({ ...design, n: 50 }), best(50));
  assert.deepEqual(sequentialPlan({ ...design, n: 1001 }), sprt(1001, 0.05));
  assert.deepEqual(sequentialPlan({ ...design, n: 20 }), sprt(20, 0.01));
});

test('a sequential test has the power of the fixed sample, or 95 %', () => {
  for (const n of [40, 50, 76, 100, 130, 300, 1000, 1500]) {
    const { power } = sequentialPlan({ ...design, n });
    assert.ok(power >= Math.min(0.95, fixedPower(n)), `${n}: ${power}`);
  }
  for (const [of, n] of [
    [50, 50],
    [200, 200],
    [1000, 1000],
  ] as const) {
    const file = { ...design, of, n };
    const power = fileSequentialTest.forecast(file).power;
    assert.ok(power >= Math.min(0.95, fileTest.forecast(file).power), `${n} of ${of}: ${power}`);
  }
});

test('plans are cached by bar, expected rate, trials and level', () => {
  assert.equal(sequentialPlan({ ...design }), sequentialPlan(design));
  const others = [{ mu0: 0.89 }, { expected: 0.971 }, { n: 131 }, { alpha: 0.04 }];
  for (const other of others) assert.notDeepEqual(sequentialPlan({ ...design, ...other }), sequentialPlan(design));
});

test("the trials for 80 % power are the exact test's; above 1,000 the SPRT's", () => {
  assert.equal(forecast(sequentialTest, design).needed_n, 76);
  assert.equal(forecast(sequentialTest, { ...design, n: 50 }).needed_n, 76);
  assert.ok(forecast(sequentialTest, { ...design, n: 76 }).power >= 0.8);
  const needed = [5, 6, 7, 20].map(
    (n) => forecast(sequentialTest, { mu0: 0.2719, expected: 0.7816, alpha: 0.05, n }).needed_n,
  );
  assert.deepEqual(needed, [7, 7, 7, 7]);
  assert.equal(forecast(sequentialTest, { mu0: 0.995, expected: 0.9985, alpha: 0.05, n: 800 }).needed_n, 1966);
});

test('replacing a pass by a failure or a missing value never makes a case pass', () => {
  const trial = fc.record({
    better: fc.constantFrom<Example>(...times(11, 1), 0),
    worse: fc.constantFrom<Example | null>(...Array.from({ length: 30 }, () => null), 'failed', 'ungraded', 0),
  });
  const passes = (trials: readonly Example[], stop_early: boolean) => {
    const one = caseOf(60, passesOrNot, [criterion('proportion_gte', { proportion: 0.75 })], {
      sequential: true,
      stop_early,
      expected: 0.9,
    });
    return decideCase(one, scoresOf(trials)).verdicts[0]?.outcome === 'passed';
  };
  const seen = { both: 0, betterAlone: 0 };
  fc.assert(
    fc.property(fc.array(trial, { minLength: 60, maxLength: 60 }), fc.boolean(), (trials, stopsEarly) => {
      const worse = passes(
        trials.map((one) => one.worse ?? one.better),
        stopsEarly,
      );
      const better = passes(
        trials.map((one) => one.better),
        stopsEarly,
      );
      assert.ok(better || !worse);
      const asFailures = trials.map((one) => (typeof one.worse === 'string' ? 0 : (one.worse ?? one.better)));
      assert.equal(passes(asFailures, stopsEarly), worse);
      if (better) seen[worse ? 'both' : 'betterAlone'] += 1;
    }),
    { seed: 43, numRuns: 600 },
  );
  assert.ok(seen.both > 50 && seen.betterAlone > 5, JSON.stringify(seen));
});
