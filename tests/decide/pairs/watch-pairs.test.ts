import assert from 'node:assert/strict';
import test from 'node:test';
import { comparisonOutcome } from '#decide/pairs/pair-claims.js';
import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { Score } from '#model/run/trial.js';
import { assertClose } from '../../stats/close.js';
import { caseOn, share, slicesOf } from '../../support/dataset-case.js';
import { errorOf } from '../../support/error-of.js';
import { byFive, followPairs, type PairExample, pairCase, pairsOf, sideScores } from '../../support/pairs.js';
import { caseOf, conversation, criterion, measured, passesOrNot, scoredFrom } from '../../support/statistical-case.js';
import { mcnemarExact } from '../../vectors/formulas/paired-tests.js';

/** The whole sample: nothing stops early. */
const whole = { collectsAll: true };

function outcomeOf({ outcome, used, stopped_at }: CasePairs) {
  return { outcome, used, stopped_at };
}

test('equal pairs show "not worse" from the least number on that can', () => {
  // 0.95^59 = 0.0485, 0.95^58 = 0.0510.
  const shown = followPairs(pairCase(59), pairsOf({ both: 40, neither: 19 }));
  assert.deepEqual(outcomeOf(shown), { outcome: 'not_worse', used: 59, stopped_at: null });
  assertClose(shown.not_worse.p_value ?? 1, 0.95 ** 59, 1e-9);
  assert.deepEqual(
    [shown.a, shown.b, shown.difference, shown.same, shown.better, shown.worse],
    [40 / 59, 40 / 59, 0, 59, 0, 0],
  );
  assert.deepEqual(shown.counts, { both: 40, neither: 19, only_b: 0, only_a: 0 });
  const few = followPairs(pairCase(58), pairsOf({ both: 58 }));
  assert.deepEqual([few.outcome, few.decides, few.needs, few.used], [null, false, 59, 58]);
  assert.equal(few.not_worse.shown, false);
  assertClose(few.not_worse.p_value ?? 1, 0.95 ** 58, 1e-9);
});

test('a sequential case with too few pairs for "not worse" stops early as worse, at the level of all cases, and for nothing else', () => {
  const few = pairCase(40, { sequential: true });
  const lost = followPairs(few, pairsOf({ only_a: 40 }), byFive, { cases: 3 });
  assert.deepEqual([lost.decides, lost.outcome, lost.not_worse.shown], [false, 'worse', false]);
  assert.ok(lost.used < 40 && lost.stopped_at === lost.used, `${lost.used}`);
  assert.ok((lost.not_worse.fail_p ?? 1) < 0.05 / 3, `${lost.not_worse.fail_p}`);
  const alone = followPairs(few, pairsOf({ only_a: 40 }), byFive);
  assert.ok(alone.used < lost.used, `${alone.used}, ${lost.used}`);
  const gain = followPairs(few, pairsOf({ only_b: 40 }), byFive);
  assert.deepEqual([gain.outcome, gain.used, gain.not_worse.fail_p], [null, 40, 1]);
  const slightly = followPairs(few, pairsOf({ both: 33, only_a: 7 }), byFive, { cases: 3 });
  assert.deepEqual([slightly.outcome, slightly.used], [null, 40]);
});

test('"better" is claimed by McNemar\'s exact test, and only if "not worse" is shown', () => {
  const better = followPairs(pairCase(200), pairsOf({ both: 180, only_b: 15, only_a: 5 }), byFive, whole);
  assert.equal(better.outcome, 'better');
  assert.equal(better.better_claim.test, 'mcnemar');
  assertClose(better.better_claim.p_value ?? 1, mcnemarExact(15, 5, 'greater'), 1e-9);
  const not = followPairs(pairCase(200), pairsOf({ both: 182, only_b: 13, only_a: 5 }), byFive, whole);
  assertClose(not.better_claim.p_value ?? 0, mcnemarExact(13, 5, 'greater'), 1e-9);
  assert.deepEqual([not.outcome, not.better_claim.shown], ['better', true]);
  const same = followPairs(pairCase(200), pairsOf({ both: 183, only_b: 12, only_a: 5 }), byFive, whole);
  assert.deepEqual([same.outcome, same.better_claim.shown], ['not_worse', false]);
});

