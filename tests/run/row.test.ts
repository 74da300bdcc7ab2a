import assert from 'node:assert/strict';
import test from 'node:test';
import { toRow } from '#run/collect/summarize.js';
import { run } from '#run/run.js';
import { datasetWith } from '../support/dataset.js';
import { sampleOfItems } from './sample-of-items.js';
import { planOf, says, setUp } from './scripted-run.js';

test("a row has the run's identity, outcome, evidence and cost, with the five keys of the card first", async () => {
  const { deps } = setUp(({ case: name }) => ({ text: name === 'red' ? 'no' : 'yes' }));
  const result = await run({ ...planOf(says('green', 'yes', 2), says('red', 'yes')), partial: true }, deps);
  const { verdicts, ...row } = toRow(result);
  assert.deepEqual(Object.entries(row), [
    ['ts', '2026-01-02T03:04:05.000Z'],
    ['all_passed', false],
    ['total', 2],
    ['passed', 1],
    ['failed_cases', ['red']],
    ['id', 'diff'],
    ['run_id', 'run-1'],
    ['row', 1],
    ['partial', true],
    [
      'evidence',
      {
        prompt: 'p',
        cases: 'c',
        judge: 'j',
        models: 'm',
        synthetic: false,
        oldest_reply: '2026-01-02T03:04:05.000Z',
      },
    ],
    ['usage', { replies: 3, input_tokens: 30, output_tokens: 15, unmetered_replies: 0 }],
    ['cost_usd', 0.0006],
    ['duration_s', 0],
    ['eva_version', '0.1.0'],
    ['sources', { asked: 3, runs: [], more_runs: 0, unnamed: 0, synthetic: 0 }],
  ]);
  assert.deepEqual(
    verdicts.map(({ case: name, criterion, outcome }) => [name, criterion, outcome]),
    [
      ['green', 'every_trial', 'passed'],
      ['red', 'every_trial', 'failed'],
    ],
  );
});

test('a row names the data sets of its cases by the digest of their items, and has none of their texts', async () => {
  const items = ['one', 'two', 'three'].map((text) => ({ id: `id of ${text}`, text }));
  const { deps } = setUp(() => ({ text: 'yes' }), { sampleOf: (one) => sampleOfItems(one, items, 2) });
  const testCase = { ...says('tickets', 'yes', 6), dataset: datasetWith({ kept: 3, draws: 2 }) };
  const result = await run({ ...planOf(testCase), body: '<t>{{text}}</t>' }, deps);
  const digest = '1'.repeat(64);
  assert.deepEqual(toRow(result).datasets, [{ case: 'tickets', items: 3, asked: 3, digest, claim: 'population' }]);
  assert.doesNotMatch(JSON.stringify(toRow(result)), /id of/);
});
