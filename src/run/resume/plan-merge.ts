import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Budget } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Notify } from '#model/run/notice.js';
import type { RunResult, RunSettings } from '#model/run/run.js';
import { quoted, short } from '#model/text/quoted.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { type Journal, readJournal } from '#store/run/journal.js';
import { readResultHead } from '#store/run/run-document.js';
import { readPlanAt } from '#store/run/run-folder.js';
import { findRunFolders } from '#store/run/stored-runs.js';
import { throwAway } from '#store/trash.js';
import {
  plannedTrialsInShard,
  type ShardFolder,
  type ShardSet,
  shardFlaws,
  shardSets,
  shardsWithMissingReplies,
} from '../collect/shard.js';
import type { RunChoice } from '../plan/plan-run.js';
import { type OpenPrompt, openPrompt } from '../prompt/open-prompt.js';
import { requirePrograms } from '../prompt/require-trusted.js';
import { attemptNumber } from '../session/attempt-notes.js';
import { planAll } from '../session/plan-runs.js';
import { newRunPlace, type RunPlace } from '../session/run-deps.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { requireUnchangedShards, resumedChoice } from './plan-resumed.js';
import { wholeNote } from './reopen-run.js';

/** Plans the runs that the shards in these folders belong to, one for each prompt. Throws one `EvaError` with every problem. */
export function planMerge(dirs: readonly string[], options: RunOptions): readonly PlannedRun[] {
  const runs = planAll(findShards(dirs), (set) => [planned(set, options)]);
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
    prices: { env },
    numberOf: attemptNumber(
      root,
      set.folders.flatMap(({ shard, runId, plan: { collected = 1 } }) =>
        runId === null ? [] : [{ shard, run_id: runId, collected }],
      ),
    ),
    manner: { ...manner, ...merged, stop_early: false },
  };
  const reopen = () => requirePrograms(openPrompt(root, set.id, choice), options, true);
  const open = reopen();
  requireUnchangedShards(set.of, set.plan, open.plan);
  const requireWhole = (result: RunResult, dir: string) =>
    requireReplies({ ...open, set, result }, () => throwAway(root, dir));
  return { open, options, reopen, placeOf: (opened, notify) => mergedPlace(set, opened, notify), requireWhole };
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

interface MergedResult extends Pick<OpenPrompt, 'sampleOf'> {
  readonly set: ShardSet;
  readonly result: RunResult;
}

