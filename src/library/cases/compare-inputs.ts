import { uniqueBy } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import { bodyTexts, type FileInput, type PlacedBodyText } from '#model/prompt.js';
import { howToGive } from '#model/sentences/load-cases.js';
import { problem } from '#model/sentences/sentence.js';
import { oddLetters } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import type { Path } from '../source/place.js';
import type { EvalContext, EvaluatedPrompt, GivenInput } from './eval-context.js';

export type Given = ReadonlyMap<string, GivenInput>;

/** A text with placeholders `{{name}}` for inputs. */
export interface TemplateText {
  readonly text: string;
  /** The body of the prompt, for which every required input must have a value. */
  readonly isBody?: true;
  /** True if the text is the placeholder of an input that names a file. */
  readonly isFile?: true;
  /** The place of the text; for the body of a prompt, the place where it uses the input. */
  readonly at: (name: string) => Place;
}

/** The fields of the items of a data set. */
export interface Fields {
  readonly fields: readonly string[];
}

/** The inputs that a case gives, and the texts that use them. */
interface Inputs extends Partial<Fields> {
  readonly given: Given;
  readonly prompt: EvaluatedPrompt;
  readonly texts: readonly TemplateText[];
  /** The inputs that references use; `all` if a program sees every input. */
  readonly used: readonly string[] | 'all';
}

/** Returns the texts and files of a prompt's body that use inputs; none if it cannot be read. */
export function bodyText({ prompt, source }: EvalContext, path: Path): readonly TemplateText[] {
  if (!prompt) return [];
  const { body, body_places: places } = prompt;
  if (!places) return bodyTexts(body).map((text) => ({ text, isBody: true, at: () => source.place(path) }));
  return [
    ...places.texts.map((one) => ({
      text: one.text,
      isBody: true as const,
      at: (name: string) => placeOfInput(one, name) ?? source.place(path),
    })),
    ...fileTemplates(places.files).map((one) => ({ ...one, isBody: true as const })),
  ];
}

/** Returns a placeholder for each input that a message takes as a file. */
export function fileTemplates(files: readonly FileInput[]): readonly TemplateText[] {
  return files.map(({ name, at }) => ({ text: `{{${name}}}`, isFile: true, at: () => at }));
}

function usedByBody({ body, body_places }: EvaluatedPrompt): readonly string[] {
  return [...bodyTexts(body).flatMap(placeholders), ...(body_places?.files.map(({ name }) => name) ?? [])];
}

/** The problems of the inputs of a case, and the names of those whose value a mistake hides. */
interface ComparedInputs {
  readonly unknown: readonly Problem[];
  readonly lacking: readonly Problem[];
  readonly withoutValue: ReadonlySet<string>;
}

/** Lists problems for unused inputs and for inputs without a value. A misspelt input gives one problem, not two. */
export function compareInputs(context: EvalContext, path: Path, inputs: Inputs): ComparedInputs {
  const unknown = unknownInputs(inputs);
  const misspelt = new Set(unknown.map((input) => input.meant));
  const missing = missingInputs(inputs, misspelt);
  return {
    unknown: unknown.map((one) => unknownInput(context, one)),
    lacking: [...reportMissing(context, path, inputs, missing), ...undeclaredInputs(context, inputs, misspelt)],
    withoutValue: new Set([...missing, ...misspelt].flatMap((name) => name ?? [])),
  };
}

interface UnknownInput {
  readonly name: string;
  readonly at: Place;
  /** The input that was probably meant. */
  readonly meant: string | undefined;
  /** The known names, for a hint. */
  readonly known: string;
}

/** The maximum number of problems of one kind per case. A file can have 50,000 inputs, and each of its cases all of them. */
const mostReported = 100;

/** The maximum number of names among which eva looks for misspellings. */
const mostCompared = 1000;

/** The maximum number of names in a hint. */
const mostListed = 30;

function unknownInputs({ given, prompt, texts, used }: Inputs): readonly UnknownInput[] {
  if (used === 'all') return [];
  const inTexts = [...usedByBody(prompt), ...texts.flatMap(({ text }) => placeholders(text))];
  const known = new Set([...prompt.inputs.map((input) => input.name), ...inTexts, ...used]);
  const compared = known.size > mostCompared ? [] : known;
  const list = listOf([...known]);
  return [...given]
    .filter(([name]) => !known.has(name))
    .slice(0, mostReported)
    .map(([name, { at }]) => ({ name, at, meant: nearest(name, compared), known: list }));
}

