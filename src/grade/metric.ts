import { metrics as builtIn } from '#metrics/index.js';
import type { Measured, Metric } from '#metrics/metric.js';
import type { Trial } from '#model/run/trial.js';
import type { Graded } from './graded.js';

/** A measured quantity, one value for each turn or one for the whole; what cannot be measured has no value. Throws if there is no such metric, which planning excludes. */
export function gradeMetric(name: string, trial: Trial, metrics: readonly Metric[] = builtIn): readonly Graded[] {
  const metric = metrics.find((one) => one.name === name);
  if (!metric) throw new Error(`no metric named ${name}`);
  const graded = metric.measure(trial).map((measured) => toGraded(name, measured));
  return metric.scope === 'per_turn' ? graded.map((one, turn) => ({ turn, ...one })) : graded;
}

function toGraded(name: string, measured: Measured): Graded {
  if (measured.value !== null) return { value: measured.value, findings: [] };
  return { value: null, why: 'ungraded', reason: `${name}: ${measured.reason}`, findings: [] };
}
