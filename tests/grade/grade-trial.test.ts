import assert from 'node:assert/strict';
import test from 'node:test';
import { gradeTrial } from '#grade/grade-trial.js';
import type { GradeDeps } from '#grade/graded.js';
import type { Case, Expectation } from '#model/case.js';
import type { CheckSpec, Grader } from '#model/grader.js';
import type { Reply } from '#model/reply/exchange.js';
import type { Finding, Trial, TrialOutcome } from '#model/run/trial.js';
import { redactor } from '#model/text/redact.js';
import { judge } from '../support/judge.js';
import { inTurn, scriptedJudge } from '../support/scripted-ask.js';

const rubric = { text: 'The answer names the capital.', judge };
const holds: CheckSpec = { op: 'contains', value: 'Paris' };
const fails: CheckSpec = { op: 'contains', value: 'Lyon' };

function expectation(grader: Grader): Expectation {
  return { about: 'case', grader, criteria: [{ criterion: 'every_trial', params: {} }] };
}

function caseWith(...graders: readonly Grader[]): Case {
  return {
    name: 'capital',
    subject: { kind: 'prompt', inputs: {}, settings: { model: 'm', timeout_s: 60, max_tokens: 100 } },
    sample_size: 5,
    sequential: false,
    stop_early: true,
    expectations: graders.map(expectation),
  };
}

function passes(checks: readonly CheckSpec[], votes?: number): Grader {
  const asked = votes === undefined ? {} : { rubric: { ...rubric, judge: { ...judge, votes } } };
  return { grader: 'trial_passes', params: { checks, ...asked } };
}

function trial(outcome: TrialOutcome = { outcome: 'finished' }): Trial {
  const turn = { user_message: 'What is the capital of France?', app_response: 'Paris.', latency: 0.2, details: {} };
  const facts = { case: 'capital', index: 3, started_at: '2026-01-02T03:04:05.000Z', duration_s: 0.2 };
  return { ...facts, turns: [turn], ...outcome };
}

function depsWith(replies: readonly Partial<Reply>[], failFast = false): GradeDeps & ReturnType<typeof scriptedJudge> {
  const world = {
    programEnv: {},
    redact: (text: string) => text,
    promptDir: '/nowhere',
    signal: new AbortController().signal,
    failFast,
  };
  return { ...scriptedJudge(inTurn(replies)), ...world };
}

const call = (score: number): Partial<Reply> => ({ tool_input: { reason: `worth ${score}`, score } });
const ungraded =
  'ungraded: two replies of the judge held no verdict; the last: its score is not a whole number from 1 to 5';

interface Row {
  readonly title: string;
  readonly grader: Grader;
  readonly replies: readonly Partial<Reply>[];
  readonly value: number | null;
  readonly holds: readonly (boolean | null)[];
}

const rows: readonly Row[] = [
  { title: 'a check that holds passes', grader: passes([holds]), replies: [], value: 1, holds: [true] },
  {
    title: 'a check that does not hold fails',
    grader: passes([holds, fails]),
    replies: [],
    value: 0,
    holds: [true, false],
  },
  { title: 'a score at the threshold passes', grader: passes([], 1), replies: [call(4)], value: 1, holds: [true] },
  { title: 'a score below the threshold fails', grader: passes([], 1), replies: [call(3)], value: 0, holds: [false] },
  {
    title: 'checks and rubric both count',
    grader: passes([holds], 1),
    replies: [call(5)],
    value: 1,
    holds: [true, true],
  },
  {
    title: 'a good score does not save a check',
    grader: passes([fails], 1),
    replies: [call(5)],
    value: 0,
    holds: [false, true],
  },
  {
    title: 'an unreadable judge leaves no value',
    grader: passes([holds], 1),
    replies: [call(9), call(9)],
    value: null,
    holds: [true, null],
  },
  {
    title: 'a failed check decides whatever the judge is',
    grader: passes([fails], 1),
    replies: [call(9), call(9)],
    value: 0,
    holds: [false, null],
  },
];

for (const { title, grader, replies, value, holds: expected } of rows) {
  test(title, async () => {
    const deps = depsWith(replies);
    const [score, ...more] = await gradeTrial(caseWith(grader), trial(), deps);
    assert.equal(score?.value, value);
    assert.deepEqual(
      score?.findings.map((finding) => finding.holds),
      expected,
    );
    assert.deepEqual(more, []);
    assert.equal(deps.calls.length, replies.length, 'every reply that was written was asked for');
  });
}

