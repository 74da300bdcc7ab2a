import type { JsonValue } from '#model/data/json.js';
import { checksIn, inputsOf, isValueReference } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import type { PlacedBodyText } from '#model/prompt.js';
import { type LiteralPart, literalPart, referencesIn } from '#model/references.js';
import { bracesHint, literalHints } from '#model/sentences/load-references.js';
import { problem } from '#model/sentences/sentence.js';
import { placeholderPattern, short } from '#model/text/quoted.js';
import { mappingsIn, type Path, valueAt } from '../source/place.js';
import { knownName, leftoverTraps, templateLeftovers } from '../traps/text-traps.js';
import { contextAt, type EvalContext, rubricPath } from './eval-context.js';
import { checkPaths, type KnownNames } from './find-references.js';

/** The kind of a text in which braces are plain text. */
export type PlainTextKind = 'check' | 'pattern' | 'rubric' | 'message' | LiteralPart;

/**
 * Warns of plain texts in the checks, rubrics and messages of the case at a path that have the placeholder of an input or field. `fileTexts`
 * are those of files that its messages name.
 */
export function reportBraces(
  context: EvalContext,
  path: Path,
  names: KnownNames,
  fileTexts: readonly PlacedBodyText[] = [],
): void {
  const { source, document } = context;
  const valueIn = (place: Path) => valueAt(contextAt(context, place).source.value, place);
  const checks = checkPaths(context, path).flatMap((check) =>
    checksIn(valueIn(check)).map(([op, value]) => ({ op, value, path: [...check, op] })),
  );
  const rubric = rubricPath(context, path);
  const ofRubrics = rubric ? plainItems(valueIn(rubric), rubric) : [];
  const ofMessages = mappingsIn(source.value, [...path, 'messages']).flatMap((message) =>
    messageTexts(context, message),
  );
  const isOfItems = document.holds([...path, 'dataset']);
  const find = (texts: readonly PlainText[], kindOf: (own: Path) => PlainTextKind) =>
    texts.flatMap(({ text, path: own }) => {
      const place = () => contextAt(context, own).source.place(own);
      return bracesIn({ text, place }, { kind: kindOf(own), names, isOfItems });
    });
  const ofFiles = fileTexts.flatMap((text) => bracesIn(text, { kind: 'message', names, isOfItems }));
  context.report([
    ...checks.flatMap(({ op, value, path: own }) =>
      find(plainTexts(value, own), (inner) => kindInCheck(op, inner.slice(own.length))),
    ),
    ...checks.flatMap((check) => ignoredReferences(context, check, names)),
    ...checks.flatMap(({ value, path: own }) => leftoversInReferences(context, value, own, names)),
    ...find(ofRubrics, () => 'rubric'),
    ...find(ofMessages, () => 'message'),
    ...ofFiles,
  ]);
}

function kindInCheck(op: string, path: Path): PlainTextKind {
  return (
    literalPart(op, path) ?? ([op, ...path].some((key) => /^(?:not_)?matches/.test(String(key))) ? 'pattern' : 'check')
  );
}

/** A check as written, and the path of its value. */
interface WrittenCheck {
  readonly op: string;
  readonly value: JsonValue;
  readonly path: Path;
}

/** Warns of mappings that look like references to inputs or fields, where a check has none. */
function ignoredReferences(
  context: EvalContext,
  { op, value, path }: WrittenCheck,
  names: KnownNames,
): readonly Problem[] {
  return referencesIn(value).flatMap(({ reference, path: inner }) => {
    const kind = literalPart(op, inner);
    const isField = 'field' in reference;
    const name = isField
      ? names.fields.find((one) => one === reference.field)
      : inputsOf(reference).find((one) => names.inputs.has(one));
    const isRefused = kind === 'schema' && inner.length === 0;
    if (!kind || isRefused || name === undefined) return [];
    const own = [...path, ...inner];
    const params = { key: Object.keys(reference)[0] ?? '', kind, isInput: !isField };
    const at = contextAt(context, own).source.place(own);
    return [
      problem(
        'EVA_BRACES_IN_CHECK:mapping',
        `this mapping with "${short(params.key)}" is plain data here, not a reference`,
        { hint: literalHints[params.kind](params.isInput), at, severity: 'warning' },
      ),
    ];
  });
}

/** Warns of other placeholders than those of eva in `{ text: … }`. */
function leftoversInReferences(
  context: EvalContext,
  value: JsonValue,
  path: Path,
  { inputs, fields }: KnownNames,
): readonly Problem[] {
  return referencesIn(value).flatMap(({ reference, path: inner }) => {
    if (!('text' in reference)) return [];
    const own = [...path, ...inner, 'text'];
    const place = () => contextAt(context, own).source.place(own);
    return leftoverTraps({ text: reference.text, place }, inputs, new Set(fields));
  });
}

interface PlainText {
  readonly text: string;
  readonly path: Path;
}

/** Returns the texts that may have placeholders in a value, at any depth, but not those of references. */
function plainTexts(value: unknown, path: Path): readonly PlainText[] {
  if (typeof value === 'string') return /[{%[]/.test(value) ? [{ text: value, path }] : [];
  if (value === null || typeof value !== 'object') return [];
  if (isValueReference(value)) return [];
  const parts = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...parts].flatMap(([key, part]) => plainTexts(part, [...path, key]));
}

/** Returns a rubric with braces, or those of a list that are texts themselves. */
function plainItems(rubric: unknown, path: Path): readonly PlainText[] {
  const items = Array.isArray(rubric)
    ? rubric.map((item, index) => [item, [...path, index]] as const)
    : [[rubric, path] as const];
  return items.flatMap(([item, own]) => (typeof item === 'string' ? plainTexts(item, own) : []));
}

/** Returns the texts with braces in the content of a message: its own, or those of its parts. */
function messageTexts({ source }: EvalContext, path: Path): readonly PlainText[] {
  const own = [...path, 'content'];
  const parts = mappingsIn(source.value, own).map((part) => [...part, 'text']);
  return [own, ...parts].flatMap((place) => {
    const text = valueAt(source.value, place);
    return typeof text === 'string' ? plainTexts(text, place) : [];
  });
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
  const others = isOfEva
    ? templateLeftovers(text, known).filter(({ kind: of }) => of === 'known' || of === 'block')
    : [];
  const found = [...used, ...others].find(({ name }) => name !== undefined);
  if (!found) return [];
  const { written, name = '', start } = found;
  const isWhole = written === text.trim();
  const params = { written, name, kind, isInput: names.inputs.has(name), isOfItems, isWhole };
  return [
    problem('EVA_BRACES_IN_CHECK', `${short(params.written)} is plain text here`, {
      hint: bracesHint(params),
      at: place(start, start + written.length),
      severity: 'warning',
    }),
  ];
}
