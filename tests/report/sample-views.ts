import type { Case, Expectation } from '#model/case.js';
import { defaultRunSettings, type RunResult, type RunSettings } from '#model/run/run.js';
import type { Finding, Score, Trial, TrialTurn } from '#model/run/trial.js';
import type { Verdict } from '#model/run/verdict.js';
import { defaultStyles } from '#model/settings.js';
import type { View } from '#report/view/view.js';
import { type RunEnding, viewOf } from '#report/view/view-of.js';
import { planOf } from '../support/run-files.js';
import { held, rubric, type SampleTrial, sampleCase, sampleResult, sampleRun, sampleVerdict } from './run-sample.js';

type SampleCaseResult = ReturnType<typeof sampleResult>;

/** Returns the case of a result, with the checks of its first trial with findings, and a rubric if one was judged. */
export function caseFor(result: SampleCaseResult, line: number, inputs: Readonly<Record<string, string>> = {}): Case {
  const one = sampleCase(result.name, line, result.sample_size);
  const { settings } = one.subject as Extract<Case['subject'], { kind: 'prompt' }>;
  if (result.kind === 'trigger') return queryCase(one, result.name);
  const [expectation] = one.expectations;
  const params = expectation?.grader.grader === 'trial_passes' ? expectation.grader.params : undefined;
  const checks = Math.max(0, ...result.scores.map(({ findings }) => findings.filter(isCheck).length));
  const isJudged = result.scores.some(({ findings }) => findings.some(({ about }) => about === 'rubric'));
  const grader = {
    grader: 'trial_passes',
    params: {
      checks: Array.from({ length: checks }, () => ({ op: 'contains', value: 'x' })),
      ...(isJudged && params?.rubric && { rubric: params.rubric }),
    },
  } as const;
  const criteria = result.verdicts.map(({ criterion }) => ({ criterion, params: { proportion: 0.95 } }));
  return {
    ...one,
    subject: { kind: 'prompt', inputs, settings },
    expectations: [{ about: expectation?.about ?? '', grader, criteria }],
  };
}

function isCheck({ about }: Finding): boolean {
  return about !== 'rubric' && about !== 'reply';
}

function queryCase(one: Case, name: string): Case {
  const should_match = name.startsWith('should_match');
  const { settings } = one.subject as Extract<Case['subject'], { kind: 'prompt' }>;
  const routing = { description: '', when_to_use: '', when_not_to_use: '' } as never;
  return {
    ...one,
    subject: { kind: 'trigger', query: name.replace(/^\w+: /, ''), should_match, routing, settings },
    expectations: [
      {
        about: 'triggering',
        grader: { grader: 'trigger', params: {} },
        criteria: [{ criterion: 'every_trial', params: {} }],
      },
    ],
  };
}

interface Setting {
  readonly cases?: readonly Case[];
  readonly run?: Partial<RunResult>;
  readonly manner?: Partial<RunSettings>;
  readonly ending?: Partial<RunEnding>;
  /** The body of the prompt. */
  readonly body?: string;
}

/** Returns the view of a run with these results. */
export function viewFor(
  results: readonly SampleCaseResult[],
  { cases, run, manner, ending, body }: Setting = {},
): View {
  const result = sampleRun(results, run);
  const exitCode = result.state === 'unfinished' ? 3 : result.all_passed ? 0 : 1;
  const plan = planOf({
    cases: cases ?? results.map((one, index) => caseFor(one, 12 + 19 * index, { notes: `change ${index}` })),
    manner: { ...defaultRunSettings, ...manner },
    ...(body !== undefined && { body }),
  });
  return viewOf(result, plan, { exitCode, rowPath: exitCode === 3 ? null : '.eval.jsonl', ...ending });
}

const tooLong = (tokens: number): Finding => ({
  about: 'max_tokens: 120',
  holds: false,
  reason: `${tokens} tokens, the limit is 120`,
});

const green = [
  sampleResult('patch-release', true, [{ findings: [held, held, held, rubric(5, 'All there.')] }]),
  sampleResult('three-languages', true, [
    { findings: [held, rubric(4, 'Good.')] },
    { findings: [held, rubric(5, 'Good.')] },
    { findings: [held, rubric(5, 'Good.')] },
  ]),
];

const breakingReply =
  'Release notes for 4.0\n\n\n\nSome fixes.\n\n## Breaking changes in 4.0\n- the option --fast is gone';
const breaking = sampleResult('breaking-change-is-named', false, [
  {
    reply: breakingReply,
    findings: [
      held,
      held,
      {
        about: 'contains: "BREAKING CHANGE"',
        holds: false,
        reason: 'not found; the nearest line is',
        excerpt: { text: '## Breaking changes in 4.0', line: 7, mark: { start: 3, end: 11 } },
      },
      rubric(
        2,
        'The notes say that the option was removed but not what to use instead, and bury it below three bug fixes.',
        [2, 2, 4],
      ),
    ],
  },
]);

