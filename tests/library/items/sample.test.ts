import assert from 'node:assert/strict';
import test from 'node:test';
import { type DatasetRequest, datasetOf } from '#library/items/dataset-of.js';
import type { IndexOptions } from '#library/items/item.js';
import { sampleOf } from '#library/items/sample.js';
import type { Case } from '#model/case.js';
import type { ItemChoice } from '#model/run/sample.js';
import { indexOf, written } from './indexed.js';

const items = Array.from({ length: 12 }, (_, at) => ({
  text: `t${at >> 1}`,
  label: 'x',
  lang: ['en', 'de', ''][at % 3],
  customer: `c${at % 4}`,
}));

const source = written(JSON.stringify(items), 'json');

interface Parts extends Partial<DatasetRequest> {
  readonly choice?: ItemChoice;
}

function sampleWith(request: Parts = {}, options: Partial<IndexOptions> = {}) {
  const index = indexOf(source, { used: ['label'], slices: ['lang'], ...options });
  const dataset = datasetOf(index, { draws: 1, claim: 'population', slices: [{ field: 'lang' }], ...request });
  const settings = { model: 'anthropic:m', timeout_s: 1, max_tokens: 1 };
  const testCase: Case = {
    name: 'tickets',
    subject: { kind: 'prompt', inputs: { tone: 'calm' }, settings },
    sample_size: dataset.asked * dataset.draws,
    sequential: false,
    stop_early: true,
    expectations: [
      {
        about: 'checks',
        grader: {
          grader: 'trial_passes',
          params: {
            checks: [
              { op: 'equals', value: { field: 'label' } },
              { op: 'contains', value: 'y' },
            ],
          },
        },
        criteria: [],
      },
    ],
    dataset,
  };
  return { index, dataset, testCase, sample: sampleOf(testCase, index, request.choice) };
}

test('the trials of an item are its draws, and equal items have draws of their own', () => {
  const { sample, testCase } = sampleWith({ draws: 3 });
  const draws = new Map<string, number[]>();
  for (let trial = 0; trial < testCase.sample_size; trial++) {
    const drawn = sample.at(trial);
    assert.ok(drawn.testCase.subject.kind === 'prompt');
    const text = drawn.testCase.subject.inputs['text'] ?? '';
    draws.set(text, [...(draws.get(text) ?? []), drawn.draw]);
    assert.deepEqual(drawn.origin, sample.origin(trial));
    assert.equal(drawn.origin?.draw, trial % 3);
    assert.equal(sample.endsUnit(trial), trial % 3 === 2);
  }
  assert.equal(draws.size, 6);
  for (const some of draws.values()) assert.deepEqual(some.sort(), [0, 1, 2, 3, 4, 5]);
});

test('the case of an item has its values, and keeps checks without a reference', () => {
  const { sample, testCase } = sampleWith();
  const { testCase: filled, origin } = sample.at(0);
  assert.ok(filled.subject.kind === 'prompt');
  assert.equal(filled.subject.inputs['tone'], 'calm');
  const [before, after] = [testCase, filled].map((one) => {
    const grader = one.expectations[0]?.grader;
    assert.ok(grader?.grader === 'trial_passes');
    return grader.params.checks;
  });
  assert.equal(after?.[0]?.value, 'x');
  assert.equal(after?.[1], before?.[1]);
  assert.ok(['en', 'de', '(none)'].includes(origin?.slices?.['lang'] ?? ''));
});

test('a data set counts its items, units and slices', () => {
  const { dataset } = sampleWith({ sample_size: 5 });
  assert.deepEqual([dataset.items, dataset.kept, dataset.asked, dataset.kept_units, dataset.units], [12, 12, 5, 12, 5]);
  const [lang] = dataset.slices;
  assert.deepEqual(
    lang?.values.map(({ value, kept, kept_units }) => [value, kept, kept_units]),
    [
      ['(none)', 4, 4],
      ['de', 4, 4],
      ['en', 4, 4],
    ],
  );
  assert.equal(
    lang?.values.reduce((sum, { units }) => sum + units, 0),
    5,
  );
});

test('a sample of clusters has whole clusters', () => {
  const cluster = { field: 'customer' } as const;
  const { dataset, sample } = sampleWith({ sample_size: 2 }, { cluster });
  assert.deepEqual([dataset.kept_units, dataset.units, dataset.asked], [4, 2, 6]);
  const ends = Array.from({ length: 6 }, (_, trial) => sample.endsUnit(trial));
  assert.deepEqual(ends, [false, false, true, false, false, true]);
  const clusters = Array.from({ length: 6 }, (_, trial) => sample.origin(trial)?.cluster);
  assert.equal(new Set(clusters).size, 2);
});

test('chosen items keep their order and their draws', () => {
  const all = sampleWith();
  const ids = [all.index.ids()[9] ?? '', all.index.ids()[4] ?? ''];
  const some = sampleWith({ choice: { ids } });
  assert.equal(some.dataset.asked, 2);
  assert.deepEqual(
    [some.sample.at(0), some.sample.at(1)].map(({ draw, origin }) => [draw, origin]),
    [4, 9].map((at) => {
      const { draw, origin } = all.sample.at(at);
      return [draw, origin];
    }),
  );
  assert.equal(sampleWith({ choice: { first: 3 } }).dataset.asked, 3);
  assert.equal(sampleWith({ choice: { ids: ['nobody'] } }).dataset.asked, 0);
});
