import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, Expectation } from '#model/case.js';
import type { Grader } from '#model/grader.js';
import type { CaseResult } from '#model/run/run.js';
import type { Score, Trial, TrialOutcome } from '#model/run/trial.js';
import { scoreFlaws } from '#run/collect/recompute.js';
import { caseWith } from '../support/prompt.js';
import { conversation, measured, scoredFrom } from '../support/statistical-case.js';

const passes: Grader = { grader: 'trial_passes', params: { checks: [] } };
const behavior: Grader = scoredFrom(1, 10);
const latency: Grader = measured('per_turn.response_latency');
const turnCount: Grader = measured('per_conversation.turn_count');

function caseOf(...graders: readonly Grader[]): Case {
  const expectations = graders.map((grader): Expectation => ({ about: grader.grader, grader, criteria: [] }));
  return { ...caseWith('a', []), expectations };
}

const turn = { user_message: 'q', app_response: 'r', latency: 1, details: {} };
const finished: TrialOutcome = { outcome: 'finished' };
const refused: TrialOutcome = { outcome: 'failed', reason: 'refused' };
const missing: TrialOutcome = { outcome: 'missing', reason: 'the server was down' };

function trial(index: number, outcome: TrialOutcome = finished, part: Partial<Trial> = {}): Trial {
  const facts = { case: 'a', index, turns: [turn, turn], started_at: '2026-01-02T03:04:05.000Z', duration_s: 0 };
  return { ...facts, ...part, ...outcome };
}

function score(index: number, value: number | null, part: Partial<Pick<Score, 'expectation' | 'turn'>> = {}): Score {
  const facts = { expectation: 0, trial: index, findings: [], ...part };
  return value === null ? { ...facts, value, why: 'ungraded', reason: 'no verdict' } : { ...facts, value };
}

function flaws(one: Case, trials: readonly Trial[], scores: readonly Score[], used = trials.length): readonly string[] {
  const rest = { kind: 'prompt', passed: true, verdicts: [], sample_size: 9, stopped_at: null } as const;
  const result: CaseResult = { name: 'a', ...rest, trials, scores };
  return scoreFlaws(one, result, [...Array(used).keys()]).map((flaw) => flaw.replace('case "a": ', ''));
}

const [t0, t1] = [trial(0), trial(1)];
const one = caseOf(passes);
const byTurn = caseOf(latency);
const talk = { ...caseOf(passes), subject: conversation };
const tenTurns = Array.from({ length: 10 }, () => turn);

const sound: readonly [what: string, found: readonly string[]][] = [
  ['one score for each trial', flaws(one, [t0, t1], [score(0, 1), score(1, 0)])],
  ['a score without a value', flaws(one, [t0], [score(0, null)])],
  [
    'one score under each expectation',
    flaws(caseOf(passes, behavior), [t0], [score(0, 1), score(0, 10, { expectation: 1 })]),
  ],
  ['one score for each turn', flaws(byTurn, [t0], [score(0, 0.5, { turn: 0 }), score(0, 1.5, { turn: 1 })])],
  [
    'one score without a value for a trial that failed, whatever its turns',
    flaws(byTurn, [trial(0, refused)], [score(0, null)]),
  ],
  ['no score for a missing trial', flaws(one, [t0, trial(1, missing)], [score(0, 1)])],
  ['the maximum number of turns', flaws(talk, [trial(0, finished, { turns: tenTurns })], [score(0, 1)])],
  [
    'a conversation that broke off before its first turn',
    flaws(talk, [trial(0, refused, { turns: [] })], [score(0, null)]),
  ],
];

for (const [what, found] of sound) test(`no flaw: ${what}`, () => assert.deepEqual(found, []));

