import type { Case, Expectation } from '../case.js';
import { groupBy } from '../data/collections.js';
import { sha256 } from '../data/digest.js';
import { isClustered } from '../dataset.js';
import type { Trial } from '../run/trial.js';

/** The number of answers that people label unless a criterion or `-n` says another. */
export const defaultLabels = 100;

/**
 * The units of a sample that people label. `trial`: every answer. `item` and `cluster`: one answer of each, because answers to one item, or
 * to the items of one cluster, resemble each other.
 */
export type LabelUnit = 'trial' | 'item' | 'cluster';

type SampledTrial = Pick<Trial, 'index' | 'origin'>;

/** Returns the units that a case is sampled by: its answers, and for a claim on a population its items or clusters. */
export function labelUnit({ dataset }: Pick<Case, 'dataset'>): LabelUnit {
  if (!dataset || dataset.claim === 'file') return 'trial';
  if (isClustered(dataset)) return 'cluster';
  return dataset.draws > 1 ? 'item' : 'trial';
}

/** Returns the seed of a sample that a criterion decides on: that of the data set, so that nobody chooses it after the answers are known. */
export function labelSeed({ dataset }: Pick<Case, 'dataset'>): number {
  return dataset?.seed ?? 1;
}

/**
 * Returns the trials of a case in the random order of a seed, one of each unit. Its first n are a simple random sample of n units, so a larger
 * sample contains a smaller one.
 */
export function labelOrder<T extends SampledTrial>(
  trials: readonly T[],
  testCase: Pick<Case, 'dataset'>,
  seed: number,
): readonly T[] {
  const unit = labelUnit(testCase);
  const keyed = sorted(trials.map((trial) => ({ trial, key: orderKey(seed, trial) })));
  if (unit === 'trial') return keyed.map(({ trial }) => trial);
  const units = groupBy(keyed, ({ trial }) => unitOf(trial, unit));
  const firsts = [...units].flatMap(([name, [first]]) => (first ? [{ ...first, key: unitKey(seed, name) }] : []));
  return sorted(firsts).map(({ trial }) => trial);
}

function sorted<K extends { readonly key: string }>(keyed: readonly K[]): readonly K[] {
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function orderKey(seed: number, { index, origin }: SampledTrial): string {
  return sha256(`eva-label/1\n${seed}\n${origin?.item ?? ''}\n${origin?.draw ?? index}`);
}

/** Returns the key of a unit with several answers. Its own order: the smallest key of many answers would favour large clusters. */
function unitKey(seed: number, name: string): string {
  return sha256(`eva-label-unit/1\n${seed}\n${name}`);
}

function unitOf({ index, origin }: SampledTrial, unit: 'item' | 'cluster'): string {
  const item = origin?.item ?? String(index);
  return unit === 'cluster' ? (origin?.cluster ?? item) : item;
}

/** Returns the number of labels that criteria ask people for, the greatest of several; null if the judge alone decides. */
export function labelsAsked({ criteria }: Pick<Expectation, 'criteria'>): number | null {
  const asked = criteria.flatMap(({ params }) => {
    if (params['by'] !== 'people') return [];
    return typeof params['labels'] === 'number' ? [params['labels']] : [defaultLabels];
  });
  return asked.length === 0 ? null : Math.max(...asked);
}
