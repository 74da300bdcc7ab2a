import { randomBytes } from 'node:crypto';
import type { Notify } from '#model/run/notice.js';
import { version } from '#model/version.js';
import { createJournal, type Journal } from '#store/run/journal/journal.js';
import { createRunFolder, latestRunId, writePlan } from '#store/run/run-folder.js';
import { newRunId } from '#store/run/run-id.js';
import { lockRun } from '#store/run/run-lock.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';

/** The folder of a run that this process holds, with its journal. */
export interface RunPlace {
  readonly runId: string;
  readonly dir: string;
  readonly journal: Journal;
  /** True if an earlier process began the run. */
  readonly isResumed: boolean;
  /** Unlocks the run. */
  readonly release: () => void;
}

/**
 * Makes the folder of a new run: its lock, an empty journal, and last its plan, so that every run with a plan can be resumed.
 * Throws EVA_DISK.
 */
export function newRunPlace({ root, plan }: Pick<OpenPrompt, 'root' | 'plan'>, notify: Notify): RunPlace {
  const runId = newRunId(new Date(), randomBytes(3).toString('hex'), latestRunId(root));
  const dir = createRunFolder(root, runId);
  const lock = lockRun(dir, runId, (takeover) => notify({ event: 'lock_taken_over', ...takeover }));
  try {
    const journal = createJournal(dir, { run_id: runId, id: plan.id, eva_version: version });
    writePlan(dir, plan);
    return { runId, dir, journal, isResumed: false, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
