import { type JudgedCounts, roganGladen } from '#stats/label-estimates.js';
import type { VectorInput } from '../adapter.js';

export function roganGladenAdapter({ k, n, tp, fn, tn, fp }: VectorInput) {
  return { ...roganGladen({ k, n, tp, fn, tn, fp } as JudgedCounts) };
}
