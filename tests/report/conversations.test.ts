import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case, Expectation } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';
import type { Trial, TrialOutcome, Turn } from '#model/run/trial.js';
import type { Verdict } from '#model/run/verdict.js';
import { defaultStyles, type WritingStyle } from '#model/writing-style.js';
import { prettyResult } from '#report/run/pretty.js';
import { plainPaint } from '#report/text/paint.js';
import { matchesGolden } from './golden.js';
import { sampleCase, sampleRun, sampleVerdict } from './run-sample.js';

const settings = { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 4096 };
const judge = { ...settings, scale: { min: 1, max: 10 }, votes: 1 };
const style: WritingStyle = {
  proficiency: 'a beginner who knows no technical terms',
  tone: 'impatient',
  verbosity: 'one short sentence',
  formality: 'slang and abbreviations, no capitals',
};

const correctness: Expectation = {
  about: 'Correctness',
  grader: { grader: 'expected_behavior', params: { text: 'The bot is right.', judge, rubric: {} } },
  criteria: [{ criterion: 'proportion_gte', params: { min_score: 6, proportion: 0.95 } }],
};
const latency: Expectation = {
  about: 'per_turn.response_latency',
  grader: {
    grader: 'metric',
    params: { metric: 'per_turn.response_latency', scope: 'per_turn', unit: 's', least: 0, cap: 60 },
  },
  criteria: [
    { criterion: 'mean_lt', params: { threshold: 9 } },
    { criterion: 'proportion_lt', params: { threshold: 2.5, proportion: 0.99 } },
  ],
};
const checks: Expectation = {
  about: 'never asks for the password',
  grader: { grader: 'trial_passes', params: { checks: [{ op: 'not_contains', value: 'your password?' }] } },
  criteria: [{ criterion: 'proportion_gte', params: { proportion: 0.95 } }],
};

function scenario(expectations: readonly Expectation[], sampleSize: number): Case {
  const app = { app: 'model', settings } as const;
  return {
    ...sampleCase('Bot helps with a password reset', 31, sampleSize),
    subject: {
      ...{ kind: 'conversation', given: 'g', when: 'w', inputs: {}, max_turns: 10, app, user_simulator: settings },
      ...{ writing_style: defaultStyles, seed: 0 },
    },
    expectations,
  };
}

const turn = (user: string, response: string): Turn => ({
  ...{ user_message: user, app_response: response, latency: 1, details: {} },
});

function conversation(
  index: number,
  turns: readonly Turn[],
  ended: 'goal_met' | 'gave_up' | 'max_turns' | 'broken_off' = 'goal_met',
  outcome: TrialOutcome = { outcome: 'finished' },
): Trial {
  const facts = { case: 'Bot helps with a password reset', index, turns, started_at: '', duration_s: 1 };
  return { ...facts, conversation: { style, ended }, ...outcome };
}

const brief = [turn('pw reset pls', 'Open the settings.')];
const long = [
  turn(
    'cant log in',
    `Let us look into that together.\n\n1. Open the page.\n2. Click.\n${'3. Wait a little. '.repeat(20)}`,
  ),
  ...Array.from({ length: 8 }, (_, i) => turn(`did that (${i + 2})`, `Then do it again (${i + 2}).`)),
];

function conversations(count: number, others: Readonly<Record<number, Trial>>): readonly Trial[] {
  return Array.from({ length: count }, (_, index) => others[index] ?? conversation(index, brief));
}

const scored = (expectation: number, trial: number, score: number, reason: string): Score => ({
  ...{ expectation, trial, value: score },
  findings: [{ about: 'behavior', holds: score >= 6, reason, score }],
});

function result(trials: readonly Trial[], scores: readonly Score[], verdicts: readonly Verdict[]): CaseResult {
  const passed = verdicts.every(({ outcome }) => outcome === 'passed');
  const [first] = trials;
  const facts = { kind: 'conversation', sample_size: trials.length, stopped_at: null } as const;
  return { name: first?.case ?? '', passed, verdicts, trials, scores, ...facts };
}

const behaviorVerdict = (outcome: Verdict['outcome']) =>
  sampleVerdict(
    'Correctness',
    outcome,
    '35 of 40 trials score 6 or more; 1 gave no usable answer and 1 could not be graded, which counts against the claim; with 95% confidence the true rate is at most 94.8%; the bar is 95%',
    'at least 95% of trials score 6 or more',
  );
const latencyVerdict = (outcome: Verdict['outcome'], claim: string) =>
  sampleVerdict('per_turn.response_latency', outcome, 'the mean response_latency is 1.2 s', claim);

