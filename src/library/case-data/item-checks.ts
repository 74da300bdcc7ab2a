import type { JsonValue } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { FileInput } from '#model/prompt.js';
import { type FoundReference, hasInputs, resolveCheck } from '#model/references.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import { isBlank } from '#model/text/characters.js';
import { listed, placeholderPattern, placeholders, quoted, short } from '#model/text/quoted.js';
import { readInputFile } from '../cases/case-inputs.js';
import type { NamedFiles } from '../cases/named-files.js';
import { type CheckValue, type EvalFiles, hiddenFilesOf, mentionAt } from '../cases/reading.js';
import type { ItemFiles, PlacedItem } from '../items/item.js';
import { noValue } from '../items/item-source.js';
import { maxRequestBytes, tooLargeRequest } from '../prompt/media.js';
import type { DocumentPart } from '../source/document.js';
import { invisibleText } from '../traps/invisible-text.js';
import { silentTexts } from '../traps/silent-checks.js';
import { invisibleTextAt } from '../traps/text-traps.js';
import type { ClassNames } from './dataset-keys.js';

/** A field whose text must not be blank. */
export interface TextUse {
  readonly field: string;
  /** The key that uses it: `reference`, `expected`. */
  readonly key: string;
  /** All texts that it may be, and whether letter case counts; absent for any text. */
  readonly classes?: ClassNames;
}

/** A check whose value comes from items. */
interface ItemCheck {
  readonly spec: CheckSpec;
  readonly references: readonly FoundReference[];
  /** The fields that its references name, themselves or as inputs. */
  readonly fields: readonly string[];
}

interface Expected {
  readonly texts: readonly TextUse[];
  readonly checks: readonly ItemCheck[];
  /** The field of each input that items fill, and the values of inputs that an item does not fill. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly constants: Readonly<Record<string, string>>;
  /** The tools of the model under test; undefined if the case declares none. */
  readonly tools: readonly ToolSpec[] | undefined;
}

/** Returns the problems of the expected values of an item. Values that are missing are reported elsewhere. */
export function itemProblems(
  item: PlacedItem,
  { texts, checks, inputs, constants, tools }: Expected,
  checkValue: CheckValue,
): readonly Problem[] {
  // most checks name fields alone
  const takesInputs = checks.some(({ references }) => references.some(({ reference }) => !('field' in reference)));
  const ofChecks = takesInputs ? inputsOfItem(item, inputs, constants) : {};
  return [
    ...texts.flatMap((use) => textProblem(item, use) ?? []),
    ...checks.flatMap((check) => checkProblem(item, check, ofChecks, (spec) => checkValue(spec, tools)) ?? []),
  ];
}

/** Returns the inputs of an item: its own values, and the constants for those that it does not have. */
function inputsOfItem(
  item: PlacedItem,
  inputs: ReadonlyMap<string, string>,
  constants: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = [...inputs].flatMap(([name, field]) => {
    const text = item.text(field);
    return text === null ? [] : [[name, text] as const];
  });
  return { ...constants, ...Object.fromEntries(own) };
}

export function itemTraps(item: PlacedItem, fields: readonly string[]): readonly Problem[] {
  return fields.flatMap((field) => {
    const [first] = invisibleText(item.text(field) ?? '');
    if (!first) return [];
    return [invisibleTextAt(first.names, item.place(field))];
  });
}

/** Returns the inputs of each message that has no other text, which is blank if they are. */
export function bareMessages(
  texts: readonly { readonly text: string; readonly isFile?: true }[],
): readonly (readonly string[])[] {
  const bare = texts.filter(({ text, isFile }) => isFile !== true && isBlank(text.replace(placeholderPattern, '')));
  return bare.map(({ text }) => placeholders(text)).filter((names) => names.length > 0);
}

/** Returns a warning for each message that is blank with the values of an item. `messages`: the inputs of those that have no other text. */
export function blankItemMessages(
  item: PlacedItem,
  messages: readonly (readonly string[])[],
  { inputs, constants }: Pick<Expected, 'inputs' | 'constants'>,
): readonly Problem[] {
  return messages.flatMap((names) => {
    const fields = names.flatMap((name) => inputs.get(name) ?? []);
    const texts = names.map((name) => item.text(inputs.get(name) ?? '') ?? constants[name] ?? '');
    const [field] = fields;
    if (field === undefined || !texts.every(isBlank)) return [];
    return [
      problem(
        'EVA_DATA_VALUE:blank_message',
        `a message of this item is blank: ${listed(fields.map(quoted))} ${fields.length === 1 ? 'has' : 'have'} no text`,
        {
          hint: `write a text, or leave out such items with unless: { ${fields[0]}: "" }: some servers refuse a blank message`,
          at: item.place(field),
          severity: 'warning',
        },
      ),
    ];
  });
}

