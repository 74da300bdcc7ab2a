import { requireCount } from '../domain.js';

/** Weight of a disagreement between categories i and j: 1 (`none`), |i - j| (`linear`) or (i - j)² (`quadratic`). */
export type KappaWeights = 'none' | 'linear' | 'quadratic';

export interface CohenKappa {
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
