import { type CheckSpec, checksIn } from '#model/case/grader.js';
import { inputsOf, isReference, isValueReference, type ValueReference } from '#model/case/value-reference.js';
import { type FoundReference, referencesOfCheck } from '#model/references.js';
import { mappingsIn, type Path, valueAt } from '../../source/place.js';
import type { EvalContext } from '../eval-context.js';

/** A check with references, and the path of its value in eval.yml. */
export interface ReferringCheck {
  readonly spec: CheckSpec;
  readonly path: Path;
  readonly references: readonly FoundReference[];
}

/** A reference outside checks: the text that a judge sees, or the expected class. */
export interface ReferringText {
  readonly reference: ValueReference;
  readonly key: 'reference' | 'class';
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
  /** True if the program of a check sees the whole item. */
  readonly hasProgram: boolean;
}

/** Finds the references in the case or scenario at a path: in its checks, its reference texts and its expected classes. */
export function findReferences(context: EvalContext, path: Path): References {
  const { source } = context;
  const owners = [path, ...mappingsIn(source.value, [...path, 'then'])];
  const checks = checkPaths(context, path);
  const ops = checks.flatMap((check) => Object.keys(valueAt(source.value, check) ?? {}));
  return {
    checks: checks.flatMap((check) => referringChecks(context, check)),
    texts: owners.flatMap((owner) => referringTexts(context, owner)),
    hasProgram: ops.some((op) => programs.includes(op)),
  };
}

/** Checks that see all inputs and fields. */
const programs: readonly string[] = ['command', 'module', 'not_module'];

/** Returns the path of each check of the case or scenario at a path. */
export function checkPaths({ source }: EvalContext, path: Path): readonly Path[] {
  const owners = [path, ...mappingsIn(source.value, [...path, 'then'])];
  return owners.flatMap((owner) => mappingsIn(source.value, [...owner, 'assert']));
}

/** Returns all references with their paths. */
export function placedReferences({ checks, texts }: References): readonly PlacedReference[] {
  return [
    ...checks.flatMap(({ path, references }) =>
      references.map((one) => ({ reference: one.reference, path: [...path, ...one.path] })),
    ),
    ...texts,
  ];
}

/** Returns the path of each name of a field in references. */
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

function referringChecks({ source, document }: EvalContext, check: Path): readonly ReferringCheck[] {
  return checksIn(valueAt(source.value, check)).flatMap(([op, value]) => {
    const path = [...check, op];
    const spec = { op, value };
    const references = document.isSound(path) ? referencesOfCheck(spec) : [];
    return references.length === 0 ? [] : [{ spec, path, references }];
  });
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
