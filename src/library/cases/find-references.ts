import type { FieldReference } from '#model/dataset.js';
import {
  type CheckSpec,
  checksIn,
  type InputReference,
  innerChecks,
  inputsOf,
  isReference,
  isValueReference,
  type ValueReference,
} from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { bodyText } from '#model/prompt.js';
import { type FoundReference, referencesOfCheck, reservedIn } from '#model/references.js';
import { meantOr } from '#model/sentences/load-cases.js';
import { inputsHint } from '#model/sentences/load-references.js';
import { problem } from '#model/sentences/sentence.js';
import { isBlank } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import { mappingsIn, type Path, valueAt } from '../source/place.js';
import type { ConstantInputs, FilledInputs } from './case-inputs.js';
import { checkLists, contextAt, type EvalContext, type EvaluatedPrompt, rubricPath } from './eval-context.js';

/** A check with references, and the path of its value in eval.yml. */
interface ReferringCheck {
  readonly spec: CheckSpec;
  readonly path: Path;
  readonly references: readonly FoundReference[];
}

/** A reference outside checks: the text that a judge sees, the expected class, a rubric with inputs, or a text of a message. */
export interface ReferringText {
  readonly reference: ValueReference;
  readonly key: 'reference' | 'class' | 'rubric' | 'content';
  /** The path of the reference. */
  readonly path: Path;
  /** The path of the expectation; that of the case for its own rubric. */
  readonly owner: Path;
}

/** A reference and its path in eval.yml. */
interface PlacedReference {
  readonly reference: ValueReference;
  readonly path: Path;
}

/** Everything in a case or scenario that refers to inputs, or to fields of an item. */
export interface References {
  readonly checks: readonly ReferringCheck[];
  readonly texts: readonly ReferringText[];
  /** True if the program of a check, or the module of an `extract`, sees the whole item. */
  readonly hasProgram: boolean;
}

/** Finds the references in the case or scenario at a path: in its checks, its reference texts and its expected classes. */
export function findReferences(context: EvalContext, path: Path): References {
  const { source } = context;
  const owners = [path, ...mappingsIn(source.value, [...path, 'then'])];
  const checks = checkPaths(context, path);
  const specs = checks.flatMap((check) => checksIn(valueIn(context, check)).map(([op, value]) => ({ op, value })));
  const ops = specs.flatMap(innerChecks).map(({ op }) => op);
  const extracts = [path, ['defaults'], ...checks].map((owner) => valueIn(context, [...owner, 'extract']));
  const isModule = (extract: unknown) => typeof extract === 'object' && extract !== null && 'module' in extract;
  return {
    checks: checks.flatMap((check) => referringChecks(context, check)),
    texts: [
      ...owners.flatMap((owner) => referringTexts(context, owner)),
      ...rubricTexts(context, path),
      ...messageTexts(context, path),
    ],
    hasProgram: ops.some((op) => programs.includes(op)) || extracts.some(isModule),
  };
}

/** Checks that see all inputs and fields. */
const programs: readonly string[] = ['command', 'module'];

/** Returns the path of each check, own or inherited, of the case or scenario at a path. */
export function checkPaths(context: EvalContext, path: Path): readonly Path[] {
  const { source } = context;
  const items = mappingsIn(source.value, [...path, 'then']);
  const lists = [...checkLists(context, path), ...items.map((item) => [...item, 'assert'])];
  return lists.flatMap((list) => mappingsIn(contextAt(context, list).source.value, list));
}

function valueIn(context: EvalContext, path: Path): unknown {
  return valueAt(contextAt(context, path).source.value, path);
}

function placedReferences({ checks, texts }: References): readonly PlacedReference[] {
  return [
    ...checks.flatMap(({ path, references }) =>
      references.map((one) => ({ reference: one.reference, path: [...path, ...one.path] })),
    ),
    ...texts,
  ];
}

export function fieldsIn(references: References): readonly { readonly field: string; readonly path: Path }[] {
  return placedReferences(references).flatMap(({ reference, path }) =>
    'field' in reference ? [{ field: reference.field, path: [...path, 'field'] }] : [],
  );
}

/** Returns the name and the path of each input in references. The path leads to the name, or to the text with its placeholder. */
function inputsIn(references: References): readonly { readonly name: string; readonly path: Path }[] {
  return placedReferences(references).flatMap(({ reference, path }) =>
    inputsOf(reference).map((name) => ({ name, path: [...path, 'input' in reference ? 'input' : 'text'] })),
  );
}

function referringChecks(context: EvalContext, check: Path): readonly ReferringCheck[] {
  const { document } = contextAt(context, check);
  return checksIn(valueIn(context, check)).flatMap(([op, value]) => {
    const path = [...check, op];
    const spec = { op, value };
    const references = document.isSound(path) ? referencesOfCheck(spec) : [];
    return references.length === 0 ? [] : [{ spec, path, references }];
  });
}

/** Returns the items of the rubric of the case at a path that may have inputs. */
function rubricTexts(context: EvalContext, path: Path): readonly ReferringText[] {
  const own = rubricPath(context, path);
  if (!own) return [];
  return mappingsIn(contextAt(context, own).source.value, own).flatMap((item) => {
    const text = valueIn(context, [...item, 'text']);
    return typeof text === 'string' ? [{ reference: { text }, key: 'rubric', path: item, owner: path } as const] : [];
  });
}

