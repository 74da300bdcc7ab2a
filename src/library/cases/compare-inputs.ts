import { uniqueBy } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { bodyTexts, type FileInput, type PlacedBodyText } from '#model/prompt.js';
import { oddLetters } from '#model/text/characters.js';
import { meantOr, nearest } from '#model/text/nearest.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import type { DocumentPart } from '../source/document.js';
import type { GivenInputs } from '../source/input-text.js';
import type { EvalFiles, EvaluatedPrompt } from './reading.js';

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

/** The inputs that a prompt declares, and what uses inputs. */
interface UsedInputs {
  readonly prompt: EvaluatedPrompt;
  readonly texts: readonly TemplateText[];
  /** The inputs that references use; `all` if a program sees every input. */
  readonly used: readonly string[] | 'all';
}

interface ComparableInputs extends UsedInputs {
  readonly given: GivenInputs;
  /** The names of the fields of the data set; undefined without one. */
  readonly fields: readonly string[] | undefined;
  /** False for an object of a program. */
  readonly isOfPrompt: boolean;
}

/** Returns the texts and files of a prompt's body that use inputs; none if it cannot be read. */
export function bodyTextOf({ prompt }: EvalFiles, entry: DocumentPart): readonly TemplateText[] {
  if (!prompt) return [];
  const { body, body_places: places } = prompt;
  if (!places) return bodyTexts(body).map((text) => ({ text, isBody: true, at: () => entry.place() }));
  return [
    ...places.texts.map((placed) => ({
      text: placed.text,
      isBody: true as const,
      at: (name: string) => placeOfInput(placed, name) ?? entry.place(),
    })),
    ...fileTemplates(places.files).map((template) => ({ ...template, isBody: true as const })),
  ];
}

/** Returns a placeholder for each input that a message takes as a file. */
export function fileTemplates(files: readonly FileInput[]): readonly TemplateText[] {
  return files.map(({ name, at }) => ({ text: `{{${name}}}`, isFile: true, at: () => at }));
}

/** The problems of the inputs of a case, and the names of those whose value a mistake hides. */
interface ComparedInputs {
  readonly unknown: readonly Problem[];
  readonly lacking: readonly Problem[];
  readonly withoutValue: ReadonlySet<string>;
}

function unknownInput(isOfPrompt: boolean, { name, at, meant, known }: UnknownInput): Problem {
  const what = `${quoted(name)}${oddLetters(name)}`;
  const written = `{{${short(name)}}}`;
  const write = isOfPrompt
    ? `write ${written} in the body where its value belongs`
    : `write ${written} in a text, or remove the input`;
  const inputs = `${isOfPrompt ? "the prompt's inputs" : 'used inputs'}: ${short(known)}`;
  const hint = meantOr(meant, known === '' ? write : inputs);
  return isOfPrompt
    ? problem('EVA_UNKNOWN_INPUT:prompt', `the prompt has no input ${what}`, { hint, at })
    : problem('EVA_UNKNOWN_INPUT:object', `nothing uses the input ${what}`, { hint, at });
}

