/** Counts of values between edges. Bin i holds values from `edges[i]` to below `edges[i + 1]`; the last one includes its end. */
export interface Bins {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** About so many bins; steps are 1, 2 or 5 times a power of ten. */
const wanted = 20;
/** Up to so many different whole numbers have a bin each. */
const mostWhole = 21;

/** Returns true if all values are whole numbers. */
export function isWhole(values: readonly number[]): boolean {
  return values.every(Number.isInteger);
}

/** Counts values in bins of a round width, or one for each whole number of a short scale. Needs at least one value. */
export function binsOf(values: readonly number[]): Bins {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const isScale = isWhole(values) && most - least < mostWhole;
  const width = isScale ? 1 : stepOf(most - least);
  const first = isScale ? least - 0.5 : Math.floor(least / width) * width;
  const number = Math.max(1, Math.ceil((most - first) / width - 1e-9));
  const edges = Array.from({ length: number + 1 }, (_, index) => rounded(first + index * width));
  const counts = Array<number>(number).fill(0);
  for (const value of values) {
    const bin = Math.min(number - 1, Math.max(0, Math.floor((value - first) / width + 1e-9)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges, counts };
}

function stepOf(range: number): number {
  if (range <= 0) return 1;
  const raw = range / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((one) => one * power >= raw * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Removes the noise of floating-point sums. */
function rounded(edge: number): number {
  return Number(edge.toPrecision(12));
}
