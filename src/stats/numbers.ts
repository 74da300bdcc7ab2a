/** Throws a RangeError unless `value` is a whole number of at least 0 that a double holds exactly. */
export function requireCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} is ${value}, and must be a whole number of at least 0.`);
  }
}

/** Throws a RangeError unless `value` lies in [0, 1]. */
export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}, and must lie between 0 and 1.`);
}

/** Throws a RangeError unless `value` lies strictly between 0 and 1. */
export function requireLevel(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}, and must lie strictly between 0 and 1.`);
}

/** Throws a RangeError unless `value` is finite and above 0. */
export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} is ${value}, and must be a finite number above 0.`);
  }
}

/** Throws a RangeError unless `part` and `whole` are whole numbers with 0 <= part <= whole. */
export function requirePart(partName: string, part: number, wholeName: string, whole: number): void {
  requireCount(partName, part);
  requireCount(wholeName, whole);
  if (part > whole) {
    throw new RangeError(`${partName} is ${part}, and must be at most ${wholeName}, which is ${whole}.`);
  }
}

/** Throws a RangeError for a side that the formula does not support. */
export function unknownSide(side: never): never {
  throw new RangeError(`The side is ${JSON.stringify(side)}, which is none of those that are known here.`);
}

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

type Condition = (at: number) => boolean;

/**
 * Returns the first whole number from `from` to `to` at which a condition holds, by bisection; null if it holds nowhere. The
 * condition must be monotone: once it holds, it holds for all larger numbers.
 */
export function firstWhere(from: number, to: number, holds: Condition): number | null {
  if (from > to || !holds(to)) return null;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

/**
 * Returns the same as `firstWhere`, but searches with strides that double from `from` on. Fast if the answer is near and `limit` is far.
 */
export function firstFrom(from: number, limit: number, holds: Condition): number | null {
  let failed = from - 1;
  for (let stride = 1; failed + stride < limit; stride *= 2) {
    if (holds(failed + stride)) return firstWhere(failed + 1, failed + stride, holds);
    failed += stride;
  }
  return firstWhere(failed + 1, limit, holds);
}

/** An end of an interval, and a p-value there: known, or a guess. */
interface IntervalEnd {
  readonly at: number;
  readonly p: number;
}

/**
 * Returns a number whose p-value is significant and that is within `width` of one whose p-value is not, between an end with such a p-value and one
 * without. The root of -2 ln p is taken for straight between them; each step that does not leave the nearer end goes further beyond that line.
 */
export function lastSignificant(
  significant: IntervalEnd,
  other: IntervalEnd,
  pOf: (at: number) => number,
  { alpha, width }: { readonly alpha: number; readonly width: number },
): number {
  const heightOf = ({ p }: IntervalEnd) => Math.sqrt(-2 * Math.log(p)) - Math.sqrt(-2 * Math.log(alpha));
  let [inside, outside] = [significant, other];
  for (let beyond = 0.45 * width; Math.abs(inside.at - outside.at) > width; ) {
    const middle = (inside.at + outside.at) / 2;
    const [above, below] = [heightOf(inside), heightOf(outside)];
    const root = outside.at + ((inside.at - outside.at) * below) / (below - above);
    const guess = root + beyond * Math.sign(middle - root);
    // Also the middle if the root is not a number.
    const at = (guess - inside.at) * (guess - outside.at) < 0 ? guess : middle;
    const end = { at, p: pOf(at) };
    const isNearInside = Math.abs(at - inside.at) < Math.abs(at - outside.at);
    const isShown = isSignificant(end.p, alpha);
    if (isShown) inside = end;
    else outside = end;
    beyond = isShown === isNearInside ? 4 * beyond : 0.45 * width;
  }
  return inside.at;
}

/** Returns the arithmetic mean; null if there are no values. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
