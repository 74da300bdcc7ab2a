import { basename } from 'node:path';
import type { RunPlan } from '#model/run.js';
import { plural } from '#report/text/numbers.js';
import type { Journal, JournalNote } from '#store/run/journal.js';
import { badRun } from '#store/run/run-document.js';

/** The note behind the last reply of a journal that was made of shards. */
const wholeNote: JournalNote = { note: 'merged' };

/** Says in a journal that every reply of the shards is in it. */
export function noteWhole(journal: Journal): void {
  journal.note(wholeNote);
}

/** Throws EVA_BAD_RUN for a merge that was ended before it had all replies: nobody is asked for the others. */
export function requireMergedWhole(dir: string, { manner }: RunPlan, journal: Journal): void {
  if (manner.merged === null || journal.notes().some(({ note }) => note === wholeNote.note)) return;
  const message = `it was made of ${plural(manner.merged, 'shard')}, and ended before it had all their replies`;
  throw badRun(basename(dir), message, 'merge the folders of the shards again, with eva merge');
}
