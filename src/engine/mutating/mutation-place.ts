import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#errors/index.js';
import type { Notify } from '#model/run/notice.js';
import { promptWord, short } from '#model/text/quoted.js';
import { version } from '#model/version.js';
import {
  createMutationFolder,
  listMutations,
  type MutationSettings,
  reopenMutationFolder,
  type StoredMutation,
  writeMutationSettings,
} from '#store/mutations.js';
import { createJournal, type Journal, reopenJournal } from '#store/run/journal.js';
import { lockRun } from '#store/run/run-folder.js';
import { newRunId } from '#store/run/run-names.js';
import { requireWholeJournal } from '../resume/reopen-run.js';
import type { PlannedMutation } from './plan-mutation.js';

/** The folder of a mutation run that this process holds, with its journal. */
export interface MutationPlace {
  readonly name: string;
  readonly dir: string;
  readonly journal: Journal;
  /** The number of replies that earlier processes left. */
  readonly kept: number;
  /** Unlocks the folder. */
  readonly release: () => void;
}

/**
 * Opens the folder of a mutation run. Continues the last one of the prompt if it is not finished and has the same evidence and settings; with
 * `replay` also a finished one. Throws EVA_NOTHING_TO_RESUME if a replay finds none, EVA_RUN_IN_USE, EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export function openMutationPlace({ open, plan, options }: PlannedMutation, notify: Notify): MutationPlace {
  const { root } = open;
  const settings: MutationSettings = {
    id: plan.id,
    evidence: open.plan.evidence,
    kinds: options.kinds,
    sample: options.sample,
    cases: plan.cases,
  };
  const stored = listMutations(root);
  const last = stored.findLast((one) => one.settings?.id === plan.id);
  const isSame = last !== undefined && isDeepStrictEqual(last.settings, settings);
  if (last && isSame && (options.replay || last.state !== 'finished')) return reopened(root, last, notify);
  if (options.replay)
    throw new EvaError([
      problem(
        'EVA_NOTHING_TO_RESUME:mutation',
        `the last mutation run of ${short(plan.id)} had other files or settings, or there was no such run, so there is nothing to replay`,
        { hint: `eva mutate ${promptWord(plan.id)} makes one` },
      ),
    ]);
  return created(root, settings, stored.at(-1)?.name, notify);
}

function created(root: string, settings: MutationSettings, latest: string | undefined, notify: Notify): MutationPlace {
  const name = newRunId(new Date(), randomBytes(3).toString('hex'), latest);
  const dir = createMutationFolder(root, name);
  const lock = lockRun(dir, name, (takeover) => notify({ event: 'lock_taken_over', ...takeover }));
  try {
    const journal = createJournal(dir, { run_id: name, id: settings.id, eva_version: version });
    writeMutationSettings(dir, settings);
    return { name, dir, journal, kept: 0, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function reopened(root: string, { name }: StoredMutation, notify: Notify): MutationPlace {
  const dir = reopenMutationFolder(root, name);
  const lock = lockRun(dir, name, (takeover) => notify({ event: 'lock_taken_over', ...takeover }));
  try {
    const { journal, problems, gap } = reopenJournal(dir);
    if (gap !== null) journal.close();
    requireWholeJournal(name, gap);
    for (const problem of problems) notify({ event: 'journal_damaged', problem, isShard: false });
    return { name, dir, journal, kept: journal.size, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
