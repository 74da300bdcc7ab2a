import { binomialPower, type PowerTarget, sampleSize } from '#stats/binomial.js';

/** Returns the smallest n such that every n from there up to 3 n_first + 50 has the wanted power, by trying each; null if no n has this property. */
export function stableSize(target: PowerTarget): number | null {
  const { n_first } = sampleSize(target);
  if (n_first === null) return null;
  const horizon = 3 * n_first + 50;
  let last = horizon;
  while (last >= n_first && binomialPower({ ...target, n: last }).power >= target.power * (1 - 1e-12)) last -= 1;
  return last === horizon ? null : last + 1;
}
