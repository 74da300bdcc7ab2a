import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { JsonValue } from '#model/data/json.js';
import { runEva } from '../support/run-eva.js';
import { type Files, tempLibrary } from '../support/temp-library.js';

interface Facts {
  readonly outcome: string;
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly left_out: readonly Listed[];
  readonly replaced: readonly Listed[];
  readonly blocked_by: readonly Listed[];
  readonly notes: readonly Listed[];
}

interface Listed {
  readonly at: { readonly line: number };
  readonly what: string;
  readonly reason: string;
}

/** Imports a configuration with a model, and returns its facts. */
async function imported(
  t: TestContext,
  config: Readonly<Record<string, JsonValue>>,
  files: Files = {},
): Promise<Facts> {
  const whole = { providers: ['anthropic:messages:claude-opus-4-7'], prompts: ['Say {{x}}'], ...config };
  const root = tempLibrary(t, { 'promptfooconfig.json': JSON.stringify(whole, null, 1), ...files });
  const { stdout, stderr } = await runEva(['import', 'promptfoo', '.', '--into', 'out', '--json'], { cwd: root });
  assert.equal(stderr, '');
  const [facts] = JSON.parse(stdout).configs as readonly Facts[];
  assert.ok(facts);
  assert.equal(existsSync(join(root, 'out')), facts.outcome !== 'not');
  return facts;
}

test('a test that no prompt asks, or no provider, blocks the import', async (t) => {
  const asking = (keys: JsonValue) => ({ tests: [{ vars: { x: 'a' } }, { vars: { x: 'b' }, ...(keys as object) }] });
  for (const keys of [{ prompts: ['gone'] }, { providers: ['gone'] }]) {
    const { outcome, blocked_by } = await imported(t, asking(keys));
    assert.equal(outcome, 'not');
    assert.deepEqual(
      blocked_by.map(({ what }) => what.split(':')[0]),
      Object.keys(keys),
    );
  }
});

test('a test is asked with the prompts that one of its providers asks', async (t) => {
  const providers = [
    { id: 'anthropic:messages:claude-opus-4-7', label: 'a', prompts: ['first'] },
    { id: 'openai:chat:gpt-4.1', label: 'b', prompts: ['second'] },
  ];
  const prompts = ['first', 'second'].map((label) => ({ label, raw: `${label} {{x}}` }));
  const tests = ['a', 'b'].map((name) => ({ vars: { x: name }, providers: [name] }));
  const facts = await imported(t, { providers, prompts, tests });
  assert.equal(facts.outcome, 'full', JSON.stringify(facts.blocked_by));
});

test('a prompt for a provider out of reach is asked by the models of the others, which is listed', async (t) => {
  const providers = [
    { id: 'openai:chat:gpt-4.1', prompts: ['first'] },
    { id: 'replicate:some/model', prompts: ['second'] },
  ];
  const prompts = ['first', 'second'].map((label) => ({ label, raw: `${label} {{x}}` }));
  const { outcome, replaced, left_out } = await imported(t, { providers, prompts, tests: [{ vars: { x: 'a' } }] });
  assert.equal(outcome, 'mostly');
  const names = (listed: readonly Listed[]) => listed.map(({ what }) => what);
  assert.deepEqual([names(replaced), names(left_out)], [['second'], ['replicate:some/model']]);
});

test('a provider that asks no prompt is listed', async (t) => {
  const other = { id: 'openai:chat:gpt-5.1', prompts: ['gone'] };
  const { outcome, notes } = await imported(t, { providers: ['anthropic:messages:claude-opus-4-7', other] });
  assert.equal(outcome, 'full');
  assert.deepEqual(
    notes.map(({ what }) => what),
    ['openai:gpt-5.1'],
  );
});

test('a configuration whose list of prompts is empty says so', async (t) => {
  const { blocked_by } = await imported(t, { prompts: [] });
  assert.deepEqual(
    blocked_by.map(({ what, reason }) => `${what}: ${reason}`),
    ['prompts: there are none'],
  );
});

test('each assertion of a large JSON file is listed by itself', async (t) => {
  const tests = Array.from({ length: 40 }, (_, number) => ({
    vars: { x: `${number}` },
    assert: [{ type: 'is-sql' }, { type: 'contains', value: 'a' }],
  }));
  const padding = Array.from({ length: 210_000 }, () => 1);
  const { assertions, left_out } = await imported(t, { tests, sharing: { padding } });
  assert.deepEqual(assertions, { found: 80, carried: 40 });
  assert.equal(new Set(left_out.map(({ at }) => at.line)).size, 40);
});

test('an expected text that cannot be read counts as found', async (t) => {
  const { assertions } = await imported(
    t,
    { tests: 'file://rows.csv' },
    {
      'rows.csv': 'x,__expected1,__expected2\na,"contains-any: ""open",contains: a\nb,contains: b,contains: c\n',
    },
  );
  assert.deepEqual(assertions, { found: 4, carried: 3 });
});

test('rows of a prompt that inserts nothing become cases', async (t) => {
  const facts = await imported(
    t,
    { prompts: ['Say hello'], tests: 'file://rows.csv' },
    {
      'rows.csv': 'x,__expected\na,contains: hello\nb,contains: hi\n',
    },
  );
  assert.equal(facts.outcome, 'full', JSON.stringify(facts));
});

test('a blank description becomes no summary', async (t) => {
  assert.equal((await imported(t, { description: '\n' })).outcome, 'full');
});