function textProblem(item: PlacedItem, { field, key, classes }: TextUse): Problem | undefined {
  const text = item.text(field);
  if (text === null) return undefined;
  if (isBlank(text))
    return problem('EVA_DATA_VALUE:blank', `${quoted(field)} is blank, but "${short(key)}" needs a text`, {
      hint: 'write a text, or leave out such items with unless',
      at: item.place(field),
    });
  if (!classes || classes.indexOf(text, item.value(field)) !== undefined) return undefined;
  const params = { field, value: text, meant: classes.nearest(text) };
  return problem('EVA_DATA_VALUE:class', `${quoted(params.value)} in ${quoted(params.field)} is none of the classes`, {
    hint: params.meant === null ? 'correct it, or add it to "of"' : `did you mean ${quoted(params.meant)}?`,
    at: item.place(field),
  });
}

function checkProblem(
  item: PlacedItem,
  { spec, references, fields }: ItemCheck,
  inputs: Readonly<Record<string, string>>,
  checkValue: (spec: CheckSpec) => Problem | undefined,
): Problem | undefined {
  const isKnown = references.every(({ reference }) =>
    'field' in reference ? (item.value(reference.field) ?? null) !== null : hasInputs(reference, inputs),
  );
  if (!isKnown) return undefined;
  const resolved = resolveCheck(spec, {
    field: ({ field }) => item.value(field) as JsonValue,
    fieldText: ({ field }) => item.text(field),
    inputs,
  });
  const wrong = checkValue(resolved);
  if (!wrong && !/^(?:not_)?matches/.test(spec.op)) return undefined;
  if (!wrong) return silentTexts(resolved.value, true, () => item.place(fields[0]))[0];
  const named = Object.values(wrong.fix ?? {});
  const field = fields.find((name) => named.includes(item.text(name))) ?? fields[0] ?? '';
  return unusableValue(field, wrong.message, item.place(field));
}

/** Returns the files that items name; undefined if no field fills an input that a message takes as a file. */
export function itemFiles(
  named: NamedFiles,
  entry: DocumentPart,
  files: readonly FileInput[],
  fields: ReadonlyMap<string, string>,
): ItemFiles | undefined {
  const inputs = [...new Set(files.map(({ name }) => name))].filter((name) => fields.has(name));
  if (inputs.length === 0) return undefined;
  const mention = mentionAt(entry);
  return { inputs, find: (text) => readInputFile(named, { name: '', at: mention.at }, text, mention).value };
}

/** The inputs of a case that messages take as files, and where their values come from. */
interface FileSources extends Pick<Expected, 'inputs' | 'constants'> {
  readonly files: readonly FileInput[];
}

/** Returns the problems of the files that an item names. `entry` is the case. */
export function itemFileProblems(
  { named, prompt }: EvalFiles,
  entry: DocumentPart,
  item: PlacedItem,
  { files, inputs, constants }: FileSources,
): readonly Problem[] {
  const problems: Problem[] = [];
  let bytes = 0;
  for (const input of files) {
    const field = inputs.get(input.name);
    if (field === undefined) continue;
    const own = item.text(field);
    // A missing value of a required input is reported already.
    const declared = prompt?.inputs.find(({ name }) => name === input.name);
    if (own === null && declared?.required && declared.default === undefined) continue;
    const text = own ?? constants[input.name] ?? '';
    const at = item.place(field);
    const read = readInputFile(named, input, text, { at, hidden: hiddenFilesOf(entry) });
    bytes += read.value?.bytes ?? 0;
    if (text.trim() === '') problems.push(noValue(field, at));
    else problems.push(...read.problems.map((flaw) => asOfItem(flaw, field, at)));
  }
  if (bytes <= maxRequestBytes) return problems;
  return [...problems, tooLargeRequest(bytes, item.place())];
}

/** Returns a problem at the value of an item. One of the path or of reading the file becomes a problem of the value. */
function asOfItem(entry: Problem, field: string, at: Problem['at']): Problem {
  if (entry.code === 'EVA_BAD_MEDIA' || entry.code === 'EVA_TOO_LARGE') return entry;
  return unusableValue(field, entry.message, at);
}

function unusableValue(field: string, flaw: string, at: Place | undefined): Problem {
  return problem('EVA_DATA_VALUE:check', `the value of ${quoted(field)} cannot be used: ${short(flaw)}`, {
    hint: 'correct it, or leave out such items with where or unless',
    at,
  });
}
