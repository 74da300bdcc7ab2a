import type { Body, BodyMessage } from '#model/prompt.js';
import type { Candidate, Edit } from './mutant.js';

/** Applies a change to the body that it was made from. */
export function applyChange(body: Body, { edits, exchange }: Pick<Candidate, 'edits' | 'exchange'>): Body {
  const changed = edits.length > 0 ? withEdits(body, edits) : body;
  if (exchange === undefined || typeof changed === 'string') return changed;
  return changed.filter((_message, index) => index !== exchange && index !== exchange + 1);
}

function withEdits(body: Body, edits: readonly Edit[]): Body {
  let index = 0;
  const next = (text: string) => edited(text, edits, index++);
  if (typeof body === 'string') return next(body);
  return body.map((message): BodyMessage => {
    if (typeof message.content === 'string') return { ...message, content: next(message.content) };
    return { ...message, content: message.content.map((part) => ('text' in part ? { text: next(part.text) } : part)) };
  });
}

function edited(text: string, edits: readonly Edit[], index: number): string {
  const own = edits.filter((edit) => edit.text === index).sort((a, b) => a.start - b.start);
  let result = '';
  let from = 0;
  for (const edit of own) {
    result += text.slice(from, edit.start) + edit.with;
    from = edit.end;
  }
  return result + text.slice(from);
}
