import assert from 'node:assert/strict';
import test from 'node:test';
import type { AssertionView, EndedTrial, ExpectationView, ScenarioView } from '#report/run/scenario.js';
import { renderAssertion, renderExpectation, renderScenario } from '#report/run/scenario.js';
import { matchesGolden } from './golden.js';

const held: AssertionView = {
  about: 'The bot maintains a patient and helpful tone',
  outcome: 'passed',
  p_value: 0.02,
  claim: 'the median score is at least 8',
  reason:
    'the median score is 9, and 62 of 100 trials score at least 8; with 95% confidence the true median is above the bar',
};
const open: AssertionView = {
  ...held,
  outcome: 'inconclusive',
  p_value: null,
  claim: 'at least 95% of trials score 6 or more',
  reason:
    '97 of 100 trials score 6 or more; with 95% confidence the true rate is at least 92.4%; the bar is 95%; 286 trials would give an 80% chance of a pass if the true rate is 97%',
};
const unknown: AssertionView = { ...open, outcome: 'unfinished', reason: null };

const trials = (count: number, others: Readonly<Record<number, EndedTrial>> = {}): readonly EndedTrial[] =>
  Array.from({ length: count }, (_, index) => others[index] ?? { index, outcome: 'finished', ended: 'goal_met' });

const gaveUp = (index: number): EndedTrial => ({ index, outcome: 'finished', ended: 'gave_up' });

const failed = (index: number, reason: string): EndedTrial => ({ index, outcome: 'failed', reason });
const missing = (index: number, reason: string): EndedTrial => ({ index, outcome: 'missing', reason });

const alone = (about: string, assertion: AssertionView, more: Partial<ExpectationView> = {}): ExpectationView => ({
  ...{ about, outcome: assertion.outcome, assertions: [assertion], expected_behavior: null, worst: [], ...more },
});

const view: ScenarioView = {
  title: 'Bot provides fast, helpful, and polite support',
  outcome: 'failed',
  expectations: [
    alone('Correctness', held, {
      expected_behavior: 'The bot gives accurate, step-by-step instructions for resetting a password, in order.',
    }),
    alone('Tone', held, { expected_behavior: 'The bot is polite.' }),
    {
      about: 'Performance',
      outcome: 'failed',
      expected_behavior: null,
      worst: [
        { trial: 5, turn: 1, value: '7.25 s', reason: '' },
        { trial: 2, turn: 0, value: '4 s', reason: '' },
      ],
      assertions: [
        {
          about: 'the mean response_latency is below 1.5 s',
          outcome: 'passed',
          p_value: 0.00004,
          claim: 'the mean response_latency is below 1.5 s',
          reason: 'the mean response_latency is 1.1 s; with 95% confidence the true mean is at most 1.3 s',
        },
        {
          about: 'at least 99% of turns have a response_latency below 2.5 s',
          outcome: 'failed',
          p_value: 1,
          claim: 'at least 99% of turns have a response_latency below 2.5 s',
          reason:
            '91% of turns have a response_latency below 2.5 s; 2 gave no usable answer, which counts against the claim; with 95% confidence the true rate is at most 95.3%; the bar is 99%',
        },
      ],
    },
  ],
  sample_size: 100,
  stopped_at: null,
  trials: trials(100, {
    12: failed(12, 'turn 2: the application ended with exit code 1'),
    40: failed(40, 'turn 2: the application ended with exit code 1'),
  }),
  ungraded: [],
};

test("a scenario's result has the overall status, the counts and the numbers of each expectation", () => {
  matchesGolden('scenario', `${renderScenario(view)}\n`);
});

test('an unfinished result says how many conversations are missing and why', () => {
  const reasons = ['overloaded, 6 attempts', 'no key', 'a', 'b'];
  const others = Object.fromEntries(
    [3, 5, 6, 7, 8].map((index, i) => [index, missing(index, reasons[Math.max(0, i - 1)] ?? '')]),
  );
  const unfinished = {
    ...view,
    outcome: 'unfinished',
    expectations: [alone('Tone', unknown)],
    trials: trials(20, others),
    sample_size: 20,
  } as const;
  assert.deepEqual(renderScenario(unfinished).split('\n'), [
    "--- Result for Scenario: 'Bot provides fast, helpful, and polite support' ---",
    'Overall Status: ⚠️ UNFINISHED',
    'Summary: 0/1 expectations passed.',
    'Conversations: 15 of 20 took place, 5 missing.',
    '',
    'Breakdown:',
    '  - [⚠️ UNFINISHED] Tone',
    '      at least 95% of trials score 6 or more',
    '',
    'Missing conversations: 5 of 20, so the scenario has no result yet',
    '  - overloaded, 6 attempts (conversation 4 and 1 more)',
    '  - no key (conversation 7)',
    '  - a (conversation 8)',
    '  - and 1 more reason',
  ]);
});

