import type { AttemptFacts } from '#model/run/attempt.js';
import { type MergedShards, maxRepeatedShards, type Shard } from '#model/run/run.js';
import { type AttemptLines, isOn } from './attempts.js';

/** A shard to be merged, its run, and how often its own machine has collected it, this time included. */
export interface CollectedShard {
  readonly shard: Shard;
  readonly run_id: string;
  readonly collected: number;
}

/** Counts the runs that collected a shard, by the lines of `.attempts.jsonl`. */
export function timesCollected(
  { id, evidence, kind }: Pick<AttemptFacts, 'id' | 'evidence' | 'kind'>,
  shard: Shard,
  lines: AttemptLines,
): number {
  const own = lines
    .map(({ value }) => value)
    .filter((line) => line.kind === kind && isOn(line, id, evidence))
    .filter((line) => line.shard?.index === shard.index && line.shard.of === shard.of);
  return new Set(own.map(({ run_id }) => run_id)).size;
}

/** Counts the collections of the shards of a merge. `noted`: how often this machine noted each; the shard's own machine may have noted more. */
export function mergedShards(shards: readonly CollectedShard[], noted: readonly number[]): MergedShards {
  const counted = shards.map(({ shard, collected }, at) => ({
    index: shard.index,
    times: Math.max(1, collected, noted[at] ?? 0),
  }));
  const repeated = counted.filter((one) => one.times > 1).sort((a, b) => b.times - a.times || a.index - b.index);
  return {
    of: shards.length,
    collected: counted.reduce((sum, one) => sum + one.times, 0),
    repeated: repeated.slice(0, maxRepeatedShards),
  };
}
