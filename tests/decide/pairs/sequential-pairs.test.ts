import assert from 'node:assert/strict';
import test from 'node:test';
import type { CasePairs, PairOutcome } from '#model/pairs/comparison.js';
import { randomFrom } from '../../promises/mutate.js';
import { followPairs, type PairExample, pairCase, type SideExample } from '../../support/pairs.js';

type Random = () => number;

/** A version that is better, worse or equal, with few or many changed answers and some trials without a value. */
function rightOrWrong(random: Random, pairs: number): readonly PairExample[] {
  const [onlyB, onlyA, lost] = [random() ** 3, random() ** 3, random() < 0.3 ? 0.05 : 0];
  const both = Math.max(onlyB + onlyA, 1);
  const noValue = (value: number): SideExample => (random() < lost ? 'failed' : value);
  return Array.from({ length: pairs }, () => {
    const at = random() * both;
    const [a, b] = at < onlyB ? [0, 1] : at < onlyB + onlyA ? [1, 0] : [1, 1];
    return { a: noValue(a), b: noValue(b) };
  });
}

/** Returns the outcome that ends a case: a gain ends none. */
function claimed({ outcome }: CasePairs): PairOutcome | null {
  return outcome === 'better' ? 'not_worse' : outcome;
}

test('a sequential case stops at the first pair after which its outcome is certain, also without some replies', () => {
  const random = randomFrom(8);
  const seen = new Set<string>();
  for (let round = 0; round < 24; round++) {
    const n = 100 + 5 * Math.floor(4 * random());
    const testCase = pairCase(n, { sequential: true });
    const lost = round % 3 === 0 ? 0.03 : 0;
    const pairs = rightOrWrong(random, n).map(
      (pair): PairExample => (random() < lost ? { ...pair, b: 'missing' } : pair),
    );
    const early = followPairs(testCase, pairs);
    /** The outcome if the missing pairs and those after the first `taken` give `rest`. */
    const complete = (taken: number, rest: PairExample) => {
      const completed = pairs.map((pair, index) => (index >= taken || pair.b === 'missing' ? rest : pair));
      return claimed(followPairs(testCase, completed, undefined, { collectsAll: true }));
    };
    const outcomes = (taken: number) => [complete(taken, { a: 0, b: 1 }), complete(taken, { a: 1, b: 0 })];
    const { stopped_at: used } = early; // counts pairs with a missing reply too
    if (used === null) continue;
    const [best, worst] = outcomes(used);
    assert.deepEqual([best, worst], [claimed(early), claimed(early)], `round ${round}: not too early`);
    const [bestBefore, worstBefore] = outcomes(used - 1);
    assert.notEqual(bestBefore, worstBefore, `round ${round}: not too late`);
    seen.add(`${claimed(early)}${early.missing > 0 ? ' with missing replies' : ''}`);
  }
  assert.ok(seen.size >= 5, `${[...seen]}`);
});
