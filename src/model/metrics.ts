import { modelUnderTest, responseTimeout, type Subject } from './case.js';
import type { MetricFacts } from './grader.js';
import { knownLatency, type Trial, type TrialTurn } from './run/trial.js';
import { words } from './text/characters.js';

/** Returns null, the cap of unbounded quantities. */
const noCap = (): null => null;

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

function lengthOf({ app_response }: TrialTurn): { readonly value: number } {
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
function latencyOf(turn: TrialTurn): Measured {
  if (turn.latency === null) return { value: null, reason: 'the reply came out of a batch, which reports no latency' };
  const value = knownLatency(turn);
  return value === null ? { value, reason: 'the reply was written by hand, so it has no latency' } : { value };
}

/** Returns the time of the application and the user in seconds, without the time that eva waited between them. */
function wholeTime({ turns }: Trial): Measured {
  return sumOf([...turns.map(latencyOf), ...turns.slice(1).map(userLatencyOf)]);
}

function userLatencyOf(turn: TrialTurn): Measured {
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

function count(turn: TrialTurn, key: 'input_tokens' | 'output_tokens'): Measured {
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

/** Number of tool calls in a turn. */
const toolCalls: Metric = {
  name: 'per_turn.tool_calls',
  scope: 'per_turn',
  unit: 'calls',
  capOf: noCap,
  measure: ({ turns }) => turns.map(callsIn),
};

/** Number of tool calls in all turns together. */
const totalToolCalls: Metric = {
  name: 'per_conversation.tool_calls',
  scope: 'per_conversation',
  unit: 'calls',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map(callsIn))],
};

/** Number of steps that an application reports in all turns together. */
const totalSteps: Metric = {
  name: 'per_conversation.steps',
  scope: 'per_conversation',
  unit: 'steps',
  capOf: noCap,
  measure: ({ turns }) => [sumOf(turns.map(({ steps }) => countOf(steps, 'steps')))],
};

/** All metrics, in the order of the documentation. */
export const builtInMetrics: readonly Metric[] = [
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
  return builtInMetrics.find((metric) => metric.name === name);
}

/** One measurement, or the reason why the quantity could not be measured, which is not the same as 0. */
export type Measured = { readonly value: number } | { readonly value: null; readonly reason: string };

/** A measured quantity of a trial, or of each of its turns. */
export interface Metric {
  /** The name in files: `per_turn.response_latency`. */
  readonly name: string;
  readonly scope: 'per_turn' | 'per_conversation';
  /** `s`, `characters`, `words`, `tokens`, `turns`, `calls`, `steps` or `USD`. */
  readonly unit: string;
  /** The smallest possible value; default 0. */
  readonly least?: number;
  /** Returns the largest possible value for a subject; null if it is unbounded. */
  readonly capOf: (subject: Subject) => number | null;
  /** Returns one measurement for each turn if the scope is `per_turn`, else exactly one. */
  readonly measure: (trial: Trial) => readonly Measured[];
}

/** Returns a number from a turn's details. Without a number there it returns no value, with `reason`. */
function detailOf({ details }: TrialTurn, key: string, reason: string): Measured {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'number' ? { value } : { value: null, reason };
}

/** Returns the sum of several measurements. If one has no value, or the sum is too large for a double, the result has no value. */
function sumOf(parts: readonly Measured[]): Measured {
  let value = 0;
  for (const part of parts) {
    if (part.value === null) return part;
    value += part.value;
  }
  return Number.isFinite(value) ? { value } : { value: null, reason: 'the sum is too large for a number' };
}

/** Returns the most turns that a trial can have; null for a query, whose trials have no turns. */
export function mostTurns(subject: Subject): number | null {
  if (subject.kind === 'trigger') return null;
  return subject.kind === 'conversation' ? subject.max_turns : 1;
}

/** Returns the bound of one turn times the greatest number of turns; null for a query. */
function timesTurns(subject: Subject, perTurn: number): number | null {
  const turns = mostTurns(subject);
  return turns === null ? null : turns * perTurn;
}

/** Returns the properties of a metric in a case that are known before a run. */
export function metricFacts({ name, scope, unit, least = 0, capOf }: Metric, subject: Subject): MetricFacts {
  return { metric: name, scope, unit, least, cap: capOf(subject) };
}

function callsIn({ tool_calls }: TrialTurn): Measured {
  return countOf(tool_calls, 'tool calls');
}

function countOf(list: readonly unknown[] | undefined, noun: string): Measured {
  return list ? { value: list.length } : { value: null, reason: `the reply does not say its ${noun}` };
}
