import { isObject } from '#model/data/json.js';
import type { FieldReference } from '#model/dataset.js';
import {
  type CheckSpec,
  checksIn,
  type InputReference,
  innerChecks,
  inputsOfGrader,
  isReference,
  isValueReference,
  type ValueReference,
} from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { bodyText } from '#model/prompt.js';
import { type FoundReference, referencesOfCheck, reservedIn } from '#model/references.js';
import { isBlank } from '#model/text/characters.js';
import { meantOr, nearest } from '#model/text/nearest.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import type { ConstantInputs, FilledInputs } from './case-inputs.js';
import { checkLists, defaultOf, type EvalFiles, type EvaluatedPrompt, rubricOf } from './reading.js';

/** A check with references, and the part that has its value. */
interface ReferringCheck {
  readonly spec: CheckSpec;
  readonly part: DocumentPart;
  readonly references: readonly FoundReference[];
}

/** A reference outside checks: the text that a judge sees, the expected class, a rubric with inputs, or a text of a message. */
export interface ReferringText {
  readonly reference: ValueReference;
  readonly key: 'reference' | 'class' | 'rubric' | 'content';
  /** The part that is the reference; the item of a rubric. */
  readonly part: DocumentPart;
  /** The expectation; the case for its own rubric. */
  readonly owner: DocumentPart;
}

/** Everything in a case or scenario that refers to inputs, or to fields of an item. */
export interface References {
  readonly checks: readonly ReferringCheck[];
  readonly texts: readonly ReferringText[];
  /** True if the program of a check, or the module of an `extract`, sees the whole item. */
  readonly hasProgram: boolean;
}

/** Finds the references in a case or scenario: in its checks, its reference texts and its expected classes. */
export function findReferences(files: EvalFiles, entry: DocumentPart): References {
  const checks = checkParts(files, entry);
  const specs = checks.flatMap((check) => checksIn(check.value).map(([op, value]) => ({ op, value })));
  const ops = specs.flatMap(innerChecks).map(({ op }) => op);
  const extracts = [entry.in('extract'), defaultOf(files, 'extract'), ...checks.map((check) => check.in('extract'))];
  return {
    checks: checks.flatMap(referringChecks),
    texts: [
      ...[entry, ...entry.in('then').items()].flatMap(referringTexts),
      ...rubricTexts(files, entry),
      ...textsOfMessages(entry).flatMap((part) => {
        const reference: unknown = part.value;
        return isValueReference(reference) ? [{ reference, key: 'content', part, owner: entry } as const] : [];
      }),
    ],
    hasProgram:
      ops.some((op) => programs.includes(op)) || extracts.some(({ value }) => isObject(value) && 'module' in value),
  };
}

/** Checks that see all inputs and fields. */
const programs: readonly string[] = ['command', 'module'];

/** Returns each check, own or inherited, of a case or scenario. */
export function checkParts(files: EvalFiles, entry: DocumentPart): readonly DocumentPart[] {
  const ofThen = entry
    .in('then')
    .items()
    .map((item) => item.in('assert'));
  return [...checkLists(files, entry), ...ofThen].flatMap((list) => list.items());
}

function placedReferences({ checks, texts }: References) {
  return [
    ...checks.flatMap(({ part, references }) =>
      references.map(({ reference, path }) => ({ reference, part: part.in(...path) })),
    ),
    ...texts,
  ];
}

/** Returns the name of each field in references, with the part that has the name. */
export function fieldsIn(references: References): readonly { readonly field: string; readonly part: DocumentPart }[] {
  return placedReferences(references).flatMap(({ reference, part }) =>
    'field' in reference ? [{ field: reference.field, part: part.in('field') }] : [],
  );
}

function referringChecks(check: DocumentPart): readonly ReferringCheck[] {
  return checksIn(check.value).flatMap(([op, value]) => {
    const part = check.in(op);
    const spec = { op, value };
    const references = referencesOfCheck(spec);
    return references.length === 0 ? [] : [{ spec, part, references }];
  });
}

/** Returns the items of the rubric of a case that may have inputs. */
function rubricTexts(files: EvalFiles, entry: DocumentPart): readonly ReferringText[] {
  const items = rubricOf(files, entry)?.items() ?? [];
  return items.flatMap((part) => {
    const text = part.in('text').value;
    return typeof text === 'string' ? [{ reference: { text }, key: 'rubric', part, owner: entry } as const] : [];
  });
}

/** Returns the contents of the messages of a case, and the texts of their parts. */
export function textsOfMessages(entry: DocumentPart): readonly DocumentPart[] {
  const contents = entry
    .in('messages')
    .items()
    .map((message) => message.in('content'));
  return contents.flatMap((content) => [content, ...content.items().map((part) => part.in('text'))]);
}

/** Returns the fields that texts of messages take by themselves: they are a part of the request, like inputs. */
export function fieldsOfMessages({ texts }: References): readonly string[] {
  const fields = texts.flatMap(({ key, reference }) =>
    key === 'content' && 'field' in reference ? [reference.field] : [],
  );
  return [...new Set(fields)];
}

function referringTexts(owner: DocumentPart): readonly ReferringText[] {
  const [judged, expected] = [owner.in('reference'), owner.in('class', 'expected')];
  const [reference, field]: readonly unknown[] = [judged.value, expected.value];
  return [
    ...(isValueReference(reference) && !('text' in reference)
      ? [{ reference, key: 'reference', part: judged, owner } as const]
      : []),
    ...(isReference(field) ? [{ reference: field, key: 'class', part: expected, owner } as const] : []),
  ];
}