function render(own: CaseResult, one: Case, width = 88): string {
  return prettyResult(sampleRun([own]), { paint: plainPaint, width, rowPath: null, exitCode: 1, cases: [one] });
}

const failedTurn = 'turn 2: the application ended with exit code 1: Traceback (most recent call last): KeyError';
const trials = conversations(40, {
  3: conversation(3, long, 'gave_up'),
  7: conversation(7, brief, 'broken_off', { outcome: 'failed', reason: failedTurn }),
});
const scores: readonly Score[] = trials.flatMap(({ index }) => {
  const slow = [0.8, index === 5 ? 7.25 : 1.1].map(
    (value, at): Score => ({ expectation: 1, trial: index, turn: at, value, findings: [] }),
  );
  const why =
    'The bot sends the user in circles: the same step comes nine times, and nothing is ever said of the mail.';
  if (index === 3) return [scored(0, index, 2, why), ...slow];
  if (index === 9) return [scored(0, index, 5, 'One step is missing.'), ...slow];
  if (index === 20) {
    const reason = 'ungraded: two replies of the judge held no verdict';
    const finding = {
      about: 'behavior',
      holds: null,
      reason,
      judge_reply: 'Well, that depends.\nSCORE=11 REASON=Best.',
    };
    return [{ expectation: 0, trial: 20, value: null, why: 'ungraded', reason, findings: [finding] }, ...slow];
  }
  if (index === 7) {
    const failed = { trial: 7, value: null, why: 'failed', reason: failedTurn, findings: [] } as const;
    return [
      { expectation: 0, ...failed },
      { expectation: 1, ...failed },
    ];
  }
  return [scored(0, index, 9, 'All right.'), ...slow];
});
const unproven = result(trials, scores, [
  behaviorVerdict('failed'),
  latencyVerdict('passed', 'the mean response_latency is below 9 s'),
  latencyVerdict('failed', 'at least 99% of turns have a response_latency below 2.5 s'),
]);

test('a scenario that did not pass shows what failed, the worst conversations and one of them', () => {
  matchesGolden('run-scenario', render(unproven, scenario([correctness, latency], 40)));
});

test('a scenario is readable in 60 columns', () => {
  const text = render(unproven, scenario([correctness, latency], 40), 60);
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 60),
    [],
  );
  matchesGolden('run-scenario-60', text);
});

function linesOf(own: CaseResult, one: Case): readonly string[] {
  return render(own, one).split('\n');
}

test('a check that did not hold shows the part of the responses that decided it, and that conversation', () => {
  const excerpt = { text: 'What is your password?', line: 3, mark: { start: 8, end: 22 } };
  const finding = { about: 'not_contains: "your password?"', holds: false, reason: 'found on line 3', excerpt };
  const own: readonly Score[] = [
    { expectation: 0, trial: 0, value: 1, findings: [{ ...finding, holds: true }] },
    { expectation: 0, trial: 1, value: 0, findings: [finding] },
  ];
  const two = conversations(2, { 1: conversation(1, [turn('hi', 'What is your password?')], 'max_turns') });
  const verdict = sampleVerdict(checks.about, 'failed', '1 of 2 trials passed', 'at least 95% of trials pass');
  assert.deepEqual(linesOf(result(two, own, [verdict]), scenario([checks], 2)).slice(7, 19), [
    '        1 of 2 trials passed',
    '    never asks for the password: not held in 1 of 2 trials',
    '    trial 2',
    '    ✗ not_contains: "your password?"',
    '        found on line 3',
    '          3 | What is your password?',
    '            |         ^^^^^^^^^^^^^^',
    '',
    '    trial 2 of 2: ended after 1 turn, which is all there may be',
    `    the user: ${style.proficiency} · ${style.tone} · ${style.verbosity}`,
    '      · slang and abbreviations, no capitals',
    '      user  hi',
  ]);
});

test('where nothing but failed conversations is to blame, the first that has turns is shown', () => {
  const broken = (index: number, turns: readonly Turn[]) =>
    conversation(index, turns, 'broken_off', { outcome: 'failed', reason: `turn ${turns.length}: no response` });
  const three = conversations(3, { 0: broken(0, []), 1: broken(1, brief) });
  const own = [0, 1].map(
    (trial): Score => ({ expectation: 0, trial, value: null, why: 'failed', reason: '', findings: [] }),
  );
  const lines = linesOf(
    result(three, [...own, scored(0, 2, 9, 'Good.')], [behaviorVerdict('inconclusive')]),
    scenario([correctness], 3),
  );
  const from = lines.indexOf('    2 of 3 conversations failed, which counts against every claim:');
  assert.deepEqual(lines.slice(from, from + 5), [
    '    2 of 3 conversations failed, which counts against every claim:',
    '      1 × turn 0: no response',
    '      1 × turn 1: no response',
    '',
    '    trial 2 of 3: broken off: turn 1: no response',
  ]);
});

