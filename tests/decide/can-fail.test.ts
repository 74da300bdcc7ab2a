import assert from 'node:assert/strict';
import test from 'node:test';
import { outlooksOf } from '#decide/outlooks.js';
import { watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import { caseOf, criterion, passesOrNot, scoredFrom, scoresOf } from '../support/statistical-case.js';

/** Returns true if any course of the case ends as `failed`, by enumerating all of them. */
function failsSomewhere(one: Case): boolean {
  const from = (trials: readonly number[]): boolean => {
    const watch = watchCase(one);
    for (const value of trials) watch.push(scoresOf([value]));
    if (watch.isSettled()) return watch.verdicts()[0]?.outcome === 'failed';
    return from([...trials, 0]) || from([...trials, 1]);
  };
  return from([]);
}

for (const sequential of [false, true]) {
  for (const stop_early of [false, true]) {
    test(`canFail agrees with every possible course of the case (sequential ${sequential}, stop_early ${stop_early})`, () => {
      const found = new Set<boolean>();
      for (const proportion of [0.05, 0.3, 0.5, 0.6, 0.7, 0.9, 0.96]) {
        for (const n of [1, 2, 4, 6, 7, 9, 10]) {
          const one = caseOf(n, passesOrNot, [criterion('proportion_gte', { proportion })], { sequential, stop_early });
          const fails = failsSomewhere(one);
          assert.equal(outlooksOf(one)[0]?.can_fail, fails, `bar ${proportion}, ${n} trials`);
          found.add(fails);
        }
      }
      assert.equal(found.size, 2);
    });
  }
}

test('canFail of long designs: if none of 60 may fail at 95 %, a case that stops at its first failure cannot fail', () => {
  const canFail = (n: number, proportion: number, changes: Partial<Case> = {}) =>
    outlooksOf(caseOf(n, passesOrNot, [criterion('proportion_gte', { proportion })], changes))[0]?.can_fail;
  assert.equal(canFail(60, 0.95), false);
  assert.equal(canFail(60, 0.95, { stop_early: false }), true);
  assert.equal(canFail(93, 0.95), true);
  assert.equal(canFail(130, 0.9, { sequential: true }), true);
  assert.equal(canFail(44, 0.75, { sequential: true }), false);
});

test('canFail of a mean is null', () => {
  for (const method of ['gaffke', 'betting']) {
    const one = caseOf(50, scoredFrom(1, 10), [criterion('mean_gte', { threshold: 6, method })]);
    assert.equal(outlooksOf(one)[0]?.can_fail, null);
  }
});
