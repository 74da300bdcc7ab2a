import { type FileBar, type FileCounts, fileClaim, fileMinN } from '#stats/file/file-claim.js';
import { isSignificant } from '#stats/significant.js';
import type { VectorInput } from '../../adapter.js';

export function fileClaimAdapter(input: VectorInput) {
  const claim = input as unknown as FileBar & FileCounts;
  const result = fileClaim(claim, claim);
  const isPassed = isSignificant(result.pass_p, claim.alpha);
  const isFailed = isSignificant(result.fail_p, claim.alpha);
  return { ...result, verdict: isPassed ? 'passed' : isFailed ? 'failed' : 'inconclusive' };
}

export function fileMinNAdapter(input: VectorInput) {
  return { n: fileMinN(input as unknown as FileBar) };
}
