import { problem } from '#errors/index.js';
import { checksIn } from '#model/case/grader.js';
import { isValueReference } from '#model/case/value-reference.js';
import type { Problem } from '#model/problem.js';
import type { PlacedBodyText } from '#model/prompt.js';
import { isLiteralCheck } from '#model/references.js';
import { placeholderPattern } from '#model/text/quoted.js';
import { mappingsIn, type Path, valueAt } from '../../source/place.js';
import { contextAt, type EvalContext } from '../eval-context.js';
import { rubricPath } from '../trial-passes/inherited.js';
import { checkPaths } from './find-references.js';

/** The names of a case that a writer may have meant with braces. */
export interface KnownNames {
  readonly inputs: ReadonlySet<string>;
  /** The fields of the items; empty without a data set. */
  readonly fields: readonly string[];
}

/** The kind of a text in which braces are plain text. */
export type PlainTextKind = 'check' | 'rubric' | 'message';

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
  const ofChecks = checkPaths(context, path).flatMap((check) =>
    checksIn(valueIn(check)).flatMap(([op, value]) => (isLiteralCheck(op) ? [] : plainTexts(value, [...check, op]))),
  );
  const rubric = rubricPath(context, path);
  const ofRubrics = rubric ? plainItems(valueIn(rubric), rubric) : [];
  const ofMessages = mappingsIn(source.value, [...path, 'messages']).flatMap((message) =>
    messageTexts(context, message),
  );
  const isOfItems = document.holds([...path, 'dataset']);
  const find = (texts: readonly PlainText[], kind: PlainTextKind) =>
    texts.flatMap(({ text, path: own }) => {
      const place = () => contextAt(context, own).source.place(own);
      return bracesIn({ text, place }, { kind, names, isOfItems });
    });
  const ofFiles = fileTexts.flatMap((text) => bracesIn(text, { kind: 'message', names, isOfItems }));
  context.report([
    ...find(ofChecks, 'check'),
    ...find(ofRubrics, 'rubric'),
    ...find(ofMessages, 'message'),
    ...ofFiles,
  ]);
}

interface PlainText {
  readonly text: string;
  readonly path: Path;
}

/** Returns the texts with braces in a value, at any depth, but not those of references. */
function plainTexts(value: unknown, path: Path): readonly PlainText[] {
  if (typeof value === 'string') return value.includes('{{') ? [{ text: value, path }] : [];
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
  const used = Array.from(text.matchAll(placeholderPattern));
  const found = used.find(([, one = '']) => names.inputs.has(one) || names.fields.includes(one));
  if (!found) return [];
  const { 0: written, 1: name = '', index } = found;
  const params = { name, kind, isInput: names.inputs.has(name), isOfItems };
  return [problem('EVA_BRACES_IN_CHECK', params, { at: place(index, index + written.length), severity: 'warning' })];
}
