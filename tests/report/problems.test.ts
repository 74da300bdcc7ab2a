import assert from 'node:assert/strict';
import test from 'node:test';
import type { Problem } from '#model/problem.js';
import { renderProblems } from '#report/problems.js';
import { plainPaint } from '#report/text/screen.js';

const screen = { paint: plainPaint, width: 80 };
const render = (...problems: Problem[]) => renderProblems(problems, screen);

const unknownCheck: Problem = {
  severity: 'error',
  code: 'EVA_UNKNOWN_CHECK',
  message: 'unknown check "contain"',
  hint: 'did you mean "contains"?',
  at: { file: 'prompts/diff/eval.yml', line: 7, column: 9, length: 7, source: '      - contain: "<diff>"' },
};

test('a problem shows its place, its line, a caret under the marked part, and a hint', () => {
  assert.equal(
    render(unknownCheck),
    `prompts/diff/eval.yml:7:9  unknown check "contain"
  7 |       - contain: "<diff>"
    |         ^^^^^^^  did you mean "contains"?                EVA_UNKNOWN_CHECK
`,
  );
});

test('on a terminal the first line of a problem is wrapped', () => {
  const message = 'proportion_gte cannot pass with 20 trials: it needs at least 59, even if every one passes';
  const long = { ...unknownCheck, message, severity: 'warning' } as const;
  const first = `prompts/diff/eval.yml:7:9  warning: ${message}`;
  assert.equal(render(long).split('\n')[0], first, 'in a file it stays whole');
  const lines = renderProblems([long], { ...screen, isTerminal: true }).split('\n');
  assert.deepEqual(lines.slice(0, 2), [
    'prompts/diff/eval.yml:7:9  warning: proportion_gte cannot pass with 20',
    '    trials: it needs at least 59, even if every one passes',
  ]);
  const paint = { ...plainPaint, bold: (text: string) => `<${text}>`, yellow: (text: string) => `(${text})` };
  assert.match(
    renderProblems([long], { paint, width: 80, isTerminal: true }),
    /^<prompts\/diff\/eval\.yml:7:9> {2}\(warning:\) proportion_gte/,
  );
});

test('a hint that does not fit beside the carets is below them', () => {
  const hint = 'add it under inputs:, in examples/happy/inputs.yml, or give it a default in meta.yml';
  assert.equal(
    render({ ...unknownCheck, hint }),
    `prompts/diff/eval.yml:7:9  unknown check "contain"
  7 |       - contain: "<diff>"
    |         ^^^^^^^                                          EVA_UNKNOWN_CHECK
    | = add it under inputs:, in examples/happy/inputs.yml, or give it a default
    |   in meta.yml
`,
  );
});

test('if carets fill the line, hint and code are on the next one', () => {
  const at = { file: 'a.yml', line: 1, column: 1, length: 70, source: 'x'.repeat(70) };
  assert.equal(
    render({ ...unknownCheck, at }),
    `a.yml:1:1  unknown check "contain"
  1 | ${'x'.repeat(70)}
    | ${'^'.repeat(70)}
    | did you mean "contains"?                                 EVA_UNKNOWN_CHECK
`,
  );
});

test('the count of further problems of a file comes after its others, and is not counted itself', () => {
  const more: Problem = {
    severity: 'error',
    code: 'EVA_MORE_PROBLEMS',
    message: 'and 150 more problems',
    hint: 'mend these first',
    at: { file: 'prompts/diff/eval.yml' },
  };
  const last = { ...unknownCheck, at: { file: 'prompts/diff/eval.yml', line: 90 } };
  const shown = render(more, last, unknownCheck);
  const heads = shown.split('\n').filter((line) => line.startsWith('prompts/') || line.includes(' in 1 file'));
  assert.deepEqual(heads, [
    'prompts/diff/eval.yml:7:9  unknown check "contain"',
    'prompts/diff/eval.yml:90  unknown check "contain"',
    'prompts/diff/eval.yml  and 150 more problems',
    '2 problems in 1 file, and more',
  ]);
});

test('a problem without a file has its hint and code below', () => {
  const problem: Problem = {
    severity: 'error',
    code: 'EVA_NO_LIBRARY',
    message: 'no library here',
    hint: 'name one with --root, or go to a folder below which there are prompts, or set EVA_ROOT',
  };
  assert.equal(
    render(problem),
    `no library here
  name one with --root, or go to a folder below which there are prompts, or set
  EVA_ROOT                                                        EVA_NO_LIBRARY
`,
  );
});

