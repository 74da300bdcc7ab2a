import { relative } from 'node:path';
import { EvaError, problem } from '#errors.js';
import type { RunChoice } from '#lifecycle/gather.js';
import type { StoredReply } from '#model/exchange.js';
import type { Problem } from '#model/problem.js';
import type { RunPlan } from '#model/run.js';
import { shellWord } from '#model/shell-word.js';
import { callsOf } from '#plan/calls.js';
import { planDifference } from '#plan/plan-difference.js';
import { type Left, resumingText } from '#report/run/interrupted.js';
import { trialsInShard } from '#run/shards/shard.js';
import { missingRubrics } from '#run/write-rubrics.js';
import { readRunRows } from '#store/eval-log.js';
import { type Journal, type JournalHeader, reopenJournal } from '#store/run/journal.js';
import { badRun, damaged } from '#store/run/run-document.js';
import { readPlan, writePlan } from '#store/run/run-folder.js';
import { type ListedRun, listRuns } from '#store/run/run-list.js';
import { lockRun } from '#store/run/run-lock.js';
import { requireKnownRun, runDirOf } from '#store/run/run-names.js';
import { type EvalOptions, mannerOf, usage } from './eval-options.js';
import { isMergedRun, requireMergedWhole } from './merged-run.js';
import type { OpenPrompt } from './open-prompt.js';
import type { Tell } from './open-run.js';
import type { RunPlace } from './run-place.js';

/** A run that is to be gone on with: chosen, and locked by this process. */
export interface ResumedRun {
  readonly run: ListedRun & { readonly id: string };
  readonly plan: RunPlan;
  readonly release: () => void;
}

/**
 * Finds the run that `--resume` means, and locks it: the one that is named, else the last one of the prompt that is not done, none that
 * was merged of shards. Throws
 * EVA_UNKNOWN_RUN, EVA_NOTHING_TO_RESUME, EVA_USAGE (of another prompt, or with other flags), EVA_RUN_IN_USE.
 */
