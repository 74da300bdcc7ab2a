import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { CollectedShard } from '#lifecycle/attempts/next-attempt.js';
import type { RunChoice } from '#lifecycle/read-prompt.js';
import type { Budget } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import type { RunResult, RunSettings } from '#model/run/run.js';
import { type ShardFolder, type ShardSet, shardSets } from '#run/shards/shard.js';
import { shardFlaws, shardsWithMissingReplies } from '#run/shards/shard-flaws.js';
import { checkLogs } from '#store/logs/attempts-log.js';
import { readResultHead } from '#store/run/documents/pieces.js';
import { findRunFolders } from '#store/run/listing/stored-runs.js';
import { readPlanAt } from '#store/run/run-folder.js';
import { throwAway } from '#store/trash.js';
import { attemptNumber } from '../attempt/attempt-notes.js';
import { type OpenPrompt, openPrompt } from '../prompt/open-prompt.js';
import { planAll, requireTrusted } from '../prompt/require-trusted.js';
import { requireUnchangedShards } from '../resume/changed-run.js';
import { resumedChoice } from '../resume/resumed-choice.js';
import type { PlannedRun, RunOptions } from '../run-options.js';
import { newRunPlace, type RunPlace } from '../session/run-deps.js';
import { noteWhole } from './merged-run.js';
import { copyReplies, requireOwnReplies } from './shard-replies.js';

/** Plans the runs that the shards in these folders belong to, one for each prompt. Throws one `EvaError` with every problem. */
export function planMerge(dirs: readonly string[], options: RunOptions): readonly PlannedRun[] {
  const runs = planAll(findShards(dirs), (set) => planned(set, options));
  checkLogs(options.root);
  return runs;
}

/**
 * Plans the run that a set of shards belongs to. Throws EVA_BAD_MERGE, and EVA_RUN_CHANGED if the prompt has changed since the
 * shards were collected.
 */
function planned(set: ShardSet, options: RunOptions): PlannedRun {
  const { root, env } = options;
  requireOwnReplies(set);
  const { manner, ...rest } = resumedChoice(set.plan);
  const merged: Partial<RunSettings> = { batch: false, shard: null, merged: set.of, record: false, budget: null };
  const choice: RunChoice = {
    ...rest,
    numberOf: attemptNumber(root, env, collectedIn(set)),
    manner: { ...manner, ...merged, stop_early: false },
  };
  const reopen = () => requireTrusted(openPrompt(root, set.id, choice), options);
  const open = reopen();
  requireUnchangedShards(set.of, set.plan, open.plan);
  const requireWhole = (result: RunResult, dir: string) => requireReplies(set, result, () => throwAway(root, dir));
  return { open, options, reopen, placeOf: (notify) => mergedPlace(set, open, notify), requireWhole };
}

function collectedIn({ folders }: ShardSet): readonly CollectedShard[] {
  return folders.flatMap(({ shard, runId, plan: { collected = 1 } }) =>
    runId === null ? [] : [{ shard, run_id: runId, collected }],
  );
}

/** Makes the folder of a new run, with every reply of the shards in its journal. Removes the folder again if they cannot be copied. */
function mergedPlace(set: ShardSet, open: OpenPrompt, notify: Notify): RunPlace {
  const place = newRunPlace(open, notify);
  try {
    copyReplies(set, place.journal, notify);
    noteWhole(place.journal);
  } catch (error) {
    place.journal.close();
    place.release();
    throwAway(open.root, place.dir);
    throw error;
  }
  const { shards } = open.plan;
  if (shards && shards.repeated.length > 0) notify({ event: 'shards_repeated', shards });
  const budgets = shardBudgets(set, open);
  if (budgets.length > 0) notify({ event: 'shard_budgets', budgets });
  notify({ event: 'shards_merged', shards: set.folders.length, replies: place.journal.size });
  return place;
}

/** Lists the distinct budgets of the shards, from their command lines or eva.yml, without empty ones. */
function shardBudgets({ folders }: ShardSet, { config }: OpenPrompt): readonly Budget[] {
  const budgets = folders.map(({ plan }) => ({ ...config.budget, ...plan.manner.budget }));
  return uniqueBy(budgets, (budget) => JSON.stringify(budget)).filter((budget) => Object.keys(budget).length > 0);
}

/** Discards a run that lacks replies and throws EVA_BAD_MERGE, since a merge calls no model. */
function requireReplies(set: ShardSet, result: RunResult, discard: () => void): void {
  if (result.state === 'finished') return;
  const problems = shardsWithMissingReplies(set, result);
  if (problems.length === 0) return;
  discard();
  throw new EvaError(problems);
}

/**
 * Finds the shards in these folders, grouped by prompt. Ignores other runs. Throws one `EvaError` with every problem:
 * EVA_BAD_MERGE for shards that are missing, repeated, unfinished or from different runs, and problems of unreadable files.
 */
function findShards(dirs: readonly string[]): readonly ShardSet[] {
  const problems: Problem[] = [];
  const folders = [...new Set(dirs.flatMap(findRunFolders))].flatMap((dir) => {
    try {
      return shardIn(dir);
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  const sets = shardSets(folders);
  if (folders.length + problems.length === 0) problems.push(noShards(dirs));
  problems.push(...sets.flatMap(shardFlaws));
  if (problems.length > 0) throw new EvaError(problems);
  return sets;
}

function shardIn(dir: string): readonly ShardFolder[] {
  const plan = readPlanAt(dir);
  const { shard } = plan.manner;
  if (!shard) return [];
  const head = readResultHead(join(dir, 'result.json'));
  return [{ dir, runId: head?.run_id ?? null, plan, shard, isWhole: head?.state === 'finished' }];
}

function noShards(dirs: readonly string[]): Problem {
  return problem('EVA_BAD_MERGE:no_shard', { dirs });
}
