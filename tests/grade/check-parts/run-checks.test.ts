import assert from 'node:assert/strict';
import test from 'node:test';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import { checks } from '#grade/checks/index.js';
import type { JsonValue } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import { documentSchema } from '#model/schema/documents.js';
import { context } from '../check-context.js';

test('the registry and the schema have the same checks, in the same order', () => {
  const { check } = documentSchema('eval')['$defs'] as unknown as { check: { properties: object } };
  assert.deepEqual(
    checks.map(({ op }) => op),
    Object.keys(check.properties).filter((key) => key !== 'about' && key !== 'extract'),
  );
});

test('all checks run, also after a failed one, and are quoted as in the file', async () => {
  const specs = [
    { op: 'contains', value: 'x\ny' },
    { op: 'contains', value: 'a' },
    { op: 'max_tokens', value: 1 },
  ];
  const findings = await runChecks(specs, 'a b', context);
  assert.deepEqual(
    findings.map(({ about, holds }) => [about, holds]),
    [
      ['contains: "x\\ny"', false],
      ['contains: "a"', true],
      ['max_tokens: 1', false],
    ],
  );
});

test('a long value is truncated in the name of a check', async () => {
  const specs = [500, 69, 68].map((length) => ({ op: 'contains', value: 'a'.repeat(length) }));
  const findings = await runChecks(specs, 'b', context);
  const cut = `contains: "${'a'.repeat(68)}…`;
  assert.deepEqual(
    findings.map(({ about }) => about),
    [cut, cut, `contains: "${'a'.repeat(68)}"`],
  );
});

test('a check that cannot run does not hold', async () => {
  const findings = await runChecks(
    [
      { op: 'constructor', value: 'a' },
      { op: 'matches', value: '(' },
      { op: 'contains', value: null },
    ],
    'a',
    context,
  );
  assert.deepEqual(
    findings.map(({ holds, reason }) => [holds, reason]),
    [
      [false, 'cannot be checked: unknown check "constructor"'],
      [false, 'cannot be checked: matches: unterminated group'],
      [false, 'cannot be checked: contains: the value must be a text'],
    ],
  );
});

test('an interrupted run gives no findings', async () => {
  const interrupted = { ...context, signal: AbortSignal.abort(new Error('interrupted')) };
  await assert.rejects(runChecks([{ op: 'contains', value: 'a' }], 'a', interrupted), { message: 'interrupted' });
  const command = { op: 'command', value: [process.execPath, '-e', ''] };
  await assert.rejects(runChecks([command], 'a', interrupted), { message: 'interrupted' });
});

test('without checks there are no findings', async () => {
  assert.deepEqual(await runChecks([], 'a', context), []);
});

test('a valid check has no problem', () => {
  const specs: CheckSpec[] = [
    { op: 'contains', value: 'a' },
    { op: 'matches', value: '(?is)\\Aa.*\\Z' },
    { op: 'json_schema', value: { type: 'object' } },
    { op: 'command', value: ['node', 'check.js', ''] },
  ];
  assert.deepEqual(planChecks(specs), []);
});

type Refusal = readonly [op: string, value: JsonValue, key: string];

const refused: readonly Refusal[] = [
  ['contain', 'a', 'EVA_UNKNOWN_CHECK:operator'],
  ['constructor', 'a', 'EVA_UNKNOWN_CHECK:operator'],
  ['__proto__', 'a', 'EVA_UNKNOWN_CHECK:operator'],
  ['contains', '', 'EVA_BAD_CHECK:empty_text'],
  ['contains', 3, 'EVA_BAD_CHECK:not_text'],
  ['not_contains', '', 'EVA_BAD_CHECK:empty_text'],
  ['icontains', ['a'], 'EVA_BAD_CHECK:not_text'],
  ['equals', ' ', 'EVA_BAD_CHECK:empty_text'],
  ['starts_with', '\n', 'EVA_BAD_CHECK:empty_text'],
  ['ends_with', null, 'EVA_BAD_CHECK:not_text'],
  ['contains_any', [], 'EVA_BAD_CHECK:not_texts'],
  ['contains_any', ['a', ''], 'EVA_BAD_CHECK:empty_text'],
  ['contains_all', 'a', 'EVA_BAD_CHECK:not_texts'],
  ['contains_all', ['a', 1], 'EVA_BAD_CHECK:not_texts'],
  ['matches', '', 'EVA_BAD_CHECK:empty_text'],
  ['matches', 5, 'EVA_BAD_CHECK:not_text'],
  ['matches', '(', 'EVA_BAD_REGEX:invalid'],
  ['not_matches', '[', 'EVA_BAD_REGEX:invalid'],
  ['min_tokens', 0, 'EVA_BAD_CHECK:not_count'],
  ['max_tokens', 1.5, 'EVA_BAD_CHECK:not_count'],
  ['min_chars', Number.POSITIVE_INFINITY, 'EVA_BAD_CHECK:not_count'],
  ['max_chars', '9', 'EVA_BAD_CHECK:not_count'],
  ['is_json', false, 'EVA_BAD_CHECK:not_true'],
  ['json_schema', 'a.json', 'EVA_BAD_SCHEMA:invalid'],
  ['command', [], 'EVA_BAD_CHECK:not_command'],
  ['command', 'node check.js', 'EVA_BAD_CHECK:not_command'],
  ['command', ['', 'a'], 'EVA_BAD_CHECK:not_command'],
  ['command', ['a\0'], 'EVA_BAD_CHECK:nul_character'],
];

for (const [op, value, key] of refused) {
  test(`${op}: ${JSON.stringify(value)} is refused before anything runs`, () => {
    const at = { file: 'prompts/a/eval.yml', line: 7, column: 9 };
    const [problem, ...others] = planChecks([{ op, value, at }]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [problem?.severity, `${problem?.code}:${problem?.variant}`, problem?.message.includes(op), problem?.at],
      ['error', key, true, at],
    );
  });
}

test('a schema with a reference to another document is refused', () => {
  const [problem] = planChecks([{ op: 'json_schema', value: { $ref: 'http://example.org/schema' } }]);
  assert.equal(problem?.code, 'EVA_BAD_SCHEMA');
});

test('an unknown check gets the nearest name or the whole list as a hint', () => {
  const [near, far] = planChecks([
    { op: 'contain', value: 'a' },
    { op: 'frobnicate', value: 'a' },
  ]);
  assert.equal(near?.hint, 'did you mean "contains"?');
  assert.equal(far?.hint, `the checks are ${checks.map(({ op }) => op).join(', ')}`);
});

test('a signal is handled between checks, even if none of them waits', async () => {
  const specs = Array.from({ length: 400 }, () => ({ op: 'is_json', value: true }));
  const interrupted = new AbortController();
  setImmediate(() => interrupted.abort(new Error('interrupted')));
  const response = JSON.stringify(Array(100_000).fill(1));
  await assert.rejects(runChecks(specs, response, { ...context, signal: interrupted.signal }), /interrupted/);
});
