import { join } from 'node:path';
import { orNull } from '#errors/index.js';
import type { CompareFacts } from '#model/pairs/compare-facts.js';
import { readResultHead } from '../documents/pieces.js';
import { readPlanAt } from '../run-folder.js';
import { runDirOf, runNames } from '../run-names.js';

/** The runs of a comparison, by their sides. One is absent if its folder is gone, or if eva was killed before it was made. */
export interface ComparedRuns {
  readonly comparison: string;
  readonly a?: ComparedRun;
  readonly b?: ComparedRun;
}

export interface ComparedRun {
  readonly run_id: string;
  readonly compare: CompareFacts;
}

/** Lists the comparisons whose runs are in `.eva/runs`, oldest first. Leaves out folders that cannot be read. Throws EVA_DISK, EVA_ODD_FILE. */
export function comparedRuns(root: string): readonly ComparedRuns[] {
  const found = new Map<string, ComparedRuns>();
  for (const run_id of runNames(root)) {
    const compare = factsIn(runDirOf(root, run_id));
    if (!compare) continue;
    const { comparison, side } = compare;
    found.set(comparison, { ...(found.get(comparison) ?? { comparison }), [side]: { run_id, compare } });
  }
  return [...found.values()];
}

function factsIn(dir: string): CompareFacts | undefined {
  const head = orNull(() => readResultHead(join(dir, 'result.json')));
  return head ? head.compare : orNull(() => readPlanAt(dir))?.compare;
}
