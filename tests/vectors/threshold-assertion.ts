import { caseOf, criterion, type Example, measured } from '../support/statistical-case.js';
import { decided, outcomeWords } from './decided.js';

export interface ThresholdInput {
  readonly values: readonly number[];
  readonly op: 'gte' | 'gt' | 'lt' | 'lte';
  readonly threshold: number;
  readonly alpha: number;
}

/** The verdict of `aggregation_op` on one value a trial, in the words of the reference values. */
export function thresholdAssertion(aggregation: string, input: ThresholdInput, params: Record<string, number> = {}) {
  const { values, op, threshold, alpha } = input;
  const spec = criterion(`${aggregation}_${op}`, { threshold, ...params }, alpha);
  const one = caseOf(values.length, measured('per_turn.response_latency'), [spec]);
  const verdict = decided(one, values as readonly Example[]);
  const successes = values.filter((value) => meets[op](value, threshold)).length;
  return {
    n: verdict.used,
    successes,
    pass_p: verdict.p_value,
    fail_p: verdict.fail_p,
    verdict: outcomeWords[verdict.outcome],
    estimate: verdict.estimate,
    interval: verdict.interval,
  };
}

const meets: Readonly<Record<ThresholdInput['op'], (value: number, threshold: number) => boolean>> = {
  gte: (value, threshold) => value >= threshold,
  gt: (value, threshold) => value > threshold,
  lt: (value, threshold) => value < threshold,
  lte: (value, threshold) => value <= threshold,
};
