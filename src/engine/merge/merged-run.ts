import { basename } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { RunPlan } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import type { Journal, JournalNote } from '#store/run/journal.js';
import { readJournal } from '#store/run/journal.js';
import { readPlan } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';

/** The note after the last reply in the journal of a merged run. */
const wholeNote: JournalNote = { note: 'merged' };

/** Records in a journal that it has every reply of the shards. */
export function noteWhole(journal: Journal): void {
  journal.note(wholeNote);
}

/** Throws EVA_BAD_RUN if a merge was killed before it had all replies, since a merge cannot call models for the rest. */
export function requireMergedWhole(dir: string, { manner }: RunPlan, journal: Pick<Journal, 'notes'>): void {
  if (manner.merged === null || isNotedWhole(journal.notes())) return;
  throw new EvaError([
    problem(
      'EVA_BAD_RUN:half_merged',
      `cannot read run ${short(basename(dir))}: eva merge was interrupted before it had copied all replies of ${manner.merged === 1 ? 'its shard' : `its ${manner.merged} shards`}`,
      { hint: 'merge the folders of the shards again: eva merge DIR...' },
    ),
  ]);
}

/** Returns true if a merge was killed before it had all replies; false also if its files cannot be read. */
export function isHalfMerged(root: string, runId: string): boolean {
  try {
    if (readPlan(root, runId).manner.merged === null) return false;
    return !isNotedWhole(readJournal(runDirOf(root, runId)).notes);
  } catch (error) {
    if (error instanceof EvaError) return false;
    throw error;
  }
}

function isNotedWhole(notes: readonly JournalNote[]): boolean {
  return notes.some(({ note }) => note === wholeNote.note);
}