test('a line without a column has no caret', () => {
  const at = { file: 'a.yml', line: 12, source: 'cases: []' };
  assert.equal(
    render({ severity: 'error', code: 'EVA_X', message: 'no cases', at }),
    `a.yml:12  no cases
 12 | cases: []
    |                                                                      EVA_X
`,
  );
});

test('several problems are sorted by file and line, warnings are marked, and the last line counts', () => {
  const at = (file: string, line: number) => ({ file, line, column: 1, length: 2, source: 'id: x' });
  const problem = (severity: Problem['severity'], file: string, line: number): Problem => ({
    severity,
    code: 'EVA_X',
    message: `${file} ${line}`,
    at: at(file, line),
  });
  const text = render(
    problem('error', 'b.yml', 2),
    problem('warning', 'a.yml', 10),
    problem('error', 'b.yml', 1),
    { severity: 'error', code: 'EVA_X', message: 'nowhere' },
    problem('error', 'a.yml', 9),
  );
  const heads = text.split('\n').filter((line) => /^(\w\.yml:|nowhere|\d problem)/.test(line));
  assert.deepEqual(heads, [
    'nowhere',
    'a.yml:9:1  a.yml 9',
    'a.yml:10:1  warning: a.yml 10',
    'b.yml:1:1  b.yml 1',
    'b.yml:2:1  b.yml 2',
    '4 problems and 1 warning in 2 files',
  ]);
});

test('no problems give an empty text', () => assert.equal(render(), ''));

const marks: { title: string; source: string; column: number; length: number; lines: [string, string] }[] = [
  {
    title: 'carets stand under what is behind tabs',
    source: '\tname:\tfoo',
    column: 8,
    length: 3,
    lines: ['  1 |     name:   foo', '    |             ^^^'],
  },
  {
    title: 'carets are as wide as wide characters',
    source: '名前: 日本',
    column: 5,
    length: 2,
    lines: ['  1 | 名前: 日本', '    |       ^^^^'],
  },
  {
    title: 'carets are as wide as an escape',
    source: 'a\u202eb',
    column: 2,
    length: 1,
    lines: ['  1 | a\\u202eb', '    |  ^^^^^^'],
  },
  {
    title: 'a mark behind the end is one caret',
    source: 'name:',
    column: 6,
    length: 1,
    lines: ['  1 | name:', '    |      ^'],
  },
  {
    title: 'a long line is cut around its mark',
    source: `${'x'.repeat(200)}HERE${'y'.repeat(200)}`,
    column: 201,
    length: 4,
    lines: [`  1 | …${'x'.repeat(23)}HERE${'y'.repeat(45)}…`, `    | ${' '.repeat(24)}^^^^`],
  },
];
for (const { title, source, column, length, lines } of marks) {
  test(title, () => {
    const at = { file: 'a.yml', line: 1, column, length, source };
    const [, line, carets = ''] = render({ severity: 'error', code: 'E', message: 'm', at }).split('\n');
    assert.deepEqual([line, carets.replace(/ {2,}E$/, '')], lines);
  });
}

test('warnings and errors have different colours', () => {
  const paint = { ...plainPaint, red: (text: string) => `<red>${text}`, yellow: (text: string) => `<yellow>${text}` };
  const colours = (severity: Problem['severity']) =>
    renderProblems([{ ...unknownCheck, severity }], { paint, width: 80 }).match(/<(red|yellow)>/g);
  assert.deepEqual(colours('error'), ['<red>']);
  assert.deepEqual(colours('warning'), ['<yellow>', '<yellow>']);
});

test('a problem of an object of a program names the object and its property, and shows no line', () => {
  const at = { file: 'ScenarioTest "Bot helps"', property: 'then[0].criteria.median_gte.threshold' };
  const tooHigh: Problem = {
    ...{ severity: 'error', code: 'EVA_BAD_CRITERIA', at, message: 'no score is 11 or more' },
    hint: 'a score is 1 to 10',
  };
  const noTitle: Problem = { ...tooHigh, message: 'title is missing', at: { file: 'ScenarioTest', property: '' } };
  assert.equal(
    render(tooHigh, noTitle),
    `ScenarioTest  title is missing
  a score is 1 to 10                                            EVA_BAD_CRITERIA

ScenarioTest "Bot helps": then[0].criteria.median_gte.threshold  no score is 11 or more
  a score is 1 to 10                                            EVA_BAD_CRITERIA

2 problems
`,
  );
});