/** Lists problems for unused inputs and for inputs without a value. A misspelt input gives one problem, not two. */
export function compareInputs(entry: DocumentPart, inputs: ComparableInputs): ComparedInputs {
  const unknown = unknownInputs(inputs);
  const misspelt = new Set(unknown.map(({ meant }) => meant));
  const missing = missingInputs(inputs, misspelt);
  return {
    unknown: unknown.map((input) => unknownInput(inputs.isOfPrompt, input)),
    lacking: [...missingProblem(entry, inputs, missing), ...undeclaredInputs(inputs, misspelt)],
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

function unknownInputs({ given, prompt, texts, used }: ComparableInputs): readonly UnknownInput[] {
  if (used === 'all') return [];
  const inTexts = [
    ...bodyTexts(prompt.body).flatMap(placeholders),
    ...(prompt.body_places?.files.map(({ name }) => name) ?? []),
    ...texts.flatMap(({ text }) => placeholders(text)),
  ];
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

/** Returns the required inputs that have no value. */
function missingInputs(
  { given, prompt, texts }: ComparableInputs,
  misspelt: ReadonlySet<string | undefined>,
): readonly string[] {
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

function missingProblem(
  entry: DocumentPart,
  { fields, prompt, texts }: ComparableInputs,
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
        { hint: fieldHint(name, fields), at: entry.in('dataset').placeOfKey() },
      ),
    ];
  }
  const at = entry.in('inputs').place();
  if (prompt.inputs.some(({ isImplied }) => isImplied)) {
    const written = `{{${names[0]}}}`;
    const isFile = texts.some((template) => template.isFile && template.text === written);
    const list = listOf(names);
    return [
      problem('EVA_MISSING_INPUT:implied', `no value is given for what the body uses: ${short(list)}`, {
        hint: `${howToGive(list.split(', '))}${isFile ? '' : `; if ${short(written)} is plain text, list all inputs under "inputs:" in meta.yml, this one with default: "${short(written)}"`}`,
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
  { given, prompt, texts, isOfPrompt }: ComparableInputs,
  misspelt: ReadonlySet<string | undefined>,
): readonly Problem[] {
  const known = new Set([...prompt.inputs.map((input) => input.name), ...misspelt]);
  const uses = texts.flatMap(({ text, ...use }) => placeholders(text).map((name) => ({ name, ...use })));
  const undeclared = uses.filter(({ name }) => !known.has(name) && (given.get(name)?.text ?? null) === null);
  const each = uniqueBy(undeclared, ({ name }) => name).slice(0, mostReported);
  // A misspelt placeholder may mean a declared input that no text uses.
  const used = new Set(uses.map(({ name }) => name));
  const declared = prompt.inputs.length > mostCompared ? [] : prompt.inputs.map(({ name }) => name);
  const unused = declared.filter((name) => !used.has(name));
  return each.map(({ name, isBody, isFile, at }) => {
    const meant = nearest(name, unused);
    if (isFile) return undeclaredFile(name, meant, isBody, at(name));
    const written = `{{${short(name)}}}`;
    if (isOfPrompt && isBody)
      return problem(
        'EVA_UNDECLARED_INPUT:body',
        `${written} is used, but meta.yml does not declare it and a case gives no value`,
        {
          hint: placeholderOr(
            meant,
            `declare it under "inputs:" in meta.yml; with default: "${written}" it stays as it is`,
          ),
          at: at(name),
          fix: { name, meant },
        },
      );
    return problem('EVA_UNDECLARED_INPUT:story', `${written} is used and has no value`, {
      hint: placeholderOr(meant, `give "${short(name)}" a value under "inputs"`),
      at: at(name),
    });
  });
}

function undeclaredFile(name: string, meant: string | undefined, isBody: boolean | undefined, at: Place): Problem {
  const message = `a message takes the input ${quoted(name)} as a file, but a case gives it no value`;
  const give = `give the path of the file: inputs: { ${short(name)}: PATH }`;
  if (!isBody) return problem('EVA_UNDECLARED_INPUT:case_file', message, { hint: meantOr(meant, give), at });
  return problem('EVA_UNDECLARED_INPUT:file', message, {
    hint: meantOr(meant, `${give}; an input of the body belongs under "inputs:" in meta.yml`),
    at,
  });
}

export function placeholderOr(meant: string | undefined, hint: string): string {
  return meant === undefined ? hint : `did you mean {{${short(meant)}}}?`;
}

function howToGive(names: readonly string[]): string {
  const pairs = names.slice(0, 5).map((name) => `${short(name)}: …`);
  return `write inputs: { ${pairs.join(', ')} }, or name files under "files:" or a folder in "inputs_from:"`;
}

function placeOfInput({ text, place }: PlacedBodyText, name: string): Place | undefined {
  const match = new RegExp(`\\{\\{ *${name} *\\}\\}`).exec(text);
  return match ? place(match.index, match.index + match[0].length) : undefined;
}

/** Returns the names of inputs that neither the prompt declares nor a text or a reference uses: another prompt's cases may have them. */
export function undeclaredNames(given: GivenInputs, { prompt, texts, used }: UsedInputs): readonly string[] {
  if (used === 'all') return [];
  const inTexts = texts.flatMap(({ text }) => placeholders(text));
  const known = new Set([...prompt.inputs.map(({ name }) => name), ...inTexts, ...used]);
  return [...given.keys()].filter((name) => !known.has(name));
}