test('a result that missing conversations cannot change is not shown as unknown', () => {
  const settled = { ...view, trials: trials(100, { 99: missing(99, 'overloaded') }) };
  assert.deepEqual(renderScenario(settled).split('\n').slice(-2), [
    'Missing conversations: 1 of 100',
    '  - overloaded (conversation 100)',
  ]);
});

const counted: readonly (readonly [Readonly<Record<number, EndedTrial>>, string])[] = [
  [{ 1: gaveUp(1) }, '20, 1 of the users gave up'],
  [{ 1: gaveUp(1), 2: failed(2, 'turn 1: no response'), 3: gaveUp(3) }, '20, 1 failed, 2 of the users gave up'],
  [{ 1: gaveUp(1), 2: missing(2, 'overloaded') }, '19 of 20 took place, 1 missing, 1 of the users gave up'],
];
for (const [others, words] of counted) {
  test(`users who gave up are counted, since their conversations are short: ${words}`, () => {
    const some = { ...view, sample_size: 20, trials: trials(20, others) };
    assert.equal(renderScenario(some).split('\n')[3], `Conversations: ${words}.`);
  });
}

test('a result that was settled early has the number of conversations', () => {
  const early = { ...view, stopped_at: 31, trials: trials(31, { 4: failed(4, 'turn 1: no response') }) };
  assert.equal(renderScenario(early).split('\n')[3], 'Conversations: stopped at 31 of 100, 1 failed.');
});

test('a label is followed by a line with the claim and the found numbers', () => {
  assert.deepEqual(renderExpectation(alone('Correctness', open)).split('\n'), [
    '[❔ INCONCLUSIVE] Correctness',
    '    at least 95% of trials score 6 or more: 97 of 100 trials score 6 or more; with 95% confidence the',
    '    true rate is at least 92.4%; the bar is 95%; 286 trials would give an 80% chance of a pass if the',
    '    true rate is 97%',
  ]);
});

test('an assertion that equals its label is shown once', () => {
  assert.equal(
    renderAssertion({ ...held, about: held.claim, reason: 'the median score is 9' }),
    '[✅ PASSED] the median score is at least 8, p-value: 0.0200\n    the median score is 9',
  );
});

test('a claim that is too long for a line is wrapped, shown once, and ends with its p-value', () => {
  const claim = `at least 95% of ${'x'.repeat(80)} score 6 or more`;
  const lines = renderAssertion({ ...held, about: claim, claim, reason: null }).split('\n');
  assert.deepEqual(lines, [
    '[✅ PASSED] at least 95% of',
    `    ${'x'.repeat(80)}`,
    '    score 6 or more, p-value: 0.0200',
  ]);
});

test('a claim of several hundred words is truncated in its label, and complete below', () => {
  const claim = `at least 95% of trials ${'do '.repeat(300)}so`;
  const [one, two, three, ...below] = renderAssertion({ ...held, about: claim, claim, reason: null }).split('\n');
  assert.ok(one && two && three?.endsWith('…, p-value: 0.0200'), three);
  assert.equal(below.map((line) => line.trim()).join(' '), claim);
});

const pValues: readonly (readonly [number | null, string])[] = [
  [0.15, ', p-value: 0.1500'],
  [1, ', p-value: 1.0000'],
  [0.0001, ', p-value: 0.0001'],
  [0.000_099, ', p-value: < 0.0001'],
  [0, ', p-value: < 0.0001'],
  [null, ''],
];
for (const [p_value, text] of pValues) {
  test(`a p-value of ${p_value} is printed as "${text}"`, () => {
    assert.equal(renderAssertion({ ...held, p_value }).split('\n')[0], `[✅ PASSED] ${held.about}${text}`);
  });
}

test('a label is followed by its behaviour, without the full stop before a p-value', () => {
  const [short] = renderExpectation(alone('Tone', held, { expected_behavior: 'The bot\n is polite.' })).split('\n');
  assert.equal(short, '[✅ PASSED] Tone: The bot is polite, p-value: 0.0200');
  const [same] = renderExpectation(alone('It is...', held, { expected_behavior: 'It is...' })).split('\n');
  assert.equal(same, '[✅ PASSED] It is..., p-value: 0.0200');
  const long = { expected_behavior: `${'polite '.repeat(30)}.` };
  const [cut] = renderExpectation(alone('Tone', held, long)).split('\n');
  assert.match(cut ?? '', /^\[✅ PASSED\] Tone: (polite ){10}poli…, p-value: 0\.0200$/);
});

test('a behaviour without a label is wrapped and never truncated', () => {
  const behavior = `The bot says where the parcel is, ${'asks for no more than it needs, '.repeat(3)}and says goodbye.`;
  const lines = renderExpectation(alone(behavior, held, { expected_behavior: behavior })).split('\n');
  const title = lines.slice(0, 2).map((line) => line.trim());
  assert.equal(title.join(' '), `[✅ PASSED] ${behavior.replace(/\.$/, '')}, p-value: 0.0200`);
});

