import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { CheckSpec } from '#model/grader.js';
import { expectedValue } from '#report/view/item-view.js';
import { type FindingView, text } from '#report/view/view.js';
import { datasetCase, sampleDataset } from '../dataset-sample.js';

function caseWith(checks: readonly CheckSpec[]): Case {
  const grader = { grader: 'trial_passes', params: { checks } } as const;
  return {
    ...datasetCase('tickets', sampleDataset),
    expectations: [{ about: 'every check holds', grader, criteria: [] }],
  };
}

function finding(check: number, about: string): FindingView {
  return { kind: 'check', expectation: 0, check, mark: 'passed', about: text(about), reason: text('') };
}

const field = { field: 'label' };

const equals: CheckSpec = { op: 'equals', value: field };

const total: CheckSpec = { op: 'json_value', value: { at: '/total', equals: field } };

test('the value is read from the finding of the only check that compares with a field', () => {
  const checks: readonly CheckSpec[] = [{ op: 'max_chars', value: 9 }, equals, { op: 'equals', value: 'x' }];
  const findings = (about: string) => [finding(0, 'max_chars: 9'), finding(1, about), finding(2, 'equals: "x"')];
  for (const [about, value] of [
    ['equals: "two words: \\"a\\""', 'two words: "a"'],
    ["equals: 'C:\\\\temp'", 'C:\\\\temp'],
    ['equals: "a long text that is cut…', null],
    ["equals: 'a long \\\\ text that is cut…", null],
  ] as const) {
    assert.equal(expectedValue(findings(about), caseWith(checks)), value);
  }
  for (const [equal, value] of [
    ['12.5', '12.5'],
    ['"7"', '7'],
    ['["a","b"]', '["a","b"]'],
  ]) {
    const found = [finding(0, `json_value: {"at":"/total","equals":${equal}}`)];
    assert.equal(expectedValue(found, caseWith([total])), value);
  }
});

test('several comparisons, none, or a missing finding give no value', () => {
  const two = [finding(0, 'equals: "a"'), finding(1, 'json_value: {"equals":1}')];
  assert.equal(expectedValue(two, caseWith([equals, total])), null);
  assert.equal(expectedValue(two, caseWith([{ op: 'equals', value: 'a' }])), null);
  assert.equal(expectedValue([], caseWith([equals])), null);
  assert.equal(expectedValue(two, undefined), null);
});
