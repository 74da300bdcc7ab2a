import { isDeepStrictEqual } from 'node:util';
import { listPromptIds } from '#library/prompts.js';
import { type EvaError, evaError, orNull } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { flagWords, plural, promptWord, shellWord, short } from '#model/text/quoted.js';
import { batchesLeft } from '#provider/batch/batch-log.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { readJournal } from '#store/run/journal.js';
import { lockRun, readPlan } from '#store/run/run-folder.js';
import type { ListedRun } from '#store/run/run-list.js';
import { requireKnownRun, runDirOf, runNames } from '#store/run/run-names.js';
import { runsFolderName } from '#store/run/runs-folder.js';
import { readRun } from '#store/run/stored-runs.js';
import type { RunOptions } from '../session/run-options.js';

export type KnownRun = ListedRun & { readonly id: string };

/**
 * Returns the run to resume: the named one, or the last unfinished run of the prompt that can make progress, preferably one with
 * replies. Without a prompt it is the last unfinished run of any. Reports the other unfinished runs. Throws EVA_UNKNOWN_RUN,
 * EVA_NOTHING_TO_RESUME, EVA_BAD_RUN, and EVA_USAGE if the run belongs to another prompt.
 */
function chooseRun(
  root: string,
  { id, resume, variant }: WantedRun,
  listed: readonly ListedRun[],
  notify: Notify,
): KnownRun {
  if (resume !== true) return named(root, listed, resume, id);
  const known = id === null ? runsBesideLast(root, listed) : listed.filter(isOf(id));
  const candidates = known.filter((run) => variant === undefined || (run.variant ?? null) === variant);
  const open = candidates.filter((run) => isOpen(root, run));
  const idle = open.filter(isIdle);
  const chosen = idle.findLast((run) => hasSomething(root, run)) ?? idle.at(-1) ?? open.at(-1);
  const last = candidates.at(-1);
  if (!chosen && last?.waits_for !== undefined) return named(root, listed, last.run_id, id); // throws how to label it
  if (!chosen)
    throw evaError(
      'EVA_NOTHING_TO_RESUME:none',
      `no run${id === null ? '' : ` of ${short(id)}`} in ${runsFolderName(root)}/ is unfinished`,
      { hint: `eva log lists all runs; eva eval ${id === null ? 'ID' : promptWord(id)} makes a new one` },
    );
  const otherIds = idle
    .filter((run) => run !== chosen && (chosen.group === undefined || run.group !== chosen.group))
    .map(({ run_id }) => run_id);
  if (otherIds.length > 0) notify({ event: 'other_runs_unfinished', run_ids: otherIds });
  return chosen;
}

function isOf(id: string): (run: ListedRun) => run is KnownRun {
  return (run): run is KnownRun => run.id === id;
}

/**
 * Returns the runs of the library's prompts that belong to the last unfinished one: those of its group, or else of its prompt. Empty if all
 * are finished.
 */
function runsBesideLast(root: string, runs: readonly ListedRun[]): readonly KnownRun[] {
  const ids = new Set(listPromptIds(root));
  const known = runs.filter((run): run is KnownRun => run.id !== null && ids.has(run.id));
  const open = known.filter((run) => isOpen(root, run));
  const last = open.findLast(isIdle) ?? open.at(-1);
  if (!last) return [];
  return open.filter((run) => (last.group === undefined ? run.id === last.id : run.group === last.group));
}

/** Returns true for an unfinished run that `--resume` continues without its name. One that was killed while it opened has no plan. */
export function isOpen(root: string, run: ListedRun): boolean {
  const hasPlan = run.id !== null;
  const isTakenOver = run.isMerged || run.isContinued;
  const hasLeft = !run.isDone && run.waits_for === undefined && !isTakenOver;
  return hasPlan && run.compare === undefined && hasLeft && asksModels(root, run);
}

function isIdle({ state }: ListedRun): boolean {
  return state !== 'running';
}

