import type { RunPlan, Shard } from '#model/run/run.js';

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

/** Puts the shards of one prompt together. */
export function shardSets(folders: readonly ShardFolder[]): readonly ShardSet[] {
  const ids = [...new Set(folders.map(({ plan }) => plan.id))].sort();
  return ids.map((id) => {
    const own = folders.filter(({ plan }) => plan.id === id).sort((a, b) => a.shard.index - b.shard.index);
    const of = Math.max(...own.map(({ shard }) => shard.of));
    const plan = own[0]?.plan;
    if (!plan) throw new Error(`no shard of ${id}`);
    return { id, of, plan, folders: own };
  });
}
