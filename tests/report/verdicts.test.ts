import assert from 'node:assert/strict';
import test from 'node:test';
import type { CaseResult, RunResult } from '#model/run.js';
import type { Finding } from '#model/score.js';
import { plainPaint } from '#report/paint.js';
import { prettyResult } from '#report/pretty.js';
import { matchesGolden } from './golden.js';
import {
  held,
  rubric,
  type SampleTrial,
  sampleCase,
  sampleOutlook,
  sampleResult,
  sampleRun,
  sampleVerdict,
} from './run-sample.js';

const unheld: Finding = {
  about: 'contains: "<diff>"',
  holds: false,
  reason: '"<diff>" was not found; line 3 comes nearest',
  excerpt: { text: 'Here is the patch: --- a/foo', line: 3, mark: { start: 12, end: 17 } },
};
const tooLong = (words: number): Finding => ({
  about: 'max_tokens: 120',
  holds: false,
  reason: `${words} tokens, the limit is 120`,
});
const ungraded: Finding = {
  about: 'rubric',
  holds: null,
  reason: 'ungraded: two replies of the judge held no verdict',
};
const cut = { findings: [], outcome: { outcome: 'failed', reason: 'the reply was cut at max_tokens (4096)' } } as const;

/** So many trials, all good but for those that are named by their index. */
function trials(count: number, others: Readonly<Record<number, SampleTrial>> = {}): readonly SampleTrial[] {
  return Array.from({ length: count }, (_, index) => others[index] ?? { findings: [held] });
}

function result(name: string, own: readonly SampleTrial[], verdicts: CaseResult['verdicts'], asked = own.length) {
  const passed = verdicts.every(({ outcome }) => outcome === 'passed');
  const stopped_at = own.length < asked ? own.length : null;
  return { ...sampleResult(name, passed, own), verdicts, sample_size: asked, stopped_at };
}

const settled = result('proven', trials(60), [
  sampleVerdict(
    'every check holds',
    'passed',
    '60 of 60 trials passed; with 95% confidence the true rate is at least 95.1%; the bar is 95%',
  ),
]);
const oneFailed = result('proven-but-for-one', trials(100, { 12: { findings: [unheld] } }), [
  sampleVerdict(
    'every check holds',
    'passed',
    '99 of 100 trials passed; with 95% confidence the true rate is at least 95.3%; the bar is 95%',
  ),
]);
const advised = result('open', trials(40, { 4: { findings: [tooLong(131)] }, 30: { findings: [unheld] } }), [
  sampleVerdict(
    'every check holds',
    'inconclusive',
    '38 of 40 trials passed; with 95% confidence the true rate is at least 85.1%; the bar is 90%; about 76 trials would have settled it if the true rate is 97%',
  ),
]);
const disproved = result(
  'disproved',
  trials(
    60,
    Object.fromEntries([
      ...Array.from({ length: 30 }, (_, i) => [2 * i, { findings: [unheld] }]),
      [8, cut],
      [16, cut],
      [20, { findings: [held, ungraded] }],
      [24, { findings: [unheld, rubric(2, 'Vague.')] }],
      [25, { findings: [held, rubric(3, 'Vague.')] }],
    ]),
  ),
  [
    sampleVerdict(
      'every check holds and the rubric is passed',
      'failed',
      '29 of 60 trials passed; 2 had no answer that counts and 1 could not be graded, which counts against the claim; with 95% confidence the true rate is at most 64.1%; the bar is 90%',
    ),
  ],
);
const stopped = result(
  'stopped',
  trials(6, { 5: { findings: [unheld] } }),
  [
    sampleVerdict(
      'every check holds',
      'inconclusive',
      '5 of 6 trials passed; the bar is 95%; stopped at 6 of 60 trials, since a pass allows none of the 60 to fail; about 153 trials would have settled it if the true rate is 98.5%',
    ),
  ],
  60,
);
const several = result(
  'several-claims',
  trials(25, { 3: { findings: [tooLong(140)] }, 24: { findings: [tooLong(190)] } }),
  [
    sampleVerdict(
      'every check holds',
      'inconclusive',
      '25 of 25 trials passed; with 95% confidence the true rate is at least 30.9%; the bar is 80%; stopped at 25 of 60 trials, since another criterion of the case could not pass any more',
    ),
    sampleVerdict(
      'stays short',
      'failed',
      '23 of 25 trials passed; with 95% confidence the true rate is at most 97.7%; the bar is 98%; stopped at 25 of 60 trials, since a pass allows 1 of the 60 to fail',
    ),
  ],
  60,
);

