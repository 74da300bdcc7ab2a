import { isDeepStrictEqual } from 'node:util';
import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { RunPlan } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import { planDifference } from '#plan/plan-difference.js';
import type { ShardSet } from './shard-set.js';

/** Lists the problems (EVA_BAD_MERGE) that keep shards from being one run. Shards of different splits are one problem, and no other is listed. */
export function shardFlaws(set: ShardSet): readonly Problem[] {
  const counts = [...new Set(set.folders.map(({ shard }) => shard.of))].sort((a, b) => a - b);
  if (counts.length > 1) {
    const where = set.folders.map(({ shard, dir }) => `${shard.index}/${shard.of} in ${dir}`).join(', ');
    const message = `${set.id}: the shards come from different splits (${counts.join(' and ')}): ${where}`;
    return [badMerge(message, 'name the folders of one split')];
  }
  return [...missing(set), ...doubled(set), ...unfinished(set), ...unlike(set)];
}

function missing({ id, of, folders }: ShardSet): readonly Problem[] {
  const there = new Set(folders.map(({ shard }) => shard.index));
  const absent = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (absent.length === 0) return [];
  const [first] = absent;
  const which = `${absent.length === 1 ? 'shard' : 'shards'} ${absent.join(', ')} of ${of}`;
  const hint = `collect ${absent.length === 1 ? 'it' : 'them'}: eva eval ${shellWord(id)} --shard ${first}/${of}`;
  return [badMerge(`${id}: ${which} ${absent.length === 1 ? 'is' : 'are'} missing`, hint)];
}

function doubled({ id, of, folders }: ShardSet): readonly Problem[] {
  return Array.from({ length: of }, (_, at) => at + 1).flatMap((index) => {
    const own = folders.filter(({ shard }) => shard.index === index);
    if (own.length < 2) return [];
    const message = `${id}: shard ${index} of ${of} is there ${own.length === 2 ? 'twice' : `${own.length} times`}: ${own.map(({ dir }) => dir).join(', ')}`;
    return [badMerge(message, `name the folder of one of them${mergeOfFirst(of, folders)}`)];
  });
}

/** Returns the command that merges the first whole collection of each shard, as the end of a hint; empty if a shard has none. */
function mergeOfFirst(of: number, folders: ShardSet['folders']): string {
  const whole = Array.from({ length: of }, (_, at) =>
    folders.find(({ shard, isWhole }) => isWhole && shard.index === at + 1),
  );
  const dirs = whole.flatMap((one) => (one ? [shellWord(one.dir)] : []));
  return dirs.length < of ? '' : `: eva merge ${dirs.join(' ')}`;
}

function unfinished({ id, of, folders }: ShardSet): readonly Problem[] {
  return folders
    .filter(({ isWhole }) => !isWhole)
    .map(({ shard, dir }) =>
      badMerge(
        `${id}: shard ${shard.index} of ${of} is unfinished: ${dir}`,
        `where it was collected: eva eval ${shellWord(id)} --resume`,
      ),
    );
}

/** Compares every shard with the first. */
function unlike({ id, of, plan, folders }: ShardSet): readonly Problem[] {
  const [first] = folders;
  if (!first) return [];
  return folders.slice(1).flatMap(({ dir, shard, plan: other }) => {
    const told = [
      ...planDifference(plan, other),
      ...(isSameManner(plan, other) ? [] : ['it was collected with other flags']),
    ];
    return told.map((text) =>
      badMerge(
        `${id}: shard ${shard.index} of ${of} is not of the same run as shard ${first.shard.index}: ${text}: ${dir}, ${first.dir}`,
        'collect all shards from the same files, with the same flags and the same eva',
      ),
    );
  });
}

/** Compares the options of two shards, except for budget and recording, which do not change replies. */
function isSameManner({ manner: one }: RunPlan, { manner: other }: RunPlan): boolean {
  const apart = { shard: null, budget: null, record: false };
  return isDeepStrictEqual({ ...one, ...apart }, { ...other, ...apart });
}

function badMerge(message: string, hint: string): Problem {
  return problem('EVA_BAD_MERGE', message, { hint });
}
