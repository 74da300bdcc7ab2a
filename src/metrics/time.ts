import { responseTimeout } from '#model/case.js';
import type { Trial, Turn } from '#model/trial.js';
import { timesTurns } from './bounds.js';
import { sumOf } from './measured.js';
import type { Measured, Metric } from './metric.js';

/** Seconds from the sending of the message to the last byte of the response, as they were when the model gave it. */
export const responseLatency: Metric = {
  name: 'per_turn.response_latency',
  scope: 'per_turn',
  unit: 's',
  capOf: responseTimeout,
  measure: ({ turns }) => turns.map(latencyOf),
};

/** Seconds that the application took for all its responses together. */
export const totalResponseTime: Metric = {
  name: 'per_conversation.total_response_time',
  scope: 'per_conversation',
  unit: 's',
  capOf: (subject) => timesTurns(subject, responseTimeout(subject)),
  measure: ({ turns }) => [sumOf(turns.map(latencyOf))],
};

/** Seconds from the first user message to the last response: of one turn its latency, of several also what passed between them. */
export const totalTime: Metric = {
  name: 'per_conversation.total_time',
  scope: 'per_conversation',
  unit: 's',
  capOf: (subject) => (subject.kind === 'prompt' ? responseTimeout(subject) : null),
  measure: (trial) => [wholeTime(trial)],
};

/** A reply that a person wrote by hand took no time that could be known. */
function latencyOf({ latency, details }: Turn): Measured {
  if (details['source'] !== 'synthetic' || latency > 0) return { value: latency };
  return { value: null, reason: 'the reply was written by hand, so it has no latency' };
}

/** The clock of a run says how long a conversation took only if the run held it, and did not read it. */
function wholeTime({ turns, duration_s }: Trial): Measured {
  const [first] = turns;
  if (first && turns.length === 1) return latencyOf(first);
  if (turns.every(({ details }) => details['source'] === 'model')) return { value: duration_s };
  return { value: null, reason: 'the replies are from an earlier run, so the time between them is not known' };
}
