import { posix } from 'node:path';
import { uniqueBy } from '#model/data/collections.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { hasErrors, type Loaded, type Place, type Problem } from '#model/problem.js';
import { declaredInputs, type FileInput } from '#model/prompt.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { problem } from '#model/sentences/sentence.js';
import { quoted, short } from '#model/text/quoted.js';
import { otherType } from '../prompt/messages.js';
import { readDocument } from '../source/document.js';
import { candidatesFor, type Hidden, resolveInside } from '../source/inside-root.js';
import { inputNames, type Misnamed, misnamedIn } from '../source/misnamed.js';
import { type Path, valueAt } from '../source/place.js';
import { maxInputBytes, readText } from '../source/read-file.js';
import type { YamlSource } from '../source/yaml-source.js';
import { invisibleTextTraps, pieceOfFile } from '../traps/text-traps.js';
import { compareInputs, type Fields, type Given, type TemplateText, withoutUndeclared } from './compare-inputs.js';
import { type EvalContext, type EvaluatedPrompt, type GivenInput, hiddenFilesOf } from './eval-context.js';

/** The inputs that a case gives itself, before those that the items of a data set fill. */
export interface ConstantInputs {
  readonly given: Given;
  /** True if a mistake hides some inputs, so that missing ones are not reported. */
  readonly isPartial: boolean;
}

/**
 * Reads the inputs that the case at a path gives: in its own mapping, its folder and its files. `asFiles` are the inputs that a message
 * takes as files: their values are paths, so `files` must not give them the text of a file.
 */
export function readConstants(context: EvalContext, path: Path, asFiles: readonly FileInput[]): ConstantInputs {
  const { source, report } = context;
  const fromFile = inputsFrom(context, path);
  const inline = givenInputs(source, [...path, 'inputs']);
  const files = fileInputs(context, path, new Set(asFiles.map(({ name }) => name)));
  report(givenTwice(inline, files.given));
  const allowHidden = [...path, 'allow_hidden'];
  if (!context.folder && context.document.holds(allowHidden)) report([noFolder(context, allowHidden)]);
  return {
    given: new Map([...(fromFile ?? []), ...inline, ...files.given]),
    isPartial: fromFile === null || files.isBroken || !areKnown(context, path),
  };
}

/** The inputs that the items of a data set fill. */
export interface FilledInputs {
  /** The filled inputs, and the names of all fields; null if they are not known. */
  readonly filled: (Fields & { readonly given: Given }) | null;
}

/**
 * Returns the value of each input of the case at a path, defaults included. Reports and omits missing inputs, and reports unknown ones. `texts` are the texts that
 * use inputs. If the body is not among them, required inputs may be missing. Items of a data set fill further inputs, and
 * references use some.
 */
export function readCaseInputs(
  context: EvalContext,
  path: Path,
  { given: written, isPartial }: ConstantInputs,
  { texts, dataset, used }: InputUses,
): Readonly<Record<string, string>> {
  const { prompt, report } = context;
  if (!prompt) return {};
  const declared = { prompt, texts, used };
  const own = withoutUndeclared(context, written, declared);
  const filled = withoutUndeclared(context, dataset?.filled?.given ?? new Map(), declared);
  const given = new Map([...own, ...filled]);
  const { unknown, lacking, withoutValue } = compareInputs(context, path, {
    ...dataset?.filled,
    given,
    prompt,
    texts,
    used,
  });
  report(unknown);
  if (isPartial) return {};
  if (dataset?.filled !== null) report(lacking);
  const values = Object.entries(constantTexts(own, prompt));
  return Object.fromEntries(values.filter(([name]) => !withoutValue.has(name)));
}

/** Returns the inputs that all trials of a case share: those that items do not fill. */
export function sharedInputs(
  inputs: Readonly<Record<string, string>>,
  dataset: FilledInputs | null,
): Readonly<Record<string, string>> {
  if (!dataset) return inputs;
  const ofItems = dataset.filled?.given;
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => ofItems && !ofItems.has(name)));
}

interface InputUses {
  readonly texts: readonly TemplateText[];
  readonly dataset: FilledInputs | null;
  /** The inputs that references use; `all` if a program sees every input. */
  readonly used: readonly string[] | 'all';
}

/** Returns false if a mistake hides some inputs of a case. Missing values are then not reported. */
function areKnown({ document }: EvalContext, path: Path): boolean {
  return ['inputs', 'inputs_from', 'files'].every((key) => {
    const own = [...path, key];
    return document.holds(own) ? document.isSound(own) : document.lacks(path, key);
  });
}

/** Reads the inputs of `inputs_from`; null if its inputs.yml cannot be read. */
function inputsFrom(context: EvalContext, path: Path): Given | null {
  const own = [...path, 'inputs_from'];
  const named = valueAt(context.source.value, own);
  if (typeof named !== 'string') return new Map();
  if (!context.folder) {
    context.report([noFolder(context, own)]);
    return null;
  }
  const hidden = hiddenFilesOf(context, path);
  const key = JSON.stringify([named, hidden]);
  const known = context.inputFiles.get(key);
  if (known !== undefined) return known;
  const { value, problems } = loadInputs(context.folder, named, context.source.place(own), hidden);
  context.report(problems);
  context.inputFiles.set(key, value);
  return value;
}

