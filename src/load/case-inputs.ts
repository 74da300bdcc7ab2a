import { problem } from '#errors.js';
import { nearest } from '#model/nearest.js';
import { placeholders } from '#model/placeholder.js';
import type { Place, Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { quoted } from '#model/quoted.js';
import type { EvalContext, Path } from './eval-context.js';
import { type GivenInput, givenInputs } from './input-text.js';
import { loadInputs } from './inputs.js';
import { candidatesFor, resolveInside } from './inside-root.js';
import { placeAt, placedText } from './place.js';
import { maxInputBytes, readText } from './read-file.js';
import { valueAt } from './value-at.js';

type Given = ReadonlyMap<string, GivenInput>;

/** The value of every input of the case at a path, defaults included. What is missing or unknown is reported. `texts` are the texts that use them. */
export function readCaseInputs(
  context: EvalContext,
  path: Path,
  texts: readonly string[],
): Readonly<Record<string, string>> {
  const { prompt, source, report } = context;
  const fromFile = inputsFrom(context, path);
  const inline = givenInputs(source, [...path, 'inputs']);
  const files = fileInputs(context, path);
  report(givenTwice(inline, files.given));
  if (!prompt) return {};
  const given = new Map([...(fromFile ?? []), ...inline, ...files.given]);
  const used = new Set(texts.flatMap(placeholders));
  const unknown = unknownInputs(given, prompt, used);
  report(unknown.map(unknownInput));
  if (fromFile === null || files.isBroken || !areKnown(context, path)) return {};
  const misspelt = new Set(unknown.map((one) => one.meant));
  report([
    ...missingInputs(context, path, given, prompt, misspelt),
    ...undeclaredInputs(context, path, given, prompt, used, misspelt),
  ]);
  return values(given, prompt);
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
  const folder = valueAt(context.source.value, [...path, 'inputs_from']);
  if (typeof folder !== 'string') return new Map();
  const known = context.inputFiles.get(folder);
  if (known !== undefined) return known;
  const { value, problems } = loadInputs(
    context.root,
    context.id,
    folder,
    context.source.place([...path, 'inputs_from']),
  );
  context.report(problems);
  context.inputFiles.set(folder, value);
  return value;
}

function fileInputs(context: EvalContext, path: Path): { given: Given; isBroken: boolean } {
  const files = valueAt(context.source.value, [...path, 'files']) ?? {};
  const given = new Map<string, GivenInput>();
  let isBroken = false;
  for (const [name, written] of Object.entries(files)) {
    const text = fileText(context, [...path, 'files', name], String(written));
    given.set(name, { text, at: context.source.place([...path, 'files', name], 'key') });
    isBroken ||= text === null;
  }
  return { given, isBroken };
}

function fileText({ root, id, source, report }: EvalContext, path: Path, written: string): string | null {
  const inside = resolveInside(root, candidatesFor(id, written), source.place(path));
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

function unknownInputs(given: Given, prompt: Prompt, used: ReadonlySet<string>): readonly UnknownInput[] {
  const known = [...new Set([...prompt.inputs.map((input) => input.name), ...used])];
  return [...given]
    .filter(([name]) => !known.includes(name))
    .map(([name, { at }]) => ({ name, at, meant: nearest(name, known), known }));
}

function unknownInput({ name, at, meant, known }: UnknownInput): Problem {
  const list = known.length === 0 ? 'the prompt has no inputs' : `the prompt's inputs: ${known.join(', ')}`;
  const hint = meant === undefined ? list : `did you mean "${meant}"?`;
  return problem('EVA_UNKNOWN_INPUT', `the prompt has no input ${quoted(name)}`, { at, hint });
}

function missingInputs(
  { source }: EvalContext,
  path: Path,
  given: Given,
  prompt: Prompt,
  misspelt: ReadonlySet<string | undefined>,
): readonly Problem[] {
  const missing = prompt.inputs.filter(
    ({ name, required, default: standIn }) =>
      required && standIn === undefined && !misspelt.has(name) && (given.get(name)?.text ?? null) === null,
  );
  if (missing.length === 0) return [];
  const names = missing.map((input) => quoted(input.name)).join(' and ');
  const message = `no value is given for the required ${missing.length === 1 ? 'input' : 'inputs'} ${names}`;
  const hint = 'give it under "inputs:", "files:" or in the inputs.yml of "inputs_from:"';
  return [problem('EVA_MISSING_INPUT', message, { at: source.place([...path, 'inputs']), hint })];
}

function undeclaredInputs(
  { source, id }: EvalContext,
  path: Path,
  given: Given,
  prompt: Prompt,
  used: ReadonlySet<string>,
  misspelt: ReadonlySet<string | undefined>,
): readonly Problem[] {
  const known = new Set([...prompt.inputs.map((input) => input.name), ...misspelt]);
  const undeclared = [...used].filter((name) => !known.has(name) && (given.get(name)?.text ?? null) === null);
  return undeclared.map((name) => {
    const message = `{{${name}}} is used, but meta.yml does not declare it and a case gives no value`;
    const hint = `declare it under "inputs:" in meta.yml; with default: "{{${name}}}" it stays as it is`;
    const at = bodyPlace(prompt, id, name) ?? source.place(path);
    return problem('EVA_UNDECLARED_INPUT', message, { at, hint });
  });
}

function bodyPlace(prompt: Prompt, id: string, name: string) {
  const match = new RegExp(`\\{\\{ *${name} *\\}\\}`).exec(prompt.body);
  if (!match) return undefined;
  const text = placedText(prompt.body, `prompts/${id}/prompt.xml`);
  return placeAt(text, match.index, match.index + match[0].length);
}

function values(given: Given, prompt: Prompt): Readonly<Record<string, string>> {
  const declared = prompt.inputs.map(({ name, default: standIn = '' }) => [name, standIn] as const);
  const texts = [...given].flatMap(([name, { text }]) => (text === null ? [] : [[name, text] as const]));
  return Object.fromEntries([...declared, ...texts]);
}
