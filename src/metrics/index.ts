import type { Metric } from './metric.js';

/** Every metric, in the order in which they are documented. */
export const metrics: readonly Metric[] = [];

export function findMetric(name: string): Metric | undefined {
  return metrics.find((metric) => metric.name === name);
}
