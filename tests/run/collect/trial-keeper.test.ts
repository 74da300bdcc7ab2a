import assert from 'node:assert/strict';
import test from 'node:test';
import type { Call } from '#model/reply/exchange.js';
import { NoReply } from '#provider/provider.js';
import type { GradedTrial } from '#run/collect/collect-trial.js';
import { recompute } from '#run/collect/recompute.js';
import { TrialKeeper } from '#run/collect/trial-tracker.js';
import { run } from '#run/run.js';
import { goalMet, move, talkWith } from '../../support/talk.js';
import { planOf, says, setUp } from '../scripted-run.js';

const mebibyte = 1024 * 1024;

function graded(index: number): GradedTrial {
  const details = { model: 'm' };
  const turn = { user_message: 'hi', app_response: 'a long answer', latency: 1.5, details };
  const style = { proficiency: 'a', tone: 'b', verbosity: 'c', formality: 'd' };
  const finding = { about: 'rubric', holds: true, reason: 'It is small.', score: 4, votes: [4] };
  return {
    trial: {
      case: 'a',
      index,
      turns: [turn, turn],
      started_at: '2026-01-02T03:04:05.000Z',
      duration_s: 2,
      conversation: { style, ended: 'goal_met', unanswered: 'bye' },
      outcome: 'finished',
    },
    scores: [{ expectation: 0, trial: index, value: 1, findings: [finding] }],
  };
}

test('the first trials stay complete, and of the others the part that decides', () => {
  const kept: GradedTrial[] = [];
  const keeper = new TrialKeeper((one) => {
    kept.push(one);
    return 5 * mebibyte;
  });
  const all = [graded(0), graded(1), graded(2)];
  const [first, second] = all.map((one) => keeper.keep(one));
  assert.deepEqual(kept, all);
  assert.deepEqual(first, all[0]);
  const turn = { user_message: '', app_response: '', latency: 1.5, details: {} };
  const { conversation, ...trial } = graded(1).trial;
  assert.deepEqual(second, {
    trial: {
      ...trial,
      turns: [turn, turn],
      cut: true,
      conversation: { style: conversation?.style, ended: 'goal_met' },
    },
    scores: [
      { expectation: 0, trial: 1, value: 1, findings: [{ about: 'rubric', holds: true, reason: '', score: 4 }] },
    ],
  });
});

test('trials stay complete up to 8 MiB', () => {
  const keeper = new TrialKeeper(({ trial }) => (trial.index === 1 ? 1 : 4 * mebibyte));
  const isWhole = [0, 2, 1].map((index) => keeper.keep(graded(index)).trial.cut === undefined);
  assert.deepEqual(isWhole, [true, true, false]);
});

test('a missing trial keeps its reason', () => {
  const keeper = new TrialKeeper(() => 9 * mebibyte);
  const why = { outcome: 'missing', reason: 'the budget of 4 calls is used up', why: 'budget' } as const;
  const { case: name, index, turns, started_at, duration_s } = graded(0).trial;
  const facts = { case: name, index, started_at, duration_s };
  const { trial } = keeper.keep({ trial: { ...facts, turns, ...why }, scores: [] });
  const turn = { user_message: '', app_response: '', latency: 1.5, details: {} };
  assert.deepEqual(trial, { ...facts, turns: [turn, turn], cut: true, ...why });
});

test('without a file for trials all of them stay complete', () => {
  const one = graded(0);
  assert.equal(new TrialKeeper(undefined).keep(one), one);
});

test('equal parts of trials are stored once', () => {
  const keeper = new TrialKeeper(() => 9 * mebibyte);
  const [one, other] = [keeper.keep(graded(0)), keeper.keep(graded(1))];
  assert.equal(one.scores[0]?.findings, other.scores[0]?.findings);
});