const results = [settled, oneFailed, advised, disproved, stopped, several];
const outlooks = [
  sampleOutlook('proven'),
  sampleOutlook('proven-but-for-one', { n: 100 }),
  sampleOutlook('open', { n: 40, claim: 'at least 90% of trials pass' }),
  sampleOutlook('disproved', { claim: 'at least 90% of trials pass' }),
  sampleOutlook('stopped'),
  sampleOutlook('several-claims', { claim: 'at least 80% of trials pass' }),
  sampleOutlook('several-claims', { about: 'stays short', claim: 'at least 98% of trials pass' }),
];
const cases = results.map(({ name, sample_size }, index) => sampleCase(name, 10 + 20 * index, sample_size));

function render(run: RunResult, width = 80): string {
  const ending = { rowPath: '.eval.jsonl', exitCode: run.all_passed ? 0 : 1 };
  return prettyResult(run, { paint: plainPaint, width, cases, outlooks, ...ending });
}

test('verdicts are told in words: passed, passed with a failing trial, inconclusive, failed, stopped, several', () => {
  matchesGolden('run-verdicts', render(sampleRun(results)));
});

test('verdicts are readable in 60 columns', () => {
  matchesGolden('run-verdicts-60', render(sampleRun(results), 60));
});

test('no line of a verdict is wider than the screen', () => {
  for (const width of [60, 80, 100]) {
    const lines = render(sampleRun(results), width).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.length > width),
      [],
    );
  }
});

test('a run whose cases are inconclusive is never called failed', () => {
  const text = render(sampleRun([settled, advised]));
  assert.doesNotMatch(text, /failed|✗ open/);
  assert.match(text, / {2}Cases {4}1 passed · 1 inconclusive \(2\)/);
  assert.match(text, / {2}exit 1: 1 of 2 cases did not pass: 1 inconclusive/);
});

test('failed and inconclusive cases are counted apart', () => {
  const text = render(sampleRun([settled, advised, disproved]));
  assert.match(text, / {2}Cases {4}1 passed · 1 failed · 1 inconclusive \(3\)/);
  assert.match(text, / {2}exit 1: 2 of 3 cases did not pass: 1 failed, 1 inconclusive/);
});

test('what stopping early spared is in the summary, and nothing where nothing was', () => {
  assert.match(render(sampleRun([settled, stopped])), / {2}Trials {3}66 of 120: the other 54 were not needed/);
  assert.doesNotMatch(render(sampleRun([settled])), /Trials/);
});

test('a passed case without a failing trial needs no more than its line', () => {
  const lines = render(sampleRun([settled])).split('\n');
  assert.deepEqual(
    lines.filter((line) => line.includes('proven')),
    ['  ✓ proven  60 of 60 trials passed · at least 95.1% · bar 95%'],
  );
});

test('several criteria that all passed are told one by one', () => {
  const verdicts = ['every check holds', 'stays short'].map((about) => sampleVerdict(about, 'passed', `${about}: yes`));
  const lines = render(sampleRun([result('several-claims', trials(60), verdicts)])).split('\n');
  assert.ok(lines.includes('  ✓ several-claims  all 2 criteria passed'), lines.join('\n'));
  assert.ok(lines.includes('    ✓ passed  at least 98% of trials pass (stays short)'), lines.join('\n'));
});

