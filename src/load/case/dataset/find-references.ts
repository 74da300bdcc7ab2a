import type { CheckSpec } from '#model/case/grader.js';
import type { JsonValue } from '#model/data/json.js';
import { type FoundReference, isReference, referencesOfCheck } from '#model/references.js';
import { mappingsIn, type Path, valueAt } from '../../source/place.js';
import type { EvalContext } from '../eval-context.js';

/** A check with references to fields, and the path of its value in eval.yml. */
export interface ReferringCheck {
  readonly spec: CheckSpec;
  readonly path: Path;
  readonly references: readonly FoundReference[];
}

/** A reference outside checks: the text that a judge sees, or the expected class. */
export interface ReferringText {
  readonly field: string;
  readonly key: 'reference' | 'class';
  /** The path of the name of the field. */
  readonly path: Path;
  /** The path of the expectation; that of the case for its own rubric. */
  readonly owner: Path;
}

/** Everything in a case or scenario that refers to fields of an item. */
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
  const checks = owners.flatMap((owner) => mappingsIn(source.value, [...owner, 'assert']));
  return {
    checks: checks.flatMap((check) => referringChecks(context, check)),
    texts: owners.flatMap((owner) => referringTexts(context, owner)),
    hasProgram: checks.some((check) => valueAt(source.value, [...check, 'command']) !== undefined),
  };
}

/** Returns the path of each name of a field in references. */
export function pathsOf({ checks, texts }: References): readonly { readonly field: string; readonly path: Path }[] {
  return [
    ...checks.flatMap(({ path, references }) =>
      references.map((one) => ({ field: one.field, path: [...path, ...one.path, 'field'] })),
    ),
    ...texts,
  ];
}

function referringChecks({ source, document }: EvalContext, check: Path): readonly ReferringCheck[] {
  return Object.entries(valueAt(source.value, check) ?? {}).flatMap(([op, value]: [string, JsonValue]) => {
    const path = [...check, op];
    const spec = { op, value };
    const references = document.isSound(path) ? referencesOfCheck(spec) : [];
    return references.length === 0 ? [] : [{ spec, path, references }];
  });
}

function referringTexts({ source }: EvalContext, owner: Path): readonly ReferringText[] {
  const found = [
    { key: 'reference', own: [...owner, 'reference'] },
    { key: 'class', own: [...owner, 'class', 'expected'] },
  ] as const;
  return found.flatMap(({ key, own }) => {
    const value = valueAt(source.value, own);
    return isReference(value) ? [{ field: value.field, key, path: [...own, 'field'], owner }] : [];
  });
}
