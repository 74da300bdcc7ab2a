import assert from 'node:assert/strict';
import test from 'node:test';
import { noSources, type SourceRun } from '#model/reply/reply-sources.js';
import type { CaseResult, RunResult } from '#model/run/run.js';
import { prettyResult, type RunContext } from '#report/run/pretty.js';
import { plainPaint } from '#report/text/paint.js';
import { matchesGolden } from './golden.js';
import { held, rubric, sampleCase, sampleResult, sampleRun } from './run-sample.js';

const keptOf = (run_id: string): SourceRun => ({ run_id, kind: 'full', replies: 1 });

const cases = [
  sampleCase('patch-release', 12),
  sampleCase('breaking-change-is-named', 31),
  sampleCase('stays-short', 52, 5),
  sampleCase('no-internal-names', 70),
  sampleCase('empty-changelog', 88),
  sampleCase('three-languages', 95, 3),
];
const tooLong = (tokens: number) => ({
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

const breaking = sampleResult('breaking-change-is-named', false, [
  {
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
  { findings: [tooLong(412), rubric(4, 'Good.')] },
  { findings: [held, rubric(4, 'Good.')] },
  { findings: [tooLong(131), rubric(3, 'Long-winded.')] },
  { findings: [tooLong(200), rubric(4, 'Good.')] },
  { findings: [tooLong(201), rubric(4, 'Good.')] },
]);

const internal = sampleResult('no-internal-names', false, [
  {
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

const cut = sampleResult('empty-changelog', false, [
  { findings: [], outcome: { outcome: 'failed', reason: 'the reply was cut at max_tokens (4096)' } },
]);

const query = (name: string, passed: boolean | null, reason = '') =>
  sampleResult(
    name,
    passed,
    [
      passed === null
        ? { findings: [], outcome: { outcome: 'missing', reason: 'anthropic: overloaded, 6 attempts' } }
        : { findings: [{ about: 'should_match', holds: passed, reason }] },
    ],
    'trigger',
  );

const overloaded = { outcome: 'missing', reason: 'anthropic: overloaded, 6 attempts' } as const;

function render(run: RunResult, context: Partial<RunContext> = {}): string {
  const ending = { rowPath: '.eval.jsonl', exitCode: 1, cases };
  return prettyResult(run, { paint: plainPaint, width: 88, ...ending, ...context });
}

function linesOf(cases: readonly CaseResult[], changes: Partial<RunResult> = {}, context: Partial<RunContext> = {}) {
  return render(sampleRun(cases, changes), context).split('\n');
}

test('a green run is a line a case and a summary', () => {
  const run = sampleRun(green, { cost_usd: 0.0123 });
  matchesGolden('run-green', render(run, { exitCode: 0 }));
});

test('a red run tells every failure in full, with excerpt and caret', () => {
  const run = sampleRun([...green, breaking, short, internal, cut], {
    replies: { model: 0, recorded: 4, synthetic: 12 },
    usage: { replies: 16, input_tokens: 12345, output_tokens: 2310, unmetered_replies: 0 },
  });
  matchesGolden('run-red', render(run));
});

test('triggering stands apart: hits, false alarms and the queries that failed', () => {
  const queries = [
    query('should_match: write release notes', true),
    query('should_match: what changed since the last tag, for customers?', false, 'decided NO: it asks for a summary.'),
    query('should_not_match: write a commit message', false, 'decided YES: a commit message describes a change.'),
    query('should_not_match: explain this diff', true),
  ];
  const triggering = { should_match: { hits: 1, total: 2 }, should_not_match: { false_alarms: 1, total: 2 } };
  matchesGolden('run-triggering', render(sampleRun([...green, ...queries], { triggering })));
});

test('an unfinished run says what is missing and that no row was written', () => {
  const cases = [
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
    query('should_match: write release notes', null),
  ];
  const run = sampleRun(cases, {
    replies: { model: 9, recorded: 2, synthetic: 0 },
    usage: { replies: 11, input_tokens: 9000, output_tokens: 800, unmetered_replies: 2 },
    triggering: { should_match: { hits: 0, total: 1 }, should_not_match: { false_alarms: 0, total: 0 } },
  });
  matchesGolden('run-unfinished', render(run, { rowPath: null, exitCode: 3 }));
});

test('how a run is gone on with stands at its end', () => {
  const goOn = { how: 'go on with a larger budget', command: 'eva eval a --resume --max-calls MORE' };
  const said = render(sampleRun([sampleResult('a', null, [])]), { rowPath: null, exitCode: 3, goOn });
  assert.match(said, /\n\n {2}go on with a larger budget\n {4}eva eval a --resume --max-calls MORE\n$/);
});

test('no line is wider than the screen', () => {
  const run = sampleRun([...green, breaking, short, internal, cut]);
  for (const width of [60, 80, 100]) {
    const widest = Math.max(
      ...render(run, { width })
        .split('\n')
        .map((line) => line.length),
    );
    assert.ok(widest <= width, `${widest} columns of ${width}`);
  }
});

test('what timeouts did is wrapped on a narrow screen', () => {
  const timeouts = { failed_trials: 12, asked_again: 34, opted_out: 2 };
  const lines = render({ ...sampleRun([...green]), timeouts }, { width: 80 }).split('\n');
  const at = lines.findIndex((line) => line.includes('Timeouts'));
  assert.match(lines[at] ?? '', /^ {2}Timeouts {2}12 trials failed · 34 calls made again · slow replies may be$/);
  assert.match(lines[at + 1] ?? '', /^ {12}replaced in 2 cases \(timeouts: ask_again\)$/);
});

test('of failed trials one of each kind is told in full, and of many kinds three', () => {
  const told = (result: CaseResult) => linesOf([result]).filter((line) => /^ {4}(trial|…) /.test(line));
  assert.deepEqual(told(short), ['    trial 1 of 5', '    trial 3 of 5', '    … 2 more in result.json of the run']);
  const kinds = [1, 2, 3, 4, 5].map((i) => ({ findings: [{ about: `check ${i}`, holds: false, reason: '' }] }));
  assert.deepEqual(told(sampleResult('stays-short', false, kinds)), [
    ...[1, 2, 3].map((i) => `    trial ${i} of 5`),
    '    … 2 more in result.json of the run',
  ]);
});

test('a case without a threshold shows the score alone', () => {
  const lines = linesOf([breaking], {}, { cases: [] });
  assert.ok(lines.includes('    ✗ rubric 2 (votes 2, 2, 4)'), lines.join('\n'));
});

test('a reason of many lines is cut, and says how much is missing', () => {
  const reason = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\n');
  const failing = sampleResult('patch-release', false, [{ findings: [{ about: 'command', holds: false, reason }] }]);
  const lines = linesOf([failing]);
  assert.ok(lines.includes('        line 12'));
  assert.ok(lines.includes('        … 18 more lines'));
  assert.ok(!lines.includes('        line 13'));
});

test('a statistical verdict is told in its own words', () => {
  const [first] = green;
  assert.ok(first);
  const verdict = {
    about: 'passes',
    criterion: 'proportion_gte',
    claim: 'at least 95% of trials pass',
    words: { found: '60 of 60', bound: null, bar: '0.95' },
    outcome: 'passed',
    estimate: 1,
    significance_level: 0.05,
    interval: null,
    p_value: 0.01,
    fail_p: 1,
    n: 60,
    used: 60,
    failed: 0,
    ungraded: 0,
    needed_n: 124,
    reason: 'the words decide, whatever the reason is; with 1% confidence the true rate is at least 1%',
  } as const;
  const lines = linesOf([{ ...first, verdicts: [verdict] }]);
  assert.ok(lines.includes('  ✓ patch-release  60 of 60 · bar 0.95'), lines.join('\n'));
});

const usageOf = (replies: number) => ({ replies, input_tokens: 9000, output_tokens: 800, unmetered_replies: 0 });
const talk: CaseResult = { ...sampleResult('asks-twice', true, []), kind: 'conversation' };

const summaries: { title: string; run: RunResult; context: Partial<RunContext>; line: string }[] = [
  {
    title: 'synthetic replies are labelled',
    run: sampleRun(green, { replies: { model: 3, recorded: 0, synthetic: 9 } }),
    context: {},
    line: '  Replies  3 from the model · 9 SYNTHETIC: written by hand, not by a model',
  },
  {
    title: 'the responses of an application are no model’s',
    run: sampleRun([talk], { replies: { model: 181, recorded: 0, synthetic: 0 }, usage: usageOf(121) }),
    context: {},
    line: '  Replies  121 from models · 60 from the application',
  },
  {
    title: 'where some were recorded it is not known which, and how many are the application’s is told of all',
    run: sampleRun([talk], { replies: { model: 100, recorded: 81, synthetic: 0 }, usage: usageOf(121) }),
    context: {},
    line: '  Replies  100 given now · 81 recorded · 60 of these from the application',
  },
  {
    title: 'tokens that nobody counted are unknown, not 0',
    run: sampleRun(green, { usage: { replies: 3, input_tokens: 0, output_tokens: 0, unmetered_replies: 3 } }),
    context: {},
    line: '  Tokens   unknown: no reply came with a count',
  },
  {
    title: 'a partial run opens no gate',
    run: sampleRun(green, { partial: true }),
    context: {},
    line: '  Row      .eval.jsonl (partial: narrowed by --case, opens no gate)',
  },
  {
    title: 'replies that were kept from several runs are not enough for ready',
    run: sampleRun(green, { sources: { ...noSources, runs: [keptOf('a'), keptOf('b')], more_runs: 1 } }),
    context: {},
    line: '  Row      .eval.jsonl (replies of 3 runs: not enough for ready)',
  },
  {
    title: 'replies that were kept from one run need no word',
    run: sampleRun(green, { sources: { ...noSources, asked: 1, runs: [keptOf('a')] } }),
    context: {},
    line: '  Row      .eval.jsonl',
  },
  {
    title: 'exit 0 of one case',
    run: sampleRun(green.slice(0, 1)),
    context: { exitCode: 0 },
    line: '  exit 0: the case passed',
  },
  {
    title: 'exit 0 of several',
    run: sampleRun(green),
    context: { exitCode: 0 },
    line: '  exit 0: all 2 cases passed',
  },
  {
    title: 'exit 1',
    run: sampleRun([...green, cut]),
    context: {},
    line: '  exit 1: 1 of 3 cases did not pass',
  },
  {
    title: 'exit 1 where nothing was evaluated',
    run: sampleRun([]),
    context: {},
    line: '  exit 1: nothing was evaluated',
  },
  {
    title: 'exit 3 with failures besides',
    run: sampleRun([...green, cut, sampleResult('stays-short', null, [])]),
    context: { exitCode: 3, rowPath: null },
    line: '  exit 3: unfinished, 1 of 4 cases without a reply; 1 did not pass',
  },
];
for (const { title, run, context, line } of summaries) {
  test(`summary: ${title}`, () => {
    const lines = render(run, context).split('\n');
    assert.ok(lines.includes(line), lines.join('\n'));
  });
}

test('a long id keeps its distance from the run', () => {
  const id = 'x'.repeat(90);
  assert.equal(linesOf(green, { id })[1], ` ${id}  2 cases  20260501-101500-k3v9`);
});

test('marks are coloured, names and numbers are not', () => {
  const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
  const paint = {
    bold: tag('bold'),
    dim: tag('dim'),
    red: tag('red'),
    green: tag('green'),
    yellow: tag('yellow'),
    cyan: tag('cyan'),
  };
  const lines = linesOf([...green, cut], {}, { paint });
  assert.ok(
    lines.includes('  <green>✓</green> patch-release    <dim>3 checks · rubric 5 of 5</dim>'),
    lines.join('\n'),
  );
  assert.ok(lines.includes('  <red>✗</red> empty-changelog  the reply was cut at max_tokens (4096)'), lines.join('\n'));
});
