import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import { evidenceDigests } from '#run/plan/evidence.js';
import { datasetWith } from '../../support/dataset.js';
import { caseWith } from '../../support/prompt.js';

const config = { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} };

const testCase: Case = caseWith('a', [{ op: 'contains', value: 'x' }]);

function digestOf(dataset: Dataset): string {
  return evidenceDigests({ body: '<task/>', cases: [{ ...testCase, dataset }], config, programs: [] }).cases;
}

const slices = [
  { field: 'language', values: ['en', 'de'].map((value) => ({ value, kept: 5, kept_units: 5, units: 5 })) },
];

const gate = { criterion: { criterion: 'proportion_gte', params: { proportion: 0.85 } }, must: 'pass' } as const;

const dataChanges: readonly (readonly [what: string, part: Partial<Dataset>, isEvidence: boolean])[] = [
  ['the digest of the items', { digest: '2'.repeat(64) }, true],
  ['the draws', { draws: 2 }, true],
  ['the claim', { claim: 'file' }, true],
  ['the seed', { seed: 1 }, true],
  ['the clusters', { cluster: { field: 'customer' } }, true],
  ['a slice field', { slices }, true],
  ['the file', { file: 'data/other.jsonl' }, false],
  ['the bytes of the file', { sha256: '3'.repeat(64) }, false],
  ['items that are dropped', { items: 99, filter: 'split = test' }, false],
  ['the names of fields', { inputs: { text: 'body' } }, false],
];

for (const [what, part, isEvidence] of dataChanges) {
  test(`${what} of a data set ${isEvidence ? 'is' : 'is not'} evidence`, () => {
    assert.equal(digestOf(datasetWith(part)) !== digestOf(datasetWith()), isEvidence);
  });
}

test('the claim of slices is evidence, and their counts are not', () => {
  const ofSlices = (of: Dataset['slices']) => digestOf(datasetWith({ slices: of }));
  const [field = assert.fail('no field')] = slices;
  const more = field.values.map((value) => ({ ...value, kept: 9 }));
  assert.equal(ofSlices([{ ...field, values: more }]), ofSlices(slices));
  assert.notEqual(ofSlices([{ ...field, gate }]), ofSlices(slices));
  const only = field.values.map((value) => (value.value === 'de' ? { ...value, reported: true as const } : value));
  assert.notEqual(ofSlices([{ ...field, gate, values: only }]), ofSlices([{ ...field, gate }]));
});
