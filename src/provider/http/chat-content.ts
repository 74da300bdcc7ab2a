import { attemptTexts } from '#errors/failures/attempt.js';
import { isObject } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import { ProviderFailure } from '../failure.js';

interface ChatContent {
  readonly text: string;
  readonly refusal: string | undefined;
  /** False with a part of an unknown type, which may be a text or a call. */
  readonly isWhole: boolean;
}

/** The types of parts that eva knows. Reasoning is not part of the text. */
const knownParts: readonly unknown[] = ['text', 'refusal', 'thinking', 'reasoning'];

/** Reads a content: a text, or a list of parts. Throws `broken_body` for any other value. */
export function readContent(content: unknown): ChatContent {
  if (typeof content === 'string') return { text: content, refusal: undefined, isWhole: true };
  const parts = content ?? [];
  if (!Array.isArray(parts)) throw new ProviderFailure('broken_body', attemptTexts.not_a_content());
  if (!parts.every(isObject)) throw new ProviderFailure('broken_body', attemptTexts.not_an_item());
  const texts = parts.filter(({ type }) => type === 'text').map(({ text }) => text);
  if (!texts.every((text) => typeof text === 'string')) {
    throw new ProviderFailure('broken_body', attemptTexts.not_a_text());
  }
  const refusal = parts.flatMap(({ type, refusal }) =>
    type === 'refusal' && typeof refusal === 'string' && !isBlank(refusal) ? [refusal] : [],
  );
  return {
    text: texts.join(''),
    refusal: refusal.length === 0 ? undefined : refusal.join(''),
    isWhole: parts.every(({ type }) => knownParts.includes(type)),
  };
}
