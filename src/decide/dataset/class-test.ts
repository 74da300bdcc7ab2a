import type { ClassSpec } from '#model/case/grader.js';
import { type Case, needsAnytimeTests } from '#model/case.js';
import { f1OfShare } from '#stats/binomial.js';
import type { TestStatus } from '../criterion.js';
import { bettingTest } from '../test/betting-test.js';
import { binomialTest } from '../test/binomial-test.js';
import { fileBettingTest } from '../test/file-betting-test.js';
import { fileTest } from '../test/file-test.js';
import { forecast } from '../test/statistical-test.js';
import type { TrialValues } from '../trial-values.js';
import { classBounds } from './class-bounds.js';
import { answersOf, type ClassClaim, outcomeFor } from './class-counts.js';
import { type PValues, recallTest, type ShareCounts, shareTest } from './share-test.js';

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
export function leastItems(testCase: Case, spec: ClassSpec, claim: ClassClaim): number | null {
  const { test, design } = decidingTest(testCase, spec, claim);
  return design.of === 0 ? null : test.smallestN({ ...design, n: Math.max(1, design.n) });
}

/** Returns the name of the test that decides a claim about a class. */
export function classTestName(testCase: Case, spec: ClassSpec, claim: ClassClaim): string {
  return decidingTest(testCase, spec, claim).test.name;
}

/** Returns the power of a claim about the recall of a class, and the recall that it assumes. */
export function powerOfRecall(testCase: Case, spec: ClassSpec, claim: ClassClaim) {
  const { test, design } = recallTest(testCase, spec, claim);
  return { at: design.expected, value: design.n === 0 ? 0 : forecast(test, design).power };
}

/** Returns the test of a claim about a class: for precision and F1 that of as many trials as expect the class. */
function decidingTest(testCase: Case, spec: ClassSpec, claim: ClassClaim) {
  const { test, design } = recallTest(testCase, spec, claim);
  const isFile = design.of !== undefined;
  if (claim.measure === 'recall') return { test, design };
  if (!needsAnytimeTests(testCase)) return { test: isFile ? fileTest : binomialTest, design };
  return { test: isFile ? fileBettingTest({ isBinary: true, stopsOnFailure: false }) : bettingTest, design };
}

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
