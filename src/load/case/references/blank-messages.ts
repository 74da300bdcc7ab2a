import { problem } from '#errors/index.js';
import { inputsOf, isReference } from '#model/grader.js';
import { hasInputs, resolveText } from '#model/references.js';
import { isBlank } from '#model/text/characters.js';
import type { EvalContext } from '../eval-context.js';
import type { References } from './find-references.js';

/** Reports texts of messages that are blank with the values of their inputs. `inputs` are those that all trials share. */
export function reportBlankMessages(
  { source, report }: EvalContext,
  { texts }: References,
  inputs: Readonly<Record<string, string>>,
): void {
  for (const { key, reference, path } of texts) {
    if (key !== 'content' || isReference(reference) || !hasInputs(reference, inputs)) continue;
    if (!isBlank(resolveText(reference, { inputs, field: () => null }))) continue;
    const names = inputsOf(reference);
    const at = { at: source.place(path) };
    const name = { key, item: null };
    report([
      names.length > 0
        ? problem('EVA_EMPTY:rendered', { key, names }, at)
        : problem('EVA_EMPTY', { name, isBlank: true }, at),
    ]);
  }
}
