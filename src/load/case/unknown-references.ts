import { problem } from '#errors/index.js';
import { reservedIn } from '#model/references.js';
import { mappingsIn, type Path, valueAt } from '../source/place.js';
import { findReferences, pathsOf } from './dataset/find-references.js';
import type { EvalContext } from './eval-context.js';

/**
 * Reports the references in the case or scenario at a path that have no value: all of them if it has no data set, and those in `json_value`
 * of a kind that is only reserved.
 */
export function reportUnknownReferences(context: EvalContext, path: Path): void {
  const { source, document, report } = context;
  const owners = [path, ...mappingsIn(source.value, [...path, 'then'])];
  const checks = owners.flatMap((owner) => mappingsIn(source.value, [...owner, 'assert']));
  for (const check of checks) reportReserved(context, [...check, 'json_value', 'equals']);
  if (document.holds([...path, 'dataset'])) return;
  report(
    pathsOf(findReferences(context, path)).map(({ field, path: name }) =>
      problem('EVA_UNKNOWN_REFERENCE', { field }, { at: source.place(name.slice(0, -1)) }),
    ),
  );
}

function reportReserved({ source, report }: EvalContext, path: Path): void {
  const reserved = reservedIn(valueAt(source.value, path));
  report(
    reserved.map(({ key, path: inside }) =>
      problem('EVA_BAD_CHECK:reserved_key', { key }, { at: source.place([...path, ...inside]) }),
    ),
  );
}
