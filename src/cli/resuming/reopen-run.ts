import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { missingRubrics } from '#grade/rubric/missing-rubrics.js';
import type { Problem } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { RunPlan } from '#model/run/run.js';
import { callsOf } from '#plan/calls/calls.js';
import { type Left, resumingText } from '#report/run/interrupted.js';
import { trialsInShard } from '#run/shards/shard.js';
import { badRun, damaged } from '#store/run/bad-run.js';
import { type Journal, reopenJournal } from '#store/run/journal.js';
import type { JournalHeader } from '#store/run/journal-scan.js';
import { reopenRunFolder, writePlan } from '#store/run/run-folder.js';
import type { Tell } from '../evaluating/open-run.js';
import type { RunPlace } from '../evaluating/run-place.js';
import type { OpenPrompt } from '../open-prompt.js';
import { requireMergedWhole } from './merged-run.js';
import type { ResumedRun } from './resume.js';

/** Opens the folder of a run again, and prints how many replies it has. Throws EVA_BAD_RUN, EVA_NEWER_JOURNAL, EVA_DISK. */
export function reopenRunPlace(
  { run, plan: stored, release }: ResumedRun,
  { root, plan, config }: OpenPrompt,
  tell: Tell,
): RunPlace {
  const dir = reopenRunFolder(root, run.run_id);
  const isNew = missingRubrics(stored.cases).length > 0;
  if (isNew || !isDeepStrictEqual(stored.manner, plan.manner))
    writePlan(dir, isNew ? plan : { ...stored, manner: plan.manner });
  const { journal, header, problems } = reopenJournal(dir);
  try {
    requireOwnJournal(run, header);
    requireMergedWhole(dir, stored, journal);
  } catch (error) {
    journal.close();
    throw error;
  }
  for (const one of problems) tell.warn(inOneLine(one, root));
  const left = whatIsLeft(plan, journal);
  const isWhole = run.state === 'finished' && problems.length === 0;
  tell.note(resumingText(run.run_id, { ...left, ...(isWhole && { calls: 0 }), budget: config.budget }));
  return { runId: run.run_id, dir, journal, isResumed: true, release };
}

function requireOwnJournal({ run_id, id }: ResumedRun['run'], header: JournalHeader | null): void {
  if (!header) return;
  if (header.run_id === run_id && header.id === id) return;
  throw badRun(run_id, `its journal is that of run ${header.run_id} of ${header.id}`, damaged);
}

function inOneLine({ at, message, hint }: Problem, root: string): string {
  const place = at ? `${relative(root, at.file)}${at.line === undefined ? '' : `:${at.line}`}  ` : '';
  return `${place}${message}${hint === undefined ? '' : `; ${hint}`}`;
}

/** Counts the replies in a journal, and the calls that its run still needs at most without retries. */
function whatIsLeft(plan: RunPlan, journal: Journal): Omit<Left, 'budget'> {
  const planned = callsOf({ ...plan, cases: ownCases(plan) }).reduce(
    (sum, { role, times }) => sum + (role === 'rubric' ? 0 : times),
    0,
  );
  const rubrics = missingRubrics(plan.cases).length;
  return { there: journal.size, calls: rubrics + Math.max(0, planned - answered(journal.replies())) };
}

/** Returns the cases with the number of trials that the run collects. */
function ownCases({ cases, manner: { shard } }: RunPlan): RunPlan['cases'] {
  if (!shard) return cases;
  const own = trialsInShard(cases, shard);
  return cases.map((one, at) => ({ ...one, sample_size: own[at]?.length ?? 0 }));
}

/** Counts the replies to planned calls. Rubrics and repeated questions are not in the plan. */
function answered(replies: Iterable<StoredReply>): number {
  let count = 0;
  for (const { role, draw } of replies) if (role !== 'rubric' && draw.attempt === 0) count += 1;
  return count;
}