/** The names of a case that a writer may have meant with braces. */
export interface KnownNames {
  readonly inputs: ReadonlySet<string>;
  /** The fields of the items; empty without a data set. */
  readonly fields: readonly string[];
}

/** The inputs that the references of a case name. */
interface ReferredInputs {
  /** Those that are used, and those that an unknown name probably means. `all`: a program sees every input. */
  readonly used: readonly string[] | 'all';
  /** A problem for each name that is unknown. */
  readonly problems: readonly Problem[];
  /** The names that a writer may have meant with braces in a plain text. */
  readonly names: KnownNames;
}

/** The maximum number of names among which eva looks for misspellings, and of those in a hint. */
const mostCompared = 1000;

const mostListed = 12;

/** Finds the inputs that references name. If a mistake hides some inputs of the case, no name is unknown. */
export function referredInputs(
  { prompt }: EvalFiles,
  references: References,
  constants: ConstantInputs,
  dataset: FilledInputs | null,
): ReferredInputs {
  const named = placedReferences(references).flatMap(({ reference, part }) =>
    inputsOfGrader(reference).map((name) => ({ name, part: part.in('input' in reference ? 'input' : 'text') })),
  );
  const used = references.hasProgram ? ('all' as const) : named.map(({ name }) => name);
  const names = knownNames(prompt, [...constants.given.keys(), ...(dataset?.filled?.given.keys() ?? [])]);
  const fields = dataset?.filled?.fields ?? [];
  const isWhole = prompt && !constants.isPartial && (!dataset || dataset.filled);
  if (!isWhole || named.length === 0) return { used, problems: [], names: { inputs: names, fields } };
  const unknown = named
    .filter(({ name }) => !names.has(name))
    .map(({ name, part }) => ({ name, part, meant: names.size > mostCompared ? undefined : nearest(name, names) }));
  const known = [...names].slice(0, mostListed);
  return {
    names: { inputs: names, fields },
    used: used === 'all' ? used : [...used, ...unknown.flatMap(({ meant }) => meant ?? [])],
    problems: unknown.map(({ name, meant, part }) =>
      problem(
        'EVA_UNKNOWN_REFERENCE:input',
        `the input ${quoted(name)} is unknown: neither this case nor meta.yml nor the body has it`,
        {
          hint: fields.includes(name)
            ? `it is a field: write { field: ${short(name)} }`
            : meantOr(meant, inputsHint(name, known)),
          at: part.place(),
        },
      ),
    ),
  };
}

function knownNames(prompt: EvaluatedPrompt | null, given: readonly string[]): ReadonlySet<string> {
  if (!prompt) return new Set(given);
  const { inputs, body } = prompt;
  return new Set([...given, ...inputs.map(({ name }) => name), ...placeholders(bodyText(body))]);
}

/**
 * Lists the references in a case or scenario that have no value: all fields if it has no data set, and those in `json_value` that look like
 * references but are invalid.
 */
export function unknownReferences(files: EvalFiles, entry: DocumentPart, references: References): readonly Problem[] {
  const reserved = checkParts(files, entry).flatMap((check) =>
    ['json_value', 'not_json_value'].flatMap((op) => reservedKeys(check.in(op, 'equals'))),
  );
  if (entry.in('dataset').isWritten) return reserved;
  const unknown = fieldsIn(references).map(({ field, part }) =>
    problem('EVA_UNKNOWN_REFERENCE', `the field ${quoted(field)} is unknown: the case has no data set`, {
      hint: 'add dataset: with the path of a file, or write the value itself',
      at: part.elsewhere(part.path.slice(0, -1)).place(),
    }),
  );
  return [...reserved, ...unknown];
}

function reservedKeys(part: DocumentPart): readonly Problem[] {
  return reservedIn(part.value).map(({ key, path }) =>
    problem(
      'EVA_BAD_CHECK:reserved_key',
      `json_value: a mapping with the single key "${short(key)}" is reserved for references`,
      {
        hint: 'write { field: NAME }; to expect such a mapping, put it into a field of a data set',
        at: part.in(...path).place(),
      },
    ),
  );
}

/**
 * Reads the `reference:` beside a rubric or an expected behaviour: a text, or the field or input of an item that has it; undefined without one.
 * `inputs` are those that all trials share.
 */
export function readReference(
  owner: DocumentPart,
  inputs: Readonly<Record<string, string>>,
  report: ReportProblems,
): string | FieldReference | InputReference | undefined {
  const part = owner.in('reference');
  const written: unknown = part.value;
  if (typeof written === 'string') return written;
  if (!isValueReference(written) || 'text' in written) return undefined;
  if ('field' in written) return { field: written.field };
  const { input } = written;
  const text = Object.hasOwn(inputs, input) ? inputs[input] : undefined;
  if (text === undefined) return { input };
  if (isBlank(text))
    report([
      problem('EVA_EMPTY:input', `"reference" is blank: the input ${quoted(input)} has no text`, {
        hint: `give ${short(input)} a text under "inputs", or remove "reference"`,
        at: part.place(),
      }),
    ]);
  return text;
}

function inputsHint(name: string, known: readonly string[]): string {
  return known.length === 0
    ? `give it a value: inputs: { ${short(name)}: … }`
    : `known inputs: ${known.map(short).join(', ')}`;
}
