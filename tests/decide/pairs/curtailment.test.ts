import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import { randomFrom } from '../../promises/mutate.js';
import { caseOn, share } from '../../support/dataset-case.js';
import { followPairs, type PairExample, pairCase, type SideExample } from '../../support/pairs.js';
import { caseOf, criterion, scoredFrom } from '../../support/statistical-case.js';

type Random = () => number;

/** A kind of case with one of its samples. */
interface Kind {
  readonly name: string;
  readonly sample: (random: Random) => { readonly testCase: Case; readonly pairs: readonly PairExample[] };
}

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

const kinds: readonly Kind[] = [
  {
    name: 'right or wrong',
    sample: (random) => {
      const n = 60 + Math.floor(60 * random());
      return { testCase: pairCase(n), pairs: rightOrWrong(random, n) };
    },
  },
  {
    name: 'scores',
    sample: (random) => {
      const testCase = caseOf(70, scoredFrom(0, 4), [criterion('mean_gte', { threshold: 2 })]);
      const shift = random();
      const pairs = Array.from({ length: 70 }, () => ({
        a: Math.floor(5 * random()),
        b: Math.min(4, Math.floor(5 * random() ** (2 * shift))),
      }));
      return { testCase, pairs };
    },
  },
  {
    name: 'draws',
    sample: (random) => ({
      testCase: caseOn({ kept: 65, draws: 2 }, share(0.9)),
      pairs: rightOrWrong(random, 130).map((pair, index) => ({
        ...pair,
        draw: index % 2,
        endsUnit: index % 2 === 1,
      })),
    }),
  },
  {
    name: 'clusters',
    sample: (random) => ({
      testCase: caseOn(
        { kept: 210, units: 70, kept_units: 70, cluster: { field: 'c', weigh: 'items', at_most: 3 } },
        share(0.9),
      ),
      pairs: rightOrWrong(random, 210).map((pair, index) => ({ ...pair, endsUnit: index % 3 === 2 })),
    }),
  },
];

function facts({ outcome, not_worse, better_claim, surely_worse_within_margin }: CasePairs) {
  return { outcome, isShown: not_worse.shown, isBetter: better_claim.shown, surely_worse_within_margin };
}

for (const { name, sample } of kinds) {
  test(`${name}: stopping early never changes the outcome of the whole sample, nor the remark`, () => {
    const random = randomFrom(17);
    const seen = new Map<string, number>();
    let saved = 0;
    for (let round = 0; round < 150; round++) {
      const { testCase, pairs } = sample(random);
      const question = { margin: random() < 0.5 ? 0.05 : 0.15, alpha: 0.05 };
      const whole = followPairs(testCase, pairs, question, { collectsAll: true });
      const early = followPairs(testCase, pairs, question);
      assert.deepEqual(facts(early), facts(whole), `round ${round}`);
      assert.ok((early.interval.lower ?? 0) <= (whole.interval.lower ?? 0) + 1e-9, 'the lower bound holds');
      assert.ok((early.interval.upper ?? 0) >= (whole.interval.upper ?? 0) - 1e-9, 'the upper bound holds');
      assert.ok((early.not_worse.p_value ?? 0) >= (whole.not_worse.p_value ?? 1) - 1e-12, 'no p-value is too small');
      assert.ok((early.not_worse.fail_p ?? 0) >= (whole.not_worse.fail_p ?? 1) - 1e-12, 'nor that of the opposite');
      saved += whole.used - early.used;
      seen.set(`${whole.outcome}`, (seen.get(`${whole.outcome}`) ?? 0) + 1);
    }
    assert.deepEqual(
      [...seen.keys()].sort(),
      ['better', 'not_worse', 'undecided', 'worse'].sort(),
      'all outcomes came',
    );
    assert.ok(saved > 0, 'pairs were saved');
  });

  test(`${name}: a case stops no later than when all completions agree`, () => {
    const random = randomFrom(4);
    for (let round = 0; round < 15; round++) {
      const { testCase, pairs } = sample(random);
      const early = followPairs(testCase, pairs);
      if (early.stopped_at === null) continue;
      const units = unitsOf(pairs);
      const open = units.slice(0, early.used - 1).flat();
      const rest = units.slice(early.used - 1).flat();
      const highest = name === 'scores' ? 4 : 1;
      const complete = (a: number, b: number) => {
        const completed = [...open, ...rest.map((pair) => ({ ...pair, a, b }))];
        return facts(followPairs(testCase, completed, undefined, { collectsAll: true }));
      };
      assert.notDeepEqual(complete(highest, 0), complete(0, highest), `round ${round}`);
    }
  });
}

test('sequential: a case stops at the first pair after which its outcome is certain, also without some replies', () => {
  const random = randomFrom(8);
  const seen = new Set<string>();
  for (let round = 0; round < 60; round++) {
    const n = 100 + Math.floor(20 * random());
    const testCase = pairCase(n, { sequential: true });
    const lost = round % 3 === 0 ? 0.03 : 0;
    const pairs = rightOrWrong(random, n).map(
      (pair): PairExample => (random() < lost ? { ...pair, b: 'missing' } : pair),
    );
    const early = followPairs(testCase, pairs);
    /** The outcome if the missing pairs and those after the first `taken` give `rest`. */
    const complete = (taken: number, rest: PairExample) => {
      const completed = pairs.map((pair, index) => (index >= taken || pair.b === 'missing' ? rest : pair));
      const { outcome } = followPairs(testCase, completed, undefined, { collectsAll: true });
      return outcome === 'better' ? 'not_worse' : outcome;
    };
    const outcomes = (taken: number) => [complete(taken, { a: 0, b: 1 }), complete(taken, { a: 1, b: 0 })];
    const { stopped_at: used } = early; // counts pairs with a missing reply too
    if (used === null) continue;
    const [best, worst] = outcomes(used);
    assert.deepEqual([best, worst], [early.outcome, early.outcome], `round ${round}: not too early`);
    const [bestBefore, worstBefore] = outcomes(used - 1);
    assert.notEqual(bestBefore, worstBefore, `round ${round}: not too late`);
    seen.add(`${early.outcome}${early.missing > 0 ? ' with missing replies' : ''}`);
  }
  assert.ok(seen.size >= 5, `${[...seen]}`);
});

/** Returns the pairs of each unit. */
function unitsOf(pairs: readonly PairExample[]): readonly (readonly PairExample[])[] {
  const units: PairExample[][] = [[]];
  for (const pair of pairs) {
    units.at(-1)?.push(pair);
    if (pair.endsUnit !== false) units.push([]);
  }
  return units.filter(({ length }) => length > 0);
}
