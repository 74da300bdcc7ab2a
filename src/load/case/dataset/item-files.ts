import type { ItemFiles, PlacedItem } from '#dataset/item-index.js';
import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { FileInput } from '#model/prompt.js';
import { maxRequestBytes } from '../../prompt/media.js';
import type { Path } from '../../source/place.js';
import type { EvalContext } from '../eval-context.js';
import { readInputFile } from '../inputs/input-files.js';

/** Returns the files that items name; undefined if no field fills an input that a message takes as a file. */
export function itemFiles(
  context: EvalContext,
  path: Path,
  files: readonly FileInput[],
  fields: ReadonlyMap<string, string>,
): ItemFiles | undefined {
  const inputs = [...new Set(files.map(({ name }) => name))].filter((name) => fields.has(name));
  if (inputs.length === 0) return undefined;
  const at = context.source.place(path);
  return { inputs, find: (text) => readInputFile(context, path, { name: '', at }, { text, at }).value };
}

/** The inputs of a case that messages take as files, and where their values come from. */
interface FileSources {
  readonly files: readonly FileInput[];
  /** The field that fills each input. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The values that the case itself gives. */
  readonly constants: Readonly<Record<string, string>>;
  readonly path: Path;
}

export function itemFileProblems(
  context: EvalContext,
  item: PlacedItem,
  { files, inputs, constants, path }: FileSources,
): readonly Problem[] {
  const found: Problem[] = [];
  let bytes = 0;
  for (const input of files) {
    const field = inputs.get(input.name);
    if (field === undefined) continue;
    const own = item.text(field);
    const text = own ?? constants[input.name] ?? '';
    const isReported = own === null && isRequired(context, input.name);
    if (isReported) continue;
    const at = item.place(field);
    const { value, problems } = readInputFile(context, path, input, { text, at });
    bytes += value?.bytes ?? 0;
    if (text.trim() === '') found.push(problem('EVA_DATA_VALUE:missing', { field }, { at }));
    else found.push(...problems.map((entry) => asOfItem(entry, field, at)));
  }
  if (bytes <= maxRequestBytes) return found;
  return [...found, problem('EVA_TOO_LARGE:request', { bytes, limit: maxRequestBytes }, { at: item.place() })];
}

/** Returns true if a missing value of an item is reported already. */
function isRequired({ prompt }: EvalContext, name: string): boolean {
  return prompt?.inputs.some((input) => input.name === name && input.required && input.default === undefined) ?? false;
}

/** Returns a problem at the value of an item. One of the path or of reading the file becomes a problem of the value. */
function asOfItem(entry: Problem, field: string, at: Problem['at']): Problem {
  if (entry.code === 'EVA_BAD_MEDIA' || entry.code === 'EVA_TOO_LARGE') return entry;
  return problem('EVA_DATA_VALUE:check', { field, flaw: entry.message }, { at });
}