const flawed: readonly [what: string, found: readonly string[], flaw: string][] = [
  ['a trial is removed', flaws(one, [t1], [score(0, 1), score(1, 1)], 2), 'trial 1 is not among its trials'],
  [
    'a trial is gone beyond those it rests on',
    flaws(one, [t0], [score(0, 1), score(1, 1)]),
    'trial 2 is not among its trials',
  ],
  ['a trial and its score are removed', flaws(one, [t0], [score(0, 1)], 2), 'trial 2 is not among its trials'],
  ['a trial is repeated', flaws(one, [t0, t0], [score(0, 1)], 1), 'trial 1 is repeated'],
  [
    'a trial of another case',
    flaws(one, [trial(0, finished, { case: 'b' })], [score(0, 1)]),
    'trial 1 is of another case',
  ],
  ['a score is removed', flaws(one, [t0, t1], [score(0, 1)]), 'trial 2 has 0 scores, not one ("trial_passes")'],
  [
    'a score is there twice',
    flaws(one, [t0], [score(0, 1), score(0, 1)]),
    'trial 1 has 2 scores, not one ("trial_passes")',
  ],
  [
    'a turn is scored twice',
    flaws(byTurn, [t0], [score(0, 1, { turn: 1 }), score(0, 1, { turn: 1 })]),
    'trial 1 does not have one score for each of its turns ("metric")',
  ],
  [
    'a turn is not scored',
    flaws(byTurn, [t0], [score(0, 1, { turn: 1 })]),
    'trial 1 does not have one score for each of its turns ("metric")',
  ],
  [
    'a missing trial has a score',
    flaws(one, [trial(0, missing)], [score(0, 1)]),
    'trial 1 is missing, but has a score ("trial_passes")',
  ],
  [
    'a trial that failed has a value',
    flaws(one, [trial(0, refused)], [score(0, 1)]),
    'trial 1 has a score of 1, but no valid answer ("trial_passes")',
  ],
  [
    'a trial passes by more than 1',
    flaws(one, [t0], [score(0, 2)]),
    'trial 1 has an impossible score of 2 ("trial_passes")',
  ],
  ['a trial half passes', flaws(one, [t0], [score(0, 0.5)]), 'trial 1 has an impossible score of 0.5 ("trial_passes")'],
  [
    'a score off the scale',
    flaws(caseOf(behavior), [t0], [score(0, 11)]),
    'trial 1 has an impossible score of 11 ("expected_behavior")',
  ],
  [
    'a negative measurement',
    flaws(byTurn, [t0], [score(0, -1, { turn: 0 }), score(0, 1, { turn: 1 })]),
    'trial 1 has an impossible score of -1 ("metric")',
  ],
  [
    'one score for all turns of what is measured turn by turn',
    flaws(byTurn, [t0], [score(0, 1)]),
    'trial 1 does not have one score for each of its turns ("metric")',
  ],
  [
    'one score for each turn of what is measured once',
    flaws(caseOf(turnCount), [t0], [score(0, 2, { turn: 0 }), score(0, 2, { turn: 1 })]),
    'trial 1 has 2 scores, not one ("metric")',
  ],
  [
    'less than the least that can be measured',
    flaws(caseOf(turnCount), [t0], [score(0, 0)]),
    'trial 1 has an impossible score of 0 ("metric")',
  ],
  [
    'more turns than there may be',
    flaws(talk, [trial(0, finished, { turns: [...tenTurns, turn] })], [score(0, 1)]),
    'trial 1 has 11 turns; the maximum is 10',
  ],
  [
    'a finished conversation without a turn',
    flaws(talk, [trial(0, finished, { turns: [] })], [score(0, 1)]),
    'trial 1 is finished without a turn',
  ],
  [
    'a score of no expectation',
    flaws(one, [t0], [score(0, 1), score(0, 1, { expectation: 1 })]),
    'trial 1 has a score of an expectation that the case does not have',
  ],
];

for (const [what, found, flaw] of flawed) test(`a flaw: ${what}`, () => assert.deepEqual(found, [flaw]));

test('the first five flaws are reported, and the number of the others', () => {
  const trials = Array.from({ length: 9 }, (_, index) => trial(index));
  const found = flaws(one, trials, []);
  assert.deepEqual(
    [found.length, found[4], found[5]],
    [6, 'trial 5 has 0 scores, not one ("trial_passes")', '4 more of the kind'],
  );
});
