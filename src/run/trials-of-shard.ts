import type { Case } from '#model/case.js';
import type { Shard } from '#model/run/run.js';
import { repeated, type Sample, type SampleOf } from '#model/run/sample.js';

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
    (own) => own ?? new TrialsOfShard([]),
  );
}

/** Returns the trials of a shard as far as a plan says them: null for a case with clusters, whose sizes stand in its file. */
export function plannedTrialsInShard(cases: readonly Case[], shard: Shard): readonly (TrialsOfShard | null)[] {
  return eachInShard(cases, shard, unitsOfPlan);
}

type EndsUnit = Sample['endsUnit'];

function unitsOfPlan(testCase: Case): EndsUnit | null {
  const { dataset } = testCase;
  if (!dataset) return repeated(testCase).endsUnit;
  if (dataset.units * dataset.draws !== testCase.sample_size) return null;
  return (index) => (index + 1) % dataset.draws === 0;
}

function eachInShard(
  cases: readonly Case[],
  shard: Shard,
  endsUnitOf: (testCase: Case) => EndsUnit | null,
): readonly (TrialsOfShard | null)[] {
  let before = 0;
  return cases.map((testCase) => {
    const endsUnit = endsUnitOf(testCase);
    const own = endsUnit && ownTrials(testCase, shard, before, endsUnit);
    before += testCase.dataset?.units ?? testCase.sample_size;
    return own;
  });
}

/** `before`: the number of units of all earlier cases. */
function ownTrials({ sample_size }: Case, { index, of }: Shard, before: number, endsUnit: EndsUnit): TrialsOfShard {
  const own: number[] = [];
  let unit = before;
  for (let trial = 0; trial < sample_size; trial++) {
    if (unit % of === index - 1) own.push(trial);
    if (endsUnit(trial)) unit += 1;
  }
  return new TrialsOfShard(own);
}
