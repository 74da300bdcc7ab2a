import { problem } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import { referencesIn, referencesOfCheck, reservedIn } from '#model/references.js';
import { mappingsIn, type Path, valueAt } from '../source/place.js';
import type { EvalContext } from './eval-context.js';

/**
 * Reports the references in the case or scenario at a path that have no value: all of them if it has no data set, and those in `json_value`
 * of a kind that is only reserved.
 */
export function reportUnknownReferences(context: EvalContext, path: Path): void {
  const owners = [path, ...mappingsIn(context.source.value, [...path, 'then'])];
  const checks = owners.flatMap((owner) => mappingsIn(context.source.value, [...owner, 'assert']));
  for (const check of checks) reportReserved(context, [...check, 'json_value', 'equals']);
  if (context.document.holds([...path, 'dataset'])) return;
  for (const check of checks) reportInCheck(context, check);
  for (const owner of owners) {
    reportFields(context, [...owner, 'reference']);
    reportFields(context, [...owner, 'class', 'expected']);
  }
}

function reportReserved({ source, report }: EvalContext, path: Path): void {
  const reserved = reservedIn(valueAt(source.value, path));
  report(
    reserved.map(({ key, path: inside }) =>
      problem('EVA_BAD_CHECK:reserved_key', { key }, { at: source.place([...path, ...inside]) }),
    ),
  );
}

function reportInCheck(context: EvalContext, path: Path): void {
  const check = valueAt(context.source.value, path);
  for (const [op, value] of isObject(check) ? Object.entries(check) : [])
    if (referencesOfCheck({ op, value }).length > 0) reportFields(context, [...path, op]);
}

function reportFields({ source, document, report }: EvalContext, path: Path): void {
  if (!document.isSound(path)) return;
  const references = referencesIn(valueAt(source.value, path));
  report(
    references.map(({ field, path: inside }) =>
      problem('EVA_UNKNOWN_REFERENCE', { field }, { at: source.place([...path, ...inside]) }),
    ),
  );
}
