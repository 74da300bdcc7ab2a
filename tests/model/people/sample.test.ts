import assert from 'node:assert/strict';
import test from 'node:test';
import { sha256 } from '#model/data/digest.js';
import type { Dataset, Origin } from '#model/dataset.js';
import { labelOrder, labelSeed, labelUnit } from '#model/people/label.js';

const dataset: Dataset = {
  file: 'data/x.csv',
  sha256: '',
  digest: '',
  items: 40,
  kept: 40,
  asked: 40,
  kept_units: 40,
  units: 40,
  draws: 1,
  claim: 'population',
  seed: 7,
  inputs: {},
  slices: [],
  filter: '',
  mean_bytes: 10,
};
const clustered: Dataset = { ...dataset, cluster: { field: 'customer' } };

function trialsOf(origins: readonly Origin[]) {
  return origins.map((origin, index) => ({ index, origin }));
}

const items = (count: number) => Array.from({ length: count }, (_, i) => `t-${i}`);

test('trials are ordered by the documented key', () => {
  const trials = trialsOf(items(40).map((item) => ({ item, draw: 0 })));
  const keys = labelOrder(trials, { dataset }, 7).map(({ origin }) => sha256(`eva-label/1\n7\n${origin.item}\n0`));
  assert.deepEqual(keys, keys.toSorted());
  assert.equal(new Set(keys).size, 40);
});

test('without a data set the number of the trial is in the key, and the item is empty', () => {
  const trials = Array.from({ length: 20 }, (_, index) => ({ index }));
  const keys = labelOrder(trials, {}, 3).map(({ index }) => sha256(`eva-label/1\n3\n\n${index}`));
  assert.deepEqual(keys, keys.toSorted());
});

test('the order does not depend on the order of the trials, and differs between seeds', () => {
  const trials = trialsOf(items(40).map((item) => ({ item, draw: 0 })));
  const order = labelOrder(trials, { dataset }, 1);
  assert.deepEqual(labelOrder(trials.toReversed(), { dataset }, 1), order);
  assert.notDeepEqual(labelOrder(trials, { dataset }, 2), order);
});

test('a claim on a population takes one draw of each item and one item of each cluster, a claim on a file all', () => {
  const origins = items(30).flatMap((item, i) => [0, 1, 2].map((draw) => ({ item, draw, cluster: `c-${i % 10}` })));
  const order = (own: Dataset) => labelOrder(trialsOf(origins), { dataset: own }, 1).map(({ origin }) => origin);
  const draws = order({ ...dataset, draws: 3 });
  assert.deepEqual([draws.length, new Set(draws.map(({ item }) => item)).size], [30, 30]);
  assert.deepEqual(new Set(draws.map(({ draw }) => draw)), new Set([0, 1, 2]));
  const clusters = order({ ...clustered, draws: 3 });
  assert.deepEqual([clusters.length, new Set(clusters.map(({ cluster }) => cluster)).size], [10, 10]);
  assert.equal(order({ ...clustered, draws: 3, claim: 'file' }).length, 90);
});

test('a large cluster is chosen no more often than a small one', () => {
  const origins = [
    ...items(50).map((item) => ({ item, draw: 0, cluster: 'large' })),
    ...['a', 'b', 'c'].map((item) => ({ item, draw: 0, cluster: item })),
  ];
  const first = (seed: number) => labelOrder(trialsOf(origins), { dataset: clustered }, seed)[0]?.origin.cluster;
  const times = items(2000).filter((_, seed) => first(seed) === 'large').length;
  assert.ok(times > 430 && times < 570, `${times} of 2000 seeds, about 500 are expected`);
});

test('the units and the seed come from the data set', () => {
  assert.deepEqual(
    [undefined, dataset, { ...dataset, draws: 2 }, clustered, { ...clustered, claim: 'file' as const }].map((own) =>
      labelUnit(own ? { dataset: own } : {}),
    ),
    ['trial', 'trial', 'item', 'cluster', 'trial'],
  );
  assert.deepEqual([labelSeed({}), labelSeed({ dataset })], [1, 7]);
});
