import { isDeepStrictEqual } from 'node:util';
import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { RunPlan, RunResult, Shard } from '#model/run/run.js';
import { repeated, type Sample, type SampleOf } from '#model/run/sample.js';
import { flagWords, pathWord, promptWord, quoted, short } from '#model/text/quoted.js';
import { planDifference } from '../plan/plan-difference.js';

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
    const ofKey = folders.filter(({ plan }) => keyOf(plan) === key).sort((a, b) => a.shard.index - b.shard.index);
    const count = Math.max(...ofKey.map(({ shard }) => shard.of));
    const plan = ofKey[0]?.plan;
    if (!plan) throw new Error(`no shard of ${key}`);
    return { id: plan.id, of: count, plan, folders: ofKey };
  });
}

function keyOf({ id, variant }: RunPlan): string {
  return JSON.stringify([id, variant?.variant, variant?.cases_of]);
}

/** Lists the problems (EVA_BAD_MERGE) that prevent a merge of shards. If the shards come from different splits, lists only that problem. */
export function shardFlaws(set: ShardSet): readonly Problem[] {
  const counts = [...new Set(set.folders.map(({ shard }) => shard.of))].sort((a, b) => a - b);
  if (counts.length > 1) {
    const folders = set.folders.map(({ shard: { index, of }, dir }) => `${index}/${of} in ${short(dir)}`).join(', ');
    return [
      problem(
        'EVA_BAD_MERGE:splits',
        `${short(set.id)}: these shards come from different splits (${counts.join(' and ')}): ${folders}`,
        { hint: 'name the folders of one split' },
      ),
    ];
  }
  return [...missing(set), ...repeatedShards(set), ...unfinished(set), ...different(set)];
}

function missing({ id, of, plan, folders }: ShardSet): readonly Problem[] {
  const present = new Set(folders.map(({ shard }) => shard.index));
  const absent = numbersTo(of).filter((index) => !present.has(index));
  const { variant: model = null, cases_of = null } = plan.variant ?? {};
  if (absent.length === 0) return [];
  const [noun, verb, pronoun] = absent.length === 1 ? ['shard', 'is', 'it'] : ['shards', 'are', 'them'];
  const flags = `${model ? ` ${flagWords('--model', model)}` : ''}${cases_of ? ` ${flagWords('--cases-of', cases_of)}` : ''}`;
  const what = `${short(id)}${model ? ` × ${short(model)}` : ''}`;
  return [
    problem('EVA_BAD_MERGE:missing', `${what}: ${noun} ${absent.join(', ')} of ${of} ${verb} missing`, {
      hint: `collect ${pronoun}: eva eval ${promptWord(id)}${flags} --shard ${absent[0]}/${of}`,
    }),
  ];
}

function repeatedShards({ id, of, folders }: ShardSet): readonly Problem[] {
  return numbersTo(of).flatMap((shard) => {
    const dirs = folders.filter((folder) => folder.shard.index === shard).map(({ dir }) => dir);
    if (dirs.length < 2) return [];
    const mergeable = firstOfEach(of, folders);
    const times = dirs.length === 2 ? 'twice' : `${dirs.length} times`;
    const command = mergeable.length === 0 ? '' : `: eva merge ${mergeable.map(pathWord).join(' ')}`;
    return problem(
      'EVA_BAD_MERGE:repeated',
      `${short(id)}: shard ${shard} of ${of} was given ${times}: ${dirs.map(short).join(', ')}`,
      { hint: `name the folder of one of them${command}` },
    );
  });
}