/**
 * Returns false for replays and merged runs: they make no calls, so they are resumed only by name. True if the plan cannot be read, since resuming
 * the run reports that.
 */
function asksModels(root: string, { run_id }: ListedRun): boolean {
  const manner = orNull(() => readPlan(root, run_id).manner);
  return manner === null || (!manner.replay && manner.merged === null);
}

function hasSomething(root: string, { run_id, replies }: ListedRun): boolean {
  if (replies !== 0) return true;
  return orNull(() => batchesLeft(readJournal(runDirOf(root, run_id)).notes)) !== 0;
}

function named(root: string, runs: readonly ListedRun[], name: string, id: string | null): KnownRun {
  const known = requireKnownRun(
    root,
    name,
    runs.map(({ run_id }) => run_id),
  );
  const run = runs.find(({ run_id }) => run_id === known);
  if (!run || run.id === null)
    throw evaError('EVA_BAD_RUN:no_prompt', `the files of run ${short(known)} do not name its prompt`, {
      hint: 'it ended before its first call, or its files were deleted; start the run again',
    });
  if (id !== null && run.id !== id)
    throw evaError(
      'EVA_USAGE:run_of_other_prompt',
      `run ${short(known)} belongs to ${short(run.id)}, not to ${short(id)}`,
      { hint: `eva eval ${promptWord(run.id)} ${flagWords('--resume', known)}` },
    );
  if (run.compare)
    throw evaError(
      'EVA_USAGE:resumed_side',
      `run ${short(known)} is one side of a comparison, and eva eval resumes runs of its own`,
      { hint: `${short(run.compare.command)} --resume` },
    );
  if (run.isDone) throw isOver(run);
  const { waits_for: labels } = run;
  if (labels !== undefined)
    throw evaError(
      'EVA_NOTHING_TO_RESUME:labels',
      `run ${short(known)} has all its replies, and waits for ${plural(labels, 'label')} of people`,
      { hint: `eva label ${shellWord(known)} labels its answers` },
    );
  return { ...run, id: run.id };
}

function isOver({ run_id, id, shard }: ListedRun): EvaError {
  const isShard = shard !== null;
  return evaError(
    'EVA_NOTHING_TO_RESUME:finished',
    `run ${short(run_id)} is finished: ${isShard ? 'its shard is collected' : 'its row is written'}`,
    {
      hint:
        id === null
          ? undefined
          : `eva report ${shellWord(run_id)} shows it, and eva eval ${promptWord(id)} makes another`,
    },
  );
}

export interface ResumedRun {
  readonly run: KnownRun;
  readonly plan: RunPlan;
  readonly release: () => void;
}

/** The run to resume: its name, or true for the last unfinished run of the prompt `id`, or of any prompt if that is null. */
export interface WantedRun {
  readonly id: string | null;
  readonly resume: string | true;
  /** The variant whose runs may be chosen, null for a prompt without variants. Default: any. */
  readonly variant?: string | null;
}

/**
 * Finds the run to resume and locks it. Throws the errors of `chooseRun`, EVA_USAGE for other options than the run began with,
 * and EVA_RUN_IN_USE.
 */
