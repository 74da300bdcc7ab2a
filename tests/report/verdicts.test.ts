import assert from 'node:assert/strict';
import test from 'node:test';
import type { CaseResult, RunResult } from '#model/run/run.js';
import type { Finding } from '#model/run/score.js';
import { prettyResult } from '#report/run/pretty.js';
import { plainPaint } from '#report/text/paint.js';
import { matchesGolden } from './golden.js';
import { held, rubric, type SampleTrial, sampleCase, sampleResult, sampleRun, sampleVerdict } from './run-sample.js';

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
    '38 of 40 trials passed; with 95% confidence the true rate is at least 85.1%; the bar is 90%; 76 trials would give an 80% chance of a pass if the true rate is 97%',
    'at least 90% of trials pass',
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
      '29 of 60 trials passed; 2 gave no usable answer and 1 could not be graded, which counts against the claim; with 95% confidence the true rate is at most 64.1%; the bar is 90%',
      'at least 90% of trials pass',
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
      '5 of 6 trials passed; the bar is 95%; stopped at 6 of 60 trials, since none of 60 may fail; 153 trials would give an 80% chance of a pass if the true rate is 98.5%',
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
      '25 of 25 trials passed; with 95% confidence the true rate is at least 30.9%; the bar is 80%; stopped at 25 of 60 trials, since the case could not pass any more, by another criterion',
      'at least 80% of trials pass',
    ),
    sampleVerdict(
      'stays short',
      'failed',
      '23 of 25 trials passed; with 95% confidence the true rate is at most 97.7%; the bar is 98%; stopped at 25 of 60 trials, since at most 1 of 60 may fail',
      'at least 98% of trials pass',
    ),
  ],
  60,
);

const results = [settled, oneFailed, advised, disproved, stopped, several];
const cases = results.map(({ name, sample_size }, index) => sampleCase(name, 10 + 20 * index, sample_size));

function render(run: RunResult, width = 80): string {
  const ending = { rowPath: '.eval.jsonl', exitCode: run.all_passed ? 0 : 1 };
  return prettyResult(run, { paint: plainPaint, width, cases, ...ending });
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
  assert.match(render(sampleRun([settled, stopped])), / {2}Trials {3}66 of 120; 54 were not needed\n/);
  assert.doesNotMatch(render(sampleRun([settled])), /Trials/);
});

test('a passed case without a failing trial needs no more than its line', () => {
  const lines = render(sampleRun([settled])).split('\n');
  assert.deepEqual(
    lines.filter((line) => line.includes('proven')),
    ['  ✓ proven  60 of 60 trials passed · bar 95% · at least 95.1%'],
  );
});

test('on a narrow screen a long name leaves room for what decided the case', () => {
  const long = { ...settled, name: 'every-ticket-gets-the-queue-it-belongs-to' };
  const line = (width: number) => render(sampleRun([long]), width).split('\n')[3];
  assert.equal(line(60), '  ✓ every-ticket-gets-t…  60 of 60 trials passed · bar 95%');
  assert.equal(line(80), '  ✓ every-ticket-gets-the-queue-it-belo…  60 of 60 trials passed · bar 95%');
});

test('several criteria that all passed are told one by one', () => {
  const verdicts = ['every check holds', 'stays short'].map((about) => sampleVerdict(about, 'passed', `${about}: yes`));
  const lines = render(sampleRun([result('several-claims', trials(60), verdicts)])).split('\n');
  assert.ok(lines.includes('  ✓ several-claims  both criteria passed'), lines.join('\n'));
  assert.ok(lines.includes('    ✓ passed  at least 95% of trials pass (stays short)'), lines.join('\n'));
});

test('criteria of one label are told apart by what they claim', () => {
  const words = 'per_turn.response_words';
  const verdicts = [
    sampleVerdict(words, 'passed', 'yes', 'the median response_words is below 30'),
    sampleVerdict(words, 'failed', 'no', 'the mean response_words is below 24'),
  ];
  const text = render(sampleRun([result('short', trials(60), verdicts)]));
  assert.match(text, /1 of 2 criteria passed · failed: the mean response_words is below 24\n/);
  assert.match(text, / {4}✗ failed {2}the mean response_words is below 24\n/);
});

test('a label is left out where it is the metric that the claim names', () => {
  const verdicts = [
    sampleVerdict('every check', 'passed', 'yes'),
    sampleVerdict('per_turn.response_words', 'passed', 'yes', 'the mean response_words is below 24'),
    sampleVerdict('per_turn.response_chars', 'passed', 'yes', 'the mean response_words is below 25'),
  ];
  const lines = render(sampleRun([result('short', trials(60), verdicts)])).split('\n');
  assert.deepEqual(
    lines.filter((line) => line.includes('passed  ')),
    [
      '    ✓ passed  at least 95% of trials pass (every check)',
      '    ✓ passed  the mean response_words is below 24',
      '    ✓ passed  the mean response_words is below 25 (per_turn.response_chars)',
    ],
  );
});

