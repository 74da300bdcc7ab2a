import type { MediaFile, ModelRequest, TokenUsage } from './reply/exchange.js';

/** The largest `sample_size` of a case. eva never suggests a larger sample size. */
export const mostTrials = 100_000;

/** The largest number of trials of a run, all cases together. A finished trial takes up to 1 kB of memory. */
export const mostTrialsOfRun = 1_000_000;

/** An upper bound of the tokens that a provider adds to a request with a tool: message separators and the description of the tool. */
export const tokensAdded = 1000;

/**
 * Returns an upper bound of the tokens of a request and its reply: one token per byte, plus a fixed allowance for tool definitions, plus the
 * tokens of files.
 */
export function mostTokens(request: ModelRequest): Readonly<Record<keyof TokenUsage, number>> {
  const messages = request.messages.map(({ role, content, parts }) => (parts ? { role, parts } : { role, content }));
  const files = messages.flatMap(({ parts = [] }) => parts.flatMap((part) => ('file' in part ? [part.file] : [])));
  const text = Buffer.byteLength(JSON.stringify({ ...request, messages }));
  const tools = request.tool || request.options?.tools ? tokensAdded : 0;
  return { input_tokens: text + tools + mostTokensOfFiles(files), output_tokens: request.max_tokens };
}

/** The most tokens that the Messages API or a model of OpenAI counts for one image: they scale large images down. */
export const mostTokensOfImage = 50_000;

/** More tokens than the context window of any model has. */
const mostTokensOfContext = 2_000_000;

/**
 * Returns an upper bound of the tokens of files. A PDF counts as its bytes in base64, at least as an image and at most as a context window: a
 * bound for all but extremely compressed ones.
 */
export function mostTokensOfFiles(files: readonly Pick<MediaFile, 'media_type' | 'bytes'>[]): number {
  return files.reduce((sum, { media_type, bytes }) => {
    if (media_type !== 'application/pdf') return sum + mostTokensOfImage;
    const base64 = 4 * Math.ceil(bytes / 3);
    return sum + Math.min(Math.max(base64, mostTokensOfImage), mostTokensOfContext);
  }, 0);
}

/** The longest delay of a timer, in milliseconds. Node fires timers with a longer delay at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The default significance level: the largest probability of a false pass. */
export const defaultSignificanceLevel = 0.05;