test("a rubric's finding has the judge's reason, its score, and the votes if there are several", async () => {
  const [one] = await gradeTrial(caseWith(passes([], 1)), trial(), depsWith([call(4)]));
  assert.deepEqual(one, {
    expectation: 0,
    trial: 3,
    value: 1,
    findings: [{ about: 'rubric', holds: true, reason: 'worth 4', score: 4 }],
  });
  const [three] = await gradeTrial(caseWith(passes([], 3)), trial(), depsWith([call(5), call(2), call(3)]));
  assert.deepEqual(three?.findings, [{ about: 'rubric', holds: false, reason: 'worth 3', score: 3, votes: [5, 2, 3] }]);
});

test('an ungraded rubric has a reason and no score', async () => {
  const [score] = await gradeTrial(caseWith(passes([], 3)), trial(), depsWith([call(5), call(9), call(5), call(9)]));
  assert.deepEqual(score, {
    expectation: 0,
    trial: 3,
    value: null,
    why: 'ungraded',
    reason: ungraded,
    findings: [
      {
        about: 'rubric',
        holds: null,
        reason: ungraded,
        votes: [5, null],
        judge_reply: '{"reason":"worth 9","score":9}',
      },
    ],
  });
});

test('the rubrics of a list are judged at the same time, and found in their order', async () => {
  const deps = depsWith([call(5), call(1)]);
  let asked = 0;
  let goOn = () => {};
  const bothAsked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const ask: GradeDeps['ask'] = async (question) => {
    asked += 1;
    if (asked === 2) goOn();
    await bothAsked;
    return deps.ask(question);
  };
  const rubrics = ['true', 'kind'].map((about) => ({ ...rubric, about }));
  const grader: Grader = { grader: 'trial_passes', params: { checks: [], rubric: rubrics } };
  const [score] = await gradeTrial(caseWith(grader), trial(), { ...deps, ask });
  assert.deepEqual(
    score?.findings.map(({ about, holds }) => [about, holds]),
    [
      ['true', true],
      ['kind', false],
    ],
  );
});

test('--fail-fast does not call the judge after a failed check, and the finding says so', async () => {
  const deps = depsWith([], true);
  const [score] = await gradeTrial(caseWith(passes([fails], 1)), trial(), deps);
  assert.equal(score?.value, 0);
  assert.deepEqual(score?.findings[1], {
    about: 'rubric',
    holds: null,
    reason: 'not judged, since a check failed (--fail-fast)',
  });
  assert.equal(deps.calls.length, 0);
});

test('--fail-fast calls the judge if all checks hold', async () => {
  const [score] = await gradeTrial(caseWith(passes([holds], 1)), trial(), depsWith([call(4)], true));
  assert.equal(score?.value, 1);
});

test('a failed trial has no value, keeps its reply and its checks as findings, and calls no judge', async () => {
  const reason = 'the reply was cut at max_tokens (100)';
  const deps = depsWith([]);
  const latency: Grader = {
    grader: 'metric',
    params: { metric: 'per_turn.response_latency', scope: 'per_turn', unit: 's', least: 0, cap: null },
  };
  const scores = await gradeTrial(
    caseWith(passes([holds], 1), passes([fails]), latency),
    trial({ outcome: 'failed', reason }),
    deps,
  );
  assert.deepEqual(
    scores.map((score) => [score.value, score.value === null && score.why, score.findings.map(aboutAndHolds)]),
    [
      [
        null,
        'failed',
        [
          ['reply', false],
          ['contains: "Paris"', true],
        ],
      ],
      [null, 'failed', [['contains: "Lyon"', false]]],
      [null, 'failed', []],
    ],
  );
  assert.deepEqual(scores[0]?.findings[0], {
    about: 'reply',
    holds: false,
    reason,
    excerpt: { text: 'Paris.', line: 1 },
  });
  assert.equal(deps.calls.length, 0);
});