test('an expectation that did not pass shows its worst values, a judge in at most two lines and checks in at most four', () => {
  const worst = [
    { trial: 2, value: '3 of 10', reason: `It never says ${'sorry '.repeat(30)}` },
    { trial: 6, value: null, reason: 'contains: "sorry": not found' },
    { trial: 0, turn: 3, value: '7.25 s', reason: '' },
    { trial: 8, value: null, reason: 'contains: "sorry": not found; '.repeat(30) },
  ];
  const lines = renderExpectation(alone('Tone', open, { worst }))
    .split('\n')
    .slice(-8);
  assert.equal(lines.splice(4).filter((line) => line.includes('sorry')).length, 4);
  assert.deepEqual(
    [lines[0]?.slice(0, 49), lines[1]?.slice(0, 11), lines[1]?.at(-1), lines[2], lines[3]],
    [
      '    conversation 3: 3 of 10, It never says sorry s'.slice(0, 49),
      '      sorry',
      '…',
      '    conversation 7: contains: "sorry": not found',
      '    conversation 1, turn 4: 7.25 s',
    ],
  );
  assert.ok(!renderExpectation(alone('Tone', held, { worst })).includes('conversation'), 'it passed');
});

test('ungraded conversations are grouped by expectation and reason, with the first conversation of each', () => {
  const unread = 'ungraded: two replies of the judge held no verdict';
  const ungraded = [
    ...[0, 1, 2].map((index) => ({ index, about: 'Tone', reason: unread, judge_reply: `Hm.\n${index}` })),
    ...[4, 4].map((index) => ({ index, about: 'per_turn.words', reason: 'it threw: no' })),
  ];
  const text = renderScenario({ ...view, sample_size: 5, trials: trials(5), ungraded });
  assert.deepEqual(text.split('\n').slice(-4), [
    'Ungraded conversations: 4 of 5, which counts against the claim',
    '  - Tone: two replies of the judge held no verdict (conversation 1 and 2 more): the judge wrote:',
    '    "Hm.\\n0"',
    '  - per_turn.words: it threw: no (conversation 5)',
  ]);
});

test('if every conversation failed, the reasons are printed before the breakdown', () => {
  const heads = (others: Readonly<Record<number, EndedTrial>>) =>
    renderScenario({ ...view, trials: trials(2, others) })
      .split('\n')
      .filter((line) => /^(Failed|Breakdown)/.test(line))
      .map((line) => line.split(/[ :]/)[0]);
  assert.deepEqual(heads({ 0: failed(0, 'boom'), 1: failed(1, 'boom') }), ['Failed', 'Breakdown']);
  assert.deepEqual(heads({ 0: failed(0, 'boom') }), ['Breakdown', 'Failed']);
});

test('a long reason is wrapped', () => {
  const reason = `turn 2: the application ended with exit code 1: Traceback: ${'no such order, '.repeat(5)}KeyError`;
  const lines = renderScenario({ ...view, trials: trials(100, { 3: failed(3, reason) }) })
    .split('\n')
    .slice(-2);
  assert.equal(lines.map((line) => line.trim()).join(' '), `- ${reason} (conversation 4)`);
});

test('the criterion that ended a scenario is named once, not below each open criterion', () => {
  const ended = 'stopped at 25 of 60 trials, since the case could not pass any more, by another criterion';
  const left = { ...open, reason: `25 of 25 trials score 6 or more; the bar is 95%; ${ended}` };
  const culprit = { ...open, outcome: 'failed', claim: 'the mean is below 2', reason: 'the mean is 4' } as const;
  const several = { ...alone('Speed', culprit), assertions: [{ ...culprit, about: culprit.claim }, left] };
  const lines = renderScenario({
    ...view,
    stopped_at: 25,
    sample_size: 60,
    trials: trials(25),
    expectations: [alone('Tone', left), several],
  }).split('\n');
  assert.deepEqual(lines.slice(3, 6), [
    'Conversations: stopped at 25 of 60.',
    'Ended by: Speed (the mean is below 2), which could not pass any more.',
    'Others were left undecided. `stop_early: false` decides all.',
  ]);
  assert.deepEqual(lines.slice(6, 10), [
    '',
    'Breakdown:',
    '  - [❔ INCONCLUSIVE] Tone',
    '      at least 95% of trials score 6 or more: 25 of 25 trials score 6 or more; the bar is 95%',
  ]);
  assert.ok(!lines.some((line) => line.includes('another criterion')));
  assert.match(renderExpectation(alone('Tone', left)).replace(/\s+/g, ' '), /by another criterion$/);
});
