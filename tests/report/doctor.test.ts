import assert from 'node:assert/strict';
import test from 'node:test';
import type { Problem } from '#model/problem.js';
import { renderDoctor } from '#report/commands/doctor.js';
import { plainPaint } from '#report/text/screen.js';

const screen = { paint: plainPaint, width: 72 };
const problem = (severity: Problem['severity'], message: string): Problem => ({ severity, code: 'EVA_X', message });
const error = problem('error', 'the body is blank');
const warning = problem('warning', 'the body is long');

test('each prompt has a line, each problem a code frame, and the last line counts', () => {
  const prompts = [
    { id: 'commit-message', problems: [] },
    { id: 'diff', problems: [error, warning] },
  ];
  assert.equal(
    renderDoctor({ prompts, library: [warning] }, screen),
    `
  ✓ commit-message
  ✗ diff            1 problem and 1 warning
  ! (library)       1 warning

the body is blank
                                                                   EVA_X

warning: the body is long
                                                                   EVA_X

warning: the body is long
                                                                   EVA_X

1 problem and 2 warnings

  1 of 2 prompts has problems
`,
  );
});

const closings: [string, Parameters<typeof renderDoctor>[0], string][] = [
  ['a clean library is all fine', { prompts: [{ id: 'diff', problems: [] }], library: [] }, '  1 prompt, all fine'],
  [
    'warnings are not problems',
    { prompts: [{ id: 'diff', problems: [warning] }], library: [] },
    '  1 prompt without problems, 1 warning',
  ],
  [
    'a problem of the library is one',
    { prompts: [{ id: 'diff', problems: [] }], library: [error] },
    '  the library has problems',
  ],
  ['an empty library is not praised', { prompts: [], library: [] }, '  no prompts'],
];
for (const [title, report, line] of closings) {
  test(title, () => assert.equal(renderDoctor(report, screen).trimEnd().split('\n').at(-1), line));
}
