import { problem } from '#errors/index.js';
import type { FieldReference } from '#model/dataset.js';
import { type InputReference, isValueReference } from '#model/grader.js';
import { isBlank } from '#model/text/characters.js';
import { quoted, short } from '#model/text/quoted.js';
import { type Path, valueAt } from '../../source/place.js';
import type { EvalContext } from '../eval-context.js';

/**
 * Reads the `reference:` beside a rubric or an expected behaviour: a text, or the field or input of an item that has it; undefined without one.
 * `inputs` are those that all trials share.
 */
export function readReference(
  { source, report }: EvalContext,
  path: Path,
  inputs: Readonly<Record<string, string>>,
): string | FieldReference | InputReference | undefined {
  const own = [...path, 'reference'];
  const written: unknown = valueAt(source.value, own);
  if (typeof written === 'string') return written;
  if (!isValueReference(written) || 'text' in written) return undefined;
  if ('field' in written) return { field: written.field };
  const { input } = written;
  const text = Object.hasOwn(inputs, input) ? inputs[input] : undefined;
  if (text === undefined) return { input };
  if (isBlank(text))
    report([
      problem('EVA_EMPTY:input', `"reference" is blank: the input ${quoted(input)} has no text`, {
        hint: `give ${short(input)} a text under "inputs", or remove "reference"`,
        at: source.place(own),
      }),
    ]);
  return text;
}
