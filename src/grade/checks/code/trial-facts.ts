import type { JsonObject, JsonValue } from '#model/data/json.js';
import { knownLatency, type Trial } from '#model/run/trial.js';
import type { CheckContext } from '../../checking/check.js';
import { responsesOf } from '../../judging/behavior.js';

/**
 * Returns what a function or program of a check gets beside the response: the whole reply, the inputs, the item of a data set, and what is
 * known of the trial. Unknown facts are null.
 */
export function trialFacts({ testCase, trial, item }: CheckContext): JsonObject {
  const { subject } = testCase;
  return {
    reply: responsesOf(trial),
    inputs: subject.kind === 'trigger' ? {} : { ...subject.inputs },
    item: item ? (JSON.parse(item()) as JsonValue) : null,
    tool_calls: allOf(trial, 'tool_calls'),
    steps: allOf(trial, 'steps'),
    latency_s: latencyOf(trial),
    usage: usageOf(trial),
  };
}

/** Returns the calls or steps of all turns in order; null if those of a turn are unknown. */
function allOf({ turns }: Trial, key: 'tool_calls' | 'steps'): JsonValue {
  const lists = turns.map((turn) => turn[key]);
  return lists.every((list) => list !== undefined) ? (lists.flat() as unknown as JsonValue) : null;
}

/** Returns the seconds of all responses together; null if that of a turn is unknown. */
function latencyOf({ turns }: Trial): number | null {
  const latencies = turns.map(knownLatency);
  return latencies.every((latency) => latency !== null) ? latencies.reduce((sum, one) => sum + one, 0) : null;
}

/** Returns the tokens of all turns together; null if those of a turn are unknown. */
function usageOf({ turns }: Trial): JsonValue {
  const sums = ['input_tokens', 'output_tokens'].map((key) => {
    const counts = turns.map(({ details }) => details[key]);
    return counts.every((count) => typeof count === 'number') ? counts.reduce((sum, one) => sum + one, 0) : null;
  });
  const [input_tokens = null, output_tokens = null] = sums;
  return input_tokens === null || output_tokens === null ? null : { input_tokens, output_tokens };
}
