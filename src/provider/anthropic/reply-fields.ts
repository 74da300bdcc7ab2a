import type { JsonObject } from '#model/data/json.js';
import type { TokenUsage } from '#model/reply/exchange.js';
import { asCount, billedTokens } from '../http/json-shape.js';

/**
 * Returns the tokens that the Messages API reports. Tokens that are written to the prompt cache or read from it are input too. The
 * input is unknown if one of these counts is impossible.
 */
export function messagesUsage(usage: JsonObject | undefined): TokenUsage {
  const input = asCount(usage?.['input_tokens']);
  const written = asCount(usage?.['cache_creation_input_tokens'] ?? 0);
  const read = asCount(usage?.['cache_read_input_tokens'] ?? 0);
  return billedTokens({
    input: input === null || written === null || read === null ? null : asCount(input + written + read),
    output: asCount(usage?.['output_tokens']),
    total: asCount(usage?.['total_tokens']),
  });
}
