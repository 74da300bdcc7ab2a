import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { missingRubrics } from '#grade/rubric.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import { repeated, type SampleOf } from '#model/run/sample.js';
import { short } from '#model/text/quoted.js';
import { type Journal, type JournalHeader, type JournalNote, readJournal, reopenJournal } from '#store/run/journal.js';
import { readPlan, reopenRunFolder, writePlan } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';
import { trialsInShard } from '../collect/shard.js';
import { callsOf } from '../plan/calls.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunPlace } from '../session/run-deps.js';
import type { ResumedRun } from './choose-run.js';

/** The prompt of an earlier run. Samples decide the trials of a shard. */
type ReopenedPrompt = Pick<OpenPrompt, 'root' | 'plan' | 'config'> & Partial<Pick<OpenPrompt, 'sampleOf'>>;

/** Opens the folder of an earlier run and reports the number of its replies. Throws EVA_BAD_RUN, EVA_NEWER_JOURNAL, EVA_DISK, EVA_ODD_FILE. */
export function reopenRunPlace(
  { run, plan: stored, release }: ResumedRun,
  opened: ReopenedPrompt,
  notify: Notify,
): RunPlace {
  const { plan, config, sampleOf = repeated } = opened;
  const { dir, journal, problems } = reopenJournalOf(run, stored, opened, notify);
  const left = whatIsLeft({ plan, sampleOf }, journal);
  const isWhole = run.state === 'finished' && problems.length === 0;
  const calls = isWhole ? 0 : left.calls;
  const named = { run_id: run.run_id, id: plan.id, ...(stored.manner.look && { look: true as const }) };
  notify({ event: 'run_resumed', ...named, replies: left.there, calls, budget: config.budget });
  return { runId: run.run_id, dir, journal, isResumed: true, release };
}

/** Opens the journal of an earlier run, and reports its damaged lines. Writes the plan again if it has rubrics or settings that it had not. */
export function reopenJournalOf(
  run: Pick<ResumedRun['run'], 'run_id' | 'id'>,
  stored: RunPlan,
  { root, plan }: Pick<ReopenedPrompt, 'root' | 'plan'>,
  notify: Notify,
): { readonly dir: string; readonly journal: Journal; readonly problems: readonly Problem[] } {
  const dir = reopenRunFolder(root, run.run_id);
  const isNew = missingRubrics(stored.cases).length > 0;
  if (isNew || !isDeepStrictEqual(stored.manner, plan.manner))
    writePlan(dir, isNew ? plan : { ...stored, manner: plan.manner });
  const { journal, header, problems, gap } = reopenJournal(dir);
  try {
    requireOwnJournal(run, header);
    requireWholeJournal(run.run_id, gap);
    requireMergedWhole(dir, stored, journal);
  } catch (error) {
    journal.close();
    throw error;
  }
  for (const problem of problems) notify({ event: 'journal_damaged', problem, isShard: false });
  return { dir, journal, problems };
}

/** Returns the result of `resume`. If that throws an `EvaError`, reports that a run is not resumed and returns null. */
export function orNotResumed<T>(resume: () => T, notify: Notify): T | null {
  try {
    return resume();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    for (const problem of error.problems.slice(0, 1)) notify({ event: 'run_not_resumed', problem });
    return null;
  }
}

function requireOwnJournal(
  { run_id, id }: Pick<ResumedRun['run'], 'run_id' | 'id'>,
  header: JournalHeader | null,
): void {
  if (!header) return;
  if (header.run_id === run_id && header.id === id) return;
  const journal = { run_id: header.run_id, id: header.id };
  throw evaError(
    'EVA_BAD_RUN:other_journal',
    `cannot read run ${short(run_id)}: its journal belongs to run ${short(journal.run_id)} of ${short(journal.id)}`,
    { hint: 'the files were moved or edited; start the run again' },
  );
}

/** Throws EVA_BAD_RUN for a journal with a gap: its replies may have been taken out because they were bad, and would be asked for again. */
export function requireWholeJournal(run_id: string, line: number | null): void {
  if (line !== null)
    throw evaError(
      'EVA_BAD_RUN:journal_gap',
      `cannot continue run ${short(run_id)}: lines are missing or damaged before line ${line} of its journal.jsonl`,
      {
        hint: 'restore the journal as eva wrote it, or remove the folder of the run and start again: eva would ask for other replies in the place of the missing ones',
      },
    );
}

type PlannedSamples = Pick<OpenPrompt, 'plan' | 'sampleOf'>;

/** Counts the replies in a journal, and the greatest number of calls that its run still needs without retries. */
function whatIsLeft(
  { plan, sampleOf }: PlannedSamples,
  journal: Journal,
): { readonly there: number; readonly calls: number } {
  const planned = callsOf({ ...plan, cases: ownCases(plan, sampleOf) }).reduce(
    (sum, { role, times }) => sum + (role === 'rubric' ? 0 : times),
    0,
  );
  const rubrics = missingRubrics(plan.cases).length;
  return { there: journal.size, calls: rubrics + Math.max(0, planned - answered(journal.replies())) };
}

/** Returns the cases with the number of trials that the run collects. */
export function ownCases({ cases, manner: { shard } }: RunPlan, sampleOf: SampleOf): RunPlan['cases'] {
  if (!shard) return cases;
  const trialsOfCases = trialsInShard(cases, shard, sampleOf);
  return cases.map((testCase, at) => ({ ...testCase, sample_size: trialsOfCases[at]?.length ?? 0 }));
}

/** Counts the replies to planned calls, which exclude rubrics and retries. */
function answered(replies: Iterable<StoredReply>): number {
  let count = 0;
  for (const { role, draw } of replies) if (role !== 'rubric' && draw.attempt === 0) count += 1;
  return count;
}

/** The note after the last reply in the journal of a merged run. */
export const wholeNote: JournalNote = { note: 'merged' };

/** Throws EVA_BAD_RUN if a merge was killed before it had all replies, since a merge cannot call models for the rest. */
function requireMergedWhole(dir: string, { manner }: RunPlan, journal: Pick<Journal, 'notes'>): void {
  if (manner.merged === null || isNotedWhole(journal.notes())) return;
  throw evaError(
    'EVA_BAD_RUN:half_merged',
    `cannot read run ${short(basename(dir))}: eva merge was interrupted before it had copied all replies of ${manner.merged === 1 ? 'its shard' : `its ${manner.merged} shards`}`,
    { hint: 'merge the folders of the shards again: eva merge DIR...' },
  );
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