test('a version that is worse by more than the margin is worse; by less, undecided or not worse with a remark', () => {
  const worse = followPairs(pairCase(200), pairsOf({ both: 165, only_b: 5, only_a: 30 }), byFive, whole);
  assert.equal(worse.outcome, 'worse');
  assert.equal(worse.surely_worse_within_margin, undefined);
  assert.ok((worse.interval.upper ?? 0) < -0.05);
  const slightly = followPairs(pairCase(600), pairsOf({ both: 583, only_b: 2, only_a: 15 }), byFive, whole);
  assert.deepEqual([slightly.outcome, slightly.surely_worse_within_margin], ['not_worse', true]);
  const unsure = followPairs(pairCase(200), pairsOf({ both: 180, only_b: 6, only_a: 14 }), byFive, whole);
  assert.deepEqual([unsure.outcome, unsure.surely_worse_within_margin], ['undecided', undefined]);
});

test('a case that is not sequential asks all pairs, so that its bounds are those of the whole sample', () => {
  const pairs = pairsOf({ only_a: 200 });
  const all = followPairs(pairCase(200), pairs);
  assert.deepEqual(outcomeOf(all), { outcome: 'worse', used: 200, stopped_at: null });
  assert.deepEqual(all, followPairs(pairCase(200), pairs, byFive, whole));
  assert.equal(followPairs(pairCase(40), pairsOf({ only_a: 40 })).used, 40);
  const { used } = followPairs(pairCase(100, { sequential: true, stop_early: false }), pairsOf({ only_a: 100 }));
  assert.equal(used, 100);
  const watch = watchPairs(pairCase(1), { margin: 0.99, alpha: 0.05 });
  watch.push(sideScores(1), sideScores(1));
  assert.throws(() => watch.push(sideScores(1), sideScores(1)), /takes no more pairs/);
});

test('the bounds are the margins that are just shown, and agree with the outcome for every margin', () => {
  for (const sequential of [false, true]) {
    const testCase = pairCase(60, { sequential });
    const half = [...pairsOf({ both: 25 }), ...pairsOf({ only_b: 3, only_a: 2 })];
    const pairs = [...half, ...half];
    const bounds = (margin: number) => followPairs(testCase, pairs, { margin, alpha: 0.05 }, whole);
    const { lower, upper } = bounds(0.5).interval;
    assert.ok(lower !== null && upper !== null && lower < 0.025 && upper > 0.025, `${lower} ${upper}`);
    for (const margin of [-lower - 0.003, -lower + 0.003, 0.999]) {
      const { not_worse, interval } = bounds(margin);
      assert.equal(not_worse.shown, (interval.lower ?? 0) >= -margin, `${margin}`);
      assert.equal((not_worse.p_value ?? 1) < 0.05, not_worse.shown, `${margin}`);
      assertClose(interval.lower ?? 0, lower, 1e-3, 1e-3, `${margin}`);
    }
  }
});

test('pairs that were not asked count as the worst for each claim', () => {
  const cut = followPairs(pairCase(200), pairsOf({ only_a: 100 }));
  assert.deepEqual([cut.outcome, cut.interval], [null, { lower: null, upper: null }]);
  const sure = followPairs(pairCase(200), pairsOf({ only_a: 140 }));
  assert.deepEqual([sure.outcome, sure.used], ['worse', 140]);
  const full = followPairs(pairCase(200), pairsOf({ only_a: 140, only_b: 60 }));
  assert.equal(sure.interval.upper, full.interval.upper);
  assert.equal(sure.not_worse.fail_p, full.not_worse.fail_p);
});

