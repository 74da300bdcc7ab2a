import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { RunResult } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import { quoted, shellWord } from '#model/text/quoted.js';
import { trialsInShard } from './shard.js';
import type { ShardFolder, ShardSet } from './shard-set.js';

/** Lists the shards that lack replies, a problem each (EVA_BAD_MERGE) that names the first trial without one. */
export function lackingShards(set: ShardSet, { cases }: RunResult): readonly Problem[] {
  const missing = cases.flatMap(({ trials }) => trials.filter(({ outcome }) => outcome === 'missing'));
  return set.folders.flatMap((folder) => {
    const isOwn = ownTrials(folder);
    return told(missing.filter(isOwn), folder, set);
  });
}

function ownTrials({ plan: { cases }, shard }: ShardFolder): (trial: Trial) => boolean {
  const trials = trialsInShard(cases, shard);
  const byCase = new Map(cases.map(({ name }, at) => [name, trials[at]]));
  return ({ case: name, index }) => byCase.get(name)?.has(index) === true;
}

function told([first, ...others]: readonly Trial[], { dir, shard }: ShardFolder, { id, of }: ShardSet): Problem[] {
  if (!first) return [];
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const lack = `lacks a reply that ${quoted(first.case)} needs, trial ${first.index + 1}${more}`;
  const hint = `collect it anew: eva eval ${shellWord(id)} --shard ${shard.index}/${of}`;
  return [problem('EVA_BAD_MERGE', `${id}: shard ${shard.index} of ${of} ${lack}: ${dir}`, { hint })];
}
