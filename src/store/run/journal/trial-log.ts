import { closeSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Score } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { onDisk } from '../../files/disk-error.js';
import { privateMode } from '../../files/private.js';
import { openRegular, writeWhole } from '../../files/regular-file.js';
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

/** Lines wait for others until there are this many UTF-16 units, or this many milliseconds have passed. */
const together = { length: 256 * 1024, ms: 500 };

/**
 * Begins `trials.jsonl` of a run, anew if there is one: its lines follow from the journal, so that a resumed run writes them again.
 * Long messages go to `inputs.jsonl`. Nothing waits for the disk, and a killed process may lose the last lines. Throws EVA_DISK,
 * EVA_ODD_FILE.
 */
export function openTrialLog(dir: string): TrialLog {
  const path = join(dir, 'trials.jsonl');
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_TRUNC;
  const fd = onDisk('create', path, () => openRegular(path, flags, privateMode.file));
  const inputs = new InputLog(dir);
  let lines = '';
  let wroteAt = performance.now();
  const write = () => {
    const chunk = Buffer.from(lines);
    lines = '';
    wroteAt = performance.now();
    onDisk('write', path, () => writeWhole(fd, chunk));
  };
  return {
    put: (graded) => {
      const line = `${JSON.stringify({ ...graded, trial: trialByRefs(graded.trial, inputs.keep) })}\n`;
      lines += line;
      if (lines.length >= together.length || performance.now() - wroteAt >= together.ms) write();
      return Buffer.byteLength(line);
    },
    close: () => {
      try {
        write();
        inputs.syncNow();
      } finally {
        inputs.close();
        onDisk('close', path, () => closeSync(fd));
      }
    },
  };
}
