import { leftOut, noted, type Reader, setting } from './part.js';

/** Reads a number of a setting. */
export function numberOf(key: string, min: number, max: number): Reader {
  return ({ node: { value } }) => {
    if (value === null) return [];
    if (typeof value !== 'number') return leftOut('it is no number');
    return value >= min && value <= max ? setting(key, value) : leftOut(`it is not between ${min} and ${max}`);
  };
}

export function wholeNumberOf(key: string, min: number, max: number): Reader {
  return ({ node: { value } }) => {
    if (value === null) return [];
    if (typeof value !== 'number' || !Number.isInteger(value)) return leftOut('it is no whole number');
    return value >= min && value <= max ? setting(key, value) : leftOut(`it is not between ${min} and ${max}`);
  };
}

export const maxTokens = wholeNumberOf('max_tokens', 1, 10_000_000);
export const temperature = numberOf('temperature', 0, 2);
export const topP = numberOf('top_p', 0, 1);
export const samplingSeed = wholeNumberOf('sampling_seed', -(2 ** 31), 2 ** 31 - 1);

/** Reads `top_k`. Zero and less mean no limit, in all servers that take them. */
export const topK: Reader = (written, reading) => {
  const { value } = written.node;
  if (typeof value === 'number' && value <= 0) return noted('it sets no limit');
  return wholeNumberOf('top_k', 1, 1_000_000)(written, reading);
};

/** Reads `num_predict` of Ollama, where less than 1 means no limit. */
export const numPredict: Reader = (written, reading) => {
  const { value } = written.node;
  if (typeof value === 'number' && value < 1) return noted('it sets no limit, and eva always does: 4096 tokens');
  return maxTokens(written, reading);
};

/** Reads the texts at which a model stops. */
export const stop: Reader = ({ node: { value } }) => {
  if (value === null) return [];
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (texts.length === 0) return [];
  if (!texts.every((text) => typeof text === 'string' && text !== '')) return leftOut('it is no list of texts');
  return texts.length <= 16 ? setting('stop', texts as readonly string[]) : leftOut('it has more than 16 texts');
};