const short = sampleResult('stays-short', false, [
  { reply: 'A first long text.', findings: [tooLong(412), rubric(4, 'Good.')] },
  { reply: 'Short.', findings: [held, rubric(4, 'Good.')] },
  { reply: 'Another long text.', findings: [tooLong(131), rubric(3, 'Long-winded.')] },
  { reply: 'A first long text.', findings: [tooLong(412), rubric(4, 'Good.')] },
  { reply: 'A fourth long text.', findings: [tooLong(201), rubric(4, 'Good.')] },
]);

const internal = sampleResult('no-internal-names', false, [
  {
    reply: `Notes\n\n- Fix cra\u202esh \u001b[31mJIRA-1234\u001b[0m in the parser${', and so on'.repeat(10)}`,
    findings: [
      {
        about: 'not_matches: "JIRA-\\d+"',
        holds: false,
        reason: 'found on line 3',
        excerpt: {
          text: `- Fix cra\u202esh \u001b[31mJIRA-1234\u001b[0m in the parser${', and so on'.repeat(10)}`,
          line: 3,
          mark: { start: 18, end: 27 },
        },
      },
      {
        about: 'rubric',
        holds: null,
        reason: 'ungraded: two replies of the judge held no verdict; the last: its reply holds more than one verdict',
        judge_reply:
          'SCORE=5 REASON=No ticket is named.\n::error::\u001b[2Jhello\u202e\nSCORE=1 REASON=JIRA-1234 is named.',
      },
    ],
  },
]);

const cutOff = 'the reply was cut at max_tokens (4096)';
const cut = sampleResult('empty-changelog', false, [
  {
    reply: 'It goes on and on and',
    outcome: { outcome: 'failed', reason: cutOff },
    findings: [
      {
        about: 'reply',
        holds: false,
        reason: cutOff,
        excerpt: { text: 'It goes on and on and', line: 1, mark: { start: 20, end: 20 } },
      },
    ],
  },
]);

const overloaded = { outcome: 'missing', reason: 'anthropic: overloaded, 6 attempts' } as const;

function query(name: string, passed: boolean | null, reason = ''): SampleCaseResult {
  const finding = { about: 'should_match', holds: passed, reason };
  const trial = passed === null ? { findings: [], outcome: overloaded } : { findings: [finding] };
  return sampleResult(name, passed, [trial], 'trigger');
}

/** Returns `count` trials, all passed except `others`, by index. */
function trials(count: number, others: Readonly<Record<number, SampleTrial>> = {}): readonly SampleTrial[] {
  return Array.from({ length: count }, (_, index) => others[index] ?? { findings: [held], reply: '<diff>' });
}

const unheld: SampleTrial = {
  reply: 'Sure.\n\nHere is the patch: --- a/foo',
  findings: [
    {
      about: 'contains: "<diff>"',
      holds: false,
      reason: '"<diff>" was not found; line 3 comes nearest',
      excerpt: { text: 'Here is the patch: --- a/foo', line: 3, mark: { start: 12, end: 17 } },
    },
  ],
};

function statistical(name: string, own: readonly SampleTrial[], verdicts: readonly Verdict[], asked = own.length) {
  const passed = verdicts.every(({ outcome }) => outcome === 'passed');
  const stopped_at = own.length < asked ? own.length : null;
  return { ...sampleResult(name, passed, own), verdicts, sample_size: asked, stopped_at };
}

/** Returns the verdict of a test on a share of passes. */
function adviceFor(trials: number): string {
  return `${trials} trials would give an 80% chance of a pass if the true rate is 98.5%`;
}

function shareVerdict(
  outcome: Verdict['outcome'],
  [k, used, n]: readonly [number, number, number],
  bound: string | null,
  more: Partial<Verdict> = {},
): Verdict {
  const verdict = sampleVerdict('every check holds', outcome, '', 'at least 95% of trials pass');
  const advice = more.needed_n ? { advice: adviceFor(more.needed_n) } : {};
  const words = { found: `${k} of ${used} trials passed`, bound, bar: '95%', ...advice };
  const figure = bound === null ? null : Number(/[\d.]+/.exec(bound)?.[0]) / 100;
  const interval =
    figure === null
      ? null
      : { lower: bound?.includes('least') ? figure : 0, upper: bound?.includes('most') ? figure : 1 };
  const reason = [words.found, ...(bound ? [`with 95% confidence the true rate is ${bound}`] : []), 'the bar is 95%'];
  return { ...verdict, estimate: k / used, interval, n, used, words, reason: reason.join('; '), ...more };
}

