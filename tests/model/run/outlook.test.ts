import assert from 'node:assert/strict';
import test from 'node:test';
import { chanceOfRun, type Forecasts } from '#model/run/outlook.js';
import { sampleOutlook } from '../../report/run-sample.js';

const claim = (name: string, value: number) =>
  sampleOutlook(name, { power: { at: 0.97, value, truth: 'the true rate is 97%' } });
const plain = sampleOutlook('plain', { power: null });

function assertBounds(
  outlooks: Forecasts['outlooks'],
  least: number,
  most: number,
  slice_outlooks: Forecasts['slice_outlooks'] = [],
): void {
  const bounds = chanceOfRun({ outlooks, slice_outlooks });
  assert.ok(
    bounds && Math.abs(bounds.least - least) < 1e-12 && Math.abs(bounds.most - most) < 1e-12,
    `${JSON.stringify(bounds)}`,
  );
}

test('the bounds of cases are multiplied; within a case, the upper bound is the smallest power and the lower bound is that of Bonferroni', () => {
  assertBounds([claim('a', 0.9), claim('b', 0.5)], 0.45, 0.45);
  assertBounds([claim('a', 0.9), claim('a', 0.8)], 0.7, 0.8);
  assertBounds([claim('a', 0.9), claim('b', 0.5), claim('a', 0.8)], 0.35, 0.4);
});

test('the lower bound is 0 if the criteria of a case together miss more often than once', () => {
  assertBounds([claim('a', 0.4), claim('a', 0.5)], 0, 0.4);
});

test('a case in which every trial must pass has no power and is left out', () => {
  assertBounds([plain, claim('a', 0.9)], 0.9, 0.9);
  assert.equal(chanceOfRun({ outlooks: [plain] }), null);
});

test('slices of a field that must pass are independent, and count as one claim of their case', () => {
  const slice = (field: string, value: number, must: 'pass' | 'not_fail' = 'pass') => ({
    ...sampleOutlook('a', { power: { at: 0.97, value, truth: 'the true rate is 97%' } }),
    ...{ field, value: 'x', must },
  });
  assertBounds([claim('a', 1)], 0.72, 0.72, [slice('language', 0.9), slice('language', 0.8)]);
  assertBounds([claim('a', 0.9)], 0.6, 0.8, [slice('language', 1), slice('language', 0.8), slice('plan', 0.9)]);
  assertBounds([claim('a', 0.9)], 0.9, 0.9, [slice('language', 0.1, 'not_fail')]);
});
