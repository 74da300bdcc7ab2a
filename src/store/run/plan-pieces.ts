import type { RunPlan } from '#model/run.js';
import type { KeepInput } from './input-log.js';
import { caseByRefs } from './input-refs.js';

/**
 * Returns `plan.json` in pieces: first the fields of the run, then outlooks and cases, one a line. `keep` replaces the texts of
 * inputs.
 */
export function* planPieces({ cases, outlooks, ...head }: RunPlan, keep: KeepInput): Generator<string> {
  yield '{\n';
  for (const [key, value] of Object.entries(head)) yield `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
  yield* listPieces('outlooks', outlooks);
  yield ',\n';
  yield* listPieces(
    'cases',
    cases.map((one) => caseByRefs(one, keep)),
  );
  yield '\n}\n';
}

function* listPieces(key: string, items: readonly object[]): Generator<string> {
  yield `  "${key}": [`;
  for (const [index, item] of items.entries()) yield `${index === 0 ? '\n' : ',\n'}    ${JSON.stringify(item)}`;
  yield items.length === 0 ? ']' : '\n  ]';
}
