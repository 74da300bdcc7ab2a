import { isObject, type JsonObject, parseBounded } from '#model/data/json.js';
import type { ModelRequest, Reply, StopReason, TokenUsage } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { failureText, ProviderFailure } from '../provider.js';

/** Parses a JSON text within the bounds of `parseBounded`, also behind a byte order mark; undefined if it is not JSON or exceeds them. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Returns the value if it is a JSON object, else undefined. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns the object that an answer is; undefined for any other value. Google puts errors into a list. */
export function asAnswer(body: unknown): JsonObject | undefined {
  return asObject(Array.isArray(body) ? body[0] : body);
}

/** Returns the items of a JSON array; none for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** More tokens than any request or reply has. The sum of a million such counts is still exact. */
const mostCounted = 1e9;

/** Returns a count of tokens as a server reports it; null for anything that cannot be one: negative, a fraction, above a billion. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= mostCounted ? value : null;
}

/** Returns the model that an answer names; that of the request if it names none. */
export function modelOf(answer: JsonObject, request: ModelRequest): string {
  const model = answer['model'];
  return typeof model === 'string' ? model : request.model;
}

/** The counts of tokens that a server or a program reports; null for each that it does not. */
interface ReportedTokens {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
  readonly cached?: number | null;
  readonly thinking?: number | null;
}

/**
 * Returns the tokens to bill, never fewer than the total: some servers leave thinking out of the count of the reply. Others leave cached tokens
 * out of the count of the request, to which they then belong. A part that is larger than its count is one that was left out.
 */
export function billedTokens({ input, output, total, cached, thinking }: ReportedTokens): TokenUsage {
  const [kept, thought] = [cached ?? 0, thinking ?? 0];
  const read = input !== null && kept > input ? input + kept : input;
  const said = output !== null && thought > output ? output + thought : output;
  const more = total === null ? 0 : total - (read ?? 0) - (said ?? 0);
  if (more <= 0) return { input_tokens: read, output_tokens: said };
  if (read === null && said !== null) return { input_tokens: more, output_tokens: said };
  const leftOut = read === input && (more === kept || more === kept + thought) ? kept : 0;
  return { input_tokens: (read ?? 0) + leftOut, output_tokens: (said ?? 0) + more - leftOut };
}

/** Returns the model and the tokens of an answer. Its protocol names the counts of the request and of the reply. */
export function usageAndModel(
  answer: JsonObject,
  request: ModelRequest,
  [input, output]: readonly [input: string, output: string],
): Pick<Reply, 'usage' | 'model'> {
  const usage = asObject(answer['usage']);
  return {
    usage: billedTokens({
      input: asCount(usage?.[input]),
      output: asCount(usage?.[output]),
      total: asCount(usage?.['total_tokens']),
      cached: asCount(asObject(usage?.[`${input}_details`])?.['cached_tokens']),
      thinking: asCount(asObject(usage?.[`${output}_details`])?.['reasoning_tokens']),
    }),
    model: modelOf(answer, request),
  };
}

/** The words by which servers say why a reply ended, in small letters with `_`. Each server has its own for a limit and for safety. */
const meanings: readonly (readonly [words: RegExp, stop: StopReason])[] = [
  [/length|limit|truncat|max_?(?:\w+_)?tokens|out_of_tokens|context_window/, 'max_tokens'],
  [
    /filter|safe|refus|recitation|prohibited|blocklist|blocked|spii|sensitive|guardrail|armor|toxic|moderat|policy|harm|violat|censor/,
    'refusal',
  ],
  [/^(?:tool|function)_?(?:call|use)/, 'tool_call'],
  [/^pause_turn$/, 'other'],
];

/** Words for a reply that the server broke off by a fault of its own. */
const faults = /error|^abort|^cancel|insufficient_system_resource/;

/**
 * Maps the word of a server to a `StopReason`. A word that is unknown or missing means a normal end: many servers have words of their own for it.
 * Some put the word into an object, as its `type`.
 * After a call that is a `tool_call`, which only some servers say. Throws `ProviderFailure` `server_error` if the server broke off.
 */
export function endReason(word: unknown, isCall = false): StopReason {
  const said = asObject(word)?.['type'] ?? word;
  const text = typeof said === 'string' ? said.toLowerCase().replace(/[\s-]+/g, '_') : '';
  const stop = meanings.find(([words]) => words.test(text))?.[1];
  if (stop === undefined && faults.test(text)) {
    throw new ProviderFailure('server_error', attemptTexts.broken_off({ word: failureText(text) }));
  }
  return stop ?? (isCall ? 'tool_call' : 'end');
}
