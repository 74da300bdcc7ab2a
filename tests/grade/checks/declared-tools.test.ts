import assert from 'node:assert/strict';
import test from 'node:test';
import { undeclaredTools } from '#grade/checks/declared-tools.js';
import type { Case } from '#model/case.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { context } from '../check-context.js';

const object: JsonObject = { type: 'object' };

/** Returns the problems of checks of a case whose model declares these tools. */
function problemsOf(
  checks: readonly (readonly [op: string, value: JsonValue])[],
  tools: readonly string[] | undefined,
) {
  const declared = tools && {
    tools: tools.map((name) => ({ name, input_schema: name === 'bad' ? { type: 7 } : object })),
  };
  const settings = { model: 'm', timeout_s: 10, max_tokens: 9, ...declared };
  const testCase: Case = {
    ...context.testCase,
    subject: { kind: 'prompt', inputs: {}, settings },
    expectations: [
      {
        about: 'checks',
        grader: { grader: 'trial_passes', params: { checks: checks.map(([op, value]) => ({ op, value })) } },
        criteria: [],
      },
    ],
  };
  return undeclaredTools(testCase).map(({ code, variant, message }) => [`${code}:${variant}`, message]);
}

test('tools that are not declared are found in every form, once for each check', () => {
  const checks: readonly (readonly [string, JsonValue])[] = [
    ['called', 'refnd'],
    ['called', { tool: 'refund' }],
    ['not_called', ['refund', { tool: 'x' }, 'x']],
    ['called_in_order', ['search', 'refund', 'y']],
    ['called_in_order', { tools: ['z'] }],
    ['at_least', { count: 1, of: [{ called: 'w' }, { contains: 'w' }] }],
    ['called', { field: 'tool' }],
    ['contains', 'refnd'],
  ];
  assert.deepEqual(
    problemsOf(checks, ['refund', 'search']).map(([, message]) => message),
    [
      'called: no tool "refnd"',
      'not_called: no tool "x"',
      'called_in_order: no tool "y"',
      'called_in_order: no tool "z"',
      'called: no tool "w"',
    ].map((start) => `${start} is declared in "tools"`),
  );
});

test('a case without tools may name any, and a case with an empty list none', () => {
  assert.deepEqual(problemsOf([['called', 'refnd']], undefined), []);
  assert.equal(problemsOf([['called', 'refnd']], []).length, 1);
});

test('valid_calls needs tools with schemas that can be used', () => {
  const key = (tools: readonly string[] | undefined) =>
    problemsOf([['valid_calls', true]], tools).map(([code]) => code);
  assert.deepEqual(key(undefined), ['EVA_BAD_CHECK:no_tools']);
  assert.deepEqual(key([]), ['EVA_BAD_CHECK:no_tools']);
  assert.deepEqual(key(['refund']), []);
  assert.deepEqual(key(['refund', 'bad']), ['EVA_BAD_SCHEMA:of_tool']);
});
