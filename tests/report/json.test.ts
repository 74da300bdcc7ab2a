import assert from 'node:assert/strict';
import test from 'node:test';
import { jsonResult, withDatasets } from '#report/formats/json-result.js';
import { hostileTexts } from '../fixtures/hostile-texts.js';
import { planOf } from '../support/run-files.js';
import { datasetCase, datasetResult, sampleDataset, sampleItems } from './dataset-sample.js';
import { sampleResult, sampleRun } from './run-sample.js';

test('a result is indented JSON that ends in a newline', () => {
  assert.equal(jsonResult({ id: 'diff', passed: 2 }), '{\n  "id": "diff",\n  "passed": 2\n}\n');
});

test('an invisible character is an escape', () => {
  assert.equal(jsonResult('a\u202eb\u{e0061}'), '"a\\u202eb\\udb40\\udc61"\n');
});

test('hostile texts are read back unchanged, and are escaped in the JSON text', () => {
  const texts = hostileTexts.map(({ text }) => text);
  const json = jsonResult({ texts });
  assert.deepEqual(JSON.parse(json), { texts });
  assert.doesNotMatch(json, /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|::error|##vso\[/u);
});

test('the case of a data set has its facts, slices, classes and the items of its trials', () => {
  const testCase = datasetCase('tickets', sampleDataset);
  const result = sampleRun([datasetResult(testCase, sampleItems(60))]);
  const document = withDatasets(result, planOf({ cases: [testCase] }));
  const [one] = JSON.parse(jsonResult(document)).cases;
  assert.deepEqual(Object.keys(one.dataset).join(' '), 'file sha256 items kept asked units draws claim seed digest');
  assert.deepEqual([one.dataset.kept, one.dataset.asked], [1200, 60]);
  assert.deepEqual([one.slices[0].field, one.slices[0].must, one.slices[0].rows.length], ['language', 'not_fail', 4]);
  assert.deepEqual([one.classes[0].rows[0].class, one.confusion[0].labels.length], ['billing', 4]);
  assert.deepEqual(one.confusion[0].counts[0].length, 5);
  assert.deepEqual([one.trials[3].item, one.trials[3].draw, one.trials[3].slices], ['t-1003', 0, { language: 'en' }]);
});

test('a result without a data set is unchanged', () => {
  const result = sampleRun([sampleResult('one', true, [{ findings: [] }])]);
  assert.equal(withDatasets(result, planOf()), result);
});
