import { accuracyOf, type ConfusionMatrix, classCounts, classEstimates } from '#stats/classes/confusion.js';
import { type ClassCounts, f1Bounds, f1Of, f1Test } from '#stats/classes/f1.js';
import { macroF1 } from '#stats/classes/macro-f1.js';
import type { VectorInput } from '../../adapter.js';

export function classF1Adapter(input: VectorInput) {
  const { f0, alpha, ...counts } = input as unknown as ClassCounts & { f0: number; alpha: number };
  return { f1: f1Of(counts), ...f1Test(counts, f0), ...f1Bounds(counts, alpha) };
}

export function confusionAdapter(input: VectorInput) {
  const { matrix, alpha } = input as unknown as { matrix: ConfusionMatrix; alpha: number };
  const classes = classCounts(matrix);
  const { macro_f1, lower } = macroF1(classes, alpha);
  return { accuracy: accuracyOf(matrix), per_class: classes.map(classEstimates), macro_f1, macro_f1_lower: lower };
}
