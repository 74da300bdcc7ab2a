import assert from 'node:assert/strict';
import test from 'node:test';
import { renderAssertion, renderExpectation } from '#report/scenario/expectation.js';
import type { AssertionView, EndedTrial, ScenarioView } from '#report/scenario/view.js';
import { renderScenario } from '#report/scenario.js';
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
    '97 of 100 trials score 6 or more; with 95% confidence the true rate is at least 92.4%; the bar is 95%; about 286 trials would have settled it if the true rate is 97%',
};
const unknown: AssertionView = { ...open, outcome: 'unfinished', reason: null };

const trials = (count: number, others: Readonly<Record<number, EndedTrial>> = {}): readonly EndedTrial[] =>
  Array.from({ length: count }, (_, index) => others[index] ?? { index, outcome: 'finished', ended: 'goal_met' });

const gaveUp = (index: number): EndedTrial => ({ index, outcome: 'finished', ended: 'gave_up' });

const failed = (index: number, reason: string): EndedTrial => ({ index, outcome: 'failed', reason });
const missing = (index: number, reason: string): EndedTrial => ({ index, outcome: 'missing', reason });

const alone = (about: string, assertion: AssertionView) => ({
  about,
  outcome: assertion.outcome,
  assertions: [assertion],
});

const view: ScenarioView = {
  title: 'Bot provides fast, helpful, and polite support',
  outcome: 'failed',
  expectations: [
    alone('Correctness: the bot gives accurate, step-by-step instructions for resetting a password, in order', held),
    alone('Tone', held),
    {
      about: 'Performance',
      outcome: 'failed',
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
    'Conversations: 15 of 20, 5 missing.',
    '',
    'Breakdown:',
    '  - [⚠️ UNFINISHED] Tone',
    '      at least 95% of trials score 6 or more',
    '',
    'Missing conversations: 5 of 20, so that nothing is known yet',
    '  - overloaded, 6 attempts (conversation 4 and 1 more)',
    '  - no key (conversation 7)',
    '  - a (conversation 8)',
    '  - and 1 more reason',
  ]);
});

test('a result that is settled whatever the missing conversations hold does not call itself unknown', () => {
  const settled = { ...view, trials: trials(100, { 99: missing(99, 'overloaded') }) };
  assert.deepEqual(renderScenario(settled).split('\n').slice(-2), [
    'Missing conversations: 1 of 100',
    '  - overloaded (conversation 100)',
  ]);
});

const counted: readonly (readonly [Readonly<Record<number, EndedTrial>>, string])[] = [
  [{ 1: gaveUp(1) }, '20, 1 of the users gave up'],
  [{ 1: gaveUp(1), 2: failed(2, 'turn 1: no response'), 3: gaveUp(3) }, '20, 1 failed, 2 of the users gave up'],
  [{ 1: gaveUp(1), 2: missing(2, 'overloaded') }, '19 of 20, 1 missing, 1 of the users gave up'],
];
for (const [others, words] of counted) {
  test(`users who gave up are counted, since their conversations are short: ${words}`, () => {
    const some = { ...view, sample_size: 20, trials: trials(20, others) };
    assert.equal(renderScenario(some).split('\n')[3], `Conversations: ${words}.`);
  });
}

test('a result that was settled early says after how many conversations', () => {
  const early = { ...view, stopped_at: 31, trials: trials(31, { 4: failed(4, 'turn 1: no response') }) };
  assert.equal(renderScenario(early).split('\n')[3], 'Conversations: stopped at 31 of 100, 1 failed.');
});

test('a label says what is expected, and the line below it the claim and what was found', () => {
  assert.deepEqual(renderExpectation(alone('Correctness', open)).split('\n'), [
    '[❔ INCONCLUSIVE] Correctness',
    '    at least 95% of trials score 6 or more: 97 of 100 trials score 6 or more; with 95% confidence the',
    '    true rate is at least 92.4%; the bar is 95%; about 286 trials would have settled it if the true rate',
    '    is 97%',
  ]);
});

test('an assertion that is its own label is told once', () => {
  assert.equal(
    renderAssertion({ ...held, about: held.claim, reason: 'the median score is 9' }),
    '[✅ PASSED] the median score is at least 8, p-value: 0.0200\n    the median score is 9',
  );
});

test('a claim that is too long for its own label stands in full below it', () => {
  const claim = `at least 95% of ${'x'.repeat(80)} score 6 or more`;
  assert.equal(
    renderAssertion({ ...held, about: claim, claim, reason: null })
      .split('\n')
      .slice(1)
      .join(' ')
      .replace(/\s+/g, ' '),
    ` ${claim}`,
  );
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

test('a label of several lines is one line, cut where a log would break it', () => {
  const [line = ''] = renderExpectation(alone(`The bot\n  is polite ${'x'.repeat(90)}`, held)).split('\n');
  assert.equal(line, `[✅ PASSED] The bot is polite ${'x'.repeat(61)}…, p-value: 0.0200`);
});
