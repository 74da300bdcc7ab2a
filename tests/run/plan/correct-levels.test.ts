import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { correctLevels, uncorrectLevels } from '#run/plan/feasibility.js';
import { caseOf, criterion, passesOrNot } from '../../support/statistical-case.js';

const alpha = 0.05;

const rate = caseOf(80, passesOrNot, [criterion('proportion_gte', { proportion: 0.9 }, alpha)]);

function levelOf(one: Case | undefined): number | undefined {
  return one?.expectations[0]?.criteria[0]?.significance_level;
}

test('the levels of all attempts add up to at most the level in the file', () => {
  const levels = Array.from({ length: 1000 }, (_, at) => levelOf(correctLevels([rate], at + 1)[0]) ?? Number.NaN);
  assert.deepEqual(levels.slice(0, 3), [alpha / 2, alpha / 6, alpha / 12]);
  const sum = levels.reduce((total, level) => total + level, 0);
  assert.ok(sum < alpha && sum > 0.998 * alpha, `${sum}`);
});

test('correcting levels can be reversed, and a criterion without a level gets none', () => {
  const every = caseOf(3, passesOrNot, [{ criterion: 'every_trial', params: {} }]);
  for (const attempt of [1, 2, 7, 1000])
    assert.deepEqual(uncorrectLevels(correctLevels([rate, every], attempt), attempt), [rate, every]);
});