test('where a test gives no bounds the line of its case holds the bar alone', () => {
  const verdict = sampleVerdict('every check', 'passed', '57 of 58 trials passed');
  const words = { found: '57 of 58 trials passed', bound: 'above the bar', bar: '90%' };
  const own = result('looked-at', trials(58), [{ ...verdict, words }], 130);
  assert.match(render(sampleRun([own]), 100), /57 of 58 trials passed · stopped at 58 of 130 · bar 90%\n/);
});

test('of failing trials that differ in their words alone, one is told in full', () => {
  const words = [140, 131, 131, 131, 131];
  const own = trials(60, Object.fromEntries(words.map((count, trial) => [trial, { findings: [tooLong(count)] }])));
  const verdict = sampleVerdict('every check holds', 'failed', '55 of 60 trials passed');
  const lines = render(sampleRun([result('disproved', own, [verdict])])).split('\n');
  assert.deepEqual(
    lines.filter((line) => /^ {4}(\d|trial|…) ?| × /.test(line)),
    [
      '    5 of 60 trials missed something:',
      '      5 × max_tokens: 120',
      '    trial 1 of 60',
      '    … 4 more in result.json of the run',
    ],
  );
});

test('trials that miss something in a case that passed are within what its bar allows', () => {
  assert.match(render(sampleRun([oneFailed])), / {4}1 of 100 trials missed something, within what the bar allows:\n/);
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

const missing = (reason: string) => ({ findings: [], outcome: { outcome: 'missing', reason } }) as const;

test('the trials of a case without a reply are named as ranges, and not by the hundred', () => {
  const all = Array.from({ length: 60 }, () => missing('overloaded'));
  assert.match(render(sampleRun([sampleResult('open', null, all)])), /open \(trials 1–60\)/);
  const odd = trials(60, Object.fromEntries(all.flatMap((one, i) => (i % 2 === 0 ? [[i, one]] : []))));
  assert.match(render(sampleRun([sampleResult('open', null, odd)])), /open \(trials 1, 3, 5, 7, 9, 11 and 24 more\)/);
});

test('of very many reasons for missing replies the first are told, and how many more there are', () => {
  const all = Array.from({ length: 20 }, (_, i) => missing(`reason ${i}`));
  const lines = render(sampleRun([sampleResult('open', null, all)])).split('\n');
  assert.deepEqual(
    lines.filter((line) => /reason/.test(line)),
    [...Array.from({ length: 8 }, (_, i) => `  ? reason ${i}`), '  … and 12 more reasons in result.json of the run'],
  );
});

test('trials that count against a claim are in its line, where there is room', () => {
  const [verdict] = disproved.verdicts;
  assert.ok(verdict);
  const counted = { ...disproved, verdicts: [{ ...verdict, failed: 2, ungraded: 1 }] };
  assert.equal(
    render(sampleRun([counted]), 100).split('\n')[3],
    '  ✗ disproved  29 of 60 trials passed · bar 90% · at most 64.1% · 2 without a usable answer',
  );
});

test('exit 1 is red where a case failed, and yellow where nothing is settled', () => {
  const paint = { ...plainPaint, red: (text: string) => `<red>${text}`, yellow: (text: string) => `<yellow>${text}` };
  const closing = (run: RunResult) =>
    prettyResult(run, { paint, width: 80, rowPath: null, exitCode: 1, cases })
      .split('\n')
      .find((line) => line.includes('exit 1'));
  assert.equal(closing(sampleRun([advised])), '  <yellow>exit 1: 1 of 1 case did not pass: 1 inconclusive');
  assert.equal(
    closing(sampleRun([advised, disproved])),
    '  <red>exit 1: 2 of 2 cases did not pass: 1 failed, 1 inconclusive',
  );
});

test('that a case was over before some of its criteria were settled is told once for all of them', () => {
  const [first, second] = several.verdicts;
  if (!first || !second) throw new Error('the sample has two verdicts');
  const over = { ...several, verdicts: [first, { ...first, about: 'says it twice' }, second] };
  const text = render(sampleRun([over])).replace(/\s+/g, ' ');
  assert.equal(text.split('by another criterion').length, 1);
  assert.match(
    text,
    /stopped at 25 of 60 trials, since the case could not pass any more: what is inconclusive here was not settled by then/,
  );
  assert.match(text, /since at most 1 of 60 may fail/);
});
