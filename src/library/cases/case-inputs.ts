import { uniqueBy } from '#model/data/collections.js';
import type { Loaded, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { declaredInputs, type FileInput } from '#model/prompt.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { quoted, short } from '#model/text/quoted.js';
import type { MentionedAt } from '../prompt/media.js';
import { otherType } from '../prompt/messages.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { type GivenInputs, givenInputs } from '../source/input-text.js';
import { refused } from '../source/read-file.js';
import { compareInputs, type TemplateText, undeclaredNames } from './compare-inputs.js';
import type { NamedFiles } from './named-files.js';
import {
  type Choice,
  type EvalFiles,
  type EvaluatedPrompt,
  type Findings,
  hiddenFilesOf,
  mentionAt,
} from './reading.js';

/** The inputs that a case gives itself, before those that the items of a data set fill. */
export interface ConstantInputs {
  readonly given: GivenInputs;
  /** True if a mistake hides some inputs, so that missing ones are not reported. */
  readonly isPartial: boolean;
}

/**
 * Reads the inputs that a case gives: in its own mapping, its folder and its files. `asFiles` are the inputs that a message takes as files:
 * their values are paths, so `files` must not give them the text of a file.
 */
export function readConstants(
  { named }: EvalFiles,
  entry: DocumentPart,
  asFiles: readonly FileInput[],
  report: ReportProblems,
): ConstantInputs {
  const fromFile = inputsFrom(named, entry.in('inputs_from'), report);
  const inline = givenInputs(entry.in('inputs'));
  const names = new Set(asFiles.map(({ name }) => name));
  const files = fileInputs(named, entry.in('files'), names, report);
  report(givenTwice(inline, files.given));
  const allowHidden = entry.in('allow_hidden');
  if (!named.folder && allowHidden.isWritten) report([noFolder(allowHidden)]);
  return {
    given: new Map([...(fromFile ?? []), ...inline, ...files.given]),
    isPartial: fromFile === null || files.isBroken,
  };
}

/** The inputs that the items of a data set fill. */
export interface FilledInputs {
  /** The filled inputs, and the names of all fields; null if they are not known. */
  readonly filled: { readonly given: GivenInputs; readonly fields: readonly string[] } | null;
}

/**
 * Returns the value of each input of a case, defaults included. Reports and omits missing inputs, and reports unknown ones. `texts` are the
 * texts that use inputs. If the body is not among them, required inputs may be missing. Items of a data set fill further inputs, and
 * references use some.
 */
export function readCaseInputs(
  { named, prompt }: EvalFiles,
  { leavesOut }: Choice,
  { report, leftOutInputs }: Findings,
  entry: DocumentPart,
  { given: written, isPartial }: ConstantInputs,
  { texts, dataset, used }: InputUses,
): Readonly<Record<string, string>> {
  if (!prompt) return {};
  const declared = { prompt, texts, used };
  const undeclared = (inputs: GivenInputs) => (leavesOut ? undeclaredNames(inputs, declared) : []);
  const kept = (inputs: GivenInputs) => {
    const leftOut = new Set(undeclared(inputs));
    for (const name of leftOut) leftOutInputs.add(name);
    return new Map([...inputs].filter(([name]) => !leftOut.has(name)));
  };
  const own = kept(written);
  const given = new Map([...own, ...kept(dataset?.filled?.given ?? new Map())]);
  const { unknown, lacking, withoutValue } = compareInputs(entry, {
    ...declared,
    given,
    fields: dataset?.filled?.fields,
    isOfPrompt: named.folder !== null,
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

/** Reads the inputs of `inputs_from`; null if its inputs.yml cannot be read. */
function inputsFrom(named: NamedFiles, part: DocumentPart, report: ReportProblems): GivenInputs | null {
  const written = part.value;
  if (typeof written !== 'string') return new Map();
  if (!named.folder) {
    report([noFolder(part)]);
    return null;
  }
  const { value, problems } = named.inputsIn(named.folder, written, mentionAt(part));
  report(problems);
  return value;
}

/** Returns the problem of a path in an object of a program, which has no folder. */
function noFolder(part: DocumentPart): Problem {
  return problem(
    'EVA_UNKNOWN_KEY:no_folder',
    `"${short(String(part.path.at(-1)))}" has no effect in an object: an object has no folder`,
    { hint: 'read the file yourself and pass its content under "inputs"', at: part.placeOfKey() },
  );
}

function fileInputs(
  named: NamedFiles,
  files: DocumentPart,
  asFiles: ReadonlySet<string>,
  report: ReportProblems,
): { given: GivenInputs; isBroken: boolean } {
  if (!named.folder) {
    if (files.isWritten) report([noFolder(files)]);
    return { given: new Map(), isBroken: files.isWritten };
  }
  const given = Object.entries(files.value ?? {}).map(([name, written]) => {
    const part = files.in(name);
    const at = part.placeOfKey();
    if (asFiles.has(name)) {
      report([
        problem(
          'EVA_BAD_MEDIA:text_input',
          `"files" gives the input ${quoted(name)} the text of a file, but a message takes it as a file`,
          { hint: `move it to inputs: { ${short(name)}: PATH }`, at },
        ),
      ]);
      return [name, { text: null, at }] as const;
    }
    const { value: text, problems } = named.inputText(String(written), mentionAt(part));
    report(problems);
    return [name, { text, at }] as const;
  });
  return { given: new Map(given), isBroken: given.some(([, { text }]) => text === null) };
}

function givenTwice(inline: GivenInputs, files: GivenInputs): readonly Problem[] {
  const twice = [...files].filter(([name]) => (inline.get(name)?.text ?? null) !== null);
  return twice.map(([name, { at }]) =>
    problem('EVA_INPUT_TWICE', `${quoted(name)} is given under "inputs" and under "files"`, {
      hint: 'keep one of them',
      at,
    }),
  );
}

/** Returns the inputs that a case gives itself, and the defaults of the others. */
export function constantTexts(given: GivenInputs, prompt: EvaluatedPrompt): Readonly<Record<string, string>> {
  const declared = declaredInputs(prompt).map(({ name, default: standIn = '' }) => [name, standIn] as const);
  const texts = [...given].flatMap(([name, { text }]) => (text === null ? [] : [[name, text] as const]));
  return Object.fromEntries([...declared, ...texts]);
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
  { named, prompt }: EvalFiles,
  entry: DocumentPart,
  files: readonly FileInput[],
  { constants, inputs, dataset }: InputValues,
  report: ReportProblems,
): Readonly<Record<string, MediaPath>> {
  if (constants.isPartial || dataset?.filled === null) return {};
  const isFilled = (name: string) => inputs[name] === '' && dataset?.filled?.given.has(name);
  const declared = (name: string) => prompt?.inputs.find((input) => input.name === name);
  // A required input without a value has a problem of its own.
  const isReported = (name: string) =>
    inputs[name] === '' && declared(name)?.required === true && (constants.given.get(name)?.text ?? null) === null;
  const placeOfValue = (name: string) => {
    const own = entry.in('inputs', name);
    if (own.value !== undefined) return own.place();
    const input = declared(name);
    return constants.given.get(name)?.at ?? (input?.default === undefined ? undefined : input.at) ?? entry.place();
  };
  const used = files.filter(({ name }) => Object.hasOwn(inputs, name) && !isFilled(name) && !isReported(name));
  const media = uniqueBy(used, ({ name, media_type }) => `${name} ${media_type}`).flatMap((file) => {
    const mention = { at: placeOfValue(file.name), hidden: hiddenFilesOf(entry) };
    const { value, problems } = readInputFile(named, file, inputs[file.name] ?? '', mention);
    report(problems);
    return value ? [[file.name, value] as const] : [];
  });
  return Object.fromEntries(media);
}

/** Finds the file that the value of an input names. Problems are at the place of the value. */
export function readInputFile(
  { folder, media }: NamedFiles,
  { name, media_type }: FileInput,
  text: string,
  mention: MentionedAt,
): Loaded<MediaPath> {
  if (!folder) return { value: null, problems: [] };
  const { at } = mention;
  if (text.trim() === '')
    return refused(
      problem('EVA_MISSING_INPUT:path', `a message takes the input ${quoted(name)} as a file, and it has no value`, {
        hint: `give the path of the file: inputs: { ${short(name)}: PATH }`,
        at,
      }),
    );
  const { value, problems } = media.find(folder, text, mention);
  return { value, problems: value ? otherType(value, media_type, at) : problems };
}