function listOf(names: readonly string[]): string {
  const more = names.length - mostListed;
  return names.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function unknownInput({ folder }: EvalContext, { name, at, meant, known }: UnknownInput): Problem {
  const key = folder ? 'EVA_UNKNOWN_INPUT:prompt' : 'EVA_UNKNOWN_INPUT:object';
  return problem(key, { name, odd: oddLetters(name), meant, known }, { at });
}

/** Returns the required inputs that have no value. */
function missingInputs({ given, prompt, texts }: Inputs, misspelt: ReadonlySet<string | undefined>): readonly string[] {
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
  return missing.map(({ name }) => name);
}

/** Says which field of the data set has the values of an input. */
function fieldHint(name: string, fields: readonly string[]): string {
  const meant = nearest(name, fields);
  if (meant === undefined)
    return `write dataset: { inputs: { ${short(name)}: FIELD } }; the fields are ${fields.slice(0, 12).map(quoted).join(', ')}`;
  if (meant.trim() !== meant) return `remove the spaces around ${quoted(meant)} in the file`;
  const field = /^[\w-]+( [\w-]+)*$/.test(meant) ? short(meant) : JSON.stringify(short(meant));
  return `write dataset: { inputs: { ${short(name)}: ${field} } }`;
}

function reportMissing(
  { source }: EvalContext,
  path: Path,
  { fields, prompt, texts }: Inputs,
  names: readonly string[],
): readonly Problem[] {
  if (names.length === 0) return [];
  if (fields) {
    const [name = '', ...others] = names;
    const alike = others.length > 0 ? `, nor like ${others.map(quoted).join(', ')}` : '';
    return [
      problem(
        'EVA_MISSING_INPUT:field',
        `no field of the data set is named like the required input ${quoted(name)}${alike}`,
        { hint: fieldHint(name, fields), at: source.place([...path, 'dataset'], 'key') },
      ),
    ];
  }
  const at = source.place([...path, 'inputs']);
  if (prompt.inputs.some(({ isImplied }) => isImplied)) {
    const written = `{{${names[0]}}}`;
    const isFile = texts.some((one) => one.isFile && one.text === written);
    const params = { names: listOf(names), ...(!isFile && { written }) };
    return [
      problem('EVA_MISSING_INPUT:implied', `no value is given for what the body uses: ${short(params.names)}`, {
        hint: `${howToGive(params.names.split(', '))}${params.written === undefined ? '' : `; if ${short(params.written)} is plain text, list all inputs under "inputs:" in meta.yml, this one with default: "${short(params.written)}"`}`,
        at,
      }),
    ];
  }
  return [
    problem(
      'EVA_MISSING_INPUT',
      `no value is given for the required ${names.length === 1 ? 'input' : 'inputs'} ${names.map((name) => quoted(name)).join(' and ')}`,
      { hint: howToGive(names), at },
    ),
  ];
}

function undeclaredInputs(
  { folder }: EvalContext,
  { given, prompt, texts }: Inputs,
  misspelt: ReadonlySet<string | undefined>,
): readonly Problem[] {
  const known = new Set([...prompt.inputs.map((input) => input.name), ...misspelt]);
  const uses = texts.flatMap(({ text, isBody, isFile, at }) =>
    placeholders(text).map((name) => ({ name, isBody, isFile, at })),
  );
  const undeclared = uses.filter(({ name }) => !known.has(name) && (given.get(name)?.text ?? null) === null);
  const each = uniqueBy(undeclared, ({ name }) => name).slice(0, mostReported);
  const unused = unusedInputs(
    prompt,
    uses.map(({ name }) => name),
  );
  return each.map(({ name, isBody, isFile, at }) => {
    const meant = nearest(name, unused);
    const params = { name, ...(meant !== undefined && { meant }) };
    if (isFile)
      return problem(isBody ? 'EVA_UNDECLARED_INPUT:file' : 'EVA_UNDECLARED_INPUT:case_file', params, { at: at(name) });
    const key = folder && isBody ? 'EVA_UNDECLARED_INPUT:body' : 'EVA_UNDECLARED_INPUT:story';
    return problem(key, params, { at: at(name) });
  });
}

/** Returns the declared inputs that no text uses, which a misspelt placeholder may mean. */
function unusedInputs({ inputs }: EvaluatedPrompt, used: readonly string[]): readonly string[] {
  if (inputs.length > mostCompared) return [];
  const names = new Set(used);
  return inputs.map(({ name }) => name).filter((name) => !names.has(name));
}

function placeOfInput({ text, place }: PlacedBodyText, name: string): Place | undefined {
  const match = new RegExp(`\\{\\{ *${name} *\\}\\}`).exec(text);
  return match ? place(match.index, match.index + match[0].length) : undefined;
}

/** Returns the inputs that the prompt declares, or that a text or a reference uses. Collects the others, which another prompt's cases have. */
export function withoutUndeclared(
  { leftOutInputs }: EvalContext,
  given: Given,
  { prompt, texts, used }: Pick<Inputs, 'prompt' | 'texts' | 'used'>,
): Given {
  if (!leftOutInputs || used === 'all') return given;
  const inTexts = texts.flatMap(({ text }) => placeholders(text));
  const known = new Set([...prompt.inputs.map(({ name }) => name), ...inTexts, ...used]);
  for (const name of given.keys()) if (!known.has(name)) leftOutInputs.add(name);
  return new Map([...given].filter(([name]) => known.has(name)));
}