test('a verdict whose claim nobody knows goes by the name of its criterion', () => {
  const text = prettyResult(sampleRun([advised]), {
    ...{ paint: plainPaint, width: 80, rowPath: null, exitCode: 1, cases, outlooks: [] },
  });
  assert.match(text, / {4}~ inconclusive {2}proportion_gte \(every check holds\)/);
});

test('of failing trials that say the same, one is told in full', () => {
  const words = [140, 131, 131, 131, 131];
  const own = trials(60, Object.fromEntries(words.map((count, trial) => [trial, { findings: [tooLong(count)] }])));
  const verdict = sampleVerdict('every check holds', 'failed', '55 of 60 trials passed');
  const lines = render(sampleRun([result('disproved', own, [verdict])])).split('\n');
  assert.deepEqual(
    lines.filter((line) => /^ {4}(in|trial|…) | × /.test(line)),
    [
      '    in 5 of 60 trials something did not hold:',
      '      5 × max_tokens: 120',
      '    trial 1 of 60',
      '    trial 2 of 60',
      '    … 3 more in result.json of the run',
    ],
  );
});

test('a kind of trouble is told with its reason where that is always the same', () => {
  const reason = 'no tool call, and no line with a score';
  const finding = { about: 'is_json', holds: false, reason };
  const own = trials(60, { 7: { findings: [finding] }, 9: { findings: [finding] } });
  const verdict = sampleVerdict('every check holds', 'passed', '58 of 60 trials passed');
  const lines = render(sampleRun([result('proven', own, [verdict])])).split('\n');
  assert.ok(lines.includes(`      2 × is_json (${reason})`), lines.join('\n'));
});

test('of very many kinds of trouble the most frequent are told, and how many more there are', () => {
  const kind = (name: string): SampleTrial => ({ findings: [{ about: name, holds: false, reason: '' }] });
  const own = trials(20, Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i, kind(`check ${Math.min(i, 7)}`)])));
  const verdict = sampleVerdict('every check holds', 'passed', '11 of 20 trials passed');
  const lines = render(sampleRun([result('proven', own, [verdict])])).split('\n');
  assert.deepEqual(
    lines.filter((line) => / × |and \d/.test(line)),
    ['      2 × check 7', ...[0, 1, 2, 3, 4].map((i) => `      1 × check ${i}`), '          and 2 more'],
  );
});

test('the trials of a case without a reply are named, but not by the hundred', () => {
  const overloaded = { findings: [], outcome: { outcome: 'missing', reason: 'overloaded' } } as const;
  const many = Array.from({ length: 60 }, () => overloaded);
  const text = render(sampleRun([sampleResult('open', null, many)]));
  assert.match(text, /open \(trials 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 48 more\)/);
});

test('trials that count against a claim are in its line, where there is room', () => {
  const lines = render(sampleRun([disproved]), 100).split('\n');
  assert.equal(
    lines[3],
    '  ✗ disproved  29 of 60 trials passed · 2 had no answer that counts and 1 could not be graded',
  );
});

test('exit 1 is red where a case failed, and yellow where nothing is settled', () => {
  const paint = { ...plainPaint, red: (text: string) => `<red>${text}`, yellow: (text: string) => `<yellow>${text}` };
  const closing = (run: RunResult) =>
    prettyResult(run, { paint, width: 80, rowPath: null, exitCode: 1, cases, outlooks })
      .split('\n')
      .find((line) => line.includes('exit 1'));
  assert.equal(closing(sampleRun([advised])), '  <yellow>exit 1: 1 of 1 case did not pass: 1 inconclusive');
  assert.equal(
    closing(sampleRun([advised, disproved])),
    '  <red>exit 1: 2 of 2 cases did not pass: 1 failed, 1 inconclusive',
  );
});
