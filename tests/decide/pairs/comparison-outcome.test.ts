import assert from 'node:assert/strict';
import test from 'node:test';
import { comparisonOutcome } from '#decide/pairs/pair-claims.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import { assertClose } from '../../stats/close.js';
import { byFive, followPairs, type PairNumbers, pairCase, pairsOf } from '../../support/pairs.js';

/** A case by its counts; all of its pairs are used. */
function pairs(name: string, numbers: PairNumbers): CasePairs {
  const n = Object.values(numbers).reduce((sum, count) => sum + count, 0);
  return followPairs({ ...pairCase(n), name }, pairsOf(numbers), byFive, { collectsAll: true });
}

const equal = (n = 59) => pairs('equal', { both: n });
const better = () => pairs('better', { both: 180, only_b: 20 });
const worse = () => pairs('worse', { both: 140, only_a: 60 });
const undecided = () => pairs('undecided', { both: 180, only_a: 10, only_b: 4 });
const tooFew = () => pairs('too few', { both: 20 });

function outcomesOf(cases: readonly CasePairs[]) {
  const { outcome, cases: decided } = comparisonOutcome(cases, 0.05);
  return [outcome, ...decided.map((one) => one.outcome)];
}

test('one case decides alone, with adjusted p-values equal to its own', () => {
  for (const [one, outcome] of [
    [equal(), 'not_worse'],
    [better(), 'better'],
    [worse(), 'worse'],
    [undecided(), 'undecided'],
  ] as const) {
    assert.deepEqual(outcomesOf([one]), [outcome, outcome]);
    const [decided] = comparisonOutcome([one], 0.05).cases;
    assert.equal(decided?.not_worse.adjusted, one.not_worse.p_value);
    assert.equal(decided?.not_worse.fail_adjusted, one.not_worse.fail_p);
  }
});

test('"not worse" needs every case, each at the full level; the list is corrected', () => {
  // 59 equal pairs: p = 0.0485, which Holm doubles in the list and not in the whole.
  assert.deepEqual(outcomesOf([equal(59), equal(59)]), ['not_worse', 'undecided', 'undecided']);
  assert.deepEqual(outcomesOf([equal(59), equal(90)]), ['not_worse', 'not_worse', 'not_worse']);
  const [decided] = comparisonOutcome([equal(59), equal(59)], 0.05).cases;
  assertClose(decided?.not_worse.adjusted ?? 0, 2 * 0.95 ** 59, 1e-9);
  assertClose(decided?.not_worse.p_value ?? 0, 0.95 ** 59, 1e-9);
  assert.deepEqual(outcomesOf([equal(200), undecided()]), ['undecided', 'not_worse', 'undecided']);
});

test('"better" needs every case, "worse" a single one', () => {
  assert.deepEqual(outcomesOf([better(), better()]), ['better', 'better', 'better']);
  assert.deepEqual(outcomesOf([better(), equal(200)]), ['not_worse', 'better', 'not_worse']);
  assert.deepEqual(outcomesOf([better(), worse()]), ['worse', 'better', 'worse']);
});

test('a case that is worse only without the correction makes the whole undecided', () => {
  const slightly = pairs('slightly', { both: 170, only_a: 25, only_b: 5 });
  assert.equal(slightly.outcome, 'worse');
  assert.ok((slightly.not_worse.fail_p ?? 0) > 0.01, `${slightly.not_worse.fail_p}`);
  const many = [slightly, ...Array.from({ length: 4 }, () => equal(200))];
  assert.deepEqual(outcomesOf(many).slice(0, 2), ['undecided', 'undecided']);
});

test('a case with too few pairs for "not worse" is left out of that claim', () => {
  const few = tooFew();
  assert.equal(few.decides, false);
  const { outcome, cases } = comparisonOutcome([few, equal(59)], 0.05);
  assert.equal(outcome, 'not_worse');
  assert.deepEqual([cases[0]?.outcome, cases[0]?.not_worse.adjusted], [null, null]);
  assert.equal(cases[1]?.not_worse.adjusted, cases[1]?.not_worse.p_value);
  assert.deepEqual(outcomesOf([few]), [null, null]);
});

test('a case with too few pairs for "not worse" can still make the whole worse, corrected over all cases', () => {
  const lost = pairs('lost', { only_a: 40 });
  assert.deepEqual([lost.decides, lost.outcome], [false, 'worse']);
  assert.deepEqual(outcomesOf([equal(200), lost]), ['worse', 'not_worse', 'worse']);
  const [own] = comparisonOutcome([lost, equal(200), tooFew()], 0.05).cases;
  assertClose(own?.not_worse.fail_adjusted ?? 0, 3 * (lost.not_worse.fail_p ?? 0), 1e-9);
  // 5 of 30 lost: shown alone, and not as one of two cases.
  const slightly = pairs('slightly', { both: 25, only_a: 5 });
  assert.ok((slightly.not_worse.fail_p ?? 1) < 0.05, `${slightly.not_worse.fail_p}`);
  assert.deepEqual(outcomesOf([slightly, equal(59)]), ['not_worse', null, 'not_worse']);
});

test('a loss of exactly the margin in all cases is called worse at most as often as alpha, small cases included', () => {
  const tables = [59, 30, 20].map((n) =>
    Array.from({ length: n + 1 }, (_, lost) => ({
      chance: binomial(n, lost, (1 + byFive.margin) / 2),
      pairs: pairs(`${n}`, { only_b: n - lost, only_a: lost }),
    })),
  );
  const [first = [], second = [], third = []] = tables;
  let wrong = 0;
  for (const x of first)
    for (const y of second)
      for (const z of third)
        if (comparisonOutcome([x.pairs, y.pairs, z.pairs], byFive.alpha).outcome === 'worse')
          wrong += x.chance * y.chance * z.chance;
  assert.ok(wrong > 0.02 && wrong < byFive.alpha, `${wrong}`);
});

function binomial(n: number, k: number, p: number): number {
  let chance = (1 - p) ** n;
  for (let i = 1; i <= k; i++) chance *= ((n - i + 1) / i) * (p / (1 - p));
  return chance;
}

test('a small case without replies leaves the whole open, unless they cannot make it worse', () => {
  const open = followPairs(pairCase(40), [...pairsOf({ both: 20 }), ...Array(20).fill({ a: 1, b: 'missing' })]);
  assert.deepEqual(outcomesOf([equal(59), open]), [null, 'not_worse', null]);
  const one = followPairs(pairCase(40), [...pairsOf({ both: 39 }), { a: 1, b: 'missing' }]);
  assert.deepEqual(outcomesOf([equal(59), one]), ['not_worse', 'not_worse', null]);
});

test('missing replies leave the whole open, unless a case is worse even after the correction', () => {
  const open = followPairs(pairCase(59), [...pairsOf({ both: 58 }), { a: 1, b: 'missing' }]);
  assert.deepEqual(outcomesOf([open, equal(90)]), [null, null, 'not_worse']);
  assert.deepEqual(outcomesOf([open, undecided()]), [null, null, 'undecided']);
  assert.deepEqual(outcomesOf([open, worse()]), ['worse', null, 'worse']);
  const [first] = comparisonOutcome([open], 0.05).cases;
  assert.deepEqual([first?.not_worse.adjusted, first?.better_claim.adjusted], [null, null]);
});