test('a scenario that passed sums up what its bars allowed, behaviours by their label', () => {
  const own = [scored(0, 0, 9, ''), scored(0, 1, 4, 'Curt.'), scored(0, 2, 2, 'Rude.')];
  const lines = linesOf(result(conversations(3, {}), own, [behaviorVerdict('passed')]), scenario([correctness], 3));
  const from = lines.indexOf('    2 of 3 trials missed something, within what the bar allows:');
  assert.equal(lines[from + 1], '      2 × Correctness: 2–4 of 10');
  assert.ok(!lines.some((line) => line.includes('user  ')), 'no conversation is shown');
});

test('users who gave up are counted, also where the scenario passed on the strength of its short conversations', () => {
  const three = conversations(3, { 0: conversation(0, brief, 'gave_up'), 2: conversation(2, brief, 'gave_up') });
  const expectation = { ...latency, criteria: latency.criteria.slice(0, 1) };
  const verdict = latencyVerdict('passed', 'the mean response_latency is below 9 s');
  const own = [0, 1, 2].map((trial): Score => ({ expectation: 0, trial, value: 1, findings: [] }));
  const lines = linesOf(result(three, own, [verdict]), scenario([expectation], 3));
  assert.ok(lines.includes('    2 of 3 users gave up'), lines.join('\n'));
  const none = linesOf(result(conversations(3, {}), own, [verdict]), scenario([expectation], 3));
  assert.ok(!none.some((line) => line.includes('gave up')), none.join('\n'));
});

test('a behaviour that is expected of a case with one answer is told by its worst scores, and without a conversation', () => {
  const own = {
    ...result(conversations(2, {}), [scored(0, 0, 9, ''), scored(0, 1, 4, 'Curt.')], [behaviorVerdict('failed')]),
  };
  const one = { ...sampleCase(own.name, 3, 2), expectations: [correctness] };
  const lines = linesOf({ ...own, kind: 'prompt' }, one);
  const from = lines.indexOf('    Correctness: below 6 in 1 of 2 trials');
  assert.deepEqual(lines.slice(from, from + 3), [
    '    Correctness: below 6 in 1 of 2 trials',
    '      trial 2  4 of 10  Curt.',
    '',
  ]);
});

test('a reason stands in full on a narrow screen: what matters is at its end', () => {
  const reason = `turn 2: the application ended with exit code 1: Traceback (most recent call last): File "/srv/bot/app.py", line 214, in answer: KeyError: 'order_number'`;
  const broken = conversation(0, brief, 'broken_off', { outcome: 'failed', reason });
  const own: Score = { expectation: 0, trial: 0, value: null, why: 'failed', reason, findings: [] };
  const text = render(result([broken], [own], [behaviorVerdict('inconclusive')]), scenario([correctness], 1), 44);
  assert.ok(text.replace(/\s+/g, ' ').includes(`1 × ${reason}`), text);
});

const asked: readonly (readonly [string, number, string])[] = [
  ['mean_lt', 3, '3 s or more'],
  ['median_lte', 3, 'above 3 s'],
  ['mean_gt', 1, '1 s or less'],
  ['quantile_gte', 1, 'below 1 s'],
];
for (const [criterion, value, words] of asked) {
  test(`of ${criterion} the values beyond its bar are to blame, in words: ${words}`, () => {
    const bar = criterion === 'median_lte' ? 3 : value;
    const expectation = { ...latency, criteria: [{ criterion, params: { threshold: bar } }] };
    const atBar = { expectation: 0, trial: 0, value: bar, findings: [] };
    const beyond = { ...atBar, trial: 1, value: criterion.includes('_l') ? bar + 1 : bar - 1 };
    const lines = linesOf(
      result(conversations(2, {}), [atBar, beyond], [latencyVerdict('failed', 'x')]),
      scenario([expectation], 2),
    );
    const counted = criterion.endsWith('e') ? 1 : 2;
    assert.ok(lines.includes(`    per_turn.response_latency: ${words} in ${counted} of 2 trials`), lines.join('\n'));
  });
}

test('a criterion of one’s own does not say which values are good, so none is blamed', () => {
  const expectation = { ...latency, criteria: [{ criterion: 'in_band', params: { from: 1, to: 2 } }] };
  const own: readonly Score[] = [{ expectation: 0, trial: 0, value: 9, findings: [] }];
  const lines = linesOf(result(conversations(1, {}), own, [latencyVerdict('failed', 'x')]), scenario([expectation], 1));
  assert.ok(!lines.some((line) => line.includes('per_turn.response_latency:')));
});
