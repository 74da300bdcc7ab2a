import { fileProcess } from '#stats/file-betting.js';
import type { VectorInput } from '../../adapter.js';

export function worBettingAdapter(input: VectorInput) {
  const { values, N, m0 } = input as unknown as { values: number[]; N: number; m0: number };
  const process = fileProcess(N, m0);
  for (const value of values) process.push(value);
  const decision = process.decision();
  return {
    log_e: process.logE(),
    max_log_e: process.maxLogE(),
    decision: decision?.kind ?? null,
    at: decision?.at ?? null,
  };
}