test('a trial without a value is the worst for each claim, on either side', () => {
  const lost = (a: PairExample['a'], b: PairExample['b']) =>
    followPairs(pairCase(60), [...pairsOf({ both: 59 }), { a, b }], byFive, whole);
  const both = lost('failed', 'ungraded');
  assert.deepEqual(both.without_value, { a: 1, b: 1 });
  const worst = lost(1, 0);
  const best = lost(0, 1);
  assertClose(both.not_worse.p_value ?? 0, worst.not_worse.p_value ?? 1, 1e-12);
  assertClose(both.not_worse.fail_p ?? 0, best.not_worse.fail_p ?? 1, 1e-12);
  assert.deepEqual(both.interval, { lower: worst.interval.lower, upper: best.interval.upper });
  // The other side has a value: the difference is between 0 and 1, or -1 and 0.
  assertClose(lost('failed', 1).not_worse.p_value ?? 0, lost(1, 1).not_worse.p_value ?? 1, 1e-12);
  assertClose(lost(1, 'failed').not_worse.p_value ?? 0, worst.not_worse.p_value ?? 1, 1e-12);
  assert.deepEqual(lost(1, 'failed').counts, { both: 59, neither: 0, only_b: 0, only_a: 1 });
});

test('a wrong trial is wrong, although another criterion has no value', () => {
  const [first] = pairCase(1).expectations;
  assert.ok(first);
  const two = pairCase(1, { expectations: [first, first], stop_early: false });
  const scores = (values: readonly (number | null)[]) =>
    values.map((value, expectation) => ({
      expectation,
      trial: 0,
      findings: [],
      ...(value === null ? { value, why: 'ungraded' as const, reason: 'no answer' } : { value }),
    }));
  const lost = (values: readonly (number | null)[]) => {
    const watch = watchPairs(two, byFive);
    watch.push(scores([1, 1]), scores(values));
    const { without_value, counts } = watch.result();
    return [without_value.b, counts?.both];
  };
  assert.deepEqual(lost([0, null]), [0, 0]);
  assert.deepEqual(lost([1, null]), [1, 0]);
  assert.deepEqual(lost([1, 1]), [0, 1]);
  assert.deepEqual(lost([0, 1]), [0, 0]);
});

test('a missing reply leaves a case without an outcome, unless the other pairs settle it', () => {
  const one: PairExample = { a: 1, b: 'missing' };
  const open = followPairs(pairCase(59), [...pairsOf({ both: 58 }), one]);
  assert.deepEqual(
    [open.outcome, open.missing, open.not_worse.p_value, open.better_claim.p_value, open.trials],
    [null, 1, null, null, 59],
  );
  assert.deepEqual([open.a, open.same], [1, 58]);
  const settled = followPairs(pairCase(59), [one, ...pairsOf({ only_a: 58 })]);
  assert.deepEqual([settled.outcome, settled.missing], ['worse', 1]);
  // Not worse even if the missing pair were lost; but it could have made the difference to "better".
  const enough = followPairs(pairCase(300), [one, ...pairsOf({ both: 299 })]);
  assert.deepEqual([enough.outcome, enough.not_worse.shown], ['not_worse', true]);
  const perhaps = followPairs(pairCase(300), [one, ...pairsOf({ both: 295, only_b: 4 })]);
  assert.equal(perhaps.outcome, null);
});

test('draws of an item are averaged first', () => {
  const draws = (values: readonly (readonly [number, number])[]): PairExample[] =>
    values.map(([a, b], draw) => ({ a, b, draw, endsUnit: draw === values.length - 1 }));
  const even = draws([
    [1, 0],
    [0, 1],
    [1, 1],
  ]);
  const items = Array.from({ length: 59 }, () => even).flat();
  const testCase = caseOn({ kept: 59, draws: 3 }, share(0.9));
  const result = followPairs(testCase, items);
  assert.deepEqual(
    [result.outcome, result.unit, result.n, result.trials, result.counts, result.same],
    ['not_worse', 'item', 59, 177, null, 59],
  );
  assert.equal(result.better_claim.test, 'gaffke');
  assertClose(result.not_worse.p_value ?? 1, 0.95 ** 59, 1e-9);
  const lost = followPairs(testCase, [...items.slice(0, -1), { a: 1, b: 'missing', draw: 2 }]);
  assert.deepEqual([lost.outcome, lost.missing, lost.used], [null, 1, 58]);
});

