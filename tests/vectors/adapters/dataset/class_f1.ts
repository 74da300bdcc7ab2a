import { criterion } from '../../../support/statistical-case.js';
import type { VectorInput } from '../../adapter.js';
import { decidedClasses } from '../../decided-classes.js';

/** Class 0 has the counts; its misses answer none of the classes, and its false alarms expect class 1. */
export function classF1Adapter(input: VectorInput) {
  const { tp, fp, fn, f0, alpha } = input as Record<'tp' | 'fp' | 'fn' | 'f0' | 'alpha', number>;
  const matrix = [
    [tp, 0, fn],
    [fp, 0, 0],
  ];
  const { verdict } = decidedClasses(matrix, criterion('f1_gte', { class: '0', proportion: f0 }, alpha));
  return { f1: verdict.estimate, pass_p: verdict.p_value, fail_p: verdict.fail_p, ...verdict.interval };
}

export function confusionAdapter(input: VectorInput) {
  const { matrix, alpha } = input as unknown as { matrix: number[][]; alpha: number };
  const { classes } = decidedClasses(matrix, criterion('f1_gte', { class: 'each', proportion: 0.5 }, alpha));
  const right = matrix.map((row, index) => row[index] ?? 0).reduce((sum, count) => sum + count, 0);
  return {
    accuracy: right / classes.n,
    per_class: classes.rows.map(({ precision, recall, f1 }) => ({
      precision: precision.estimate,
      recall: recall.estimate,
      f1: f1.estimate,
    })),
    macro_f1: classes.macro_f1,
    macro_f1_lower: classes.macro_f1_lower,
  };
}
