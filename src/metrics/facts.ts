import type { MetricFacts, Subject } from '#model/case.js';
import type { Metric } from './metric.js';

/** What is known of a metric in a case beforehand. */
export function metricFacts({ name, scope, unit, least = 0, capOf }: Metric, subject: Subject): MetricFacts {
  return { metric: name, scope, unit, least, cap: capOf(subject) };
}
