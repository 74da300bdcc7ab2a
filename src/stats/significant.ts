/** Relative distance from alpha below which a p-value counts as equal to alpha, so that rounding never decides a verdict. */
const tieWidth = 1e-12;

/** Returns true if p is below alpha by more than rounding. |p - alpha| <= 1e-12 alpha is a tie, and a tie is not significant. */
export function isSignificant(p: number, alpha: number): boolean {
  return p < alpha && alpha - p > tieWidth * alpha;
}

/** Returns true if p is above alpha by more than rounding; false for a tie. */
export function exceeds(p: number, alpha: number): boolean {
  return p > alpha && p - alpha > tieWidth * alpha;
}
