import { binomialUpperTail } from './binomial.js';
import {
  binomialWeights,
  greatestMixture,
  sumOf,
  tailAt,
  tailsOf,
  type Weights,
  waitingWeights,
  weightOf,
} from './binomial-mixture.js';
import { lastSignificant } from './numbers.js';
import { type EndedOrders, type LookEnd, PairOrders } from './pair-orders.js';

/** The claim that the mean of n differences of -1, 0 and 1 is above `bar`, in (-1, 1). */
export interface ScoreDesign {
  readonly n: number;
  readonly bar: number;
  /** The numbers of pairs after which the test is made, ascending; the last is n. The claim is shown once one of them shows it. */
  readonly looks: readonly number[];
}

/** The numbers of differences of 1 and of -1. */
export interface DifferenceCounts {
  readonly up: number;
  readonly down: number;
}

/** The most pairs for which the size of a design is computed in seconds. */
export const mostScorePairs = 5000;

/** Up to this many pairs, the size of several looks is that of all of them together. Those of later looks are added. */
export const mostWalkedPairs = 1000;

/**
 * Returns the looks of a sequential design: every 10 pairs; of more than 400 every 20, of more than 800 every 30. After 1,000 pairs there is a look
 * at half as many pairs more than at the one before.
 */
export function sequentialLooks(n: number): readonly number[] {
  const walked = Math.min(n, mostWalkedPairs);
  const step = 10 * Math.ceil(walked / 400);
  const early = Array.from({ length: Math.ceil(walked / step) }, (_, index) => Math.min(walked, (index + 1) * step));
  const late: number[] = [];
  for (let look = 1.5 * mostWalkedPairs; look < n; look *= 1.5) late.push(Math.floor(look));
  return n > mostWalkedPairs ? [...early, ...late, n] : early;
}

/**
 * Returns the score statistic of counts among `look` pairs, multiplied by (look / n)^¼. The statistic is the mean difference minus the bar by its
 * standard error, for the most likely rates whose difference is the bar (Tango 1998, Statistics in Medicine 17:891-908). The factor asks more of an
 * early look than of a late one (Wang and Tsiatis 1987, Biometrics 43:193-199). It rises with `up` and falls with `down`.
 */
export function scoreStatistic({ up, down }: DifferenceCounts, look: number, { n, bar }: Omit<ScoreDesign, 'looks'>) {
  const changed = up + down + bar * (up - down);
  const constant = bar * (up - down) - (look - up - down) * bar * bar;
  // The most likely share of changed pairs is the greater root of look·q² - changed·q + constant = 0.
  const share = (changed + Math.sqrt(Math.max(0, changed * changed - 4 * look * constant))) / (2 * look);
  const variance = look * (share - bar * bar);
  return variance > 0 ? ((up - down - look * bar) / Math.sqrt(variance)) * Math.sqrt(Math.sqrt(look / n)) : 0;
}

/** Statistics that differ by less are equal, so that rounding decides nothing. */
const tie = 1e-9;

/** Returns true if a statistic reaches a critical value. */
export function reachesCritical(statistic: number, critical: number): boolean {
  return statistic >= critical - tie;
}

/** Returns about the size with a critical value: where a search begins. */
export function likelySize(critical: number, { length }: readonly number[]): number {
  return Math.exp(-((Math.min(critical, 30) + (length === 1 ? 0.8 : 0.43)) ** 2) / 2);
}

/** More than the sum of all weights that are left out as too small. No p-value is below it. */
const leftOut = 1e-14;

/** The share of itself by which the bound of a size may be above the size. */
const sizeWidth = 1e-4;

/** The distance to which critical values are searched, unless somebody needs less. */
const criticalWidth = 1e-3;

/**
 * The exact unconditional test of a mean difference by the score statistic, at one look or at several.
 *
 * At a mean of the bar, each pair is of one of two kinds. With an unknown chance x it is of the first kind, whose difference is 1 or -1 with known
 * chances; else the difference is 0, or has the sign of the bar with the chance |bar|. So the chance that the claim is shown depends on x only
 * through the number of pairs of the first kind, and `greatestMixture` bounds it for all x. A lower mean makes it smaller, since the statistic rises
 * with each difference. `aligned` differences have the sign of the bar, `opposed` ones the other, which only pairs of the first kind have.
 */
