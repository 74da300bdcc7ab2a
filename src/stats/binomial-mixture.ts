import { stirlingError } from './special-functions.js';

/** The probabilities of the whole numbers from `from` on. Those below 1e-20 are left out. */
export interface Weights {
  readonly from: number;
  readonly values: Float64Array;
}

const leastWeight = 1e-20;

/** Returns the probabilities of s successes in n trials with the rate p in [0, 1]. */
export function binomialWeights(n: number, p: number): Weights {
  if (p >= 1) return { from: n, values: Float64Array.of(1) };
  const peak = Math.min(n, Math.floor((n + 1) * p));
  return spread(peak, n, logBinomial(peak, n, p), (s) => ((n - s) * p) / ((s + 1) * (1 - p)));
}

function logBinomial(k: number, n: number, p: number): number {
  return logChoose(n, k) + power(k, p) + (n - k) * Math.log1p(-p);
}

/** Returns the probabilities of s successes before the failure number m + 1, divided by the chance of that failure, for s up to `most`. */
export function waitingWeights(m: number, p: number, most: number): Weights {
  const peak = Math.min(most, Math.floor((m * p) / (1 - p)));
  const log = logChoose(m + peak, peak) + power(peak, p) + m * Math.log1p(-p);
  return spread(peak, most, log, (s) => ((m + s + 1) * p) / (s + 1));
}

function power(exponent: number, p: number): number {
  return exponent === 0 ? 0 : exponent * Math.log(p);
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

function logFactorial(n: number): number {
  return n === 0 ? 0 : (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + stirlingError(n);
}

/** Returns weights from that of the peak, and the ratio of each weight to the one before. */
function spread(peak: number, most: number, log: number, ratio: (s: number) => number): Weights {
  const [above, below]: [number[], number[]] = [[], []];
  const top = Math.exp(log);
  for (let s = peak, weight = top * ratio(s); s < most && weight >= leastWeight; s++, weight *= ratio(s))
    above.push(weight);
  for (let s = peak - 1, weight = top / ratio(s); s >= 0 && weight >= leastWeight; s--, weight /= ratio(s))
    below.push(weight);
  const values = new Float64Array(below.length + 1 + above.length);
  below.forEach((weight, index) => {
    values[below.length - 1 - index] = weight;
  });
  values[below.length] = top;
  values.set(above, below.length + 1);
  return { from: peak - below.length, values };
}

/** Returns the weight of a whole number. */
export function weightOf({ from, values }: Weights, at: number): number {
  return values[at - from] ?? 0;
}

/** Returns the sum of a function of the whole numbers, each with its weight. */
export function sumOf({ from, values }: Weights, termOf: (at: number) => number): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += (values[index] ?? 0) * termOf(from + index);
  return sum;
}

/** Returns the probabilities of at most each whole number; of at least each for an upper tail. */
export function tailsOf({ from, values }: Weights, isUpper: boolean): Weights {
  let sum = 0;
  const tails = (weights: Float64Array) =>
    weights.map((weight) => {
      sum += weight;
      return sum;
    });
  return { from, values: isUpper ? tails(values.slice().reverse()).reverse() : tails(values) };
}

/** Returns the probability of at most, or at least, a whole number. */
export function tailAt({ from, values }: Weights, at: number, isUpper: boolean): number {
  const outside = at < from === isUpper ? 1 : 0;
  return values[at - from] ?? outside;
}

/**
 * Returns a number that the mean of `chances[j]` exceeds for no x, if j is the number of successes in n trials with the rate x in [0, 1]. It is
 * greater than the greatest of these means by at most the share `width` of it.
 *
 * For x from a to b, j is the number at the rate a, plus successes of the other trials with a rate of at most μ = (b - a) / (1 - a). Let D(l) be the
 * mean with l trials that succeed for certain and n - l at the rate a, and M(l) the greatest of D(0) to D(l), which rises with l. So the mean at x
 * is at most that of M(l), l binomial with n trials at the rate μ. An interval where this is too much is halved.
 */
export function greatestMixture(chances: Float64Array, width: number): number {
  const n = chances.length - 1;
  const rate = (part: number) => Math.sin((part * Math.PI) / 2) ** 2;
  const parts = Math.ceil(Math.sqrt(n));
  const open = Array.from({ length: parts }, (_, part) => [rate(part / parts), rate((part + 1) / parts)] as const);
  let most = open.reduce((greatest, [from]) => Math.max(greatest, meanAfter(chances, from, 0)), chances[n] ?? 0);
  let bound = most;
  for (let interval = open.pop(); interval; interval = open.pop()) {
    const [from, to] = interval;
    const limit = boundBetween(chances, from, to);
    const middle = (from + to) / 2;
    if (limit <= most * (1 + width) || middle <= from || middle >= to) {
      bound = Math.max(bound, limit);
      continue;
    }
    most = Math.max(most, meanAfter(chances, middle, 0));
    open.push([from, middle], [middle, to]);
  }
  return Math.max(bound, most);
}

function boundBetween(chances: Float64Array, from: number, to: number): number {
  const more = binomialWeights(chances.length - 1, (to - from) / (1 - from));
  let [greatest, sum] = [0, 0];
  for (let l = 0; l < more.from + more.values.length; l++) {
    greatest = Math.max(greatest, meanAfter(chances, from, l));
    if (l >= more.from) sum += greatest * (more.values[l - more.from] ?? 0);
  }
  return sum;
}

/** Returns the mean with `certain` successes and the other trials at a rate below 1. It is asked so often that it keeps no weights. */
function meanAfter(chances: Float64Array, rate: number, certain: number): number {
  const n = chances.length - 1 - certain;
  const odds = rate / (1 - rate);
  const peak = Math.min(n, Math.floor((n + 1) * rate));
  const top = Math.exp(logBinomial(peak, n, rate));
  let sum = top * (chances[peak + certain] ?? 0);
  for (let s = peak, weight = top; s < n && weight >= leastWeight; s++) {
    weight *= ((n - s) / (s + 1)) * odds;
    sum += weight * (chances[s + 1 + certain] ?? 0);
  }
  for (let s = peak, weight = top; s > 0 && weight >= leastWeight; s--) {
    weight *= s / ((n - s + 1) * odds);
    sum += weight * (chances[s - 1 + certain] ?? 0);
  }
  return sum;
}
