import type { ClassSpec } from '#model/case/grader.js';
import { type Case, needsAnytimeTests } from '#model/case.js';
import { binomialLowerTail, binomialUpperTail } from '#stats/binomial/binomial.js';
import { type EProcess, mixtureProcess } from '#stats/bounded/e-process.js';
import { fileFailP, filePassP, neededInFile } from '#stats/file/file-claim.js';
import type { Bounds } from '../claim/claim.js';
import type { TestStatus } from '../criterion.js';
import { bettingLowerBound } from '../test/betting-test.js';
import { fileBettingTest } from '../test/file-betting-test.js';
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
 * Returns the test of a share of one class. Given its counts the share is binomial, so the test is exact after the whole sample; if the case
 * may stop early, the mixture e-process on the trials that count decides at any stop. In a claim about a file, recall is about a known number
 * of items and has the tests of a file; precision and F1, whose denominators are not known before, are counted once every item was asked.
 */
export function shareTest(testCase: Case, spec: ClassSpec, claim: ClassClaim): ShareTest {
  const { dataset } = testCase;
  const index = spec.of.indexOf(claim.name);
  const [kept, asked] = [spec.kept[index] ?? 0, spec.asked[index] ?? 0];
  const isAnytime = needsAnytimeTests(testCase);
  if (dataset?.claim === 'file') {
    if (claim.measure !== 'recall' || kept === 0) return countedInFile(claim, dataset.kept);
    return isAnytime ? bettingRecall(claim, { kept, asked }, testCase.sequential) : exactRecall(claim, kept);
  }
  return isAnytime ? bettingShare(claim, asked, testCase.sequential) : exactShare(claim);
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

function exactRecall({ mu0 }: ClassClaim, kept: number): ShareTest {
  const need = neededInFile(kept, mu0);
  return withoutStop(({ low, high }) => ({
    p_value: filePassP(kept, need, { n: low.n, k: low.hits }),
    fail_p: fileFailP(kept, need, { n: high.n, k: high.hits }),
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

function bettingRecall(
  { mu0, alpha }: ClassClaim,
  { kept, asked }: { readonly kept: number; readonly asked: number },
  stopsOnFailure: boolean,
): ShareTest {
  const design = { mu0, alpha, n: asked, expected: mu0, of: kept };
  const running = fileBettingTest({ isBinary: true, stopsOnFailure }).start(design);
  return {
    push: ({ low, high }) => {
      if (low !== null && high !== null) running.push({ low, high });
    },
    status: running.status,
    pValues: () => {
      const { p_value, fail_p } = running.conclude();
      return { p_value: p_value ?? 1, fail_p: fail_p ?? 1 };
    },
  };
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
