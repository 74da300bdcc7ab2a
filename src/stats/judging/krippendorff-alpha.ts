/** How the distance of two votes is measured: equal or not, by ranks, by difference, or by difference relative to the sum. */
export type AlphaDistance = 'nominal' | 'ordinal' | 'interval' | 'ratio';

export interface KrippendorffAlpha {
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
