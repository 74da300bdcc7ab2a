import { type MarginDesign, marginPower } from '#stats/margin-power.js';
import type { VectorInput } from '../../adapter.js';
import {
  type Differences,
  differenceBounds,
  differenceProcess,
  marginTest,
  passDifferences,
} from '../../formulas/paired-margin.js';

export function pairedMarginAdapter(input: VectorInput) {
  const { b, c, n, margin, alpha } = input as Record<'b' | 'c' | 'n' | 'margin' | 'alpha', number>;
  const differences = passDifferences(b, c, n);
  return { ...marginTest(differences, margin), ...differenceBounds(differences, alpha) };
}

export function pairedScoresAdapter(input: VectorInput) {
  const { margin, ...differences } = input as unknown as Differences & { margin: number };
  return { ...marginTest(differences, margin) };
}

export function pairedEvalueAdapter(input: VectorInput) {
  const { diffs, margin } = input as unknown as { diffs: number[]; margin: number };
  const process = differenceProcess(margin);
  for (const diff of diffs) process.push(diff);
  return { log_e: process.logE(), max_log_e: process.maxLogE() };
}

export function powerMarginAdapter(input: VectorInput) {
  return { power: marginPower(input as unknown as MarginDesign) };
}
