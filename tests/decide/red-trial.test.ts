import assert from 'node:assert/strict';
import test from 'node:test';
import { watchCase } from '#decide/watch-case.js';
import type { Grader } from '#model/grader.js';
import type { Score } from '#model/run/trial.js';
import type { CriterionSpec } from '#model/settings.js';
import { caseOf, criterion, measured, passesOrNot, scoredFrom } from '../support/statistical-case.js';

const everyTrial: CriterionSpec = { criterion: 'every_trial', params: {} };
const share = criterion('proportion_gte', { proportion: 0.9 });
const scored = criterion('proportion_gte', { min_score: 6, proportion: 0.9 });
const mean = criterion('mean_gte', { threshold: 5.5 });
const quick = criterion('median_lt', { threshold: 2 });
const latency = measured('per_turn.response_latency');
const score = (value: number): Score => ({ trial: 0, expectation: 0, value, findings: [] });
const failed: Score = { trial: 0, expectation: 0, value: null, why: 'failed', reason: 'refused', findings: [] };

const table: readonly [what: string, grader: Grader, spec: CriterionSpec, score: Score, isAgainst: boolean][] = [
  ['a trial that passed', passesOrNot, everyTrial, score(1), false],
  ['a trial that did not pass', passesOrNot, everyTrial, score(0), true],
  ['a trial that passed, for a share', passesOrNot, share, score(1), false],
  ['a trial that did not pass, for a share', passesOrNot, share, score(0), true],
  ['a refused answer, for a share', passesOrNot, share, failed, true],
  ['a refused answer', passesOrNot, everyTrial, failed, true],
  ['a score at its least', scoredFrom(1, 10), scored, score(6), false],
  ['a score below', scoredFrom(1, 10), scored, score(5), true],
  ['a score above the bar of a mean', scoredFrom(1, 10), mean, score(6), false],
  ['a score below the bar of a mean', scoredFrom(1, 10), mean, score(5), true],
  ['a quick answer', latency, quick, score(1), false],
  ['a slow answer', latency, quick, score(3), true],
];
for (const [what, grader, spec, one, isAgainst] of table) {
  test(`${what} ${isAgainst ? 'counts against' : 'does not count against'} ${spec.criterion}`, () => {
    const watch = watchCase(caseOf(60, grader, [spec]));
    assert.equal(watch.isAgainst([one]), isAgainst);
    assert.equal(watch.used(), 0, 'and nothing was taken');
  });
}
