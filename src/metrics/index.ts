import { modelUnderTest, responseTimeout } from '#model/case.js';
import { knownLatency, type Trial, type Turn } from '#model/run/trial.js';
import { words } from '#model/text/characters.js';
import { toolCalls, totalSteps, totalToolCalls } from './calls.js';
import { detailOf, type Measured, type Metric, mostTurns, noCap, sumOf, timesTurns } from './metric.js';

/** Number of Unicode code points in the response, white space included. */
const responseLength: Metric = {
  name: 'per_turn.response_length',
  scope: 'per_turn',
  unit: 'characters',
  capOf: noCap,
  measure: ({ turns }) => turns.map(lengthOf),
};

/** Number of words in the response, separated by white space, as the checks count them. */
const responseWords: Metric = {
  name: 'per_turn.response_words',
  scope: 'per_turn',
  unit: 'words',
  capOf: noCap,
  measure: ({ turns }) => turns.map(({ app_response }) => ({ value: words(app_response).length })),
};

/** Number of Unicode code points in all responses together. */
const totalResponseLength: Metric = {
  name: 'per_conversation.total_response_length',
  scope: 'per_conversation',
  unit: 'characters',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map(lengthOf))],
};

function lengthOf({ app_response }: Turn): { readonly value: number } {
  return { value: Array.from(app_response).length };
}

/** Number of user messages with a response; 1 for a case with one message. */
const turnCount: Metric = {
  name: 'per_conversation.turn_count',
  scope: 'per_conversation',
  unit: 'turns',
  least: 1,
  capOf: mostTurns,
  measure: ({ turns }) => [{ value: turns.length }],
};

/** Seconds from sending the message to the last byte of the response. A stored reply keeps its original latency. */
const responseLatency: Metric = {
  name: 'per_turn.response_latency',
  scope: 'per_turn',
  unit: 's',
  capOf: responseTimeout,
  measure: ({ turns }) => turns.map(latencyOf),
};

/** Seconds that the application took for all its responses together. */
const totalResponseTime: Metric = {
  name: 'per_conversation.total_response_time',
  scope: 'per_conversation',
  unit: 's',
  capOf: (subject) => timesTurns(subject, responseTimeout(subject)),
  measure: ({ turns }) => [sumOf(turns.map(latencyOf))],
};

/** Seconds from the first user message to the last response. With several turns it includes the simulated user's time between them. */
const totalTime: Metric = {
  name: 'per_conversation.total_time',
  scope: 'per_conversation',
  unit: 's',
  capOf: (subject) => (subject.kind === 'prompt' ? responseTimeout(subject) : null),
  measure: (trial) => [wholeTime(trial)],
};

/** Returns the latency of a turn. It has no value if the reply was written by hand or came from a batch. */
function latencyOf(turn: Turn): Measured {
  if (turn.latency === null) return { value: null, reason: 'the reply came out of a batch, which reports no latency' };
  const value = knownLatency(turn);
  return value === null ? { value, reason: 'the reply was written by hand, so it has no latency' } : { value };
}

/** Returns the time of the application and the user in seconds, without the time that eva waited between them. */
function wholeTime({ turns }: Trial): Measured {
  return sumOf([...turns.map(latencyOf), ...turns.slice(1).map(userLatencyOf)]);
}

function userLatencyOf(turn: Turn): Measured {
  return detailOf(turn, 'user_latency_s', "the user's message was written by hand, so it has no latency");
}

/** Number of tokens that the model wrote, as its provider counts them. */
const outputTokens: Metric = {
  name: 'per_turn.output_tokens',
  scope: 'per_turn',
  unit: 'tokens',
  capOf: (subject) => modelUnderTest(subject)?.max_tokens ?? null,
  measure: ({ turns }) => turns.map((turn) => count(turn, 'output_tokens')),
};

/** Number of tokens that the model read, as its provider counts them. */
const inputTokens: Metric = {
  name: 'per_turn.input_tokens',
  scope: 'per_turn',
  unit: 'tokens',
  capOf: noCap,
  measure: ({ turns }) => turns.map((turn) => count(turn, 'input_tokens')),
};

/** Number of tokens read and written over all turns. */
const totalTokens: Metric = {
  name: 'per_conversation.total_tokens',
  scope: 'per_conversation',
  unit: 'tokens',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.flatMap((turn) => [count(turn, 'input_tokens'), count(turn, 'output_tokens')]))],
};

function count(turn: Turn, key: 'input_tokens' | 'output_tokens'): Measured {
  return detailOf(turn, key, 'the provider did not say how many tokens it counted');
}

/** Cost in dollars of all responses, as reported or by the prices of their tokens, whether this run or an earlier one paid for them. */
const cost: Metric = {
  name: 'per_conversation.cost',
  scope: 'per_conversation',
  unit: 'USD',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map((turn) => detailOf(turn, 'cost_usd', unknown)))],
};

const unknown =
  'no cost is known: an application reports it as cost_usd, a model needs a price and a count of its tokens';

/** All metrics, in the order of the documentation. */
export const metrics: readonly Metric[] = [
  responseLatency,
  responseLength,
  responseWords,
  outputTokens,
  inputTokens,
  toolCalls,
  turnCount,
  totalTime,
  totalResponseTime,
  totalResponseLength,
  totalTokens,
  cost,
  totalToolCalls,
  totalSteps,
];

export function findMetric(name: string): Metric | undefined {
  return metrics.find((metric) => metric.name === name);
}
