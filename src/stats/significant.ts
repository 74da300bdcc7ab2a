/** p-values this close to alpha, relative to it, count as equal to it: no rounding may decide a verdict. */
const tieWidth = 1e-12;

/** Returns true if p is below alpha, and not merely by rounding: |p - alpha| <= 1e-12 alpha is a tie, and a tie is not significant. */
export function isSignificant(p: number, alpha: number): boolean {
  return p < alpha && alpha - p > tieWidth * alpha;
}

/** Returns true if p is above alpha, and not merely by rounding: a tie does not exceed. */
export function exceeds(p: number, alpha: number): boolean {
  return p > alpha && p - alpha > tieWidth * alpha;
}
