import type { RunPlan } from '#model/run/run.js';
import type { KeepInput } from './input-log.js';
import { caseByRefs } from './input-refs.js';
import { fieldPieces, listPieces } from './json-pieces.js';

/**
 * Returns `plan.json` in pieces: first the fields of the run, then outlooks and cases, one a line. `keep` replaces the texts of
 * inputs.
 */
export function* planPieces({ cases, outlooks, ...head }: RunPlan, keep: KeepInput): Generator<string> {
  yield '{\n';
  yield* fieldPieces('  ', head);
  yield* listPieces('  ', 'outlooks', outlooks);
  yield ',\n';
  yield* listPieces('  ', 'cases', cases, (one) => caseByRefs(one, keep));
  yield '\n}\n';
}
