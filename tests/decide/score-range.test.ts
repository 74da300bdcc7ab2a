import assert from 'node:assert/strict';
import test from 'node:test';
import { decideCase, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import { EvaError } from '#model/problem.js';
import { caseOf, criterion, measured, passesOrNot, scoredFrom, scoresOf, times } from '../support/statistical-case.js';

const mean = caseOf(30, scoredFrom(1, 10), [criterion('mean_gte', { threshold: 6 })]);
const rate = caseOf(30, passesOrNot, [criterion('proportion_gte', { proportion: 0.5 })]);
const latency = caseOf(30, measured('per_turn.response_latency'), [criterion('mean_lt', { threshold: 20 })]);

const rejected: readonly [what: string, one: Case, value: number][] = [
  ['a score above its scale', mean, 99],
  ['a score below its scale', mean, 0.5],
  ['a score that is no number', mean, Number.NaN],
  ['an endless score', mean, Number.POSITIVE_INFINITY],
  ['a pass of more than 1', rate, 2],
  ['a pass of less than 0', rate, -1],
  ['a negative latency', latency, -0.1],
];

for (const [what, one, value] of rejected) {
  test(`${what} is rejected with its place, and not clamped`, () => {
    const good = one === rate ? 1 : 5;
    // Scores after the trial that settles the case are checked too.
    for (const before of [2, 29]) {
      const trials = [...times(before, good), value];
      const at = trials.length;
      assert.throws(
        () => decideCase(one, scoresOf(trials)),
        (error) => {
          assert.ok(error instanceof EvaError);
          const [{ code, message } = { code: '', message: '' }, ...others] = error.problems;
          assert.deepEqual({ code, others }, { code: 'EVA_BAD_SCORE', others: [] });
          assert.ok(message.includes(`trial ${at}: the score ${value} of "the answers" must be `), message);
          return true;
        },
      );
    }
    assert.throws(() => watchCase(one).push(scoresOf([value])), EvaError);
  });
}

test('all scores off their scale are reported at once', () => {
  assert.throws(
    () => decideCase(mean, scoresOf([11, 5, 0])),
    (error) => error instanceof EvaError && error.problems.length === 2,
  );
});

test("the ends of a scale are valid scores, and a value above a metric's cap counts as the cap", () => {
  assert.equal(decideCase({ ...mean, stop_early: false }, scoresOf(times(30, 10))).verdicts[0]?.outcome, 'passed');
  assert.equal(decideCase(mean, scoresOf(times(30, 1))).verdicts[0]?.outcome, 'failed');
  const capped = decideCase({ ...latency, stop_early: false }, scoresOf([...times(28, 1), 500, 500]));
  assert.equal(capped.verdicts[0]?.estimate, (28 + 60) / 30);
});