test('clusters are units: their means', () => {
  const cluster = (size: number, a: number, b: number): PairExample[] =>
    Array.from({ length: size }, (_, item) => ({ a, b, endsUnit: item === size - 1 }));
  const pairs = [...Array.from({ length: 70 }, () => cluster(2, 1, 1)).flat(), ...cluster(4, 0, 1)];
  const counts = { kept: 144, units: 71, kept_units: 71 };
  const means = followPairs(caseOn({ ...counts, cluster: { field: 'customer' } }, share(0.9)), pairs, byFive, whole);
  assert.deepEqual([means.unit, means.n, means.used, means.better, means.same], ['cluster', 71, 71, 1, 70]);
  assertClose(means.difference ?? 0, 1 / 71, 1e-12);
  assert.equal(means.outcome, 'not_worse');
});

test('the only criterion about a score compares scores, in shares of the scale', () => {
  const scored = caseOf(80, scoredFrom(0, 10), [criterion('mean_gte', { threshold: 6 })]);
  const pairs = Array.from({ length: 80 }, (): PairExample => ({ a: 7, b: 8 }));
  const result = followPairs(scored, pairs, byFive, whole);
  assert.deepEqual([result.measure, result.counts, result.outcome], ['score', null, 'better']);
  assert.deepEqual([result.better_claim.test, result.better], ['gaffke', 80]);
  assertClose(result.difference ?? 0, 0.1, 1e-12);
  assertClose(result.a ?? 0, 0.7, 1e-12);
  const slower = caseOf(10, measured('per_turn.response_latency'), [criterion('mean_lt', { threshold: 20 })]);
  const faster = followPairs(
    slower,
    Array.from({ length: 10 }, () => ({ a: 24, b: 6 })),
    { margin: 0.5, alpha: 0.05 },
  );
  assertClose(faster.difference ?? 0, 0.6, 1e-12);
});

test('a case with several criteria, or one that counts, compares what is right', () => {
  const counts = caseOf(10, scoredFrom(0, 10), [criterion('proportion_gte', { min_score: 6, proportion: 0.8 })]);
  const result = followPairs(counts, [{ a: 5, b: 8 }]);
  assert.deepEqual([result.measure, result.counts?.only_b], ['right', 1]);
  const drawn = { ...caseOn({ kept: 10, draws: 2 }, share(0.9)), expectations: counts.expectations };
  assert.equal(watchPairs(drawn, byFive).result().measure, 'right');
  const two = caseOf(10, scoredFrom(0, 10), [
    criterion('mean_gte', { threshold: 6 }),
    criterion('proportion_gte', { min_score: 3, proportion: 0.8 }),
  ]);
  assert.equal(watchPairs(two, byFive).result().measure, 'right');
});

test('a share of turns is a number from 0 to 1', () => {
  const fast = criterion('proportion_lt', { threshold: 2, proportion: 0.5 });
  const turns = caseOf(3, measured('per_turn.response_latency', conversation), [fast], { subject: conversation });
  const watch = watchPairs(turns, byFive);
  const talk = (...latencies: readonly number[]): Score[] =>
    latencies.map((value, turn) => ({ expectation: 0, trial: 0, turn, value, findings: [] }));
  watch.push(talk(1, 3, 3, 3), talk(1, 1, 1));
  const { measure, a, b } = watch.result();
  assert.deepEqual([measure, a, b], ['score', 0.25, 1]);
});

