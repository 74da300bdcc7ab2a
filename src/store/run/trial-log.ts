import { constants } from 'node:fs';
import { join } from 'node:path';
import type { Score } from '#model/score.js';
import type { Trial } from '#model/trial.js';
import { LineWriter } from '../files/line-writer.js';
import { InputLog } from './input-log.js';
import { trialByRefs } from './input-refs.js';

/** One line of `trials.jsonl`: a trial with all its texts, and what it was given. */
export interface GradedTrialLine {
  readonly case: string;
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

/** Keeps each trial as it ends. */
export interface TrialLog {
  /** Returns the bytes of its line. Throws EVA_DISK. */
  put(graded: GradedTrialLine): number;
  close(): void;
}

/**
 * Begins `trials.jsonl` of a run, anew if there is one: its lines follow from the journal, so that a resumed run writes them again.
 * Long messages go to `inputs.jsonl`. Nothing waits for the disk. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openTrialLog(dir: string): TrialLog {
  const file = new LineWriter(join(dir, 'trials.jsonl'), constants.O_CREAT | constants.O_TRUNC);
  const inputs = new InputLog(dir);
  return {
    put: (graded) => file.write({ ...graded, trial: trialByRefs(graded.trial, inputs.keep) }).bytes,
    close: () => {
      try {
        inputs.syncNow();
      } finally {
        inputs.close();
        file.close();
      }
    },
  };
}