/** Lists the folder of the first finished collection of each shard; empty if a shard is not finished. */
function firstOfEach(count: number, folders: ShardSet['folders']): readonly string[] {
  const dirs = numbersTo(count).flatMap((index) => {
    const first = folders.find(({ shard, isWhole }) => isWhole && shard.index === index);
    return first ? [first.dir] : [];
  });
  return dirs.length < count ? [] : dirs;
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
  return folders.slice(1).flatMap(({ dir, shard, plan: otherPlan }) => {
    const differences = [...planDifference(plan, otherPlan), ...(haveSameFlags(plan, otherPlan) ? [] : [null])];
    return differences.map((difference) =>
      problem(
        'EVA_BAD_MERGE:different',
        `${short(id)}: shard ${shard.index} of ${of} and shard ${first.shard.index} are not of the same run: ${difference === null ? 'their flags differ' : short(difference)}: ${short(dir)}, ${short(first.dir)}`,
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
    const { plan, shard, dir } = folder;
    const trials = trialsInShard(plan.cases, shard, sampleOf);
    const byCase = new Map(plan.cases.map(({ name }, at) => [name, trials[at]]));
    const [first, ...more] = missingTrials.filter(({ case: name, index }) => byCase.get(name)?.has(index) === true);
    if (!first) return [];
    const andMore = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return problem(
      'EVA_BAD_MERGE:no_reply',
      `${short(set.id)}: shard ${shard.index} of ${set.of} lacks a reply for trial ${first.index + 1} of ${quoted(first.case)}${andMore}: ${short(dir)}`,
      { hint: `collect it again: eva eval ${promptWord(set.id)} --shard ${shard.index}/${set.of}` },
    );
  });
}

/** The indexes of one case's trials that belong to a shard. */
export class TrialsOfShard {
  /** In ascending order. */
  readonly #indexes: Int32Array;

  constructor(indexes: readonly number[]) {
    this.#indexes = Int32Array.from(indexes);
  }

  get length(): number {
    return this.#indexes.length;
  }

  /** Returns the index of the n-th trial of the shard, counted from 0; null after the last. */
  at(place: number): number | null {
    return this.#indexes[place] ?? null;
  }

  /** Lists the indexes of all trials of the shard, in order. */
  indexes(): readonly number[] {
    return [...this.#indexes];
  }

  has(index: number): boolean {
    let [low, high] = [0, this.#indexes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#indexes[middle] ?? index) < index) low = middle + 1;
      else high = middle;
    }
    return this.#indexes[low] === index;
  }
}

/**
 * Returns the trials of a shard, case by case. Units are numbered from 0 over all cases of a run in order; shard I of N has the units with
 * number mod N = I - 1, each with all its trials. A trial of a case without a data set is a unit.
 */
export function trialsInShard(cases: readonly Case[], shard: Shard, sampleOf: SampleOf): readonly TrialsOfShard[] {
  return eachInShard(cases, shard, (testCase) => sampleOf(testCase).endsUnit).map(
    (trials) => trials ?? new TrialsOfShard([]),
  );
}

/** Returns the trials of a shard as far as a plan says them: null for a case with clusters, whose sizes stand in its file. */
export function plannedTrialsInShard(cases: readonly Case[], shard: Shard): readonly (TrialsOfShard | null)[] {
  return eachInShard(cases, shard, unitsOfPlan);
}

function unitsOfPlan(testCase: Case): Sample['endsUnit'] | null {
  const { dataset } = testCase;
  if (!dataset) return repeated(testCase).endsUnit;
  if (dataset.units * dataset.draws !== testCase.sample_size) return null;
  return (index) => (index + 1) % dataset.draws === 0;
}

function eachInShard(
  cases: readonly Case[],
  shard: Shard,
  endsUnitOf: (testCase: Case) => Sample['endsUnit'] | null,
): readonly (TrialsOfShard | null)[] {
  let before = 0;
  return cases.map((testCase) => {
    const endsUnit = endsUnitOf(testCase);
    const trials = endsUnit && ownTrials(testCase, shard, before, endsUnit);
    before += testCase.dataset?.units ?? testCase.sample_size;
    return trials;
  });
}

/** `before`: the number of units of all earlier cases. */
function ownTrials(
  { sample_size }: Case,
  { index, of }: Shard,
  before: number,
  endsUnit: Sample['endsUnit'],
): TrialsOfShard {
  const indexes: number[] = [];
  let unit = before;
  for (let trial = 0; trial < sample_size; trial++) {
    if (unit % of === index - 1) indexes.push(trial);
    if (endsUnit(trial)) unit += 1;
  }
  return new TrialsOfShard(indexes);
}
