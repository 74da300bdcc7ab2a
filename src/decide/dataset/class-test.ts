import { type Case, needsAnytimeTests } from '#model/case.js';
import type { ClassSpec } from '#model/grader.js';
import { binomialLowerTail, binomialUpperTail, f1OfShare } from '#stats/binomial.js';
import { type EProcess, mixtureProcess } from '#stats/e-process.js';
import { type Bounds, expectationFor } from '../claim.js';
import type { TestStatus } from '../criterion.js';
import { bettingLowerBound, bettingTest } from '../statistical-tests/betting-test.js';
import { exactBinomialTest } from '../statistical-tests/binomial-test.js';
import { sequentialTest } from '../statistical-tests/sequential-test.js';
import { type Design, forecast, passP, type RunningTest } from '../statistical-tests/statistical-test.js';
import { fileBettingTest, fileSequentialTest, fileTest } from '../statistical-tests/tests-without-replacement.js';
import type { TrialValues } from '../trial-values.js';
import { answersOf, type ClassClaim, classBounds, outcomeFor } from './class-tally.js';

export interface ClassConclusion extends PValues {
  readonly name: string;
  readonly hits: number;
  readonly n: number;
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

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
  if (!needsAnytimeTests(testCase)) return { test: isFile ? fileTest : exactBinomialTest, design };
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

/** Counts of a share: `hits` of `n`. */
interface ShareCounts {
  hits: number;
  n: number;
}

/** All counts of a share: those for the claim and for its opposite, which differ in trials without a value. */
interface AllCounts {
  readonly low: Readonly<ShareCounts>;
  readonly high: Readonly<ShareCounts>;
  readonly trials: number;
}

interface PValues {
  readonly p_value: number;
  readonly fail_p: number;
}

/** What a trial is to a share: 1 for a hit, 0 for a miss, null if it does not count; and whether it expects the class. */
interface ShareOutcome {
  readonly low: 0 | 1 | null;
  readonly high: 0 | 1 | null;
  readonly isExpected: boolean;
}

interface ShareTest {
  readonly push: (outcome: ShareOutcome) => void;
  readonly status: () => TestStatus;
  readonly pValues: (counts: AllCounts) => PValues;
  /** Returns the bounds that belong to the test; absent if the counts alone give them. */
  readonly bounds?: () => Bounds;
}

/**
 * Returns the test of a share of one class. The items of a class are known beforehand, so recall is tested as a case of these items would be.
 * The denominators of precision and F1 are not: given its counts the share is binomial, so the test is exact after the whole sample, and the
 * mixture e-process on the trials that count decides at any stop. In a claim about a file both are counted once every item was asked.
 */
function shareTest(testCase: Case, spec: ClassSpec, claim: ClassClaim): ShareTest {
  const { dataset } = testCase;
  const { test, design } = recallTest(testCase, spec, claim);
  if (dataset?.claim === 'file' && (claim.measure !== 'recall' || design.of === 0)) {
    return countedInFile(claim, dataset.kept);
  }
  if (claim.measure === 'recall' && design.n > 0) return recallOf(test.start(design), design);
  return needsAnytimeTests(testCase)
    ? bettingShare(claim, design.n, testCase.sequential)
    : withoutStop(({ low, high }) => ({
        p_value: low.n === 0 ? 1 : binomialUpperTail(low.hits, low.n, claim.mu0),
        fail_p: high.n === 0 ? 1 : binomialLowerTail(high.hits, high.n, claim.mu0),
      }));
}

/** Returns the test of the items of a class: that of a claim about the share of right answers to them. */
function recallTest(testCase: Case, spec: ClassSpec, { name, mu0, alpha, together }: ClassClaim) {
  const { dataset, sequential, stop_early: stopsEarly, expected } = testCase;
  const index = spec.of.indexOf(name);
  const [kept, asked] = [spec.kept[index] ?? 0, spec.asked[index] ?? 0];
  const ofFile = dataset?.claim === 'file' ? { of: kept } : {};
  const design: Design = {
    mu0,
    alpha,
    n: asked,
    expected: expectationFor(mu0, expected),
    stopsEarly,
    together,
    ...ofFile,
  };
  if (design.of === undefined) return { test: sequential ? sequentialTest : exactBinomialTest, design };
  return { test: sequential ? fileSequentialTest : fileTest, design };
}

function recallOf(running: RunningTest, { n, alpha }: Design): ShareTest {
  let used = 0;
  return {
    push: ({ low, high }) => {
      if (low === null || high === null) return;
      used += 1;
      running.push({ low, high });
    },
    status: running.status,
    pValues: () => {
      const conclusion = running.conclude();
      return { p_value: passP(conclusion, alpha), fail_p: conclusion.fail_p ?? 1 };
    },
    // Items that were not asked count as the worst possible. Where another claim ended the case, that would not describe the answers.
    bounds: () => {
      const isCutShort = used < n && running.status() === 'open';
      return (isCutShort ? null : running.conclude().interval) ?? { lower: null, upper: null };
    },
  };
}

function withoutStop(pValues: ShareTest['pValues']): ShareTest {
  return { push: () => {}, status: () => 'open', pValues };
}

function countedInFile({ mu0 }: ClassClaim, N: number): ShareTest {
  return withoutStop(({ low, high, trials }) => {
    const isWhole = trials === N && low.n > 0;
    return {
      p_value: isWhole && low.hits / low.n >= mu0 - 1e-12 ? 0 : 1,
      fail_p: isWhole && high.hits / high.n < mu0 - 1e-12 ? 0 : 1,
    };
  });
}

/** Each trial that expects the class can add one hit: so many hits are still possible as such trials are left. */
function bettingShare({ mu0, alpha }: ClassClaim, asked: number, stopsOnFailure: boolean): ShareTest {
  const [claim, opposite] = [mixtureProcess(mu0), mixtureProcess(1 - mu0)];
  const bar = Math.log(1 / alpha);
  const mayReach = (left: number) => claim.logEAfterOnes(left) >= bar * (1 - 1e-12);
  const isPassable = mayReach(asked);
  const [lows, misses]: [number[], number[]] = [[], []];
  let left = asked;
  let isHopeless = false;
  return {
    push: ({ low, high, isExpected }) => {
      if (isExpected) left -= 1;
      if (low !== null) {
        claim.push(low);
        lows.push(low);
      }
      if (high !== null) {
        opposite.push(1 - high);
        misses.push(1 - high);
      }
      // A hit leaves what can still be reached as it is.
      const isLoss = low === 0 || (isExpected && low === null);
      if (isLoss && isPassable && !isHopeless && !reaches(claim, bar)) isHopeless = !mayReach(left);
    },
    status: () => {
      if (!isPassable) return 'open';
      if (reaches(claim, bar)) return 'passes';
      return isHopeless || (stopsOnFailure && reaches(opposite, bar)) ? 'cannot_pass' : 'open';
    },
    pValues: () => ({ p_value: pOf(claim), fail_p: pOf(opposite) }),
    bounds: () => ({
      lower: bettingLowerBound(lows, mu0, alpha),
      upper: 1 - bettingLowerBound(misses, 1 - mu0, alpha),
    }),
  };
}

function reaches(process: EProcess, bar: number): boolean {
  return process.maxLogE() > bar * (1 + 1e-12);
}

function pOf(process: EProcess): number {
  return Math.exp(-process.maxLogE());
}
