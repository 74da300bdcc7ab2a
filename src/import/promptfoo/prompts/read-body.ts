import type { JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import type { ImportContext, ImportedPrompt } from '../imported.js';
import type { InputNames } from '../template/input-names.js';
import type { Piece } from '../template/parse.js';
import { ofEnvironment } from '../template/read-expression.js';
import { isChat, readChat } from './chat.js';
import { type Content, openContent } from './content.js';
import { type Marked, readShape } from './marked.js';
import { RefusedPrompt } from './refused-prompt.js';
import type { PromptSource } from './sources.js';

/** The template of a prompt with the number of characters before it that are not its own. */
export type BodySource = PromptSource & { readonly lead: number };

export type ReadBody = Pick<ImportedPrompt, 'body' | 'inputs' | 'writes' | 'hasBraces'>;

/** Reads the body of a prompt. Returns undefined if it cannot be carried over; the ledger then says why. */
export function readBody(
  source: BodySource,
  context: ImportContext & { readonly names: InputNames },
): ReadBody | undefined {
  const { ledger, folder, names } = context;
  const at = source.node.place();
  const content = openContent({
    folder,
    at,
    names,
    note: (effect, words) => ledger.add(effect, 'prompt', at, words),
  });
  const shape = readShape(source.raw);
  if (shape.kind === 'unsupported') {
    const place = placeIn(source, shape.offset);
    ledger.add('blocks', 'prompt', place, {
      what: 'template',
      reason: `eva has no counterpart for ${shape.unsupported}`,
      ...(shape.unsupported === ofEnvironment && { todo: 'write the value in its place' }),
    });
    return undefined;
  }
  try {
    const body =
      shape.kind === 'text'
        ? textBody(shape.piecesOf(shape.content), source, content)
        : dataBody(shape, source, content);
    return { body, inputs: content.inputs(), writes: content.writes(), hasBraces: content.hasBraces() };
  } catch (error) {
    if (!(error instanceof RefusedPrompt)) throw error;
    const { what, reason, todo } = error;
    ledger.add('blocks', 'prompt', at, { what, reason, ...(todo !== undefined && { todo }) });
    return undefined;
  }
}

type Body = ImportedPrompt['body'];

function textBody(pieces: readonly Piece[], { isMarkdown }: BodySource, content: Content): Body {
  const text = content.text(pieces);
  if (text.trim() === '') throw new RefusedPrompt('prompt', 'it is empty');
  return { kind: 'text', file: isMarkdown ? 'prompt.md' : 'prompt.txt', text };
}

/** Reads a list of messages. Other JSON is a text, in which each value is written as JSON. */
function dataBody(
  data: Marked<JsonValue> & { readonly isWritten: boolean },
  source: BodySource,
  content: Content,
): Body {
  const { piecesOf } = data;
  if (isChat(data.content)) return { kind: 'messages', messages: readChat(data.content, { content, piecesOf }) };
  if (!data.isWritten) throw new RefusedPrompt('messages', 'not every message has a role');
  const pieces = piecesOf(JSON.stringify(data.content, null, 2)).map(
    (piece): Piece =>
      piece.kind === 'text' ? piece : { ...piece, expression: { kind: 'escaped', of: piece.expression } },
  );
  return textBody(pieces, source, content);
}

/** Returns the place of an offset of a template: the line of a file, or the entry of the configuration. */
function placeIn({ node, raw, lead }: BodySource, offset: number): Place {
  const at = node.place();
  const own = Math.max(0, offset - lead);
  if (at.line === undefined || at.column !== undefined) return at;
  return { ...at, line: at.line + raw.slice(lead, lead + own).split('\n').length - 1 };
}
