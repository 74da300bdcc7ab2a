import assert from 'node:assert/strict';
import test from 'node:test';
import { nodeOf } from '#import/config-node.js';
import { openLedger } from '#import/finding.js';
import type { ImportedTest, VarValue } from '#import/imported.js';
import { listValueFlaws } from '#import/reading/joining.js';
import type { JsonValue } from '#model/data/json.js';
import { read } from '../prompts/reading.js';

function flaws(prompts: string, values: readonly (JsonValue | VarValue)[], own?: readonly string[]): readonly string[] {
  const tests = values.map((value, index): ImportedTest => {
    const isMedia = typeof value === 'object' && value !== null && 'kind' in value;
    const x = isMedia ? (value as VarValue) : ({ kind: 'value', value: value as JsonValue } as const);
    const node = nodeOf(null, { file: 'c.yaml', line: index + 1 });
    return { node, vars: { x }, asserts: [], options: {}, ...(own && { prompts: own }) };
  });
  const ledger = openLedger();
  listValueFlaws(read(prompts).prompts, tests, ledger);
  return ledger
    .all()
    .map(({ effect, what, reason, at, todo }) => `${at.line} ${effect} ${what}: ${reason}${todo ? ` (${todo})` : ''}`);
}

test('a test whose values a prompt cannot take blocks at its place', () => {
  assert.deepEqual(flaws('["{{x | upper}}"]', ['a', 5]), ['2 blocks x: the filter `upper` of a number']);
  assert.deepEqual(flaws('["Look: {{x}}"]', [{ kind: 'media', file: 'a.png' }]), [
    '1 blocks x: the text of `x`, which is a picture or a PDF (write the prompt as a list of messages with the picture as a part)',
  ]);
  const picture = '[{"role":"user","content":[{"type":"image_url","image_url":"{{x}}"}]}]';
  assert.deepEqual(flaws(JSON.stringify([picture]), [{ kind: 'media', file: 'a.png' }, 'https://a.b/c.png']), [
    '2 blocks x: `x`: it is a picture by web address, and its bytes are no evidence (download it into the folder, and name it with file://)',
  ]);
});

test('a test without the picture that a prompt takes blocks at its place', () => {
  const picture = '[{"role":"user","content":[{"type":"image_url","image_url":"{{y}}"}]}]';
  assert.deepEqual(flaws(JSON.stringify([picture]), ['no y']), [
    '1 blocks y: the prompt takes it as a picture or PDF, and the test has no value for it',
  ]);
});

test('a value that promptfoo reads as messages blocks, unless text is before it', () => {
  const chat = '[{"role": "user", "content": "hi"}]';
  assert.deepEqual(flaws('["{{x}}"]', ['hi', chat]), [
    '2 blocks x: the value is a list of messages, and a value cannot add a message in eva (write the messages into a prompt)',
  ]);
  assert.deepEqual(flaws('["Read: {{x}}"]', [chat]), []);
});

test('a list that became one test for each item is explained where a filter of lists meets an item', () => {
  assert.deepEqual(flaws(`["{{x | join(', ')}}"]`, ['a']), [
    '1 blocks x: the filter `join` of a string (promptfoo asks a test for each item of a list, unless disableVarExpansion is set)',
  ]);
});

test('a placeholder that no test gives a value to is noted, if the tests give any', () => {
  const prompts = '["Say {{x}} {{wrod}} {{ style | default(\'brief\') }}", "Ask {{x}}"]';
  assert.deepEqual(flaws(prompts, ['a', 'b']), [
    '1 noted {{wrod}}: no test gives it a value, so nothing is in its place',
  ]);
  const ledger = openLedger();
  const node = nodeOf(null, { file: 'c.yaml', line: 9 });
  listValueFlaws(read(prompts).prompts, [{ node, vars: {}, asserts: [], options: {} }], ledger);
  assert.deepEqual(ledger.all(), []);
});

test('a test of another prompt is not looked at', () => {
  assert.deepEqual(flaws('[{ raw: "{{x | upper}}", label: a }]', [5], ['b']), []);
});
