import { fileLowerTail, fileUpperTail } from './hypergeometric.js';
import { requireCount, requirePart } from './numbers.js';

/** Weight of a disagreement between categories i and j: 1 (`none`), |i - j| (`linear`) or (i - j)² (`quadratic`). */
export type KappaWeights = 'none' | 'linear' | 'quadratic';

interface CohenKappa {
  /** 1 is perfect agreement, 0 is agreement by chance. null if undefined: no items, or both raters use a single category. */
  readonly kappa: number | null;
  /** Share of items on which both raters agree exactly, whatever the weights; null if there are no items. */
  readonly agreement: number | null;
}

/**
 * Returns Cohen's kappa of two raters from their table of counts: the first rater put table[i][j] items in category i, the second
 * put them in j.
 *
 * kappa = 1 - Σ w·O / Σ w·E, where O are the counts and E = row·column/n the counts expected by chance. For ordered scores (1 to
 * 10) use quadratic weights. Sums of counts are exact below 2^53.
 *
 * Throws a RangeError unless the table is square and holds whole numbers of at least 0. Cohen 1960, Educational and Psychological
 * Measurement 20:37-46; weights: Cohen 1968, Psychological Bulletin 70:213-220.
 */
export function cohenKappa(table: readonly (readonly number[])[], weights: KappaWeights): CohenKappa {
  requireSquareCounts(table);
  const rows = table.map(total);
  const columns = table.map((_, j) => total(table.map((row) => row[j] ?? 0)));
  const n = total(rows);
  const observed = weighted(weights, table.length, (i, j) => table[i]?.[j] ?? 0);
  const expectedTimesN = weighted(weights, table.length, (i, j) => (rows[i] ?? 0) * (columns[j] ?? 0));
  return {
    kappa: expectedTimesN === 0 ? null : 1 - (n * observed) / expectedTimesN,
    agreement: n === 0 ? null : total(table.map((row, i) => row[i] ?? 0)) / n,
  };
}

function weighted(weights: KappaWeights, size: number, cell: (i: number, j: number) => number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) sum += weightOf(weights, i, j) * cell(i, j);
  }
  return sum;
}

function weightOf(weights: KappaWeights, i: number, j: number): number {
  switch (weights) {
    case 'none':
      return i === j ? 0 : 1;
    case 'linear':
      return Math.abs(i - j);
    case 'quadratic':
      return (i - j) ** 2;
    default:
      throw new RangeError(`weights is "${String(weights)}", and must be none, linear or quadratic.`);
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function requireSquareCounts(table: readonly (readonly number[])[]): void {
  table.forEach((row, i) => {
    if (row.length !== table.length) {
      throw new RangeError(
        `The table has ${table.length} rows, and row ${i} has ${row.length} entries: it must be square.`,
      );
    }
    row.forEach((count, j) => {
      requireCount(`table[${i}][${j}]`, count);
    });
  });
}

/** How the distance of two votes is measured: equal or not, by ranks, by difference, or by difference relative to the sum. */
export type AlphaDistance = 'nominal' | 'ordinal' | 'interval' | 'ratio';

interface KrippendorffAlpha {
  /** 1 is perfect agreement, 0 is agreement by chance. null if undefined: no unit has two votes, or all votes are equal. */
  readonly alpha: number | null;
  /** Number of votes on units that have at least two votes. */
  readonly pairable: number;
}

type Votes = readonly number[];

/**
 * Returns Krippendorff's alpha of any number of raters from units × votes, where null is a missing vote.
 *
 * alpha = 1 - (n - 1)·Σ o(c,k)·δ²(c,k) / Σ n(c)·n(k)·δ²(c,k), over the n votes of units that have at least two; o counts each
 * ordered pair within a unit of m votes as 1/(m - 1). δ² is 0 or 1 (nominal), the squared difference of mid-ranks (ordinal), (c -
 * k)² (interval) or ((c - k)/(c + k))² (ratio).
 *
 * Throws a RangeError for a vote that is not finite, or is below 0 with the ratio distance. Krippendorff 2011, Computing
 * Krippendorff's Alpha-Reliability, University of Pennsylvania.
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | null)[])[],
  distance: AlphaDistance,
): KrippendorffAlpha {
  const pairable = units.map((unit, index) => votesOf(unit, index, distance)).filter((votes) => votes.length > 1);
  const all = pairable.flat();
  const squared = squaredDistance(distance, all);
  const observed = pairable.reduce((sum, votes) => sum + pairSum(votes, squared) / (votes.length - 1), 0);
  const expected = pairSum(all, squared);
  return { alpha: expected === 0 ? null : 1 - ((all.length - 1) * observed) / expected, pairable: all.length };
}

function votesOf(unit: readonly (number | null)[], index: number, distance: AlphaDistance): Votes {
  const votes = unit.filter((vote) => vote !== null);
  const invalid = votes.find((vote) => !Number.isFinite(vote) || (distance === 'ratio' && vote < 0));
  if (invalid === undefined) return votes;
  const requirement = distance === 'ratio' ? 'a finite number of at least 0' : 'a finite number';
  throw new RangeError(`Unit ${index} has the vote ${invalid}, which must be null or ${requirement}.`);
}

/** Returns the sum of δ² over all ordered pairs of votes; counts equal values together. */
function pairSum(votes: Votes, squared: (a: number, b: number) => number): number {
  const counts = [...countsOf(votes)];
  let sum = 0;
  for (const [a, countA] of counts) {
    for (const [b, countB] of counts) sum += countA * countB * squared(a, b);
  }
  return sum;
}

function countsOf(votes: Votes): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return counts;
}

function squaredDistance(distance: AlphaDistance, all: Votes): (a: number, b: number) => number {
  switch (distance) {
    case 'nominal':
      return (a, b) => (a === b ? 0 : 1);
    case 'ordinal': {
      const ranks = midRanks(all);
      return (a, b) => ((ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)) ** 2;
    }
    case 'interval':
      return (a, b) => (a - b) ** 2;
    case 'ratio':
      return (a, b) => (a === b ? 0 : ((a - b) / (a + b)) ** 2);
    default:
      throw new RangeError(`The distance is "${String(distance)}", and must be nominal, ordinal, interval or ratio.`);
  }
}

/**
 * Returns the mid-rank of each value: the number of smaller votes plus half of the equal ones. Their differences are
 * Krippendorff's ordinal distances.
 */
function midRanks(all: Votes): ReadonlyMap<number, number> {
  let below = 0;
  const ranks = new Map<number, number>();
  for (const [value, count] of [...countsOf(all)].sort(([a], [b]) => a - b)) {
    ranks.set(value, below + count / 2);
    below += count;
  }
  return ranks;
}

/** `k` of `n`. */
interface CountOf {
  readonly k: number;
  readonly n: number;
}

/**
 * Returns the two-sided p-value of "both shares come from one rate": twice the smaller tail of Fisher's exact test, at most 1. Given all counts
 * together, the first is hypergeometric; 1 if one of the two has no trial. Throws a RangeError unless both k are whole numbers from 0 to n.
 * Fisher 1935, Journal of the Royal Statistical Society 98:39-82.
 */
export function fisherExact(first: CountOf, second: CountOf): number {
  requirePart('the first k', first.k, 'n', first.n);
  requirePart('the second k', second.k, 'n', second.n);
  if (first.n === 0 || second.n === 0) return 1;
  const draw = { N: first.n + second.n, K: first.k + second.k, n: first.n };
  return Math.min(1, 2 * Math.min(fileUpperTail(first.k, draw), fileLowerTail(first.k, draw)));
}
