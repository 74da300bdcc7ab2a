import assert from 'node:assert/strict';
import test from 'node:test';
import { distinctModels, modelVariants } from '#import/assemble/assemble.js';
import { caseNamer } from '#import/assemble/draft-cases.js';
import { isAmong, refersTo } from '#import/assemble/group-prompts.js';
import type { ImportedModel } from '#import/imported.js';
import { assertionAt } from './drafts.js';

const model = (name: string, rest: Partial<ImportedModel> = {}): ImportedModel => ({
  node: assertionAt(1),
  names: [name],
  model: name,
  settings: {},
  reportsCalls: true,
  ...rest,
});

test('one model is in defaults with its settings, several are variants with names of their own', () => {
  const [a, b, c] = [
    model('openai:gpt-5', { settings: { temperature: 0 } }),
    model('openai:gpt-5', { settings: { temperature: 1 } }),
    model('claude-opus-4-7', { label: 'big' }),
  ];
  assert.deepEqual(modelVariants([a]).defaults, { model: 'openai:gpt-5', temperature: 0 });
  assert.deepEqual(modelVariants([a, b, c]).defaults, {
    models: [
      { model: 'openai:gpt-5', temperature: 0 },
      { name: 'openai:gpt-5 (2)', model: 'openai:gpt-5', temperature: 1 },
      { name: 'big', model: 'claude-opus-4-7' },
    ],
  });
});

test('a model that sends the same requests as an earlier one is repeated', () => {
  const [a, b] = [model('x', { label: 'one' }), model('x', { label: 'two' })];
  assert.deepEqual(distinctModels([a, b]), { kept: [a], repeated: [b] });
});

test('names of cases are one line, not too long, and unique', () => {
  const name = caseNamer();
  assert.deepEqual(
    [
      name('a\n b\u001b', 'test 1'),
      name('a b', 'test 2'),
      name(' \u200b', 'test 3'),
      name('x'.repeat(500), 't').length,
    ],
    ['a b', 'a b (2)', 'test 3', 160],
  );
});

test('a reference is a name, the group before its colon, or the start before a star', () => {
  const written = ['support:short', 'support', 'supp*', 'short', '*'];
  assert.deepEqual(
    written.map((one) => refersTo(one, ['support:short'])),
    [true, true, true, false, true],
  );
  assert.equal(isAmong(undefined, ['x']), true);
  assert.equal(isAmong([], ['x']), false);
});
