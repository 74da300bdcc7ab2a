import type { ModelRequest, TokenUsage } from './exchange.js';

/** What providers add to a request: marks between messages, and their explanation of tools (some hundred tokens). */
export const tokensAdded = 1000;

/** The most tokens that a request and its reply may have. A token is a byte at least, but for what a provider says of the tool. */
export function mostTokens(request: ModelRequest): Readonly<Record<keyof TokenUsage, number>> {
  const input_tokens = Buffer.byteLength(JSON.stringify(request)) + (request.tool ? tokensAdded : 0);
  return { input_tokens, output_tokens: request.max_tokens };
}
