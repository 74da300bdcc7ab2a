import type { Metric } from './metric.js';
import { responseLength, responseWords, totalResponseLength, turnCount } from './size.js';
import { responseLatency, totalResponseTime, totalTime } from './time.js';
import { cost, inputTokens, outputTokens, totalTokens } from './usage.js';

/** All metrics, in the order of the documentation. */
export const metrics: readonly Metric[] = [
  responseLatency,
  responseLength,
  responseWords,
  outputTokens,
  inputTokens,
  turnCount,
  totalTime,
  totalResponseTime,
  totalResponseLength,
  totalTokens,
  cost,
];

export function findMetric(name: string): Metric | undefined {
  return metrics.find((metric) => metric.name === name);
}
