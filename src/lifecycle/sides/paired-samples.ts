import { sampleOf } from '#dataset/sample.js';
import type { ItemChoice, SampleOf } from '#model/run/sample.js';
import { type Datasets, samplesOf } from '../choose-items.js';

/**
 * Returns the samples of a version that is asked with the cases of another one: the same items in the same order. A version without an input
 * would give its items other ids, and so another order. `asked`: the items of the cases. `own`: the same items, read for the version.
 */
export function pairedSamples(asked: Datasets, own: Datasets, choice?: ItemChoice): SampleOf {
  const plain = samplesOf(own, choice);
  return (testCase) => {
    const [order, ours] = [asked.get(testCase.name), own.get(testCase.name)];
    if (!order || !ours || areSame(order.ids, ours.ids)) return plain(testCase);
    return sampleOf(testCase, order, choice, { files: ours.options.files, hasOwnDraws: true });
  };
}

function areSame(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id, position) => id === others[position]);
}
