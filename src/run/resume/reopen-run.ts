import { isDeepStrictEqual } from 'node:util';
import { missingRubrics } from '#grade/rubric.js';
import { EvaError, evaError } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import { repeated } from '#model/run/sample.js';
import { short } from '#model/text/quoted.js';
import { type JournalHeader, reopenJournal } from '#store/run/journal.js';
import { reopenRunFolder, writePlan } from '#store/run/run-folder.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunPlace } from '../session/run-deps.js';
import { ownCases } from '../shares/share-trials.js';
import { callsLeft } from './calls-to-finish.js';
import type { KnownRun, ResumedRun } from './choose-run.js';

/** The prompt of an earlier run. Samples decide the trials of a shard. */
type ReopenedPrompt = Pick<OpenPrompt, 'root' | 'plan' | 'config'> & Partial<Pick<OpenPrompt, 'sampleOf'>>;

/**
 * Opens the folder of an earlier run, and reports the number of its replies and its damaged lines. Writes the plan again if it has rubrics or
 * settings that it had not. Throws EVA_BAD_RUN, EVA_NEWER_JOURNAL, EVA_DISK, EVA_ODD_FILE.
 */
export async function reopenRunPlace(
  { run, plan: stored, release }: Omit<ResumedRun, 'run'> & { readonly run: Pick<KnownRun, 'run_id' | 'id' | 'state'> },
  { root, plan, config, sampleOf = repeated }: ReopenedPrompt,
  notify: Notify,
): Promise<RunPlace> {
  const dir = reopenRunFolder(root, run.run_id);
  const isNew = missingRubrics(stored.cases).length > 0;
  if (isNew || !isDeepStrictEqual(stored.manner, plan.manner))
    await writePlan(dir, isNew ? plan : { ...stored, manner: plan.manner });
  const { journal, header, problems, gap } = reopenJournal(dir);
  const flaw = journalFlaw(run, header, gap);
  if (flaw) {
    journal.drop();
    throw flaw;
  }
  for (const problem of problems) notify({ event: 'journal_damaged', problem, isShard: false });
  const isWhole = run.state === 'finished' && problems.length === 0;
  const cases = isWhole ? [] : ownCases(plan, sampleOf);
  const calls = callsLeft({ ...plan, cases }, journal.replies(), { ofModels: false });
  const named = { run_id: run.run_id, id: plan.id, ...(stored.manner.look && { look: true as const }) };
  notify({ event: 'run_resumed', ...named, replies: journal.size, calls, budget: config.budget });
  return { runId: run.run_id, dir, journal, isResumed: true, release };
}

/** Returns the result of `resume`. If that throws an `EvaError`, reports that a run is not resumed and returns null. */
export async function orNotResumed<T>(resume: () => Promise<T>, notify: Notify): Promise<T | null> {
  try {
    return await resume();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    for (const problem of error.problems.slice(0, 1)) notify({ event: 'run_not_resumed', problem });
    return null;
  }
}

/**
 * Returns the problem of a journal that belongs to another run, or that has a gap before the line `gap`: its replies may have been taken out because
 * they were bad, and would be asked for again. null without one.
 */
function journalFlaw(
  { run_id, id }: Pick<KnownRun, 'run_id' | 'id'>,
  header: JournalHeader | null,
  gap: number | null,
): EvaError | null {
  if (header && (header.run_id !== run_id || header.id !== id))
    return evaError(
      'EVA_BAD_RUN:other_journal',
      `cannot read run ${short(run_id)}: its journal belongs to run ${short(header.run_id)} of ${short(header.id)}`,
      { hint: 'the files were moved or edited; start the run again' },
    );
  if (gap === null) return null;
  return evaError(
    'EVA_BAD_RUN:journal_gap',
    `cannot continue run ${short(run_id)}: lines are missing or damaged before line ${gap} of its journal.jsonl`,
    {
      hint: 'restore the journal as eva wrote it, or remove the folder of the run and start again: eva would ask for other replies in the place of the missing ones',
    },
  );
}