const proven = statistical('proven', trials(60), [shareVerdict('passed', [60, 60, 60], 'at least 95.1%')]);
const open = statistical(
  'open',
  trials(23, { 4: unheld }),
  [shareVerdict('inconclusive', [22, 23, 60], null, { needed_n: 153 })],
  60,
);
const disproved = statistical(
  'disproved',
  trials(11, {
    ...Object.fromEntries([0, 1, 3, 5].map((trial) => [trial, unheld])),
    7: { reply: 'A hymn to patches, without one.', findings: unheld.findings },
    9: { reply: 'No.', outcome: { outcome: 'failed', reason: cutOff }, findings: [] },
  }),
  [shareVerdict('failed', [5, 11, 60], 'at most 72.9%', { failed: 1 })],
  60,
);
const several = statistical(
  'several-claims',
  trials(25, { 3: unheld, 24: unheld }),
  [
    { ...shareVerdict('passed', [25, 25, 60], 'at least 96%'), about: 'names the file' },
    { ...shareVerdict('failed', [23, 25, 60], 'at most 94.7%'), about: 'holds a patch' },
    { ...shareVerdict('inconclusive', [24, 25, 60], null), about: 'stays short' },
  ],
  60,
);

const talkName = 'Bot helps with a password reset';
const judge = { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 4096, scale: { min: 1, max: 10 }, votes: 1 };
const talkExpectations: readonly Expectation[] = [
  {
    about: 'Correctness',
    grader: { grader: 'expected_behavior', params: { text: 'The bot is right.', judge, rubric: {} } },
    criteria: [{ criterion: 'proportion_gte', params: { min_score: 6, proportion: 0.95 } }],
  },
  {
    about: 'per_turn.response_latency',
    grader: {
      grader: 'metric',
      params: { metric: 'per_turn.response_latency', scope: 'per_turn', unit: 's', least: 0, cap: 60 },
    },
    criteria: [{ criterion: 'mean_lt', params: { threshold: 9 } }],
  },
];
const turn = (message: string, response: string): TrialTurn => ({
  user_message: message,
  app_response: response,
  latency: 1,
  details: {},
});
const style = {
  proficiency: 'a beginner who knows no technical terms',
  tone: 'impatient',
  verbosity: 'one short sentence',
  formality: 'slang and abbreviations, no capitals',
};
const longTalk = [
  turn('cant log in', 'Let us look into that together.\n\n1. Open the page.\n2. Click.'),
  ...Array.from({ length: 8 }, (_, i) => turn(`did that (${i + 2})`, `Then do it again (${i + 2}).`)),
];

function talk(index: number): Trial {
  const facts = { case: talkName, index, started_at: '', duration_s: 1 };
  if (index === 7) {
    const reason = 'turn 2: the application ended with exit code 1: Traceback (most recent call last): KeyError';
    const conversation = { style, ended: 'broken_off', unanswered: 'and now' } as const;
    return { ...facts, turns: [turn('pw reset', 'Open the settings.')], conversation, outcome: 'failed', reason };
  }
  const turns = index === 3 ? longTalk : [turn('pw reset pls', 'Open the settings.')];
  return { ...facts, turns, conversation: { style, ended: index === 3 ? 'gave_up' : 'goal_met' }, outcome: 'finished' };
}

function talkScores(index: number): readonly Score[] {
  const latency = { expectation: 1, trial: index, turn: 0, value: index === 5 ? 12.25 : 1.1, findings: [] };
  if (index === 7) {
    const failed = { trial: 7, value: null, why: 'failed', reason: 'it ended', findings: [] } as const;
    return [
      { ...failed, expectation: 0, findings: [{ about: 'reply', holds: false, reason: 'it ended' }] },
      { ...failed, expectation: 1 },
    ];
  }
  const value = index === 3 ? 2 : 9;
  const reason = index === 3 ? 'The bot sends the user in circles: the same step comes nine times.' : 'Right.';
  const finding = { about: 'behavior', holds: value >= 6, reason, score: value };
  return [{ expectation: 0, trial: index, value, findings: [finding] }, latency];
}

const indexes = Array.from({ length: 20 }, (_, index) => index);
const scenario: SampleCaseResult = {
  ...{ name: talkName, kind: 'conversation', passed: false, sample_size: 20, stopped_at: null },
  verdicts: [
    {
      ...sampleVerdict('Correctness', 'failed', '', 'at least 95% of trials score 6 or more'),
      ...{ estimate: 0.9, interval: { lower: 0, upper: 0.948 }, n: 20, used: 20, failed: 1 },
      words: { found: '18 of 20 trials score 6 or more', bound: 'at most 94.8%', bar: '95%' },
    },
    {
      ...sampleVerdict('per_turn.response_latency', 'passed', '', 'the mean response_latency is below 9 s'),
      ...{ criterion: 'mean_lt', n: 20, used: 20 },
      words: { found: 'the mean response_latency is 1.2 s', bound: 'at most 4.1 s', bar: '9 s' },
    },
  ],
  trials: indexes.map(talk),
  scores: indexes.flatMap(talkScores),
};