test('each rubric of a list is asked about on its own, and all must hold', async () => {
  const judged = (about: string | undefined, threshold: number) => ({
    ...rubric,
    ...(about !== undefined && { about }),
    judge: { ...judge, votes: 1, pass_threshold: threshold },
  });
  const params = { checks: [holds], rubric: [judged(undefined, 2), judged('tone', 4)] };
  const deps = depsWith([call(3), call(3)]);
  const [score] = await gradeTrial(caseWith({ grader: 'trial_passes', params }), trial(), deps);
  assert.equal(score?.value, 0);
  assert.deepEqual(score?.findings.map(aboutAndHolds), [
    ['contains: "Paris"', true],
    ['rubric 1', true],
    ['tone', false],
  ]);
  assert.equal(deps.calls.length, 2);
});

test('rubrics see the extracted piece, and no judge is asked without one', async () => {
  const params = (tag: string) => ({
    checks: [],
    rubric: { ...rubric, judge: { ...judge, votes: 1 } },
    extract: { tag },
  });
  const deps = depsWith([call(5)]);
  const answer = trial();
  const tagged = { ...answer, turns: answer.turns.map((turn) => ({ ...turn, app_response: 'hm <a>Paris</a>' })) };
  const [none] = await gradeTrial(caseWith({ grader: 'trial_passes', params: params('b') }), tagged, deps);
  assert.equal(none?.value, 0);
  assert.deepEqual(none?.findings, [{ about: 'rubric', holds: false, reason: 'no <b> in the response' }]);
  assert.equal(deps.calls.length, 0);
  const [found] = await gradeTrial(caseWith({ grader: 'trial_passes', params: params('a') }), tagged, deps);
  assert.equal(found?.value, 1);
  assert.doesNotMatch(JSON.stringify(deps.calls), /hm /);
});

function aboutAndHolds({ about, holds }: Finding): readonly [string, boolean | null] {
  return [about, holds];
}

test('checks of calls and cost are ungraded after a turn that was broken off, and the trial stays failed', async () => {
  const reason = 'turn 2: the application ended with exit code 3';
  const failed = trial({ outcome: 'failed', reason });
  const [turn] = failed.turns;
  assert.ok(turn);
  const broken: Trial = {
    ...failed,
    turns: [{ ...turn, tool_calls: [], steps: [], details: { cost_usd: 0.01 } }],
    conversation: { style: null, ended: 'broken_off', unanswered: 'And now?' },
  };
  const checks: readonly CheckSpec[] = [
    { op: 'not_called', value: 'refund' },
    { op: 'max_cost_usd', value: 1 },
    { op: 'max_latency_s', value: 1 },
    { op: 'max_cost_usd', value: 0.001 },
    holds,
  ];
  const [score] = await gradeTrial(caseWith(passes(checks)), broken, depsWith([]));
  assert.equal(score?.value === null && score.why, 'failed');
  assert.deepEqual(
    score?.findings.map(({ holds }) => holds),
    [false, null, null, null, false, true],
  );
  assert.match(score?.findings[2]?.reason ?? '', /^ungraded: turn 2 was broken off and reported nothing$/);
});

test('a failed trial without a text has no excerpt and no checks', async () => {
  const empty = { ...trial({ outcome: 'failed', reason: 'the reply is empty' }), turns: [] };
  const [score] = await gradeTrial(caseWith(passes([holds])), empty, depsWith([]));
  assert.deepEqual(score?.findings, [{ about: 'reply', holds: false, reason: 'the reply is empty' }]);
});

test('a missing trial has no score', async () => {
  const missing = trial({ outcome: 'missing', reason: 'no reply' });
  assert.deepEqual(await gradeTrial(caseWith(passes([holds], 1)), missing, depsWith([])), []);
});

test('each expectation has one score, in order', async () => {
  const scores = await gradeTrial(caseWith(passes([fails]), passes([holds])), trial(), depsWith([]));
  assert.deepEqual(
    scores.map(({ expectation: index, value }) => [index, value]),
    [
      [0, 0],
      [1, 1],
    ],
  );
});

test('keys are masked in every text of a score, also of checks that mask none', async () => {
  const check: CheckSpec = { op: 'contains', value: 'key-1234' };
  const deps = { ...depsWith([]), redact: redactor(['key-1234']) };
  const [score] = await gradeTrial(caseWith(passes([check])), trial(), deps);
  assert.equal(score?.findings.length, 1);
  assert.doesNotMatch(JSON.stringify(score), /key-1234/);
  assert.match(JSON.stringify(score), /contains.*\[redacted\]/);
});
