import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { chatTraps, renderedTextTraps } from './text-traps.js';

/** Returns warnings of texts in the body of a prompt that do not mean what they seem to. `fields` are those of its data sets. */
export function promptTraps(
  prompt: Pick<Prompt, 'body' | 'body_places' | 'inputs' | 'braces'>,
  fields: ReadonlySet<string>,
): readonly Problem[] {
  const inputs = new Set(prompt.inputs.map(({ name }) => name));
  const rendering = { inputs, fields, isLiteral: prompt.braces === 'literal' };
  const { texts } = prompt.body_places;
  return [
    ...(typeof prompt.body === 'string' ? texts.flatMap(chatTraps) : []),
    ...texts.flatMap((text) => renderedTextTraps(text, rendering)),
  ];
}

/** The warnings of texts that do not mean what they seem to. */
const trapCodes: readonly string[] = [
  'EVA_TEMPLATE_LEFTOVER',
  'EVA_CHAT_IN_TEXT',
  'EVA_INVISIBLE_TEXT',
  'EVA_LOOKALIKE',
  'EVA_BRACES_IN_CHECK',
  'EVA_SILENT_CHECK',
];

/** Returns a warning of such a text as an error, for `--strict`, and any other problem as it is. */
export function asErrorIfTrap(entry: Problem): Problem {
  // A schema that is shared with other tools may have a format, which only they check.
  const isShared = entry.variant === 'format';
  return trapCodes.includes(entry.code) && !isShared ? { ...entry, severity: 'error' } : entry;
}