/** Returns the references in the texts of messages of the case at a path. */
function messageTexts({ source }: EvalContext, path: Path): readonly ReferringText[] {
  return mappingsIn(source.value, [...path, 'messages']).flatMap((message) => {
    const own = [...message, 'content'];
    const places = [own, ...mappingsIn(source.value, own).map((part) => [...part, 'text'])];
    return places.flatMap((place) => {
      const reference: unknown = valueAt(source.value, place);
      return isValueReference(reference) ? [{ reference, key: 'content', path: place, owner: path } as const] : [];
    });
  });
}

/** Returns the fields that texts of messages take by themselves: they are a part of the request, like inputs. */
export function fieldsOfMessages({ texts }: References): readonly string[] {
  const fields = texts.flatMap(({ key, reference }) =>
    key === 'content' && 'field' in reference ? [reference.field] : [],
  );
  return [...new Set(fields)];
}

function referringTexts({ source }: EvalContext, owner: Path): readonly ReferringText[] {
  const reference = valueAt(source.value, [...owner, 'reference']);
  const expected = valueAt(source.value, [...owner, 'class', 'expected']);
  const ofJudge = isValueReference(reference) && !('text' in reference) ? [reference] : [];
  return [
    ...ofJudge.map((one) => ({ reference: one, key: 'reference', path: [...owner, 'reference'], owner }) as const),
    ...(isReference(expected)
      ? [{ reference: expected, key: 'class', path: [...owner, 'class', 'expected'], owner } as const]
      : []),
  ];
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

/** The inputs of a case that are known before their values are. */
interface GivenInputs {
  readonly constants: ConstantInputs;
  readonly dataset: FilledInputs | null;
}

/** The maximum number of names among which eva looks for misspellings, and of those in a hint. */
const mostCompared = 1000;

const mostListed = 12;

/** Finds the inputs that references name. If a mistake hides some inputs of the case, no name is unknown. */
export function referredInputs(
  context: EvalContext,
  references: References,
  { constants, dataset }: GivenInputs,
): ReferredInputs {
  const { prompt } = context;
  const named = inputsIn(references);
  const used = references.hasProgram ? ('all' as const) : named.map(({ name }) => name);
  const names = knownNames(prompt, [...constants.given.keys(), ...(dataset?.filled?.given.keys() ?? [])]);
  const fields = dataset?.filled?.fields ?? [];
  const isWhole = prompt && !constants.isPartial && (!dataset || dataset.filled);
  if (!isWhole || named.length === 0) return { used, problems: [], names: { inputs: names, fields } };
  const unknown = named
    .filter(({ name }) => !names.has(name))
    .map((one) => ({ ...one, meant: names.size > mostCompared ? undefined : nearest(one.name, names) }));
  const known = [...names].slice(0, mostListed);
  return {
    names: { inputs: names, fields },
    used: used === 'all' ? used : [...used, ...unknown.flatMap(({ meant }) => meant ?? [])],
    problems: unknown.map(({ name, meant, path }) => {
      const params = { name, meant: meant ?? null, isField: fields.includes(name), known };
      return problem(
        'EVA_UNKNOWN_REFERENCE:input',
        `the input ${quoted(params.name)} is unknown: neither this case nor meta.yml nor the body has it`,
        {
          hint: params.isField
            ? `it is a field: write { field: ${short(params.name)} }`
            : meantOr(params.meant ?? undefined, inputsHint(params.name, params.known)),
          at: contextAt(context, path).source.place(path),
        },
      );
    }),
  };
}

function knownNames(prompt: EvaluatedPrompt | null, given: readonly string[]): ReadonlySet<string> {
  if (!prompt) return new Set(given);
  const { inputs, body } = prompt;
  return new Set([...given, ...inputs.map(({ name }) => name), ...placeholders(bodyText(body))]);
}

/**
 * Reports the references in the case or scenario at a path that have no value: all fields if it has no data set, and those in `json_value` that
 * look like references but are invalid.
 */
export function reportUnknownReferences(context: EvalContext, path: Path, references: References): void {
  const { document, report } = context;
  for (const check of checkPaths(context, path)) {
    for (const op of ['json_value', 'not_json_value']) reportReserved(context, [...check, op, 'equals']);
  }
  if (document.holds([...path, 'dataset'])) return;
  report(
    fieldsIn(references).map(({ field, path: name }) =>
      problem('EVA_UNKNOWN_REFERENCE', `the field ${quoted(field)} is unknown: the case has no data set`, {
        hint: 'add dataset: with the path of a file, or write the value itself',
        at: contextAt(context, name).source.place(name.slice(0, -1)),
      }),
    ),
  );
}

function reportReserved(context: EvalContext, path: Path): void {
  const { source, report } = contextAt(context, path);
  const reserved = reservedIn(valueAt(source.value, path));
  report(
    reserved.map(({ key, path: inside }) =>
      problem(
        'EVA_BAD_CHECK:reserved_key',
        `json_value: a mapping with the single key "${short(key)}" is reserved for references`,
        {
          hint: 'write { field: NAME }; to expect such a mapping, put it into a field of a data set',
          at: source.place([...path, ...inside]),
        },
      ),
    ),
  );
}

/**
 * Reads the `reference:` beside a rubric or an expected behaviour: a text, or the field or input of an item that has it; undefined without one.
 * `inputs` are those that all trials share.
 */
export function readReference(
  { source, report }: EvalContext,
  path: Path,
  inputs: Readonly<Record<string, string>>,
): string | FieldReference | InputReference | undefined {
  const own = [...path, 'reference'];
  const written: unknown = valueAt(source.value, own);
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
        at: source.place(own),
      }),
    ]);
  return text;
}

/** The names of a case that a writer may have meant with braces. */
export interface KnownNames {
  readonly inputs: ReadonlySet<string>;
  /** The fields of the items; empty without a data set. */
  readonly fields: readonly string[];
}
