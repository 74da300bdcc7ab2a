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