test('slices have the rates of both sides, in the order of the case', () => {
  const slices = slicesOf({ en: 2, nl: 1, fr: 1 });
  const one = caseOn({ kept: 4, slices: [slices] }, share(0.9), { stop_early: false });
  const pairs: PairExample[] = [
    { a: 1, b: 0, slices: { language: 'en' } },
    { a: 1, b: 1, slices: { language: 'nl' } },
    { a: 'failed', b: 1, slices: { language: 'en' } },
    { a: 'missing', b: 1, slices: { language: 'fr' } },
  ];
  assert.deepEqual(followPairs(one, pairs).slices, [
    {
      field: 'language',
      rows: [
        { value: 'en', pairs: 2, k_a: 1, k_b: 1, a: 0.5, b: 0.5 },
        { value: 'nl', pairs: 1, k_a: 1, k_b: 1, a: 1, b: 1 },
        { value: 'fr', pairs: 0, k_a: 0, k_b: 0, a: null, b: null },
      ],
    },
  ]);
});

test('a sequential case stops as soon as "not worse" is shown, or goes on for "better"', () => {
  const sequential = pairCase(400, { sequential: true });
  const equal = followPairs(sequential, pairsOf({ both: 400 }));
  assert.deepEqual(outcomeOf(equal), { outcome: 'not_worse', used: 140, stopped_at: 140 });
  assert.deepEqual([equal.not_worse.test, equal.better_claim.test], ['score', 'betting']);
  assert.ok((equal.interval.lower ?? -1) >= -0.05);
  const better = Array.from({ length: 400 }, (_, index): PairExample => ({ a: index % 5 === 0 ? 0 : 1, b: 1 }));
  const gain = followPairs(sequential, better);
  const sought = followPairs(sequential, better, byFive, { seeksBetter: true });
  assert.equal(sought.outcome, 'better');
  assert.ok(gain.used <= sought.used && sought.used < 100, `${gain.used} ${sought.used}`);
  const worse = followPairs(sequential, pairsOf({ only_a: 400 }));
  assert.equal(worse.outcome, 'worse');
  assert.ok(worse.used <= 30, `${worse.used}`);
});

test('of two sequential tests the one that ends first decides, also if all pairs are there anyway', () => {
  const sequential = pairCase(400, { sequential: true });
  const first = followPairs(sequential, [...pairsOf({ only_a: 40 }), ...pairsOf({ only_b: 360 })], byFive, whole);
  assert.ok((first.not_worse.p_value ?? 1) < 0.05 && (first.not_worse.fail_p ?? 1) < 0.05);
  assert.deepEqual([first.outcome, first.not_worse.shown, first.better_claim.shown], ['worse', false, false]);
  assert.deepEqual(comparisonOutcome([first], 0.05).cases[0]?.outcome, 'worse');
  const last = followPairs(sequential, [...pairsOf({ only_b: 40 }), ...pairsOf({ only_a: 360 })], byFive, whole);
  assert.equal(last.outcome, 'better');
});

test('a sequential case of several goes on until its outcome is certain at the level that Holm can ask for', () => {
  const sequential = pairCase(200, { sequential: true });
  const alone = followPairs(sequential, pairsOf({ only_a: 200 }));
  const ofThree = followPairs(sequential, pairsOf({ only_a: 200 }), byFive, { cases: 3 });
  assert.ok(ofThree.used > alone.used, `${ofThree.used} after ${alone.used}`);
  assert.ok((ofThree.not_worse.fail_p ?? 1) < 0.05 / 3 && (alone.not_worse.fail_p ?? 0) > 0.05 / 3);
});

test('a score that its grader cannot give is refused', () => {
  const watch = watchPairs(pairCase(59), byFive);
  assert.equal(errorOf(() => watch.push(sideScores(1), sideScores(2))).code, 'EVA_BAD_SCORE');
});

test('a case that is only shown decides nothing', () => {
  const look = caseOf(100, passesOrNot, [], { look: true, expectations: [] });
  const { decides, needs } = watchPairs(look, byFive).result();
  assert.deepEqual([decides, needs], [false, null]);
});
