import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#errors.js';
import type { Problem } from '#model/problem.js';
import type { RunPlan, Shard } from '#model/run.js';
import { planDifference } from '#plan/plan-difference.js';
import { findRunFolders } from '#store/find-runs.js';
import { readResultHead } from '#store/result-pieces.js';
import { readPlanAt } from '#store/run-folder.js';

/** A collected part of a run, in the folder where its machine left it. */
export interface ShardFolder {
  readonly dir: string;
  /** The run as its result names it: folders may be renamed. null where there is no result. */
  readonly runId: string | null;
  readonly plan: RunPlan;
  readonly shard: Shard;
  readonly isWhole: boolean;
}

/** All shards of one run, in their order. */
export interface ShardSet {
  readonly id: string;
  readonly of: number;
  readonly plan: RunPlan;
  readonly folders: readonly ShardFolder[];
}

/**
 * Finds the shards in these folders, and puts those of one prompt together. Other runs are left aside. Throws one `EvaError` with all
 * that stands against merging them: EVA_BAD_MERGE for shards that are missing, doubled, unfinished or unlike, and what cannot be read.
 */
export function findShards(dirs: readonly string[]): readonly ShardSet[] {
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
  const sets = setsOf(folders);
  if (folders.length + problems.length === 0) problems.push(noShards(dirs));
  problems.push(...sets.flatMap(flaws));
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

function setsOf(folders: readonly ShardFolder[]): readonly ShardSet[] {
  const ids = [...new Set(folders.map(({ plan }) => plan.id))].sort();
  return ids.map((id) => {
    const own = folders.filter(({ plan }) => plan.id === id).sort((a, b) => a.shard.index - b.shard.index);
    const of = Math.max(...own.map(({ shard }) => shard.of));
    const plan = own[0]?.plan;
    if (!plan) throw new Error(`no shard of ${id}`);
    return { id, of, plan, folders: own };
  });
}

/** What keeps a set from being one run. */
function flaws(set: ShardSet): readonly Problem[] {
  const counts = [...new Set(set.folders.map(({ shard }) => shard.of))].sort((a, b) => a - b);
  if (counts.length > 1) {
    const where = set.folders.map(({ shard, dir }) => `${shard.index}/${shard.of} in ${dir}`).join(', ');
    const message = `${set.id} was parted in several ways, ${counts.join(' and ')} shards: ${where}`;
    return [badMerge(message, 'name the folders of one parting')];
  }
  return [...missing(set), ...doubled(set), ...unfinished(set), ...unlike(set)];
}

function missing({ id, of, folders }: ShardSet): readonly Problem[] {
  const there = new Set(folders.map(({ shard }) => shard.index));
  const absent = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (absent.length === 0) return [];
  const [first] = absent;
  const which = `${absent.length === 1 ? 'shard' : 'shards'} ${absent.join(', ')} of ${of}`;
  const hint = `collect ${absent.length === 1 ? 'it' : 'them'}: eva eval ${id} --shard ${first}/${of}`;
  return [badMerge(`${id}: ${which} ${absent.length === 1 ? 'is' : 'are'} missing`, hint)];
}

function doubled({ id, of, folders }: ShardSet): readonly Problem[] {
  return Array.from({ length: of }, (_, at) => at + 1).flatMap((index) => {
    const own = folders.filter(({ shard }) => shard.index === index);
    if (own.length < 2) return [];
    const message = `${id}: shard ${index} of ${of} is there ${own.length === 2 ? 'twice' : `${own.length} times`}: ${own.map(({ dir }) => dir).join(', ')}`;
    return [badMerge(message, 'name the folder of one of them')];
  });
}

function unfinished({ id, of, folders }: ShardSet): readonly Problem[] {
  return folders
    .filter(({ isWhole }) => !isWhole)
    .map(({ shard, dir }) =>
      badMerge(
        `${id}: shard ${shard.index} of ${of} is unfinished: ${dir}`,
        `where it was collected: eva eval ${id} --resume`,
      ),
    );
}

/** Every shard is held against the first. */
function unlike({ id, of, plan, folders }: ShardSet): readonly Problem[] {
  const first = folders[0]?.shard.index;
  return folders.slice(1).flatMap(({ shard, plan: other }) => {
    const told = [
      ...planDifference(plan, other),
      ...(isSameManner(plan, other) ? [] : ['it was collected with other flags']),
    ];
    return told.map((text) =>
      badMerge(
        `${id}: shard ${shard.index} of ${of} is not of the same run as shard ${first}: ${text}`,
        'collect all shards from the same files, with the same flags and the same eva',
      ),
    );
  });
}

function isSameManner({ manner: one }: RunPlan, { manner: other }: RunPlan): boolean {
  return isDeepStrictEqual({ ...one, shard: null }, { ...other, shard: null });
}

function noShards(dirs: readonly string[]): Problem {
  return badMerge(`there is no shard in ${dirs.join(', ')}`, 'eva eval ID --shard 1/5 collects one, into .eva/runs/');
}

function badMerge(message: string, hint: string): Problem {
  return problem('EVA_BAD_MERGE', message, { hint });
}
