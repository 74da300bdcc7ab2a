import { closeSync, constants } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import type { Score, Trial } from '#model/run/trial.js';
import { onDisk, openRegular, privateMode, writeWhole } from '../files/regular-file.js';
import { InputLog, trialByRefs } from './input-log.js';

/** One line of `trials.jsonl`: a trial with all its texts, and its scores. */
export interface GradedTrialLine {
  readonly case: string;
  readonly trial: Trial;
  readonly scores: readonly Score[];
  /** The beginning of the digest of its item's id and used values. Absent without a data set. */
  readonly values?: string;
}

export interface TrialLog {
  /** Returns the size of its line, in bytes. Throws EVA_DISK. */
  put(graded: GradedTrialLine): number;
  close(): void;
}

/** Lines are written together: after this many UTF-16 units or this many milliseconds, so that others can follow the run. */
const together = { length: 256 * 1024, ms: 500 };

/**
 * Creates or empties `trials.jsonl` of a run. A resumed run computes all lines again from the journal. Long messages go to `inputs.jsonl`.
 * Does not wait for the disk: a killed process may lose the last lines. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openTrialLog(dir: string): TrialLog {
  const path = join(dir, 'trials.jsonl');
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_TRUNC;
  const fd = onDisk('create', path, () => openRegular(path, flags, privateMode.file));
  const inputs = new InputLog(dir);
  let lines = '';
  let waiting: NodeJS.Timeout | undefined;
  let fault: { readonly error: unknown } | undefined;
  const write = () => {
    clearTimeout(waiting);
    waiting = undefined;
    if (fault) throw fault.error;
    const chunk = Buffer.from(lines);
    lines = '';
    onDisk('write', path, () => writeWhole(fd, chunk));
  };
  const writeLater = () => {
    try {
      write();
    } catch (error) {
      fault = { error };
    }
  };
  return {
    put: (graded) => {
      const line = `${JSON.stringify({ ...graded, trial: trialByRefs(graded.trial, inputs.keep) })}\n`;
      lines += line;
      if (fault || lines.length >= together.length) write();
      else waiting ??= setTimeout(writeLater, together.ms).unref();
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

/** Takes a line of `trials.jsonl` of which only the case and the trial are known to be valid: it can hold digests in place of its messages. */
export function takeTrial(value: unknown): { readonly value: GradedTrialLine } | { readonly reason: string } {
  const isTrial = isObject(value) && typeof value['case'] === 'string' && isObject(value['trial']);
  return isTrial ? { value: value as unknown as GradedTrialLine } : { reason: 'is not a trial' };
}
