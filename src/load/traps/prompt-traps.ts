import type { Problem } from '#model/problem.js';
import { bodyTexts, type Prompt } from '#model/prompt.js';
import { chatTraps, type PlacedPiece, pieceOfFile, renderedTextTraps } from './text-traps.js';

/** Returns warnings of texts in the body of a prompt that do not mean what they seem to. */
export function promptTraps(
  prompt: Pick<Prompt, 'id' | 'body' | 'body_file' | 'inputs' | 'braces'>,
): readonly Problem[] {
  const inputs = new Set(prompt.inputs.map(({ name }) => name));
  const rendering = { inputs, isLiteral: prompt.braces === 'literal' };
  return [
    ...(typeof prompt.body === 'string' ? piecesOf(prompt).flatMap(chatTraps) : []),
    ...piecesOf(prompt).flatMap((piece) => renderedTextTraps(piece, rendering)),
  ];
}

function piecesOf({ id, body, body_file }: Pick<Prompt, 'id' | 'body' | 'body_file'>): readonly PlacedPiece[] {
  return bodyTexts(body).map((text) => pieceOfFile(text, `prompts/${id}/${body_file}`));
}

/** The warnings of texts that do not mean what they seem to. */
const trapCodes: readonly string[] = [
  'EVA_TEMPLATE_LEFTOVER',
  'EVA_CHAT_IN_TEXT',
  'EVA_INVISIBLE_TEXT',
  'EVA_LOOKALIKE',
  'EVA_BRACES_IN_CHECK',
];

/** Returns a warning of such a text as an error, for `--strict`, and any other problem as it is. */
export function asErrorIfTrap(entry: Problem): Problem {
  return trapCodes.includes(entry.code) ? { ...entry, severity: 'error' } : entry;
}
