import { problem } from '#errors/index.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import type { FileInput } from '#model/prompt.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { quoted, short } from '#model/text/quoted.js';
import { otherType } from '../../prompt/messages.js';
import { type Path, valueAt } from '../../source/place.js';
import { type EvalContext, hiddenFilesOf } from '../eval-context.js';
import type { ConstantInputs, FilledInputs } from './case-inputs.js';

interface InputValues {
  readonly constants: ConstantInputs;
  /** The value of each input, defaults included. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly dataset: FilledInputs | null;
}

/**
 * Returns the file of each input that a message takes as a file, by the name of the input. Reports files that cannot be used, at the value
 * of the input. Leaves out inputs that only the items of a data set fill.
 */
export function readInputFiles(
  context: EvalContext,
  path: Path,
  files: readonly FileInput[],
  { constants, inputs, dataset }: InputValues,
): Readonly<Record<string, MediaPath>> {
  if (constants.isPartial || dataset?.filled === null) return {};
  const isFilled = (name: string) => inputs[name] === '' && dataset?.filled?.given.has(name);
  const isReported = (name: string) => inputs[name] === '' && isMissing(context, name, constants);
  const own = files.filter(({ name }) => Object.hasOwn(inputs, name) && !isFilled(name) && !isReported(name));
  const found = uniqueBy(own, ({ name, media_type }) => `${name} ${media_type}`).flatMap((file) => {
    const at = placeOfValue(context, path, file, constants);
    const { value, problems } = readInputFile(context, path, file, { text: inputs[file.name] ?? '', at });
    context.report(problems);
    return value ? [[file.name, value] as const] : [];
  });
  return Object.fromEntries(found);
}

interface PlacedValue {
  readonly text: string;
  readonly at: Place;
}

export function readInputFile(
  context: EvalContext,
  path: Path,
  { name, media_type }: FileInput,
  { text, at }: PlacedValue,
): { readonly value: MediaPath | null; readonly problems: readonly Problem[] } {
  const { folder, media } = context;
  if (!folder) return { value: null, problems: [] };
  if (text.trim() === '')
    return {
      value: null,
      problems: [
        problem('EVA_MISSING_INPUT:path', `a message takes the input ${quoted(name)} as a file, and it has no value`, {
          hint: `give the path of the file: inputs: { ${short(name)}: PATH }`,
          at,
        }),
      ],
    };
  const { value, problems } = media.find(folder, text, { at, hidden: hiddenFilesOf(context, path) });
  return { value, problems: value ? otherType(value, media_type, at) : problems };
}

/** Returns true if a required input has no value, which has a problem of its own. */
function isMissing({ prompt }: EvalContext, name: string, { given }: ConstantInputs): boolean {
  const isRequired = prompt?.inputs.some((input) => input.name === name && input.required) ?? false;
  return isRequired && (given.get(name)?.text ?? null) === null;
}

function placeOfValue(
  { source, prompt }: EvalContext,
  path: Path,
  { name }: FileInput,
  { given }: ConstantInputs,
): Place {
  const own = [...path, 'inputs', name];
  if (valueAt(source.value, own) !== undefined) return source.place(own);
  const declared = prompt?.inputs.find((input) => input.name === name);
  return given.get(name)?.at ?? (declared?.default === undefined ? undefined : declared.at) ?? source.place(path);
}
