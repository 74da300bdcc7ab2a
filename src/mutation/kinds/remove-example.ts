import { type Body, type BodyMessage, bodyTexts } from '#model/prompt.js';
import { placeholders } from '#model/text/quoted.js';
import type { Candidate } from '../mutant.js';
import { removal, type TextKind } from './changes.js';

/** Removes an example: an `<example>` element, a section of Markdown, or a paragraph that begins with `Example:`. */
export const removeExample: TextKind = (text) =>
  text.examples.filter((range) => !text.hasPlaceholder(range)).map((range) => removal('remove_example', text, range));

/** Removes an exchange of messages.yml: a message of the user with the answer to it, if another message of the user follows. */
export function removeExchange(body: Body): readonly Candidate[] {
  return exchangesIn(body).map(({ at, messages, text }) => {
    const [question, answer] = messages.map((message) => bodyTexts([message]).join('\n\n'));
    return {
      kind: 'remove_example',
      edits: [],
      exchange: at,
      at: { text, start: 0, end: 0 },
      change: [{ kind: 'removed', text: `user: ${question}\nassistant: ${answer}` }],
    };
  });
}

/** Returns the numbers of the texts that are in such exchanges. */
export function textsOfExchanges(body: Body): ReadonlySet<number> {
  return new Set(
    exchangesIn(body).flatMap(({ messages, text }) => bodyTexts(messages).map((_text, index) => text + index)),
  );
}

interface Exchange {
  /** The number of its first message. */
  readonly at: number;
  readonly messages: readonly BodyMessage[];
  /** The number of its first text. */
  readonly text: number;
}

function exchangesIn(body: Body): readonly Exchange[] {
  if (typeof body === 'string') return [];
  let text = 0;
  return body.flatMap((message, at) => {
    const own = { at, messages: body.slice(at, at + 2), text };
    text += bodyTexts([message]).length;
    const [answer, next] = [body[at + 1], body[at + 2]];
    const isExchange = message.role === 'user' && answer?.role === 'assistant' && next?.role === 'user';
    return isExchange && !own.messages.some(usesInputs) ? [own] : [];
  });
}

function usesInputs(message: BodyMessage): boolean {
  const { content } = message;
  const isInput = typeof content !== 'string' && content.some((part) => 'file' in part && 'input' in part.file);
  return isInput || bodyTexts([message]).some((text) => placeholders(text).length > 0);
}
