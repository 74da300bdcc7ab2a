import { fileLowerTail, fileUpperTail } from './hypergeometric.js';
import { requireCount, requirePart } from './numbers.js';

interface CohenKappa {
  /** 1 is perfect agreement, 0 is agreement by chance. null if undefined: no items, or both raters use a single category. */
  readonly kappa: number | null;
  /** Share of items on which both raters agree exactly; null if there are no items. */
  readonly agreement: number | null;
}

/**
 * Returns Cohen's kappa of two raters from their table of counts: the first rater put table[i][j] items in category i, the second
 * put them in j.
 *
 * kappa = 1 - Σ O / Σ E over unlike categories, where O are the counts and E = row·column/n the counts expected by chance. Sums of counts are
 * exact below 2^53.
 *
 * Throws a RangeError unless the table is square and holds whole numbers of at least 0. Cohen 1960, Educational and Psychological
 * Measurement 20:37-46.
 */
export function cohenKappa(table: readonly (readonly number[])[]): CohenKappa {
  requireSquareCounts(table);
  const rows = table.map(total);
  const columns = table.map((_, j) => total(table.map((row) => row[j] ?? 0)));
  const n = total(rows);
  const equal = total(table.map((row, i) => row[i] ?? 0));
  const expectedTimesN = n * n - total(rows.map((row, i) => row * (columns[i] ?? 0)));
  return {
    kappa: expectedTimesN === 0 ? null : 1 - (n * (n - equal)) / expectedTimesN,
    agreement: n === 0 ? null : equal / n,
  };
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

interface KrippendorffAlpha {
  /** 1 is perfect agreement, 0 is agreement by chance. null if undefined: no unit has two votes, or all votes are equal. */
  readonly alpha: number | null;
  /** Number of votes on units that have at least two votes. */
  readonly pairable: number;
}

/**
 * Returns Krippendorff's alpha of any number of raters from units × votes for nominal categories, where null is a missing vote.
 *
 * alpha = 1 - (n - 1)·Σ o(c,k) / Σ n(c)·n(k) over unlike c and k, for the n votes of units that have at least two; o counts each ordered pair
 * within a unit of m votes as 1/(m - 1). Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, University of Pennsylvania.
 */
export function krippendorffAlpha(units: readonly (readonly (number | null)[])[]): KrippendorffAlpha {
  const pairable = units.map((unit) => unit.filter((vote) => vote !== null)).filter((votes) => votes.length > 1);
  const all = pairable.flat();
  const observed = pairable.reduce((sum, votes) => sum + unlikePairs(votes) / (votes.length - 1), 0);
  const expected = unlikePairs(all);
  return { alpha: expected === 0 ? null : 1 - ((all.length - 1) * observed) / expected, pairable: all.length };
}

/** Returns the number of ordered pairs of unlike votes. */
function unlikePairs(votes: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return votes.length ** 2 - total([...counts.values()].map((count) => count ** 2));
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
