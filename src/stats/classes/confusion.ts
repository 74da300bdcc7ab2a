import { requireCount } from '../domain.js';
import { type ClassCounts, f1Of } from './f1.js';

/** Answers counted by class: a row for each expected class, a column for each answered one and a last column for none of them. */
export type ConfusionMatrix = readonly (readonly number[])[];

/** The estimates of one class; null where the class was never answered (precision), never expected (recall) or neither (F1). */
export interface ClassEstimates {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** Returns the counts of each class. Throws a RangeError unless L rows have L + 1 whole numbers of at least 0. */
export function classCounts(matrix: ConfusionMatrix): ClassCounts[] {
  requireMatrix(matrix);
  return matrix.map((row, index) => {
    const tp = row[index] ?? 0;
    const answered = sum(matrix.map((other) => other[index] ?? 0));
    return { tp, fp: answered - tp, fn: sum(row) - tp };
  });
}

/** Returns the share of right answers, which is also micro-F1; null without an answer. Throws as `classCounts` does. */
export function accuracyOf(matrix: ConfusionMatrix): number | null {
  requireMatrix(matrix);
  const total = sum(matrix.map(sum));
  return total === 0 ? null : sum(matrix.map((row, index) => row[index] ?? 0)) / total;
}

/** Returns precision, recall and F1 of one class. */
export function classEstimates(counts: ClassCounts): ClassEstimates {
  const { tp, fp, fn } = counts;
  return { precision: share(tp, tp + fp), recall: share(tp, tp + fn), f1: f1Of(counts) };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function requireMatrix(matrix: ConfusionMatrix): void {
  matrix.forEach((row, index) => {
    if (row.length !== matrix.length + 1) {
      throw new RangeError(`row ${index} has ${row.length} columns, and must have ${matrix.length + 1}.`);
    }
    row.forEach((count, column) => {
      requireCount(`row ${index}, column ${column}`, count);
    });
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
