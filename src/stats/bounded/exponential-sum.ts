/** A weight in a sum of exponential variables, and how often it occurs. */
export interface Weighted {
  readonly weight: number;
  readonly count: number;
}

/**
 * Returns P(S <= 0) for S = Σ weight · E over independent standard exponential variables E, `count` of them for each weight.
 *
 * With the moment generating function M(z) = Π (1 - weight·z)^-count the probability is -1/(2πi) ∫ M(z)/z dz along a vertical
 * line left of zero (Bromwich's inversion; Gil-Pelaez 1951 integrates along the axis itself). On the line through the saddle
 * point of M(z)/z the integrand hardly oscillates: a few dozen points give about 12 digits of the probability, however small it
 * is (Helstrom 1978; Daniels 1987).
 *
 * Weights must be finite. Throws a RangeError if they differ too much in size for double precision.
 */
export function probabilityBelowZero(terms: readonly Weighted[]): number {
  const probability = belowZero(terms);
  if (Number.isNaN(probability)) throw new RangeError('the weights lie too far apart for a double to tell their sum');
  return probability;
}

function belowZero(terms: readonly Weighted[]): number {
  const largest = terms.reduce((most, term) => Math.max(most, Math.abs(term.weight)), 0);
  const scaled = terms
    .filter((term) => term.weight !== 0)
    .map(({ weight, count }) => ({ weight: weight / largest, count }));
  if (scaled.every((term) => term.weight < 0)) return 1;
  if (scaled.every((term) => term.weight > 0)) return 0;
  const mean = scaled.reduce((sum, { weight, count }) => sum + weight * count, 0);
  return mean > 0 ? lowerTail(scaled) : 1 - lowerTail(scaled.map(({ weight, count }) => ({ weight: -weight, count })));
}

/** Returns P(S <= 0) for a sum with a positive mean and weights of both signs. */
function lowerTail(terms: readonly Weighted[]): number {
  const saddle = saddlePoint(terms);
  const rates = terms.map(({ weight, count }) => ({ weight: weight / (1 - weight * saddle), count }));
  rates.push({ weight: -1 / saddle, count: 1 });
  const height = terms.reduce((sum, { weight, count }) => sum - count * Math.log1p(-weight * saddle), 0);
  return Math.min(1, (Math.exp(height - Math.log(-saddle)) / Math.PI) * integrateAcross(rates));
}

/**
 * Returns the z < 0 that minimises the convex function -Σ count·ln(1 - weight·z) - ln(-z), by Newton's method with bisection as a
 * fallback. A rough answer is enough, since every line left of zero gives the same integral.
 */
function saddlePoint(terms: readonly Weighted[]): number {
  let low = 1 / terms.reduce((least, term) => Math.min(least, term.weight), 0);
  let high = 0;
  let z = low / 2;
  for (let step = 0; step < 200; step++) {
    let slope = -1 / z;
    let curvature = 1 / (z * z);
    for (const { weight, count } of terms) {
      const rate = weight / (1 - weight * z);
      slope += count * rate;
      curvature += count * rate * rate;
    }
    if (slope > 0) high = z;
    else low = z;
    if (Math.abs(slope) < 1e-6 * Math.sqrt(curvature)) break;
    const newton = z - slope / curvature;
    z = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return z;
}

/**
 * Returns the integral over y >= 0 of Re Π (1 - i·rate·y)^-count, by the trapezoid rule in u with y = width·sinh(u). The
 * integrand decays at least like exp(-u) and is analytic around the axis, so halving the step squares the error.
 */
function integrateAcross(rates: readonly Weighted[]): number {
  const width = 1 / Math.sqrt(rates.reduce((sum, { weight, count }) => sum + count * weight * weight, 0));
  let step = 0.5;
  let sum = 0.5 * width + sumFrom(rates, width, step, step);
  for (let halving = 0; halving < 12; halving++) {
    const before = sum * step;
    sum += sumFrom(rates, width, step / 2, step);
    step /= 2;
    if (Math.abs(sum * step - before) <= 1e-12 * Math.abs(before)) break;
  }
  return sum * step;
}

function sumFrom(rates: readonly Weighted[], width: number, first: number, step: number): number {
  let sum = 0;
  for (let u = first; ; u += step) {
    const y = width * Math.sinh(u);
    let phase = 0;
    let decay = 0;
    for (const { weight, count } of rates) {
      const t = weight * y;
      phase += count * Math.atan(t);
      decay += count * Math.log1p(t * t);
    }
    const size = Math.exp(-decay / 2) * width * Math.cosh(u);
    sum += size * Math.cos(phase);
    if (!(size >= 1e-18 * width)) return sum;
  }
}
