import type { Case } from '#model/case.js';
import type { RunPlan, RunSettings } from '#model/run/run.js';
import { repeated, type Sample, type SampleOf } from '#model/run/sample.js';
import type { CaseOwner } from './deal.js';

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

type SharedPlan = Pick<RunPlan, 'cases' | 'manner'>;

/** Returns the trials that a run collects, case by case: all of them without a shard. */
export function trialsOfShare({ cases, manner }: SharedPlan, sampleOf: SampleOf): readonly TrialsOfShard[] {
  return cases.map((testCase) =>
    ownTrials(testCase, manner, () => endsUnitOfPlan(testCase) ?? sampleOf(testCase).endsUnit),
  );
}

/** Returns the trials of a shard as far as a plan says them: null for a case with clusters, whose sizes stand in its file. */
export function plannedTrials({ cases, manner }: SharedPlan): readonly (TrialsOfShard | null)[] {
  return cases.map((testCase) => {
    const endsUnit = endsUnitOfPlan(testCase);
    return endsUnit ? ownTrials(testCase, manner, () => endsUnit) : null;
  });
}

function endsUnitOfPlan(testCase: Case): Sample['endsUnit'] | null {
  const { dataset } = testCase;
  if (!dataset) return repeated(testCase).endsUnit;
  if (dataset.units * dataset.draws !== testCase.sample_size) return null;
  return (index) => (index + 1) % dataset.draws === 0;
}

function ownTrials(
  testCase: Case,
  manner: Pick<RunSettings, 'shard' | 'share'>,
  endsUnitOf: () => Sample['endsUnit'],
): TrialsOfShard {
  const isOwn = ownUnits(testCase, manner);
  if (isOwn === null) return new TrialsOfShard([]);
  const endsUnit = endsUnitOf();
  const indexes: number[] = [];
  let unit = 0;
  for (let trial = 0; trial < testCase.sample_size; trial++) {
    if (isOwn(unit)) indexes.push(trial);
    if (endsUnit(trial)) unit += 1;
  }
  return new TrialsOfShard(indexes);
}

/** Returns a filter for the units of a case that a run asks, by their numbers from 0; null if it asks none. */
function ownUnits(
  { name }: Case,
  { shard, share }: Pick<RunSettings, 'shard' | 'share'>,
): ((unit: number) => boolean) | null {
  if (!shard || !share || share.whole.includes(name)) return () => true;
  const part = share.split.find((one) => one.case === name);
  if (!part) return null;
  const left = new Set(part.left);
  return (unit) => (unit < part.full ? unit % shard.of === shard.index - 1 : left.has(unit));
}

/** Returns the cases with the number of trials that the run collects. */
export function ownCases(plan: SharedPlan, sampleOf: SampleOf): RunPlan['cases'] {
  if (!plan.manner.shard) return plan.cases;
  const own = trialsOfShare(plan, sampleOf);
  return plan.cases.map((testCase, at) => ({ ...testCase, sample_size: own[at]?.length ?? 0 }));
}

/** Returns for each case a function that returns the number of the shard that asks a trial. */
export function trialOwners(
  cases: readonly Case[],
  owners: readonly { readonly owner: CaseOwner }[],
  sampleOf: SampleOf,
  of: number,
): readonly ((trial: number) => number)[] {
  return cases.map((testCase, at) => {
    const owner = owners[at]?.owner;
    if (!owner) return () => 0;
    if ('shard' in owner) return () => owner.shard;
    const { endsUnit } = sampleOf(testCase);
    const shards = new Uint16Array(testCase.sample_size);
    let unit = 0;
    for (let trial = 0; trial < shards.length; trial++) {
      shards[trial] = unit < owner.full ? (unit % of) + 1 : (owner.left[unit - owner.full] ?? 0);
      if (endsUnit(trial)) unit += 1;
    }
    return (trial) => shards[trial] ?? 0;
  });
}
