import { responseTimeout } from '#model/case.js';
import type { Trial, Turn } from '#model/run/trial.js';
import { detailOf, type Measured, type Metric, sumOf, timesTurns } from './metric.js';

/** Seconds from sending the message to the last byte of the response. A stored reply keeps its original latency. */
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

/** Seconds from the first user message to the last response. With several turns it includes the simulated user's time between them. */
export const totalTime: Metric = {
  name: 'per_conversation.total_time',
  scope: 'per_conversation',
  unit: 's',
  capOf: (subject) => (subject.kind === 'prompt' ? responseTimeout(subject) : null),
  measure: (trial) => [wholeTime(trial)],
};

/** Returns the latency of a turn. It has no value if the reply was written by hand or came from a batch. */
function latencyOf({ latency, details }: Turn): Measured {
  if (latency === null) return { value: null, reason: 'the reply came out of a batch, which reports no latency' };
  if (details['source'] !== 'synthetic' || latency > 0) return { value: latency };
  return { value: null, reason: 'the reply was written by hand, so it has no latency' };
}

/** Returns the time of the application and the user in seconds, without the time that eva waited between them. */
function wholeTime({ turns }: Trial): Measured {
  return sumOf([...turns.map(latencyOf), ...turns.slice(1).map(userLatencyOf)]);
}

function userLatencyOf(turn: Turn): Measured {
  return detailOf(turn, 'user_latency_s', "the user's message was written by hand, so it has no latency");
}
