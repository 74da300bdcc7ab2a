import { neededInFile } from '#stats/hypergeometric.js';
import {
  type StratifiedLabels,
  stratifiedEstimate,
  stratifiedLowerBound,
  stratifiedP,
} from '#stats/label-estimates.js';
import { isSignificant } from '#stats/numbers.js';
import type { Claim } from '../claim/claim.js';
import type { CriterionContext } from '../criterion.js';
import { binomialTest } from '../test/binomial-test.js';
import { fileTest } from '../test/file-test.js';
import { pooledTest } from '../test/pooled-test.js';
import type { Conclusion, Design, Range, Test } from '../test/statistical-test.js';
import type { SampledStrata } from './labelled-sample.js';

/** The fewest labels with which the sample of a file claim is divided by what the judge says. */
const leastStratified = 100;

/** Returns the test of the labels alone. The design chooses it, never the data. */
export function testOfLabels(claim: Claim, { testCase: { dataset } }: CriterionContext): Test {
  if (dataset?.claim !== 'file') return binomialTest;
  return claim.counting.isPooled ? pooledTest : fileTest;
}

/** Returns true if the design divides the sample by what the judge says: a claim about a file of which every item is asked once. */
export function isStratified({ testCase: { dataset } }: CriterionContext, labels: number): boolean {
  if (dataset?.claim !== 'file' || dataset.draws > 1) return false;
  return labels >= leastStratified && dataset.asked === dataset.kept;
}

/** The greatest number of answers times labels for which bounds are computed: it takes about 3 s. */
const mostForBounds = 5_000_000;

/**
 * Concludes by the stratified exact test. The claim counts answers without a label as failed, its opposite as passed. The opposite is the same
 * test of people's failures: at least N - need + 1 of them. Bounds are left out for large files, where they would take minutes.
 */
export function concludeStratified(
  { counts: low, unlabelled1, unlabelled0 }: SampledStrata,
  bar: number,
  alpha: number,
): Conclusion {
  const { judged } = low;
  const need = neededInFile(judged, bar);
  const failures = mirrored({ ...low, x1: low.x1 + unlabelled1, x0: low.x0 + unlabelled0 });
  const p_value = stratifiedP(low, need);
  const fail_p = need === 0 ? 1 : stratifiedP(failures, judged - need + 1);
  const failed = isSignificant(fail_p, alpha) ? 'failed' : 'inconclusive';
  const isSmall = judged * (low.m1 + low.m0) <= mostForBounds;
  const interval = isSmall
    ? { lower: stratifiedLowerBound(low, alpha), upper: 1 - stratifiedLowerBound(failures, alpha) }
    : { lower: null, upper: null };
  return { outcome: isSignificant(p_value, alpha) ? 'passed' : failed, p_value, fail_p, interval };
}

/** Returns the counts of people's failures instead of their passes. */
function mirrored({ x1, x0, ...counts }: StratifiedLabels): StratifiedLabels {
  return { ...counts, x1: counts.m1 - x1, x0: counts.m0 - x0 };
}

/** Concludes by the labels alone, of which each is a range: an answer without a label counts against the claim and against its opposite. */
export function concludeAlone(test: Test, design: Design, ranges: readonly Range[]): Conclusion {
  const running = test.start(design);
  for (const range of ranges) running.push(range);
  return running.conclude();
}

/** Returns the estimated share of all answers that people pass; answers without a label count as failed. */
export function estimateOf(strata: SampledStrata | null, passed: number, labels: number): number | null {
  if (strata) return stratifiedEstimate(strata.counts);
  return labels === 0 ? null : passed / labels;
}
