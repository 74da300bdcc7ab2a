import { problem } from '#errors.js';
import { nearest } from '#model/nearest.js';
import { onceBy } from '#model/once.js';
import { placeholders } from '#model/placeholder.js';
import type { Place, Problem } from '#model/problem.js';
import { quoted } from '#model/quoted.js';
import type { EvalContext, EvaluatedPrompt, Path } from './eval-context.js';
import { type GivenInput, givenInputs } from './input-text.js';
import { loadInputs } from './inputs.js';
import { candidatesFor, resolveInside } from './inside-root.js';
import { placeAt, placedText } from './place.js';
import { maxInputBytes, readText } from './read-file.js';
import { valueAt } from './value-at.js';

type Given = ReadonlyMap<string, GivenInput>;

/** A text in which `{{name}}` stands for an input. */
export interface TemplateText {
  readonly text: string;
  /** The body of the prompt, for which every required input must have a value. */
  readonly isBody?: true;
  /** Where it stands; of the body of a prompt, where it uses the input. */
  readonly at: (name: string) => Place;
}

/**
 * The value of every input of the case at a path, defaults included. What is missing or unknown is reported. `texts` are the texts
 * that use them; where the body is none of them, nothing asks for what it requires.
 */
export function readCaseInputs(
  context: EvalContext,
  path: Path,
  texts: readonly TemplateText[],
): Readonly<Record<string, string>> {
  const { prompt, source, report } = context;
  const fromFile = inputsFrom(context, path);
  const inline = givenInputs(source, [...path, 'inputs']);
  const files = fileInputs(context, path);
  report(givenTwice(inline, files.given));
  if (!prompt) return {};
  const given = new Map([...(fromFile ?? []), ...inline, ...files.given]);
  const unknown = unknownInputs(given, prompt, texts);
  report(unknown.map((one) => unknownInput(context, one)));
  if (fromFile === null || files.isBroken || !areKnown(context, path)) return {};
  const misspelt = new Set(unknown.map((one) => one.meant));
  report([
    ...missingInputs(context, path, given, prompt, texts, misspelt),
    ...undeclaredInputs(context, given, prompt, texts, misspelt),
  ]);
  return values(given, prompt);
}

/** The body of a prompt, as one of the texts that use inputs. */
export function bodyText({ prompt, folder, source }: EvalContext, path: Path): readonly TemplateText[] {
  if (!prompt) return [];
  const at = (name: string) => (folder && bodyPlace(prompt, folder.id, name)) ?? source.place(path);
  return [{ text: prompt.body, isBody: true, at }];
}

/** False if a mistake hides what a case gives, so that the absence of a value means nothing. */
function areKnown({ document }: EvalContext, path: Path): boolean {
  return ['inputs', 'inputs_from', 'files'].every((key) => {
    const own = [...path, key];
    return document.holds(own) ? document.isSound(own) : document.lacks(path, key);
  });
}

/** null if the case names a folder whose inputs.yml could not be read. */
function inputsFrom(context: EvalContext, path: Path): Given | null {
  const own = [...path, 'inputs_from'];
  const named = valueAt(context.source.value, own);
  if (typeof named !== 'string') return new Map();
  if (!context.folder) {
    context.report([noFolder(context, own)]);
    return null;
  }
  const known = context.inputFiles.get(named);
  if (known !== undefined) return known;
  const { root, id } = context.folder;
  const { value, problems } = loadInputs(root, id, named, context.source.place(own));
  context.report(problems);
  context.inputFiles.set(named, value);
  return value;
}

/** An object of a program lies nowhere from where a path could lead. */
function noFolder({ source }: EvalContext, path: Path): Problem {
  const message = `"${path.at(-1)}" means nothing in an object, which lies in no folder`;
  const hint = 'read the file yourself and give what it holds under "inputs"';
  return problem('EVA_UNKNOWN_KEY', message, { at: source.place(path, 'key'), hint });
}

function fileInputs(context: EvalContext, path: Path): { given: Given; isBroken: boolean } {
  const files = valueAt(context.source.value, [...path, 'files']) ?? {};
  const given = new Map<string, GivenInput>();
  if (!context.folder) {
    const isThere = context.document.holds([...path, 'files']);
    if (isThere) context.report([noFolder(context, [...path, 'files'])]);
    return { given, isBroken: isThere };
  }
  let isBroken = false;
  for (const [name, written] of Object.entries(files)) {
    const text = fileText(context, [...path, 'files', name], String(written));
    given.set(name, { text, at: context.source.place([...path, 'files', name], 'key') });
    isBroken ||= text === null;
  }
  return { given, isBroken };
}

