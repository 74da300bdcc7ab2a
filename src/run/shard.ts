import { isDeepStrictEqual } from 'node:util';
import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { RunPlan, RunResult, Shard } from '#model/run/run.js';
import type { SampleOf } from '#model/run/sample.js';
import type { Trial } from '#model/run/trial.js';
import { pathWord, promptWord, quoted, short } from '#model/text/quoted.js';
import { planDifference } from '#plan/plan-difference.js';
import { trialsInShard } from './trials-of-shard.js';

export interface ShardFolder {
  readonly dir: string;
  /** The run id in its result, since folders can be renamed; null if there is no result. */
  readonly runId: string | null;
  readonly plan: RunPlan;
  readonly shard: Shard;
  readonly isWhole: boolean;
}

/** The shards of one run, in order. */
export interface ShardSet {
  readonly id: string;
  readonly of: number;
  readonly plan: RunPlan;
  readonly folders: readonly ShardFolder[];
}

/** Groups shards by prompt, variant and the prompt of other cases. */
export function shardSets(folders: readonly ShardFolder[]): readonly ShardSet[] {
  const keys = [...new Set(folders.map(({ plan }) => keyOf(plan)))].sort();
  return keys.map((key) => {
    const own = folders.filter(({ plan }) => keyOf(plan) === key).sort((a, b) => a.shard.index - b.shard.index);
    const of = Math.max(...own.map(({ shard }) => shard.of));
    const plan = own[0]?.plan;
    if (!plan) throw new Error(`no shard of ${key}`);
    return { id: plan.id, of, plan, folders: own };
  });
}

function keyOf({ id, variant }: RunPlan): string {
  return JSON.stringify([id, variant?.variant, variant?.cases_of]);
}

/** Lists the problems (EVA_BAD_MERGE) that prevent a merge of shards. If the shards come from different splits, lists only that problem. */
export function shardFlaws(set: ShardSet): readonly Problem[] {
  const counts = [...new Set(set.folders.map(({ shard }) => shard.of))].sort((a, b) => a - b);
  if (counts.length > 1) {
    const folders = set.folders.map(({ shard, dir }) => ({ shard: shard.index, of: shard.of, dir }));
    return [
      problem(
        'EVA_BAD_MERGE:splits',
        `${short(set.id)}: these shards come from different splits (${counts.join(' and ')}): ${folders.map(({ shard, of, dir }) => `${shard}/${of} in ${short(dir)}`).join(', ')}`,
        { hint: 'name the folders of one split' },
      ),
    ];
  }
  return [...missing(set), ...repeated(set), ...unfinished(set), ...different(set)];
}

function missing({ id, of, plan, folders }: ShardSet): readonly Problem[] {
  const present = new Set(folders.map(({ shard }) => shard.index));
  const absent = numbersTo(of).filter((index) => !present.has(index));
  const { variant: model = null, cases_of = null } = plan.variant ?? {};
  return absent.length === 0 ? [] : [problem('EVA_BAD_MERGE:missing', { id, model, cases_of, of, missing: absent })];
}

function repeated({ id, of, folders }: ShardSet): readonly Problem[] {
  return numbersTo(of).flatMap((shard) => {
    const dirs = folders.filter((folder) => folder.shard.index === shard).map(({ dir }) => dir);
    if (dirs.length < 2) return [];
    const mergeable = firstOfEach(of, folders);
    return [
      problem(
        'EVA_BAD_MERGE:repeated',
        `${short(id)}: shard ${shard} of ${of} was given ${dirs.length === 2 ? 'twice' : `${dirs.length} times`}: ${dirs.map(short).join(', ')}`,
        {
          hint: `name the folder of one of them${mergeable.length === 0 ? '' : `: eva merge ${mergeable.map(pathWord).join(' ')}`}`,
        },
      ),
    ];
  });
}

/** Lists the folder of the first finished collection of each shard; empty if a shard is not finished. */
function firstOfEach(of: number, folders: ShardSet['folders']): readonly string[] {
  const dirs = numbersTo(of).flatMap((index) => {
    const first = folders.find(({ shard, isWhole }) => isWhole && shard.index === index);
    return first ? [first.dir] : [];
  });
  return dirs.length < of ? [] : dirs;
}

function unfinished({ id, of, folders }: ShardSet): readonly Problem[] {
  return folders
    .filter(({ isWhole }) => !isWhole)
    .map(({ shard, dir }) =>
      problem('EVA_BAD_MERGE:unfinished', `${short(id)}: shard ${shard.index} of ${of} is unfinished: ${short(dir)}`, {
        hint: `on the machine that collected it, type: eva eval ${promptWord(id)} --resume`,
      }),
    );
}

/** Compares the plan of every shard with that of the first. */
function different({ id, of, plan, folders }: ShardSet): readonly Problem[] {
  const [first] = folders;
  if (!first) return [];
  const other = { shard: first.shard.index, dir: first.dir };
  return folders.slice(1).flatMap(({ dir, shard, plan: otherPlan }) => {
    const differences = [...planDifference(plan, otherPlan), ...(haveSameFlags(plan, otherPlan) ? [] : [null])];
    return differences.map((difference) =>
      problem(
        'EVA_BAD_MERGE:different',
        `${short(id)}: shard ${shard.index} of ${of} and shard ${other.shard} are not of the same run: ${difference === null ? 'their flags differ' : short(difference)}: ${short(dir)}, ${short(other.dir)}`,
        { hint: 'collect all shards from the same files, with the same flags and the same version of eva' },
      ),
    );
  });
}

/** Compares the flags of two shards, except budget and recording, which do not change replies. */
function haveSameFlags({ manner: a }: RunPlan, { manner: b }: RunPlan): boolean {
  const ignored = { shard: null, budget: null, record: false };
  return isDeepStrictEqual({ ...a, ...ignored }, { ...b, ...ignored });
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** Returns a problem (EVA_BAD_MERGE) for each shard that lacks replies; it names the first trial without one. */
export function shardsWithMissingReplies(set: ShardSet, { cases }: RunResult, sampleOf: SampleOf): readonly Problem[] {
  const missingTrials = cases.flatMap(({ trials }) => trials.filter(({ outcome }) => outcome === 'missing'));
  return set.folders.flatMap((folder) => {
    const isOwn = ownTrials(folder, sampleOf);
    return missingReply(missingTrials.filter(isOwn), folder, set);
  });
}

function ownTrials({ plan: { cases }, shard }: ShardFolder, sampleOf: SampleOf): (trial: Trial) => boolean {
  const trials = trialsInShard(cases, shard, sampleOf);
  const byCase = new Map(cases.map(({ name }, at) => [name, trials[at]]));
  return ({ case: name, index }) => byCase.get(name)?.has(index) === true;
}

function missingReply(trials: readonly Trial[], { dir, shard }: ShardFolder, { id, of }: ShardSet): readonly Problem[] {
  const [first] = trials;
  if (!first) return [];
  const trial = { case: first.case, number: first.index + 1 };
  const more = trials.length - 1;
  return [
    problem(
      'EVA_BAD_MERGE:no_reply',
      `${short(id)}: shard ${shard.index} of ${of} lacks a reply for trial ${trial.number} of ${quoted(trial.case)}${more === 0 ? '' : ` (and ${more} more)`}: ${short(dir)}`,
      { hint: `collect it again: eva eval ${promptWord(id)} --shard ${shard.index}/${of}` },
    ),
  ];
}
