import type { JsonObject } from '#model/data/json.js';
import type { StopReason, TokenUsage } from '#model/reply/exchange.js';
import { asCount } from '../http/json-shape.js';

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tool_call',
  max_tokens: 'max_tokens',
  model_context_window_exceeded: 'max_tokens',
  refusal: 'refusal',
};

/** Maps a `stop_reason` of the Messages API to a `StopReason`; unknown ones to `other`. */
export function messagesStop(value: unknown): StopReason {
  return typeof value === 'string' && Object.hasOwn(stops, value) ? (stops[value] ?? 'other') : 'other';
}

/**
 * Returns the tokens that the Messages API reports. Tokens that are written to the prompt cache or read from it are input too. The
 * input is unknown if one of these counts is impossible.
 */
export function messagesUsage(usage: JsonObject | undefined): TokenUsage {
  const input = asCount(usage?.['input_tokens']);
  const written = asCount(usage?.['cache_creation_input_tokens'] ?? 0);
  const read = asCount(usage?.['cache_read_input_tokens'] ?? 0);
  return {
    input_tokens: input === null || written === null || read === null ? null : asCount(input + written + read),
    output_tokens: asCount(usage?.['output_tokens']),
  };
}