const scenarioCase: Case = {
  ...sampleCase(talkName, 31, 20),
  subject: {
    ...{ kind: 'conversation', given: 'g', when: 'w', inputs: {}, max_turns: 10, user_simulator: judge },
    ...{ app: { app: 'model', settings: judge }, writing_style: defaultStyles, seed: 0 },
  },
  expectations: talkExpectations,
};

const many = Array.from({ length: 500 }, (_, index) =>
  index % 9 === 0
    ? sampleResult(`case ${index}`, false, [{ reply: `reply ${index}`, findings: [tooLong(200 + index)] }])
    : sampleResult(`case ${index}`, true, [{ findings: [held] }]),
);

const wide = '発売のお知らせ 🎉 '.repeat(12).trim();

/** A view of each kind of result. */
export const sampleViews: Readonly<Record<string, () => View>> = {
  green: () => viewFor(green, { run: { cost_usd: 0.0123 } }),
  red: () =>
    viewFor([...green, breaking, short, internal, cut], {
      run: {
        replies: { model: 0, recorded: 4, synthetic: 12 },
        evidence: { prompt: 'p', cases: 'c', judge: 'j', models: 'm', synthetic: true, oldest_reply: null },
      },
    }),
  triggering: () =>
    viewFor(
      [
        ...green,
        query('should_match: write release notes', true),
        query('should_match: what changed since the last tag?', false, 'decided NO: it asks for a summary.'),
        query('should_not_match: write a commit message', false, 'decided YES: a commit message describes a change.'),
        query('should_not_match: explain this diff', true),
      ],
      {
        run: {
          triggering: { should_match: { hits: 1, total: 2 }, should_not_match: { false_alarms: 1, total: 2 } },
        },
      },
    ),
  unfinished: () =>
    viewFor(
      [
        ...green,
        breaking,
        sampleResult('stays-short', null, [
          { findings: [], outcome: overloaded },
          { findings: [tooLong(412)] },
          { findings: [], outcome: overloaded },
          { findings: [held] },
          { findings: [held] },
        ]),
        sampleResult('no-internal-names', null, [{ findings: [], outcome: overloaded }]),
        sampleResult('empty-changelog', null, []),
      ],
      {
        run: {
          replies: { model: 9, recorded: 2, synthetic: 0 },
          usage: { replies: 11, input_tokens: 9000, output_tokens: 800, unmetered_replies: 2 },
        },
        ending: {
          continuation: {
            needs: 'nothing',
            keepsReplies: true,
            command: 'eva eval release-notes --resume',
          },
        },
      },
    ),
  verdicts: () =>
    viewFor([proven, open, disproved, several], {
      run: { cost_usd: 4.12, duration_s: 401, timeouts: { failed_trials: 12, asked_again: 34, opted_out: 2 } },
    }),
  scenario: () => viewFor([scenario], { cases: [scenarioCase] }),
  shard: () =>
    viewFor(
      [
        sampleResult('patch-release', null, [{ findings: [held] }]),
        sampleResult('stays-short', null, [{ findings: [held] }, { findings: [], outcome: overloaded }]),
      ],
      { run: { shard: { index: 2, of: 3 } } },
    ),
  'no case': () => viewFor([], { run: { all_passed: false } }),
  '500 cases': () => viewFor(many),
  'partial and replayed': () =>
    viewFor(green, {
      run: { partial: true, replies: { model: 0, recorded: 12, synthetic: 0 } },
      manner: { replay: true },
    }),
  'long names': () =>
    viewFor([
      sampleResult(`a name ${'that goes on '.repeat(22)}`.trim(), false, [{ reply: 'x', findings: [tooLong(131)] }]),
      sampleResult('x'.repeat(300), false, [{ reply: 'y', findings: [tooLong(132)] }]),
      sampleResult('y'.repeat(300), true, [{ findings: [held] }]),
    ]),
  'wide characters': () =>
    viewFor([
      sampleResult(wide, false, [
        {
          reply: wide,
          findings: [
            {
              about: `contains: ${wide}`,
              holds: false,
              reason: wide,
              excerpt: { text: wide, line: 1, mark: { start: 3, end: 5 } },
            },
          ],
        },
      ]),
    ]),
};
