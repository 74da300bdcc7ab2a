import type { ModelRequest, TokenUsage } from './reply/exchange.js';

/** The largest `sample_size` of a case. eva never suggests a larger sample size. */
export const mostTrials = 100_000;

/** The largest number of trials of a run, all cases together. A finished trial takes up to 1 kB of memory. */
export const mostTrialsOfRun = 1_000_000;

/** An upper bound of the tokens that a provider adds to a request with a tool: message separators and the description of the tool. */
export const tokensAdded = 1000;

/** Returns an upper bound of the tokens of a request and its reply: one token per byte, plus a fixed allowance for the tool definition. */
export function mostTokens(request: ModelRequest): Readonly<Record<keyof TokenUsage, number>> {
  const input_tokens = Buffer.byteLength(JSON.stringify(request)) + (request.tool ? tokensAdded : 0);
  return { input_tokens, output_tokens: request.max_tokens };
}

/** The longest delay of a timer, in milliseconds. Node fires timers with a longer delay at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The default significance level: the largest probability of a false pass. */
export const defaultSignificanceLevel = 0.05;
