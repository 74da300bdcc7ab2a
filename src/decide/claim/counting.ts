import type { Case } from '#model/case.js';
import { type Dataset, isClustered } from '#model/dataset.js';
import { groupedDigits, plural } from '#model/text/quoted.js';

/** What a test counts. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** How the claims of a case count: units, and their words. */
export interface Counting {
  /** The greatest number of units. */
  readonly n: number;
  readonly noun: Noun;
  readonly trial: Noun;
  /** The things of which a share is claimed: `trials`, `items like these`. */
  readonly whole: string;
  /** The number of items of the file that one pass over it asks; null if the claim is not about one pass over a file. */
  readonly fileItems: number | null;
  /** Words after the claim: ` in one pass`. */
  readonly addition: string;
  /** True if a unit is one trial. Its value is then 0 or 1 in claims about shares. */
  readonly isSingle: boolean;
  /** True if all answers to a fixed list of items are counted together. Only a share of them can then be claimed. */
  readonly isPooled: boolean;
}

const trials: Counting = {
  n: 0,
  noun: { one: 'trial', many: 'trials' },
  trial: { one: 'trial', many: 'trials' },
  whole: 'trials',
  fileItems: null,
  addition: '',
  isSingle: true,
  isPooled: false,
};

const items: Noun = { one: 'item', many: 'items' };
const answers: Noun = { one: 'answer', many: 'answers' };
const clusters: Noun = { one: 'cluster', many: 'clusters' };

/** Returns how the claims of a case count. */
export function countingOf({ dataset, sample_size }: Pick<Case, 'dataset' | 'sample_size'>): Counting {
  if (!dataset) return { ...trials, n: sample_size };
  return dataset.claim === 'file' ? countingOfFile(dataset) : countingOfPopulation(dataset);
}

function countingOfFile({ kept, units, draws }: Dataset): Counting {
  const these = kept === 1 ? 'this item' : `these ${groupedDigits(kept)} items`;
  if (draws === 1) {
    return {
      n: units,
      noun: items,
      trial: items,
      whole: these,
      fileItems: kept,
      addition: ' in one pass',
      isSingle: true,
      isPooled: false,
    };
  }
  const whole = `answers to ${these}`;
  // All answers to all items, even if a run asks only some: the claim is about these, and no part of them is a sample.
  const n = kept * draws;
  return { n, noun: answers, trial: answers, whole, fileItems: null, addition: '', isSingle: true, isPooled: true };
}

function countingOfPopulation(dataset: Dataset): Counting {
  const { units: n, draws } = dataset;
  const common = { n, trial: draws === 1 ? items : answers, fileItems: null, addition: '', isPooled: false };
  if (isClustered(dataset))
    return { ...common, noun: clusters, whole: 'the items of an average cluster', isSingle: false };
  const whole = draws === 1 ? 'items like these' : 'answers to items like these';
  return { ...common, noun: items, whole, isSingle: draws === 1 };
}

/** Formats a number of units: `1 trial`, `1,000 items`. */
export function formatCount(count: number, noun: Noun): string {
  return plural(count, noun.one, noun.many);
}
