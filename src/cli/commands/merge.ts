import { resolve } from 'node:path';
import { EvaError } from '#errors/index.js';
import type { CollectedShard } from '#lifecycle/collections.js';
import type { RunChoice } from '#lifecycle/gather.js';
import type { RunManner, RunResult } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import { budgetText } from '#report/plan/totals.js';
import { repeatedText } from '#report/run/repeated-shards.js';
import { plural } from '#report/text/numbers.js';
import type { ShardSet } from '#run/shards/shard.js';
import { shardsWithMissingReplies } from '#run/shards/shard-flaws.js';
import { checkLogs } from '#store/check-logs.js';
import { throwAway } from '#store/trash.js';
import { attemptNumber } from '../evaluating/attempt-number.js';
import type { PlannedRun } from '../evaluating/evaluate.js';
import type { Tell } from '../evaluating/open-run.js';
import { planAll, requireTrusted, tellWarnings } from '../evaluating/plan-all.js';
import { runAll } from '../evaluating/run-all.js';
import { newRunPlace, type RunPlace } from '../evaluating/run-place.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type OpenPrompt, openPrompt } from '../open-prompt.js';
import { requireUnchanged } from '../resuming/changed-run.js';
import { findShards } from '../resuming/find-shards.js';
import { noteWhole } from '../resuming/merged-run.js';
import { resumedChoice } from '../resuming/resumed-choice.js';
import { copyReplies, requireOwnReplies } from '../resuming/shard-replies.js';

export interface MergeOptions {
  readonly root?: string;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/**
 * `eva merge <dirs...>`: joins the shards in these folders into one run for each prompt, grades and decides it, and writes its row. Calls no
 * model. Returns as `eva eval` does.
 */
export async function mergeCommand(dirs: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const sets = findShards(dirs.map((dir) => resolve(io.cwd(), dir)));
  const runs = planAll(sets, (set) => planned(set, root, options, io));
  tellWarnings(runs, terminal);
  checkLogs(root);
  return runAll(runs, { options, json: options.json === true, foretell: false }, terminal, io);
}

/** Plans the run that a set of shards was split from. Throws EVA_BAD_MERGE, and EVA_RUN_CHANGED if the prompt has changed since they were collected. */
function planned(set: ShardSet, root: string, options: MergeOptions, io: Io): PlannedRun {
  requireOwnReplies(set);
  const { manner, ...rest } = resumedChoice(set.plan);
  const merged: Partial<RunManner> = { batch: false, shard: null, merged: set.of, record: false, budget: null };
  const choice: RunChoice = {
    ...rest,
    numberOf: attemptNumber(root, io, collectedIn(set)),
    manner: { ...manner, ...merged, stop_early: false },
  };
  const reopen = () => requireTrusted(openPrompt(root, set.id, choice), options, io);
  const open = reopen();
  requireUnchanged(`the shards of ${set.id}`, set.plan, open.plan, wayOut(set));
  const requireWhole = (result: RunResult, dir: string) => requireReplies(set, result, () => throwAway(root, dir));
  return { open, reopen, placeOf: (tell) => mergedPlace(set, open, tell), requireWhole };
}

function collectedIn({ folders }: ShardSet): readonly CollectedShard[] {
  return folders.flatMap(({ shard, runId, plan: { collected = 1 } }) =>
    runId === null ? [] : [{ shard, run_id: runId, collected }],
  );
}

function wayOut({ id, of }: ShardSet): string {
  return `undo the change to merge the shards, or collect them anew: eva eval ${shellWord(id)} --shard 1/${of}`;
}

/** Makes the folder of a new run, with every reply of the shards in its journal. Removes it again if they cannot be copied. */
function mergedPlace(set: ShardSet, open: OpenPrompt, tell: Tell): RunPlace {
  const place = newRunPlace(open, tell.note);
  try {
    copyReplies(set, place.journal, tell);
    noteWhole(place.journal);
  } catch (error) {
    place.journal.close();
    place.release();
    throwAway(open.root, place.dir);
    throw error;
  }
  const repeated = repeatedText(open.plan.shards);
  if (repeated !== '') tell.note(repeated);
  const budgets = shardBudgets(set, open);
  if (budgets !== '') tell.note(`each shard had a budget of its own: ${budgets}`);
  tell.note(`merging ${set.folders.length} shards: ${plural(place.journal.size, 'reply', 'replies')}`);
  return place;
}

/** Lists the budgets of the shards in words, from their command lines or eva.yml; empty if they had none. */
function shardBudgets({ folders }: ShardSet, { config }: OpenPrompt): string {
  const texts = folders.map(({ plan }) => budgetText({ ...config.budget, ...plan.manner.budget }));
  return [...new Set(texts.filter((text) => text !== ''))].join(', ');
}

/** Discards a run that lacks replies, and throws EVA_BAD_MERGE: a merge calls no model. */
function requireReplies(set: ShardSet, result: RunResult, discard: () => void): void {
  if (result.state === 'finished') return;
  const problems = shardsWithMissingReplies(set, result);
  if (problems.length === 0) return;
  discard();
  throw new EvaError(problems);
}
