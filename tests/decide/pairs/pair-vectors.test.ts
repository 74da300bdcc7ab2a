import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { pairOutlooks } from '#decide/pairs/pair-outlooks.js';
import type { Case } from '#model/case.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import { assertClose } from '../../stats/close.js';
import { followPairs, type PairExample, pairCase, pairsOf } from '../../support/pairs.js';
import { caseOf, criterion, scoredFrom } from '../../support/statistical-case.js';

/** The numbers of all kinds; each kind has some of them. */
interface VectorInput {
  readonly b: number;
  readonly c: number;
  readonly n: number;
  readonly margin: number;
  readonly alpha: number;
  readonly hi: number;
  readonly change: number;
  readonly gain: number;
  readonly diffs: readonly number[];
  readonly side: string;
}

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly input: VectorInput;
  readonly expect: Readonly<Record<string, number>>;
}

const vectors: readonly Vector[] = JSON.parse(readFileSync('tests/fixtures/dataset-vectors.json', 'utf8')).vectors;
const ofKind = (kind: string) => vectors.filter((one) => one.kind === kind);
const whole = { collectsAll: true };

/** Compares numbers of a result with the expected ones that have the same meaning. */
function assertNumbers(result: CasePairs, { id, expect }: Vector): void {
  const actual: Readonly<Record<string, number | null>> = {
    mean_diff: result.difference,
    pass_p: result.not_worse.p_value,
    fail_p: result.not_worse.fail_p,
    lower: result.interval.lower,
    upper: result.interval.upper,
  };
  for (const [key, expected] of Object.entries(expect)) {
    assertClose(actual[key] ?? Number.NaN, expected, 1e-8, 1e-8, `${id}.${key}`);
  }
}

/** A case whose answers have a score from 0 to 1, so that Gaffke's test or the e-process decides. */
function scoreCase(n: number, changes: Partial<Case> = {}): Case {
  return caseOf(n, scoredFrom(0, 1), [criterion('mean_gte', { threshold: 0.5 })], changes);
}

for (const vector of ofKind('paired_margin')) {
  test(`the pairs of a case give ${vector.kind} ${vector.id}`, () => {
    const { b, c, n, margin, alpha } = vector.input;
    const counts = { both: n - b - c, only_b: b, only_a: c };
    const result = followPairs(scoreCase(n), pairsOf(counts), { margin: margin || 1e-12, alpha }, whole);
    assertNumbers(result, vector);
  });
}

for (const vector of ofKind('paired_scores')) {
  test(`the pairs of a case give ${vector.kind} ${vector.id}`, () => {
    const { diffs, hi, margin } = vector.input;
    const testCase = caseOf(diffs.length, scoredFrom(0, hi), [criterion('mean_gte', { threshold: 1 })]);
    const pairs = diffs.map((diff): PairExample => ({ a: Math.max(0, -diff), b: Math.max(0, diff) }));
    const result = followPairs(testCase, pairs, { margin: margin / hi, alpha: 0.05 }, whole);
    const { mean_diff, ...expect } = vector.expect;
    assertNumbers(result, { ...vector, expect: { ...expect, mean_diff: (mean_diff ?? Number.NaN) / hi } });
  });
}

for (const vector of ofKind('paired_evalue')) {
  test(`the pairs of a sequential case give ${vector.kind} ${vector.id}`, () => {
    const { diffs, margin } = vector.input;
    const pairs = diffs.map((diff): PairExample => ({ a: diff < 0 ? 1 : 0, b: diff > 0 ? 1 : 0 }));
    const testCase = scoreCase(diffs.length, { sequential: true });
    const question = { margin, alpha: 1e-9 };
    const { not_worse } = followPairs(testCase, pairs, question, whole);
    assertClose(-Math.log(not_worse.p_value ?? 1), vector.expect['max_log_e'] ?? 0, 1e-9, 1e-10);
  });
}

for (const vector of ofKind('mcnemar_exact')) {
  test(`"better" and the remark of a case give ${vector.kind} ${vector.id}`, () => {
    const { b, c, side } = vector.input;
    const counts = { both: 200, only_b: b, only_a: c };
    const { better_claim } = followPairs(pairCase(200 + b + c), pairsOf(counts), undefined, whole);
    assert.equal(better_claim.test, 'mcnemar');
    const factor = side === 'two_sided' ? 2 : 1;
    assertClose(Math.min(1, factor * (better_claim.p_value ?? Number.NaN)), vector.expect['p_value'] ?? 0, 1e-9);
  });
}

for (const vector of ofKind('power_margin').filter(({ input }) => input.gain === 0)) {
  test(`the forecast of a case gives ${vector.kind} ${vector.id}`, () => {
    const { n, change, margin, alpha } = vector.input;
    const [outlook] = pairOutlooks([scoreCase(n)], { margin, alpha }, { changes: new Map([['a', change]]) });
    assertClose(outlook?.power ?? 0, vector.expect['power'] ?? 1, 1e-7, 1e-7);
  });
}
