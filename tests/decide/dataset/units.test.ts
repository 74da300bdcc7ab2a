import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { bettingP } from '#stats/e-process.js';
import { gaffkeP } from '#stats/gaffke.js';
import { gaffkeLessP } from '../../stats/gaffke-sides.js';
import { assertClose } from '../../support/assert-close.js';
import { caseOn, caseWith, decideOn, type PlacedExample, runOn, share } from '../../support/dataset-case.js';
import { criterion, scoredFrom } from '../../support/statistical-case.js';

type Value = PlacedExample['value'];

/** Makes the trials of clusters: the items of each, together. */
function clustersOf(clusters: readonly (readonly Value[])[]): PlacedExample[] {
  return clusters.flatMap((values, cluster) =>
    values.map((value, index) => ({
      value,
      item: `c${cluster}-${index}`,
      cluster: `c${cluster}`,
      endsUnit: index === values.length - 1,
    })),
  );
}

/** Makes the trials of items that are asked several times each. */
function drawsOf(items: readonly (readonly Value[])[]): PlacedExample[] {
  return items.flatMap((values, item) =>
    values.map((value, draw) => ({ value, item: `i${item}`, draw, endsUnit: draw === values.length - 1 })),
  );
}

function caseOfClusters(clusters: readonly (readonly Value[])[], changes: Parameters<typeof caseOn>[2] = {}) {
  const kept = clusters.reduce((sum, values) => sum + values.length, 0);
  const cluster = { field: 'customer' };
  return caseOn({ kept, kept_units: clusters.length, units: clusters.length, cluster }, share(0.7), changes);
}

const answer = fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: fc.constant(0) });
const clusters = fc.array(fc.array(answer, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 30 });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('a cluster counts as its mean, and the claim is about an average cluster', () => {
  const property = fc.property(clusters, (of) => {
    const one = caseOfClusters(of, { stop_early: false });
    const { verdicts, dataset } = decideOn(one, clustersOf(of));
    const [verdict] = verdicts;
    assertClose(verdict?.p_value ?? null, gaffkeP(of.map(mean), 0, 0.7));
    assertClose(verdict?.fail_p ?? null, gaffkeLessP(of.map(mean), 1, 0.7));
    assertClose(verdict?.estimate ?? null, mean(of.map(mean)));
    assert.equal(verdict?.n, of.length);
    assertClose(dataset?.estimates?.items ?? null, mean(of.flat()));
    assertClose(dataset?.estimates?.clusters ?? null, mean(of.map(mean)));
  });
  fc.assert(property, { seed: 8, numRuns: 100 });
});

test('a cluster with an item without an answer counts at its worst, and at its best for the opposite', () => {
  const of: Value[][] = [...Array.from({ length: 20 }, () => [1, 1, 1, 1]), [1, 1, 'failed', 'ungraded']];
  const [verdict] = decideOn(caseOfClusters(of, { stop_early: false }), clustersOf(of)).verdicts;
  const filled = (value: number) =>
    decideOn(
      caseOfClusters(of, { stop_early: false }),
      clustersOf(of.map((values) => values.map((own) => (typeof own === 'number' ? own : value)))),
    ).verdicts[0];
  assertClose(verdict?.p_value ?? null, filled(0)?.p_value ?? null);
  assertClose(verdict?.fail_p ?? null, filled(1)?.fail_p ?? null);
  assert.deepEqual([verdict?.failed, verdict?.ungraded, verdict?.used], [1, 1, 21]);
});

test('clusters that are looked at one by one have the e-process of their means', () => {
  const of = Array.from({ length: 40 }, (_, index) => (index % 9 === 4 ? [1, 0, 1] : [1, 1]));
  const { asked, verdicts, isSettled } = runOn(caseOfClusters(of, { sequential: true }), clustersOf(of));
  const used = verdicts[0]?.used ?? 0;
  assert.ok(isSettled && used < 40);
  assert.equal(asked.length, of.slice(0, used).flat().length, 'whole clusters were asked');
  assertClose(verdicts[0]?.p_value ?? null, bettingP(of.slice(0, used).map(mean), 0.7));
  assert.ok((verdicts[0]?.p_value ?? 1) < 0.05);
});

test('several draws of an item of a population count as their mean, never one by one', () => {
  const draws = fc.array(fc.array(answer, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 25 });
  const property = fc.property(draws, (of) => {
    const one = caseOn({ kept: of.length, draws: 3 }, share(0.7), { stop_early: false });
    const { verdicts, dataset } = decideOn(one, drawsOf(of));
    assertClose(verdicts[0]?.p_value ?? null, gaffkeP(of.map(mean), 0, 0.7));
    assert.deepEqual([verdicts[0]?.n, verdicts[0]?.used, dataset?.items], [of.length, of.length, of.length]);
  });
  fc.assert(property, { seed: 10, numRuns: 60 });
});

test('several answers to each item of a file are counted together', () => {
  const of = Array.from({ length: 20 }, (_, item) => (item < 4 ? [1, 1, 0] : [1, 1, 1]));
  const one = caseOn({ kept: 20, draws: 3, claim: 'file' }, share(0.8), { stop_early: false });
  const [verdict] = decideOn(one, drawsOf(of)).verdicts;
  let tail = 0;
  for (let k = 56, ways = 487635; k <= 60; k++) {
    tail += ways * 0.8 ** k * 0.2 ** (60 - k);
    ways = (ways * (60 - k)) / (k + 1);
  }
  assert.ok(Math.abs((verdict?.p_value ?? 1) - tail) < 1e-12, `${verdict?.p_value}, not ${tail}`);
  assert.deepEqual([verdict?.n, verdict?.used], [60, 60]);
});

test('pooled answers pass falsely in at most alpha of all answers, whatever the rates of the items', () => {
  const profiles = [
    [1, 1, 0.55, 0.6],
    [0.7875, 0.7875, 0.7875, 0.7875],
    [1, 1, 1, 0.15],
    [0.9, 0.9, 0.9, 0.45],
  ];
  for (const rates of profiles) {
    const p0 = mean(rates) + 1e-9;
    const one = caseOn({ kept: 4, draws: 3, claim: 'file' }, share(p0, 0.2), {});
    let passed = 0;
    for (let bits = 0; bits < 2 ** 12; bits++) {
      const answers = rates.map((_, item) => [0, 1, 2].map((draw) => (bits >> (3 * item + draw)) & 1));
      const probability = answers.flatMap((values, item) =>
        values.map((value) => (value === 1 ? (rates[item] ?? 0) : 1 - (rates[item] ?? 0))),
      );
      const weight = probability.reduce((product, factor) => product * factor, 1);
      if (weight === 0) continue;
      if (runOn(one, drawsOf(answers)).verdicts[0]?.outcome === 'passed') passed += weight;
    }
    assert.ok(passed <= 0.2, `${passed} for ${rates}`);
  }
});

test('scores of a population have the test of their mean', () => {
  const scores = Array.from({ length: 40 }, (_, index) => 3 + (index % 3));
  const grader = scoredFrom(1, 5);
  const one = caseWith(
    { kept: 40 },
    { grader, claim: criterion('mean_gte', { threshold: 3.5 }) },
    { stop_early: false },
  );
  const [verdict] = decideOn(
    one,
    scores.map((value) => ({ value })),
  ).verdicts;
  assertClose(
    verdict?.p_value ?? null,
    gaffkeP(
      scores.map((value) => (value - 1) / 4),
      0,
      2.5 / 4,
    ),
  );
});