/** Discards a run that lacks replies and throws EVA_BAD_MERGE, since a merge calls no model. */
function requireReplies({ set, result, sampleOf }: MergedResult, discard: () => void): void {
  if (result.state === 'finished') return;
  const problems = shardsWithMissingReplies(set, result, sampleOf);
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
  if (folders.length + problems.length === 0)
    problems.push(
      problem('EVA_BAD_MERGE:no_shard', `there is no shard in ${dirs.map(short).join(', ')}`, {
        hint: 'eva eval ID --shard 1/5 collects one, into .eva/runs/',
      }),
    );
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

/** A reply of an earlier shard, by its digest. */
interface Held {
  readonly dir: string;
  readonly case: string;
  readonly digest: string;
}

/**
 * Checks the journals of all shards. Each must belong to its folder, contain only replies to trials of its shard, and not
 * contradict an earlier shard's reply to the same call. Throws EVA_BAD_MERGE with a problem for each shard and kind of flaw.
 */
function requireOwnReplies(set: ShardSet): void {
  const held = new Map<string, Held>();
  const problems = set.folders.flatMap((folder) => flawsOf(folder, set, held));
  if (problems.length > 0) throw new EvaError(problems);
}

function flawsOf(folder: ShardFolder, set: ShardSet, held: Map<string, Held>): readonly Problem[] {
  const { header, replies, gap } = readJournal(folder.dir);
  const shard = { id: set.id, shard: folder.shard.index, of: set.of, dir: folder.dir };
  if (header && !(header.run_id === folder.runId && header.id === set.id)) {
    const journal = { run_id: header.run_id, id: header.id };
    return [
      problem(
        'EVA_BAD_MERGE:other_journal',
        `${short(shard.id)}: shard ${shard.shard} of ${shard.of} has the journal of run ${short(journal.run_id)} of ${short(journal.id)}: ${short(shard.dir)}`,
        { hint: untouched },
      ),
    ];
  }
  if (gap !== null)
    return [
      problem(
        'EVA_BAD_MERGE:journal_gap',
        `${short(shard.id)}: lines are missing or damaged before line ${gap} of the journal of shard ${shard.shard} of ${shard.of}: ${short(shard.dir)}`,
        { hint: untouched },
      ),
    ];
  const isOfShard = ownTrials(folder);
  const holder = `${short(shard.id)}: shard ${shard.shard} of ${shard.of}`;
  const strangers: StoredReply[] = [];
  const doubled: StoredReply[] = [];
  for (const reply of replies) {
    if (!isOfShard(reply)) strangers.push(reply);
    else if (contradicts(reply, folder, held)) doubled.push(reply);
  }
  return [
    ...oneProblem(strangers, (replies) =>
      problem(
        'EVA_BAD_MERGE:foreign_reply',
        `${holder} holds ${replies}, which belongs to another shard: ${short(shard.dir)}`,
        {
          hint: untouched,
        },
      ),
    ),
    ...oneProblem(doubled, (replies, { key }) => {
      const other = short(held.get(key)?.dir ?? 'an earlier shard');
      const message = `${holder} holds ${replies}, and ${other} holds a different one: ${short(shard.dir)}`;
      return problem('EVA_BAD_MERGE:other_reply', message, { hint: untouched });
    }),
  ];
}

/**
 * Returns a filter for the replies that belong to a shard. A reply from cache or recordings names the case that it was saved for,
 * but answers the same call of every case; it belongs to the shard if any case has its trial there. The draws of a data set's replies do
 * not say which items they answer, so any of them may belong to the shard.
 */
function ownTrials({ plan: { cases }, shard }: ShardFolder): (reply: StoredReply) => boolean {
  const trials = plannedTrialsInShard(cases, shard);
  const filters = cases.map(({ name, dataset }, at) => ({
    name,
    hasDraw: (draw: number) => dataset !== undefined || trials[at]?.has(draw) === true,
  }));
  const byCase = new Map(filters.map(({ name, hasDraw }) => [name, hasDraw]));
  return ({ role, source, case: name, draw }) => {
    if (role === 'rubric') return false;
    if (source === 'model') return byCase.get(name)?.(draw.trial) === true;
    return filters.some(({ hasDraw }) => hasDraw(draw.trial));
  };
}

/** Adds a reply. Returns true if an earlier shard has a different reply to the same call of the same case. */
function contradicts(reply: StoredReply, { dir }: ShardFolder, held: Map<string, Held>): boolean {
  const digest = sha256(canonicalJson(reply));
  const before = held.get(reply.key);
  if (!before) held.set(reply.key, { dir, case: reply.case, digest });
  return before !== undefined && before.case === reply.case && before.digest !== digest;
}

/** Makes one problem for all replies with the same flaw. Its parameters describe the first reply and count the others. */
function oneProblem(
  [first, ...others]: readonly StoredReply[],
  make: (replies: string, first: StoredReply) => Problem,
): readonly Problem[] {
  if (!first) return [];
  const { role, draw } = first;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return [make(`a reply of the ${role} for trial ${draw.trial + 1} of ${quoted(first.case)}${more}`, first)];
}

/**
 * Writes every reply of the shards to one journal. If several shards have a reply to the same call, all cases use the first, as
 * in a run without shards.
 */
function copyReplies({ folders }: ShardSet, journal: Journal, notify: Notify): void {
  let otherAnswers = 0;
  for (const { dir } of folders) {
    const { replies, problems } = readJournal(dir);
    for (const problem of problems) notify({ event: 'journal_damaged', problem, isShard: true });
    for (const reply of replies) {
      const first = journal.get(reply.key);
      if (!first) journal.put(reply);
      else if (!isDeepStrictEqual(first.reply, reply.reply)) otherAnswers += 1;
    }
  }
  if (otherAnswers > 0) notify({ event: 'shard_answers_differ', questions: otherAnswers });
}

/** Records in a journal that it has every reply of the shards. */
function noteWhole(journal: Journal): void {
  journal.note(wholeNote);
}

const untouched = 'copy the folders again from the machines that collected them, and change nothing in them';
