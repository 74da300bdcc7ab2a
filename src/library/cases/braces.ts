import type { JsonValue } from '#model/data/json.js';
import { checksIn, inputsOfGrader, isValueReference } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { PlacedBodyText } from '#model/prompt.js';
import { type LiteralPart, literalPart, referencesIn } from '#model/references.js';
import { placeholderPattern, short } from '#model/text/quoted.js';
import type { DocumentPart } from '../source/document.js';
import type { Path } from '../source/place.js';
import { knownName, leftoverTraps, templateLeftovers } from '../traps/text-traps.js';
import { checkParts, type KnownNames, textsOfMessages } from './find-references.js';
import { type EvalFiles, rubricOf } from './reading.js';

/** The kind of a text in which braces are plain text. */
type PlainTextKind = 'check' | 'pattern' | 'rubric' | 'message' | LiteralPart;

/**
 * Lists a warning for each plain text in the checks, rubrics and messages of a case that has the placeholder of an input or field.
 * `fileTexts` are those of files that its messages name.
 */
export function bracesInTexts(
  files: EvalFiles,
  entry: DocumentPart,
  names: KnownNames,
  fileTexts: readonly PlacedBodyText[] = [],
): readonly Problem[] {
  const checks = checkParts(files, entry).flatMap((check) =>
    checksIn(check.value).map(([op, value]) => ({ op, value, part: check.in(op) })),
  );
  const rubric = rubricOf(files, entry);
  const isOfItems = entry.in('dataset').isWritten;
  const find = (parts: readonly DocumentPart[], kindOf: (part: DocumentPart) => PlainTextKind) =>
    parts.flatMap((part) =>
      bracesIn({ text: String(part.value), place: () => part.place() }, { kind: kindOf(part), names, isOfItems }),
    );
  return [
    ...checks.flatMap(({ op, part }) =>
      find(plainTexts(part), (inner) => kindInCheck(op, inner.path.slice(part.path.length))),
    ),
    ...checks.flatMap((check) => ignoredReferences(check, names)),
    ...checks.flatMap(({ part }) => leftoversInReferences(part, names)),
    ...find(rubric ? textsOf([rubric, ...rubric.items()]) : [], () => 'rubric'),
    ...find(textsOf(textsOfMessages(entry)), () => 'message'),
    ...fileTexts.flatMap((text) => bracesIn(text, { kind: 'message', names, isOfItems })),
  ];
}

function kindInCheck(op: string, path: Path): PlainTextKind {
  return (
    literalPart(op, path) ?? ([op, ...path].some((key) => /^(?:not_)?matches/.test(String(key))) ? 'pattern' : 'check')
  );
}

/** A check as written, and the part that is its value. */
interface WrittenCheck {
  readonly op: string;
  readonly value: JsonValue;
  readonly part: DocumentPart;
}

/** Warns of mappings that look like references to inputs or fields, where a check has none. */
function ignoredReferences({ op, value, part }: WrittenCheck, names: KnownNames): readonly Problem[] {
  return referencesIn(value).flatMap(({ reference, path: inner }) => {
    const kind = literalPart(op, inner);
    const isField = 'field' in reference;
    const isMeant = isField
      ? names.fields.includes(reference.field)
      : inputsOfGrader(reference).some((name) => names.inputs.has(name));
    const isRefused = kind === 'schema' && inner.length === 0;
    if (!kind || isRefused || !isMeant) return [];
    return [
      problem(
        'EVA_BRACES_IN_CHECK:mapping',
        `this mapping with "${short(Object.keys(reference)[0] ?? '')}" is plain data here, not a reference`,
        { hint: literalHints[kind](!isField), at: part.in(...inner).place(), severity: 'warning' },
      ),
    ];
  });
}

/** Warns of other placeholders than those of eva in `{ text: … }`. */
function leftoversInReferences(part: DocumentPart, { inputs, fields }: KnownNames): readonly Problem[] {
  return referencesIn(part.value).flatMap(({ reference, path }) => {
    if (!('text' in reference)) return [];
    const place = () => part.in(...path, 'text').place();
    return leftoverTraps({ text: reference.text, place }, inputs, new Set(fields));
  });
}

/** Returns the texts that may have placeholders in a value, at any depth, but not those of references. */
function plainTexts(part: DocumentPart): readonly DocumentPart[] {
  const { value } = part;
  if (typeof value === 'string') return textsOf([part]);
  if (value === null || typeof value !== 'object' || isValueReference(value)) return [];
  return Array.isArray(value)
    ? part.items().flatMap(plainTexts)
    : Object.keys(value).flatMap((key) => plainTexts(part.in(key)));
}

/** Returns the parts that are texts and may have placeholders. */
function textsOf(parts: readonly DocumentPart[]): readonly DocumentPart[] {
  return parts.filter(({ value }) => typeof value === 'string' && /[{%[]/.test(value));
}

interface BracesOf {
  readonly kind: PlainTextKind;
  readonly names: KnownNames;
  readonly isOfItems: boolean;
}

function bracesIn({ text, place }: PlacedBodyText, { kind, names, isOfItems }: BracesOf): readonly Problem[] {
  const known = new Set([...names.inputs, ...names.fields]);
  const used = Array.from(text.matchAll(placeholderPattern), ({ 0: written, 1: name = '', index }) => ({
    start: index,
    written,
    name: knownName(name, known),
  }));
  // Schemas, programs and arguments have braces of their own.
  const isOfEva = ['check', 'pattern', 'rubric', 'message'].includes(kind);
  const leftovers = isOfEva
    ? templateLeftovers(text, known).filter((leftover) => leftover.kind === 'known' || leftover.kind === 'block')
    : [];
  const first = [...used, ...leftovers].find(({ name }) => name !== undefined);
  if (!first) return [];
  const { written, name = '', start } = first;
  const isInput = names.inputs.has(name);
  return [
    problem('EVA_BRACES_IN_CHECK', `${short(written)} is plain text here`, {
      hint: bracesHint(short(name), kind, { isInput, isOfItems, isWhole: written === text.trim() }),
      at: place(start, start + written.length),
      severity: 'warning',
    }),
  ];
}

interface BracesFacts {
  /** False for a field that is no input. */
  readonly isInput: boolean;
  readonly isOfItems: boolean;
  /** True if the text is nothing but the placeholder. */
  readonly isWhole: boolean;
}

function bracesHint(name: string, kind: PlainTextKind, { isInput, isOfItems, isWhole }: BracesFacts): string {
  if (kind === 'arguments' || kind === 'schema' || kind === 'program') return literalHints[kind](isInput);
  if (isWhole && isInput && (kind === 'check' || kind === 'message')) return `write { input: ${name} }`;
  const text = `{ text: "…{{${name}}}…" }`;
  if (kind !== 'rubric') return isInput ? `write ${text}` : `write { field: ${name} }`;
  if (!isOfItems) return `write rubric: [${text}]`;
  return `show the value to the judge with reference: { ${isInput ? 'input' : 'field'}: ${name} }`;
}

/** Hints for the parts of checks that have no references. */
const literalHints = {
  arguments: (isInput: boolean) =>
    `write the value itself, or compare in a module: its function gets tool_calls and ${isInput ? 'inputs' : 'item'}`,
  schema: (isInput: boolean) =>
    `write the value itself, or compare in a module: its function gets ${isInput ? 'inputs' : 'item'}`,
  program: (isInput: boolean) =>
    `write the value itself, or read it in the code, which gets ${isInput ? 'inputs' : 'item'}`,
} as const;
