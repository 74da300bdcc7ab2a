import {
  type CheckSpec,
  checksIn,
  innerChecks,
  inputsOf,
  isReference,
  isValueReference,
  type ValueReference,
} from '#model/grader.js';
import { type FoundReference, referencesOfCheck } from '#model/references.js';
import { mappingsIn, type Path, valueAt } from '../../source/place.js';
import { contextAt, type EvalContext } from '../eval-context.js';
import { checkLists, rubricPath } from '../trial-passes/inherited.js';

/** A check with references, and the path of its value in eval.yml. */
export interface ReferringCheck {
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
export interface PlacedReference {
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

export function placedReferences({ checks, texts }: References): readonly PlacedReference[] {
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
export function inputsIn(references: References): readonly { readonly name: string; readonly path: Path }[] {
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
