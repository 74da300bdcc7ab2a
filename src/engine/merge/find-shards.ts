import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { type ShardFolder, type ShardSet, shardSets } from '#run/shards/shard.js';
import { shardFlaws } from '#run/shards/shard-flaws.js';
import { readResultHead } from '#store/run/documents/pieces.js';
import { findRunFolders } from '#store/run/listing/find-runs.js';
import { readPlanAt } from '#store/run/run-folder.js';

/**
 * Finds the shards in these folders, grouped by prompt. Ignores other runs. Throws one `EvaError` with every problem:
 * EVA_BAD_MERGE for shards that are missing, repeated, unfinished or from different runs, and problems of unreadable files.
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