function fileText({ folder, source, report }: EvalContext, path: Path, written: string): string | null {
  if (!folder) return null;
  const inside = resolveInside(folder.root, candidatesFor(folder.id, written), source.place(path));
  report(inside.problems);
  if (!inside.value) return null;
  const { value, problems } = readText(inside.value.path, inside.value.file, maxInputBytes);
  report(problems);
  return value;
}

function givenTwice(inline: Given, files: Given): readonly Problem[] {
  const twice = [...files].filter(([name]) => (inline.get(name)?.text ?? null) !== null);
  return twice.map(([name, { at }]) =>
    problem('EVA_INPUT_TWICE', `${quoted(name)} is given under "inputs" and under "files"`, {
      at,
      hint: 'keep one of them',
    }),
  );
}

interface UnknownInput {
  readonly name: string;
  readonly at: Place;
  /** The input that was probably meant. */
  readonly meant: string | undefined;
  readonly known: readonly string[];
}

function unknownInputs(given: Given, prompt: EvaluatedPrompt, texts: readonly TemplateText[]): readonly UnknownInput[] {
  const used = [prompt.body, ...texts.map(({ text }) => text)].flatMap(placeholders);
  const known = [...new Set([...prompt.inputs.map((input) => input.name), ...used])];
  return [...given]
    .filter(([name]) => !known.includes(name))
    .map(([name, { at }]) => ({ name, at, meant: nearest(name, known), known }));
}

function unknownInput({ folder }: EvalContext, { name, at, meant, known }: UnknownInput): Problem {
  const [message, none, some] = folder
    ? [`the prompt has no input ${quoted(name)}`, 'the prompt has no inputs', "the prompt's inputs"]
    : [`nothing uses the input ${quoted(name)}`, `write {{${name}}} where it belongs`, 'those that are used'];
  const list = known.length === 0 ? none : `${some}: ${known.join(', ')}`;
  const hint = meant === undefined ? list : `did you mean "${meant}"?`;
  return problem('EVA_UNKNOWN_INPUT', message, { at, hint });
}

function missingInputs(
  { source }: EvalContext,
  path: Path,
  given: Given,
  prompt: EvaluatedPrompt,
  texts: readonly TemplateText[],
  misspelt: ReadonlySet<string | undefined>,
): readonly Problem[] {
  const asksForAll = texts.some(({ isBody }) => isBody);
  const used = new Set(texts.flatMap(({ text }) => placeholders(text)));
  const missing = prompt.inputs.filter(
    ({ name, required, default: standIn }) =>
      required &&
      (asksForAll || used.has(name)) &&
      standIn === undefined &&
      !misspelt.has(name) &&
      (given.get(name)?.text ?? null) === null,
  );
  if (missing.length === 0) return [];
  const names = missing.map((input) => quoted(input.name)).join(' and ');
  const message = `no value is given for the required ${missing.length === 1 ? 'input' : 'inputs'} ${names}`;
  const hint = 'give it under "inputs:", "files:" or in the inputs.yml of "inputs_from:"';
  return [problem('EVA_MISSING_INPUT', message, { at: source.place([...path, 'inputs']), hint })];
}

function undeclaredInputs(
  { folder }: EvalContext,
  given: Given,
  prompt: EvaluatedPrompt,
  texts: readonly TemplateText[],
  misspelt: ReadonlySet<string | undefined>,
): readonly Problem[] {
  const known = new Set([...prompt.inputs.map((input) => input.name), ...misspelt]);
  const uses = texts.flatMap(({ text, at }) => placeholders(text).map((name) => ({ name, at })));
  const undeclared = uses.filter(({ name }) => !known.has(name) && (given.get(name)?.text ?? null) === null);
  return onceBy(undeclared, ({ name }) => name).map(({ name, at }) => {
    const [message, hint] = folder
      ? [
          `{{${name}}} is used, but meta.yml does not declare it and a case gives no value`,
          `declare it under "inputs:" in meta.yml; with default: "{{${name}}}" it stays as it is`,
        ]
      : [`{{${name}}} is used and has no value`, `give ${name} under "inputs"`];
    return problem('EVA_UNDECLARED_INPUT', message, { at: at(name), hint });
  });
}

function bodyPlace(prompt: EvaluatedPrompt, id: string, name: string) {
  const match = new RegExp(`\\{\\{ *${name} *\\}\\}`).exec(prompt.body);
  if (!match) return undefined;
  const text = placedText(prompt.body, `prompts/${id}/prompt.xml`);
  return placeAt(text, match.index, match.index + match[0].length);
}

function values(given: Given, prompt: EvaluatedPrompt): Readonly<Record<string, string>> {
  const declared = prompt.inputs.map(({ name, default: standIn = '' }) => [name, standIn] as const);
  const texts = [...given].flatMap(([name, { text }]) => (text === null ? [] : [[name, text] as const]));
  return Object.fromEntries([...declared, ...texts]);
}
