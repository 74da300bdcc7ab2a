import assert from 'node:assert/strict';
import test from 'node:test';
import {
  isUnreadable,
  mostBytesOfCalls,
  readArguments,
  readCallsAndSteps,
  redactCallsAndSteps,
} from '#model/reply/reported-calls.js';

const call = { name: 'search', arguments: { query: 'refund' } };
const nested: unknown[] = [];
for (let level = 0, inner = nested; level < 101; level++) {
  const next: unknown[] = [];
  inner.push(next);
  inner = next;
}

const flaws: readonly (readonly [title: string, given: object, flaw: string])[] = [
  ['calls that are no list', { tool_calls: { 0: call } }, 'tool_calls is no list'],
  ['steps that are no list', { steps: 'plan' }, 'steps is no list'],
  ['a call that is a text', { tool_calls: [call, 'search'] }, 'tool_calls[1] is no JSON object'],
  ['a call without a name', { tool_calls: [{ arguments: {} }] }, 'tool_calls[0] has no "name"'],
  [
    'a call with a blank name',
    { tool_calls: [{ name: ' ', arguments: {} }] },
    'tool_calls[0] has a "name" that is no text',
  ],
  [
    'a call without arguments',
    { tool_calls: [{ name: 'a' }] },
    'tool_calls[0] has no "arguments" ({} if the tool takes none)',
  ],
  [
    'arguments that are a text with JSON',
    { tool_calls: [call, { name: 'a', arguments: ' {"order": 7' }] },
    'tool_calls[1] has "arguments" that are a text: report a JSON object, or {"unreadable": TEXT} if it is broken',
  ],
  [
    'a call with an unknown key',
    { tool_calls: [{ ...call, id: 1 }] },
    'tool_calls[0] has the unknown key "id" (the keys are name, arguments, result)',
  ],
  ['a step with a name that is a number', { steps: [{ name: 7 }] }, 'steps[0] has a "name" that is no text'],
  [
    'a step with a negative duration',
    { steps: [{ name: 'plan', duration_s: -1 }] },
    'steps[0] has a "duration_s" that is no number from 0 up',
  ],
  [
    'a step with a duration of null',
    { steps: [{ name: 'plan', duration_s: null }] },
    'steps[0] has a "duration_s" that is no number from 0 up',
  ],
  [
    'a date',
    { steps: [{ name: 'plan', input: new Date(0) }] },
    'tool_calls and steps hold a value that JSON does not have',
  ],
  [
    'values that are nested too deeply',
    { steps: [{ name: 'plan', input: nested }] },
    'tool_calls and steps are nested deeper than 100 levels',
  ],
  [
    'more than 1 MiB',
    { tool_calls: [{ ...call, result: 'x'.repeat(mostBytesOfCalls) }] },
    'tool_calls and steps are longer than 1 MiB',
  ],
];

for (const [title, given, flaw] of flaws) {
  test(`reports of applications are refused for ${title}`, () => {
    assert.deepEqual(readCallsAndSteps(given), { flaw });
  });
}

test('valid calls and steps are copied, null is unknown, and an empty list is none', () => {
  const own = { query: 'refund' };
  const given = {
    tool_calls: [
      { name: 'search', arguments: own, result: null },
      { name: 'note', arguments: 'a plain text' },
    ],
    steps: [{ name: 'plan', input: 1, output: [], duration_s: 0.2 }],
  };
  const read = readCallsAndSteps(given);
  assert.deepEqual(read, given);
  own.query = 'changed';
  assert.notDeepEqual(read, given);
  assert.deepEqual(readCallsAndSteps({}), {});
  assert.deepEqual(readCallsAndSteps({ tool_calls: null, steps: undefined }), {});
  assert.deepEqual(readCallsAndSteps({ tool_calls: [], steps: null }), { tool_calls: [] });
});

test('a key named like a property of every object is no key of a call', () => {
  assert.deepEqual(readCallsAndSteps({ tool_calls: [JSON.parse('{"name":"a","arguments":{},"__proto__":{}}')] }), {
    flaw: 'tool_calls[0] has the unknown key "__proto__" (the keys are name, arguments, result)',
  });
  assert.deepEqual(readCallsAndSteps({ tool_calls: [Object.create({ name: 'a', arguments: {} })] }), {
    flaw: 'tool_calls and steps hold a value that JSON does not have',
  });
});

test('arguments are JSON, or the text that is none', () => {
  assert.deepEqual(readArguments('{"a": 1}'), { a: 1 });
  assert.deepEqual(readArguments(' '), {});
  assert.deepEqual(readArguments('{"a": 1'), { unreadable: '{"a": 1' });
  const twice = '{"o": 999, "o": 7}';
  assert.deepEqual(readArguments(twice), { unreadable: twice });
  const deep = '['.repeat(5000) + ']'.repeat(5000);
  assert.deepEqual(readArguments(deep), { unreadable: deep });
});

test('only a mapping with the one key "unreadable" and a text is unreadable', () => {
  assert.equal(isUnreadable({ unreadable: '{' }), true);
  assert.equal(isUnreadable({ unreadable: 1 }), false);
  assert.equal(isUnreadable({ unreadable: '{', other: 1 }), false);
  assert.equal(isUnreadable(null), false);
});

test('secrets are redacted in names, arguments, results and steps', () => {
  const secret = 'sk-0123456789abcdef';
  const hidden = redactCallsAndSteps(
    {
      tool_calls: [{ name: secret, arguments: { [secret]: [secret] }, result: secret }],
      steps: [{ name: 'a', input: secret, output: { b: secret }, duration_s: 1 }],
    },
    (text) => text.replaceAll(secret, '*'),
  );
  assert.deepEqual(hidden, {
    tool_calls: [{ name: '*', arguments: { '*': ['*'] }, result: '*' }],
    steps: [{ name: 'a', input: '*', output: { b: '*' }, duration_s: 1 }],
  });
});