test('at most 10,000 values of a kind are shared', () => {
  const keeper = new TrialKeeper(() => 9 * mebibyte);
  const turnsAt = (latency: number) => {
    const { trial, scores } = graded(0);
    const turns = [{ user_message: '', app_response: '', latency, details: {} }];
    return keeper.keep({ trial: { ...trial, turns }, scores }).trial.turns;
  };
  for (let latency = 0; latency < 10_000; latency++) turnsAt(latency);
  assert.equal(turnsAt(9999), turnsAt(9999));
  assert.notEqual(turnsAt(10_000), turnsAt(10_000));
});

const answer = ({ role, draw }: Call) => {
  if (role === 'user') return draw.turn < 1 + (draw.trial % 2) ? move('Help me.') : goalMet;
  return draw.trial % 7 === 3 ? { text: '', stop: 'refusal' as const } : { text: draw.trial % 3 === 0 ? 'no' : 'yes' };
};

function cases() {
  const turns = { metric: 'per_turn.response_latency', scope: 'per_turn', unit: 's', least: 0, cap: 30 } as const;
  const criteria = [{ criterion: 'median_lt', params: { threshold: 5 } }];
  const latency = { about: 'latency', grader: { grader: 'metric', params: turns }, criteria } as const;
  return [
    { ...says('a', 'yes', 30), stop_early: false },
    { ...talkWith(), sample_size: 20, stop_early: false, expectations: [latency] },
  ];
}

test('shortened trials give the same verdicts, which agree with their scores', async () => {
  const plan = planOf(...cases());
  const whole = await run(plan, setUp(answer).deps);
  const told: GradedTrial[] = [];
  const keepTrial = (one: GradedTrial) => told.push(one) && 9 * mebibyte;
  const cut = await run(plan, { ...setUp(answer).deps, keepTrial });
  assert.deepEqual(
    cut.cases.map(({ verdicts }) => verdicts),
    whole.cases.map(({ verdicts }) => verdicts),
  );
  assert.deepEqual(recompute(plan, cut), recompute(plan, whole));
  assert.deepEqual(recompute(plan, cut).contradictions, []);
  assert.equal(told.length, 50);
  assert.ok(cut.cases.every(({ trials }) => trials.every((trial) => trial.cut)));
  const texts = cut.cases.flatMap(({ trials }) =>
    trials.flatMap(({ turns }) => turns.map((turn) => turn.app_response)),
  );
  assert.deepEqual([...new Set(texts)], ['']);
});

test('a trial that stays missing is written once', async () => {
  const told: GradedTrial[] = [];
  const { deps } = setUp(answer, { keepTrial: (one) => told.push(one), concurrency: 1 });
  const ask: typeof deps.ask = (call) =>
    call.draw.trial === 1 ? Promise.reject(new NoReply('the server was down')) : deps.ask(call);
  await run(planOf({ ...says('a', 'yes', 3), stop_early: false }), { ...deps, ask });
  assert.deepEqual(
    told.map(({ trial }) => [trial.index, trial.outcome]),
    [
      [0, 'finished'],
      [2, 'finished'],
      [1, 'missing'],
    ],
  );
});

test('a trial of a data set keeps its item, its slices and its classes; texts of passed ones are cut first', () => {
  const keeper = new TrialKeeper(() => mebibyte);
  const classes = { expected: 'billing', answered: null };
  const ofItem = (index: number, holds: boolean): GradedTrial => {
    const { conversation: _conversation, ...trial } = graded(index).trial;
    const origin = { item: `i${index}`, draw: 0, slices: { language: 'en' } };
    const finding = { about: 'class', holds, reason: 'It is another class.' };
    return {
      trial: { ...trial, origin },
      scores: [{ expectation: 0, trial: index, value: holds ? 1 : 0, classes, findings: [finding] }],
    };
  };
  const [passed, missed] = [keeper.keep(ofItem(0, true)), keeper.keep(ofItem(1, false))];
  assert.deepEqual([passed.trial.cut, missed.trial.cut], [true, undefined]);
  assert.deepEqual(passed.trial.origin, ofItem(0, true).trial.origin);
  assert.deepEqual(passed.scores[0]?.classes, classes);
});