export function findResumed(
  wanted: WantedRun,
  options: RunOptions,
  listed: readonly ListedRun[],
  notify: Notify,
): ResumedRun {
  const { root } = options;
  const run = chooseRun(root, wanted, listed, notify);
  const lock = lockRun(runDirOf(root, run.run_id), run.run_id, (takeover) =>
    notify({ event: 'lock_taken_over', ...takeover }),
  );
  try {
    if (readRunRows(root).rows.some(({ value }) => value['run_id'] === run.run_id)) throw isOver(run);
    const plan = readPlan(root, run.run_id);
    if (plan.manner.merged !== null)
      throw evaError(
        'EVA_BAD_RUN:half_merged',
        `eva merge was interrupted before it had written run ${short(run.run_id)}`,
        {
          hint: 'merge the folders of the shards again: eva merge DIR...',
        },
      );
    requireSameManner(run.run_id, plan, options);
    return { run, plan, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Returns true for a run that `eva merge` made, which makes no calls; false if its plan cannot be read. */
export function isMergedRun(root: string, run_id: string): boolean {
  return (orNull(() => readPlan(root, run_id).manner.merged) ?? null) !== null;
}

/** Returns the group of a run; undefined if it has none, or its plan cannot be read. */
function groupIn(root: string, { run_id }: Pick<ListedRun, 'run_id'>): string | undefined {
  return orNull(() => readPlan(root, run_id).variant?.group) ?? undefined;
}

interface RunOfGroup {
  readonly run_id: string;
  /** Reads its plan, and its result: null if it has none yet. Throws EVA_BAD_RUN. */
  readonly read: () => { readonly plan: RunPlan; readonly result: RunResult | null };
}

const stampLength = '20260131T101502Z'.length;

/** Lists the stored runs of a group, oldest first. The name of a group is not later than those of its runs. */
export function runsOfGroup(root: string, group: string): readonly RunOfGroup[] {
  return runNames(root)
    .filter((name) => name >= group.slice(0, stampLength) && groupIn(root, { run_id: name }) === group)
    .map((run_id) => ({
      run_id,
      read: () => orNull(() => readRun(root, run_id)) ?? { plan: readPlan(root, run_id), result: null },
    }));
}

/** Returns the group of a run, by default the last group. Throws EVA_UNKNOWN_RUN, EVA_USAGE. */
export function groupNamed(root: string, name: string | undefined): string {
  const names = runNames(root);
  const run_id = name === undefined ? null : requireKnownRun(root, name, names, true);
  const last = run_id ?? names.findLast((one) => groupIn(root, { run_id: one }) !== undefined);
  const group = last === undefined ? undefined : groupIn(root, { run_id: last });
  if (group === undefined)
    throw evaError(
      'EVA_USAGE:no_group',
      run_id === null ? 'no run is one of a group' : `run ${short(run_id)} is not one of a group`,
      { hint: 'eva eval makes a group of runs for a prompt with several models; eva log lists all runs' },
    );
  return group;
}

/** Throws EVA_USAGE for options that differ from those with which the run began. The budget may differ. */
export function requireSameManner(
  runId: string,
  {
    manner,
    partial,
    ...plan
  }: Pick<RunPlan, 'manner' | 'partial' | 'item_choice' | 'variant'> & {
    readonly cases: readonly { readonly name: string }[];
  },
  options: RunOptions,
): void {
  const { only = [], manner: asked, items, models = [], casesOf, cache } = options;
  const names = plan.cases.map(({ name }) => name);
  const { shard } = manner;
  const differs: readonly (readonly [flag: string, isOther: boolean])[] = [
    ['--look', asked.look === true && !manner.look],
    ['--replay', asked.replay && !manner.replay],
    ['--record', asked.record && manner.replay],
    ['--cache', cache === true && manner.record],
    ['--batch', asked.batch && !manner.batch],
    ['--fail-fast', asked.fail_fast !== false && asked.fail_fast !== manner.fail_fast],
    [
      shard ? `--shard (it is ${shard.index}/${shard.of})` : '--shard',
      asked.shard !== null && !isDeepStrictEqual(asked.shard, shard),
    ],
    ['--case', only.length > 0 && !(partial && isDeepStrictEqual(new Set(only), new Set(names)))],
    ['--items or --item', items !== undefined && !isDeepStrictEqual(items, plan.item_choice)],
    ['--model', models.length > 0 && !models.includes(plan.variant?.variant ?? '')],
    ['--cases-of', casesOf !== undefined && casesOf !== plan.variant?.cases_of],
  ];
  const flags = differs.flatMap(([flag, isOther]) => (isOther ? [flag] : []));
  if (flags.length > 0)
    throw evaError(
      'EVA_USAGE:other_options',
      `a resume of run ${short(runId)} cannot change these options: ${flags.join(', ')}`,
      { hint: 'leave these options out to resume the run, or leave out --resume to start a new one' },
    );
}