/** Returns the problem of a path in an object of a program, which has no folder. */
function noFolder({ source }: EvalContext, path: Path): Problem {
  return problem(
    'EVA_UNKNOWN_KEY:no_folder',
    `"${short(String(path.at(-1)))}" has no effect in an object: an object has no folder`,
    { hint: 'read the file yourself and pass its content under "inputs"', at: source.place(path, 'key') },
  );
}

function fileInputs(
  context: EvalContext,
  path: Path,
  asFiles: ReadonlySet<string>,
): { given: Given; isBroken: boolean } {
  const files = valueAt(context.source.value, [...path, 'files']) ?? {};
  const given = new Map<string, GivenInput>();
  if (!context.folder) {
    const isThere = context.document.holds([...path, 'files']);
    if (isThere) context.report([noFolder(context, [...path, 'files'])]);
    return { given, isBroken: isThere };
  }
  let isBroken = false;
  for (const [name, written] of Object.entries(files)) {
    const at = context.source.place([...path, 'files', name], 'key');
    if (asFiles.has(name))
      context.report([
        problem(
          'EVA_BAD_MEDIA:text_input',
          `"files" gives the input ${quoted(name)} the text of a file, but a message takes it as a file`,
          { hint: `move it to inputs: { ${short(name)}: PATH }`, at },
        ),
      ]);
    const text = asFiles.has(name) ? null : fileText(context, [...path, 'files', name], String(written));
    given.set(name, { text, at });
    isBroken ||= text === null;
  }
  return { given, isBroken };
}

function fileText(context: EvalContext, path: Path, written: string): string | null {
  const { folder, source, report } = context;
  if (!folder) return null;
  const candidates = candidatesFor(folder.id, written);
  const inside = resolveInside(folder.root, candidates, source.place(path), hiddenFilesOf(context, path));
  report(inside.problems);
  if (!inside.value) return null;
  const { value, problems } = readText(inside.value.path, inside.value.file, maxInputBytes);
  report(problems);
  if (value !== null && !context.searchedFiles.has(inside.value.file)) {
    context.searchedFiles.add(inside.value.file);
    report(invisibleTextTraps(pieceOfFile(value, inside.value.file)));
  }
  return value?.replaceAll('\r\n', '\n') ?? null;
}

function givenTwice(inline: Given, files: Given): readonly Problem[] {
  const twice = [...files].filter(([name]) => (inline.get(name)?.text ?? null) !== null);
  return twice.map(([name, { at }]) =>
    problem('EVA_INPUT_TWICE', `${quoted(name)} is given under "inputs" and under "files"`, {
      hint: 'keep one of them',
      at,
    }),
  );
}

/** Returns the inputs that a case gives itself, and the defaults of the others. */
export function constantTexts(given: Given, prompt: EvaluatedPrompt): Readonly<Record<string, string>> {
  const declared = declaredInputs(prompt).map(({ name, default: standIn = '' }) => [name, standIn] as const);
  const texts = [...given].flatMap(([name, { text }]) => (text === null ? [] : [[name, text] as const]));
  return Object.fromEntries([...declared, ...texts]);
}

/** Returns the values of a mapping of inputs, by name. */
export function givenInputs(source: YamlSource, path: Path): ReadonlyMap<string, GivenInput> {
  const values = valueAt(source.value, path);
  const names = isObject(values) ? Object.keys(values) : [];
  return new Map(
    names.map((name) => {
      const at = source.place([...path, name], 'key');
      return [name, { text: inputText(source, [...path, name]), at }];
    }),
  );
}

/** Returns a value as text: texts unchanged, numbers and booleans as written, lists and mappings as JSON, null for null. */
export function inputText(source: YamlSource, path: Path): string | null {
  const value = valueAt(source.value, path);
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return source.scalarText(path) ?? String(value);
  return jsonText(source, path, value);
}

/** Returns JSON without white space. Keeps numbers as written if that is valid JSON. */
function jsonText(source: YamlSource, path: Path, value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map((item: JsonValue, index) => jsonText(source, [...path, index], item)).join(',')}]`;
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}:${jsonText(source, [...path, key], item)}`,
    );
    return `{${entries.join(',')}}`;
  }
  const written = typeof value === 'number' ? source.scalarText(path) : undefined;
  return written !== undefined && jsonNumber.test(written) ? written : JSON.stringify(value);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads the inputs.yml of the folder in `inputs_from`, below the root, else below the prompt's folder. `at` is the place of `inputs_from`.
 */
function loadInputs(
  { root, id }: { readonly root: string; readonly id: string },
  folder: string,
  at?: Place,
  hidden?: Hidden,
): Loaded<ReadonlyMap<string, GivenInput>> {
  const candidates = candidatesFor(id, folder, 'inputs.yml');
  const { source, problems } = readDocument(root, 'inputs', candidates, { at, hidden });
  const misnamed = problems.some(({ code }) => code === 'EVA_NO_FILE') && misnamedInputs(root, candidates);
  if (misnamed) return { value: null, problems: [problem('EVA_NO_FILE:unread', misnamed, { at })] };
  return { value: source && !hasErrors(problems) ? givenInputs(source, []) : null, problems };
}

/** Returns the file that somebody may have named differently than inputs.yml, in one of the folders where eva looks for it. */
function misnamedInputs(root: string, candidates: readonly string[]): Misnamed | undefined {
  return candidates
    .map((file) => misnamedIn(root, posix.dirname(file), inputNames))
    .find((found) => found !== undefined);
}

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
