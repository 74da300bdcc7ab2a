import type { ClassSpec } from '#model/case/grader.js';
import { type Case, needsAnytimeTests } from '#model/case.js';
import { smallestN } from '#stats/binomial/sample-size.js';
import { f1OfShare } from '#stats/classes/f1.js';
import { fileMinN } from '#stats/file/file-claim.js';
import type { TestStatus } from '../criterion.js';
import { bettingTest } from '../test/betting-test.js';
import { fileBettingTest } from '../test/file-betting-test.js';
import type { TrialValues } from '../trial-values.js';
import { classBounds } from './class-bounds.js';
import { answersOf, type ClassClaim, outcomeFor } from './class-counts.js';
import { type PValues, type ShareCounts, shareTest } from './share-test.js';

/** The result of the test of one class. Bounds and estimate are in the unit of the measure. */
export interface ClassConclusion extends PValues {
  readonly name: string;
  readonly hits: number;
  readonly n: number;
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The test of a share of one class while trials arrive. */
export interface ClassTest {
  readonly push: (trial: TrialValues) => void;
  readonly status: () => TestStatus;
  readonly conclude: () => ClassConclusion;
}

/** Returns the fewest items of a class that can show a claim about it, if all of them are answered right; null above all limits. */
export function leastItems(
  testCase: Case,
  { mu0, alpha, kept }: { readonly mu0: number; readonly alpha: number; readonly kept: number },
): number | null {
  const isAnytime = needsAnytimeTests(testCase);
  const design = { mu0, alpha, n: 0, expected: mu0 };
  if (testCase.dataset?.claim === 'file') {
    if (kept === 0) return null;
    const betting = fileBettingTest({ isBinary: true, stopsOnFailure: false });
    return isAnytime ? betting.smallestN({ ...design, of: kept }) : fileMinN({ N: kept, p0: mu0, alpha });
  }
  return isAnytime ? bettingTest.smallestN(design) : smallestN(mu0, alpha, 0);
}

/** Returns the test of a share of one class. */
export function classTest(testCase: Case, spec: ClassSpec, claim: ClassClaim): ClassTest {
  const { measure, name, alpha } = claim;
  const [low, high]: [ShareCounts, ShareCounts] = [
    { hits: 0, n: 0 },
    { hits: 0, n: 0 },
  ];
  let trials = 0;
  const test = shareTest(testCase, spec, claim);
  const push = (trial: TrialValues) => {
    trials += 1;
    const answers = answersOf(trial);
    if (!answers) return;
    const outcomes = {
      low: outcomeFor(measure, name, answers.low),
      high: outcomeFor(measure, name, answers.high),
      isExpected: answers.low.expected === name,
    };
    add(low, outcomes.low);
    add(high, outcomes.high);
    test.push(outcomes);
  };
  const bounds = classBounds(testCase);
  return {
    push,
    status: test.status,
    conclude: () => {
      const inUnit = (share: number | null) => (share === null || measure !== 'f1' ? share : f1OfShare(share));
      const { lower, upper } = test.bounds?.() ?? {
        lower: bounds({ ...low, alpha, trials }).lower,
        upper: bounds({ ...high, alpha, trials }).upper,
      };
      const estimate = inUnit(low.n === 0 ? null : low.hits / low.n);
      const pValues = test.pValues({ low, high, trials });
      return { name, ...low, estimate, lower: inUnit(lower), upper: inUnit(upper), ...pValues };
    },
  };
}

function add(counts: ShareCounts, outcome: 0 | 1 | null): void {
  if (outcome === null) return;
  counts.hits += outcome;
  counts.n += 1;
}
