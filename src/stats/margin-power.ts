import { binomialUpperTail } from './binomial.js';
import { BetGrid } from './e-process.js';
import { probabilityBelowZero } from './gaffke.js';
import { isSignificant, requireCount, requireLevel, requireProbability } from './numbers.js';

/** A comparison of n pairs that pass or fail, and what is supposed of them. */
export interface MarginDesign {
  readonly n: number;
  /** The share of pairs whose result changes. */
  readonly change: number;
  /** The true difference of the pass rates, new minus old; at most `change` in size. */
  readonly gain: number;
  readonly margin: number;
  readonly alpha: number;
}

/**
 * Returns the chance that n pairs show "not worse by more than `margin`" at level alpha by Gaffke's test: exact, over all numbers of pairs that
 * got better and worse. Takes about n/2 tests at most. Throws a RangeError unless n is a count, change and margin are in [0, 1], |gain| is at
 * most change, and alpha in (0, 1).
 */
export function marginPower(design: MarginDesign): number {
  return powerOf(design, pValue);
}

/**
 * Returns the chance that the mixture e-process of `differenceProcess` shows the same after n pairs, so that it is a lower bound of the chance
 * that it does so after n pairs or before. Takes and throws what `marginPower` does, but for a margin of 1, which it refuses.
 */
export function bettingMarginPower(design: MarginDesign): number {
  if (design.margin === 1) throw new RangeError('margin is 1, and must be below 1.');
  return powerOf(design, bettingPValue);
}

type PairPValue = (better: number, worse: number, design: MarginDesign) => number;

function powerOf(design: MarginDesign, pValueOf: PairPValue): number {
  const { n, change, gain, alpha } = design;
  requireDesign(design);
  const better = (change + gain) / 2;
  const worse = (change - gain) / 2;
  const passes = (b: number, c: number) => isSignificant(pValueOf(b, c, design), alpha);
  let power = 0;
  // A pair that got worse needs more that got better: the least passing number of these never falls.
  let least = 0;
  for (let c = 0; c <= n; c++) {
    while (least <= n - c && !passes(least, c)) least += 1;
    const more = n - c >= least ? tail(least, n - c, better / (1 - worse)) : 0;
    const exactlyWorse = tail(c, n, worse) - tail(c + 1, n, worse);
    power += exactlyWorse * more;
    if (least > n - c || tail(c + 1, n, worse) < 1e-15) break;
  }
  return power;
}

/** Returns Gaffke's p-value of b pairs that got better, c worse and the others unchanged. */
function pValue(b: number, c: number, { n, margin }: MarginDesign): number {
  const terms = [
    { weight: margin - 1, count: c + 1 },
    { weight: margin, count: n - b - c },
    { weight: margin + 1, count: b },
  ];
  return probabilityBelowZero(terms.filter(({ count }) => count > 0));
}

/** Returns 1 / E of the mixture e-process after b pairs that got better, c worse and the others unchanged, at most 1. */
function bettingPValue(b: number, c: number, { n, margin }: MarginDesign): number {
  const [ofBetter, ofSame] = [(1 + margin) / (1 - margin), margin / (1 - margin)];
  const logE = new BetGrid().logEAfter(
    (bet) => b * Math.log1p(bet * ofBetter) + (n - b - c) * Math.log1p(bet * ofSame) + c * Math.log1p(-bet),
  );
  return Math.min(1, Math.exp(-logE));
}

function tail(k: number, n: number, p: number): number {
  return k > n ? 0 : binomialUpperTail(k, n, Math.min(1, p));
}

function requireDesign({ n, change, gain, margin, alpha }: MarginDesign): void {
  requireCount('n', n);
  requireProbability('change', change);
  requireProbability('margin', margin);
  requireLevel('alpha', alpha);
  if (!(Math.abs(gain) <= change)) throw new RangeError(`gain is ${gain}, and must be at most ${change} in size.`);
}
