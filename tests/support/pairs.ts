import { type PairOptions, watchPairs } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import type { CasePairs, PairQuestion } from '#model/pairs/comparison.js';
import type { Score } from '#model/run/trial.js';
import { placeOf } from './dataset-case.js';
import { caseOf, criterion, passesOrNot } from './statistical-case.js';

/** The value of one side of a pair: whether it is right, its score, the reason that it has none, or no reply. */
export type SideExample = number | 'failed' | 'ungraded' | 'missing';

/** One pair of trials: the values of A and B, and its place among the items. */
export interface PairExample {
  readonly a: SideExample;
  readonly b: SideExample;
  readonly item?: string;
  readonly draw?: number;
  readonly cluster?: string;
  readonly slices?: Readonly<Record<string, string>>;
  readonly endsUnit?: boolean;
}

/** The question of most tests: not worse by more than 5 points. */
export const byFive: PairQuestion = { margin: 0.05, alpha: 0.05 };

/** Makes a case of n trials that are right or wrong. */
export function pairCase(n: number, changes: Partial<Case> = {}): Case {
  return caseOf(n, passesOrNot, [criterion('proportion_gte', { proportion: 0.9 })], changes);
}

/** Makes the scores of one side of a pair under the first expectation. */
export function sideScores(example: SideExample, trial = 0): readonly Score[] | 'missing' {
  if (example === 'missing') return example;
  const facts = { expectation: 0, trial, findings: [] };
  if (typeof example === 'number') return [{ ...facts, value: example }];
  return [{ ...facts, value: null, why: example, reason: 'no answer' }];
}

/** Watches pairs until the case is settled, or no pair is left. `collectsAll`: the case does not stop early. */
export function followPairs(
  testCase: Case,
  pairs: Iterable<PairExample>,
  question: PairQuestion = byFive,
  { collectsAll = false, ...options }: PairOptions & { readonly collectsAll?: boolean } = {},
): CasePairs {
  const watch = watchPairs(collectsAll ? { ...testCase, stop_early: false } : testCase, question, options);
  let trial = 0;
  for (const pair of pairs) {
    if (watch.isSettled()) break;
    const place = testCase.dataset ? placeOf({ value: 0, ...placed(pair) }, trial) : {};
    watch.push(sideScores(pair.a, trial), sideScores(pair.b, trial), place);
    trial += 1;
  }
  return watch.result();
}

function placed({ a: _a, b: _b, ...place }: PairExample): Omit<PairExample, 'a' | 'b'> {
  return place;
}

/** The pairs of a case by who is right. */
export interface PairNumbers {
  readonly both?: number;
  readonly only_b?: number;
  readonly only_a?: number;
  readonly neither?: number;
}

/** Makes pairs in this order: both right, only B, only A, neither. */
export function pairsOf({ both = 0, only_b = 0, only_a = 0, neither = 0 }: PairNumbers): readonly PairExample[] {
  const repeated = (count: number, pair: PairExample) => Array.from({ length: count }, () => pair);
  return [
    ...repeated(both, { a: 1, b: 1 }),
    ...repeated(only_b, { a: 0, b: 1 }),
    ...repeated(only_a, { a: 1, b: 0 }),
    ...repeated(neither, { a: 0, b: 0 }),
  ];
}
