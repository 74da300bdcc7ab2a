import type { ClassSpec } from '#model/case/grader.js';
import { type Case, needsAnytimeTests } from '#model/case.js';
import { binomialLowerTail, binomialUpperTail } from '#stats/binomial.js';
import { type EProcess, mixtureProcess } from '#stats/e-process.js';
import { type Bounds, defaultExpectation } from '../claim/claim.js';
import type { TestStatus } from '../criterion.js';
import { bettingLowerBound } from '../test/betting-test.js';
import { binomialTest } from '../test/binomial-test.js';
import { fileSequentialTest } from '../test/file-sequential-test.js';
import { fileTest } from '../test/file-test.js';
import { sequentialTest } from '../test/sequential-test.js';
import { type Design, passP, type RunningTest } from '../test/statistical-test.js';
import type { ClassClaim } from './class-counts.js';

/** Counts of a share: `hits` of `n`. */
export interface ShareCounts {
  hits: number;
  n: number;
}

/** All counts of a share: those for the claim and for its opposite, which differ in trials without a value. */
export interface AllCounts {
  readonly low: Readonly<ShareCounts>;
  readonly high: Readonly<ShareCounts>;
  readonly trials: number;
}

export interface PValues {
  readonly p_value: number;
  readonly fail_p: number;
}

/** What a trial is to a share: 1 for a hit, 0 for a miss, null if it does not count; and whether it expects the class. */
export interface ShareOutcome {
  readonly low: 0 | 1 | null;
  readonly high: 0 | 1 | null;
  readonly isExpected: boolean;
}

/** The test of a share while trials arrive. */
export interface ShareTest {
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
export function shareTest(testCase: Case, spec: ClassSpec, claim: ClassClaim): ShareTest {
  const { dataset } = testCase;
  const { test, design } = recallTest(testCase, spec, claim);
  if (dataset?.claim === 'file' && (claim.measure !== 'recall' || design.of === 0)) {
    return countedInFile(claim, dataset.kept);
  }
  if (claim.measure === 'recall' && design.n > 0) return recallOf(test.start(design), design);
  return needsAnytimeTests(testCase) ? bettingShare(claim, design.n, testCase.sequential) : exactShare(claim);
}

/** Returns the test of the items of a class: that of a claim about the share of right answers to them. */
export function recallTest(testCase: Case, spec: ClassSpec, { name, mu0, alpha, together }: ClassClaim) {
  const { dataset, sequential, stop_early: stopsEarly, expected = 0 } = testCase;
  const index = spec.of.indexOf(name);
  const [kept, asked] = [spec.kept[index] ?? 0, spec.asked[index] ?? 0];
  const planned = expected > mu0 ? expected : defaultExpectation(mu0);
  const of = dataset?.claim === 'file' ? { of: kept } : {};
  const design: Design = { mu0, alpha, n: asked, expected: planned, stopsEarly, together, ...of };
  if (design.of === undefined) return { test: sequential ? sequentialTest : binomialTest, design };
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

function exactShare({ mu0 }: ClassClaim): ShareTest {
  return withoutStop(({ low, high }) => ({
    p_value: low.n === 0 ? 1 : binomialUpperTail(low.hits, low.n, mu0),
    fail_p: high.n === 0 ? 1 : binomialLowerTail(high.hits, high.n, mu0),
  }));
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