export function findResumed(
  root: string,
  { id, resume }: { readonly id: string | null; readonly resume: string | true },
  options: EvalOptions,
  tell: (line: string) => void,
): ResumedRun {
  const runs = listRuns(root);
  const run = resume === true ? lastOpen(root, runs, id ?? '') : named(runs, resume, id);
  const lock = lockRun(runDirOf(root, run.run_id), run.run_id, tell);
  try {
    if (readRunRows(root).rows.some(({ value }) => value['run_id'] === run.run_id)) throw isOver(run);
    const plan = readPlan(root, run.run_id);
    requireSameManner(run, plan, options);
    return { run, plan, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function lastOpen(root: string, runs: readonly ListedRun[], id: string): ResumedRun['run'] {
  const own = runs.filter(isOf(id));
  const open = own.filter((run) => !run.isDone && !isMergedRun(root, run.run_id));
  const chosen = open.findLast(({ state }) => state !== 'running') ?? open.at(-1);
  if (chosen) return chosen;
  const last = own.at(-1);
  const hint = `eva eval ${shellWord(id)} makes ${last ? 'another' : 'one'}`;
  const state = last?.isDone ? 'is finished' : 'was made of shards, for which nobody is asked';
  const message = last ? `the last run of ${id} ${state}: ${last.run_id}` : `there is no run of ${id} in .eva/runs/`;
  throw new EvaError([problem('EVA_NOTHING_TO_RESUME', message, { hint })]);
}

function isOf(id: string): (run: ListedRun) => run is ResumedRun['run'] {
  return (run): run is ResumedRun['run'] => run.id === id;
}

function named(runs: readonly ListedRun[], name: string, id: string | null): ResumedRun['run'] {
  const known = requireKnownRun(
    name,
    runs.map(({ run_id }) => run_id),
  );
  const run = runs.find(({ run_id }) => run_id === known);
  if (!run || run.id === null) {
    const hint = 'it ended before anything was asked, or its files were deleted: run it anew';
    throw new EvaError([problem('EVA_BAD_RUN', `run ${known} does not say what it is a run of`, { hint })]);
  }
  if (id !== null && run.id !== id)
    throw usage(`run ${known} is one of ${run.id}, not of ${id}`, `eva eval ${shellWord(run.id)} --resume ${known}`);
  if (run.isDone) throw isOver(run);
  return { ...run, id: run.id };
}

function isOver({ run_id, id, shard }: ListedRun): EvaError {
  const why = shard ? 'its shard is collected' : 'its row is written';
  const hint = id === null ? undefined : `eva report ${run_id} shows it, and eva eval ${shellWord(id)} makes another`;
  return new EvaError([problem('EVA_NOTHING_TO_RESUME', `run ${run_id} is finished: ${why}`, { hint })]);
}

/** A run goes on as it was begun: flags may repeat that, and not change it. */
function requireSameManner({ run_id }: ListedRun, { manner, cases, partial }: RunPlan, options: EvalOptions): void {
  const asked = mannerOf(options);
  const names = cases.map(({ name }) => name);
  const others = [
    ...(asked.replay && !manner.replay ? ['--replay'] : []),
    ...(asked.batch && !manner.batch ? ['--batch'] : []),
    ...(asked.fail_fast && !manner.fail_fast ? ['--fail-fast'] : []),
    ...(asked.shard && !isSameShard(asked.shard, manner.shard) ? ['--shard'] : []),
    ...(options.case.length > 0 && !(partial && isSameSet(options.case, names)) ? ['--case'] : []),
  ];
  if (others.length === 0) return;
  const hint = 'leave it out to go on with the run, or leave out --resume to begin another';
  throw usage(`run ${run_id} was not begun with this ${others.join(', ')}`, hint);
}

function isSameShard(a: NonNullable<RunPlan['manner']['shard']>, b: RunPlan['manner']['shard']): boolean {
  return b !== null && a.index === b.index && a.of === b.of;
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));
}

/** What a run that is gone on with is planned by: all that its plan says of the command line that began it. */
export function resumedChoice({ cases, partial, manner }: RunPlan): RunChoice {
  return {
    only: partial ? cases.map(({ name }) => name) : [],
    allowUnderpowered: manner.allow_underpowered,
    manner,
  };
}

/** Throws EVA_RUN_CHANGED, with every difference, if the prompt is not what it was when the run began. */
export function requireUnchanged({ run, plan }: ResumedRun, now: RunPlan): void {
  const differences = planDifference(plan, now);
  if (differences.length === 0) return;
  const hint = `undo the change to go on with the run, or begin another: eva eval ${shellWord(run.id)}`;
  throw new EvaError(
    differences.map((text, index) =>
      problem('EVA_RUN_CHANGED', `run ${run.run_id}: ${text}`, index === differences.length - 1 ? { hint } : {}),
    ),
  );
}

/** Opens the folder of a run again, and tells how much is there. Throws EVA_BAD_RUN, EVA_NEWER_JOURNAL, EVA_DISK. */
export function reopenRunPlace(
  { run, plan: stored, release }: ResumedRun,
  { root, plan }: OpenPrompt,
  tell: Tell,
): RunPlace {
  const dir = runDirOf(root, run.run_id);
  if (missingRubrics(stored.cases).length > 0) writePlan(dir, plan);
  const { journal, header, problems } = reopenJournal(dir);
  try {
    requireOwnJournal(run, header);
    requireMergedWhole(dir, stored, journal);
  } catch (error) {
    journal.close();
    throw error;
  }
  for (const one of problems) tell.warn(inOneLine(one, root));
  tell.note(resumingText(run.run_id, whatIsLeft(plan, journal)));
  return { runId: run.run_id, dir, journal, release };
}

function requireOwnJournal({ run_id, id }: ResumedRun['run'], header: JournalHeader): void {
  if (header.run_id === run_id && header.id === id) return;
  throw badRun(run_id, `its journal is that of run ${header.run_id} of ${header.id}`, damaged);
}

function inOneLine({ at, message, hint }: Problem, root: string): string {
  const place = at ? `${relative(root, at.file)}${at.line === undefined ? '' : `:${at.line}`}  ` : '';
  return `${place}${message}${hint === undefined ? '' : `; ${hint}`}`;
}

/** How many replies a journal holds, and how many calls its run has still to make at most if nothing is asked twice. */
function whatIsLeft(plan: RunPlan, journal: Journal): Left {
  const planned = callsOf({ ...plan, cases: ownCases(plan) }).reduce(
    (sum, { role, times }) => sum + (role === 'rubric' ? 0 : times),
    0,
  );
  const rubrics = missingRubrics(plan.cases).length;
  return { there: journal.size, calls: rubrics + Math.max(0, planned - answered(journal.replies())) };
}

/** The cases with as many trials as the run is to collect. */
function ownCases({ cases, manner: { shard } }: RunPlan): RunPlan['cases'] {
  if (!shard) return cases;
  const own = trialsInShard(cases, shard);
  return cases.map((one, at) => ({ ...one, sample_size: own[at]?.length ?? 0 }));
}

/** Replies that the plan counts: those to questions that were asked anew are not among them. */
function answered(replies: Iterable<StoredReply>): number {
  let count = 0;
  for (const { role, draw } of replies) if (role !== 'rubric' && draw.attempt === 0) count += 1;
  return count;
}
