import type { JsonObject } from '#model/data/json.js';
import type { ModelRequest, StopReason, TokenUsage } from '#model/reply/exchange.js';
import { asCount } from '../http/json-shape.js';

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tool_call',
  max_tokens: 'max_tokens',
  model_context_window_exceeded: 'max_tokens',
  refusal: 'refusal',
};

/** What a `stop_reason` of the Messages API means here; `other` for one that we do not know. */
export function messagesStop(value: unknown): StopReason {
  return typeof value === 'string' && Object.hasOwn(stops, value) ? (stops[value] ?? 'other') : 'other';
}

/**
 * Returns the tokens that the Messages API reports. The model has also read what was written to or read from its cache. If one of
 * these counts is there and is impossible, the input is unknown.
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

/** The body of a request to the Messages API. */
export function toBody({ model, system, messages, max_tokens, temperature, tool }: ModelRequest): JsonObject {
  return {
    model,
    max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(system !== undefined && { system }),
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(tool && {
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.input_schema }],
      tool_choice: { type: 'tool', name: tool.name },
    }),
  };
}
