import { join } from 'node:path';
import { orNull } from '#errors.js';
import type { EvidenceDigests } from '#model/run.js';
import { readResultHead } from './result-pieces.js';
import { runDirOf, runNames } from './run-names.js';

/** A whole run that came to a result, as its folder tells it. */
export interface FinishedRun {
  readonly run_id: string;
  /** Of the prompt. */
  readonly id: string;
  /** When it began, ISO 8601. */
  readonly ts: string;
  readonly all_passed: boolean;
  readonly evidence: EvidenceDigests;
}

/** The full runs in `.eva/runs` that finished, oldest first; one whose result cannot be read is left out. Throws EVA_DISK, EVA_ODD_FILE of the folder itself. */
export function readFinishedRuns(root: string): readonly FinishedRun[] {
  return runNames(root).flatMap((name) => {
    const head = orNull(() => readResultHead(join(runDirOf(root, name), 'result.json')));
    if (head?.state !== 'finished' || head.shard !== null || head.partial !== false) return [];
    const { id, ts, all_passed, evidence } = head;
    if (ts === undefined || all_passed === undefined || evidence === undefined) return [];
    return [{ run_id: name, id, ts, all_passed, evidence }];
  });
}
