import type { FieldReference } from '#model/dataset.js';
import { isReference } from '#model/references.js';
import { type Path, valueAt } from '../source/place.js';
import type { EvalContext } from './eval-context.js';

/** Reads the `reference:` beside a rubric or an expected behaviour: a text, or the field that has it; undefined without one. */
export function readReference({ source }: EvalContext, path: Path): string | FieldReference | undefined {
  const written = valueAt(source.value, [...path, 'reference']);
  if (typeof written === 'string') return written;
  return isReference(written) ? { field: written.field } : undefined;
}