export class ScoreTest {
  readonly #design: ScoreDesign;
  /** By the number of opposed differences: the chances of the aligned ones of the first kind. */
  readonly #ofFirst: readonly Weights[];
  /** By the number of zeros: the chances of the aligned differences of the second kind. */
  readonly #ofSecond: readonly Weights[];
  /** The looks whose orders are walked together, and the others. */
  readonly #walked: readonly number[];
  readonly #apart: readonly number[];
  /** By the number of pairs of the second kind: the chances of at most so many aligned ones, for a bar above 0 of at least so many. */
  #tails: readonly Weights[] | null = null;

  constructor(design: ScoreDesign) {
    const { n, bar, looks } = design;
    if (!(Math.abs(bar) < 1)) throw new RangeError(`bar is ${bar}, and must lie strictly between -1 and 1.`);
    this.#design = design;
    const weights = (p: number) => Array.from({ length: n + 1 }, (_, count) => waitingWeights(count, p, n - count));
    this.#ofFirst = weights((1 + Math.abs(bar)) / 2);
    this.#ofSecond = weights(Math.abs(bar));
    this.#walked = looks.length === 1 ? [] : looks.filter((look) => look <= mostWalkedPairs);
    this.#apart = looks.slice(this.#walked.length);
  }

  /**
   * Returns the size with a critical value of at least 0: the greatest chance of a false claim, whatever the share of changed pairs is. It may be
   * too great by the share 1e-4 and by 1e-14, and never is too small.
   */
  size(critical: number): number {
    const { n } = this.#design;
    const mixture = new Mixture(n);
    this.#walk(critical, (look, orders) => {
      mixture.raiseTo(look);
      this.#addOrders(mixture.chances, orders, look);
    });
    for (const look of this.#apart) {
      mixture.raiseTo(look);
      this.#addLook(mixture.chances, look, critical);
    }
    mixture.raiseTo(n);
    return Math.min(1, greatestMixture(mixture.chances, sizeWidth) + leftOut);
  }

  /** Returns the least critical value with a size below alpha, or up to `width` more. */
  critical(alpha: number, width: number = criticalWidth): number {
    const { n, looks } = this.#design;
    const above = scoreStatistic({ up: n, down: 0 }, n, this.#design) + 1;
    const likely = (at: number) => ({ at, p: likelySize(at, looks) });
    return lastSignificant(likely(above), likely(0), (at) => this.size(at) * (1 + 2 * sizeWidth), {
      alpha,
      width,
    });
  }

  /**
   * Returns the chance that the claim is shown if a share `change` of the differences is not 0 and their mean is `gain`. Of several looks, of which
   * one is after more than 1,000 pairs, it is a lower bound: the greater of the chance at the last look and that at the first 1,000 pairs.
   */
  power(critical: number, change: number, gain = 0): number {
    const opposed = (this.#design.bar > 0 ? change - gain : change + gain) / 2;
    const share = change > 0 ? Math.min(1, opposed / change) : 0;
    const [ofLook, ofSigns]: [Weights[], Weights[]] = [[], []];
    let walked = 0;
    this.#walk(critical, (look, end) => {
      if (!end.isShown) return;
      const changed = end.opposed + end.aligned;
      ofLook[look] ??= binomialWeights(look, change);
      ofSigns[changed] ??= binomialWeights(changed, share);
      walked += end.fraction * weightOf(ofLook[look], changed) * weightOf(ofSigns[changed], end.opposed);
    });
    const last = this.#apart.at(-1);
    return last === undefined ? walked : Math.max(walked, this.#powerAt(last, critical, { opposed, change }));
  }

  #powerAt(look: number, critical: number, rates: { readonly opposed: number; readonly change: number }): number {
    const isUpper = this.#design.bar > 0;
    const cuts = this.#cuts(look, critical);
    const rate = rates.opposed < 1 ? Math.min(1, (rates.change - rates.opposed) / (1 - rates.opposed)) : 0;
    return sumOf(binomialWeights(look, rates.opposed), (opposed) => {
      const above = Math.max(0, (cuts[opposed] ?? 0) + (isUpper ? 0 : 1));
      const upper = above > look - opposed ? 0 : binomialUpperTail(above, look - opposed, rate);
      return isUpper ? upper : 1 - upper;
    });
  }

  /** Calls `take` for all counts at which orders of the first looks end, with those that are dropped since they hardly lead to the claim any more. */
  #walk(critical: number, take: (look: number, end: EndedOrders) => void): void {
    const orders = new PairOrders(this.#walked.at(-1) ?? 0);
    const dropAt = -(critical + 3);
    let pairs = 0;
    for (const look of this.#walked) {
      for (; pairs < look; pairs++) orders.addPair();
      const endOf = (opposed: number, aligned: number): LookEnd => {
        const statistic = this.#statistic(opposed, aligned, look);
        if (reachesCritical(statistic, critical)) return 'shown';
        return statistic <= dropAt ? 'dropped' : 'open';
      };
      orders.look(endOf, (end) => take(look, end));
    }
  }

  /** Adds orders that end at counts to the chances by the number of pairs of the first kind. */
  #addOrders(chances: Float64Array, { opposed, aligned, fraction }: EndedOrders, look: number): void {
    const first = this.#ofFirst[opposed];
    const second = this.#ofSecond[look - opposed - aligned];
    if (!first || !second) return;
    const least = Math.max(first.from, aligned - second.from - second.values.length + 1);
    const most = Math.min(first.from + first.values.length - 1, aligned - second.from);
    for (let count = least; count <= most; count++) {
      const weight = (first.values[count - first.from] ?? 0) * (second.values[aligned - count - second.from] ?? 0);
      chances[opposed + count] = (chances[opposed + count] ?? 0) + fraction * weight;
    }
  }

  /** Adds all orders with which a look by itself shows the claim. */
  #addLook(chances: Float64Array, look: number, critical: number): void {
    const isUpper = this.#design.bar > 0;
    this.#tails ??= Array.from({ length: this.#design.n + 1 }, (_, pairs) =>
      tailsOf(binomialWeights(pairs, Math.abs(this.#design.bar)), isUpper),
    );
    const cuts = this.#cuts(look, critical);
    for (let opposed = 0; opposed <= look; opposed++) {
      const first = this.#ofFirst[opposed];
      if (!first) continue;
      const cut = cuts[opposed] ?? 0;
      for (let index = 0; index < first.values.length; index++) {
        const count = first.from + index;
        const tails = this.#tails[look - opposed - count];
        if (!tails) break;
        chances[opposed + count] =
          (chances[opposed + count] ?? 0) + (first.values[index] ?? 0) * tailAt(tails, cut - count, isUpper);
      }
    }
  }

  /** Returns, by the number of opposed differences, the most aligned ones that show the claim; for a bar above 0 the least. */
  #cuts(look: number, critical: number): Int32Array {
    const isUpper = this.#design.bar > 0;
    let cut = isUpper ? 0 : -1;
    const isShown = (opposed: number, aligned: number) =>
      reachesCritical(this.#statistic(opposed, aligned, look), critical);
    return Int32Array.from({ length: look + 1 }, (_, opposed) => {
      if (isUpper) while (cut <= look - opposed && !isShown(opposed, cut)) cut += 1;
      else while (cut < look - opposed && isShown(opposed, cut + 1)) cut += 1;
      return cut;
    });
  }

  #statistic(opposed: number, aligned: number, look: number): number {
    const counts = this.#design.bar > 0 ? { up: aligned, down: opposed } : { up: opposed, down: aligned };
    return scoreStatistic(counts, look, this.#design);
  }
}

/** The chances of a claim by the number of pairs of the first kind among a growing number of pairs. */
class Mixture {
  readonly chances: Float64Array;
  #pairs = 0;

  constructor(most: number) {
    this.chances = new Float64Array(most + 1);
  }

  /** Adds pairs that change nothing: each is as likely of the first kind as any pair before. */
  raiseTo(pairs: number): void {
    while (this.#pairs < pairs) {
      this.#pairs += 1;
      for (let first = this.#pairs; first > 0; first--) {
        const [one, none] = [this.chances[first - 1] ?? 0, this.chances[first] ?? 0];
        this.chances[first] = (first * one + (this.#pairs - first) * none) / this.#pairs;
      }
    }
  }
}
