import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readPromptfoo } from '#import/promptfoo/read-promptfoo.js';
import { tempLibrary } from '../../../support/temp-library.js';

/** Imports a configuration with one prompt. Returns the models of the prompt, and what is to be said. */
function asked(t: TestContext, config: string, model?: string) {
  const root = tempLibrary(t, { 'promptfooconfig.yaml': `prompts: ['Say {{x}}']\n${config}` });
  const options = { ids: new Set<string>(), taken: new Map<string, string>(), hasDefaultModel: false };
  const [draft] = readPromptfoo(join(root, 'promptfooconfig.yaml'), { ...options, ...(model && { model }) });
  const findings = draft?.ledger.all().map(({ effect, what, reason, at }) => `${at.line} ${effect} ${what}: ${reason}`);
  const evaluation = draft?.prompts[0]?.eval;
  return { defaults: evaluation && 'defaults' in evaluation ? evaluation.defaults : undefined, findings };
}

test('a model that no test asks is not written', (t) => {
  const config = 'providers: [openai:gpt-5, openai:o3]\ntests: [{ vars: { x: a }, providers: [openai:o3] }]\n';
  const { defaults, findings } = asked(t, config);
  assert.deepEqual(defaults, { model: 'openai:o3', max_tokens: 16_384 });
  assert.deepEqual(findings, ['2 noted openai:gpt-5: no test asks it']);
});

test('the model of --model answers a test whose own provider is out of reach', (t) => {
  const config = 'providers: [openai:gpt-5]\ndefaultTest: { provider: "exec:ask" }\ntests: [{ vars: { x: a } }]\n';
  assert.deepEqual(asked(t, config, 'claude-opus-4-7').defaults, { model: 'claude-opus-4-7' });
});

test('a test for providers that eva cannot ask blocks at its place', (t) => {
  const config =
    'providers: [openai:gpt-5, "exec:ask"]\ntests:\n  - vars: { x: a }\n  - { vars: { x: b }, providers: ["exec:ask"] }\n';
  assert.deepEqual(
    asked(t, config).findings?.at(-1),
    '5 blocks providers: the test is for these providers alone, and eva can ask none of them',
  );
  assert.equal(
    asked(t, config, 'claude-opus-4-7').findings?.some((one) => one.includes('blocks')),
    false,
  );
});

test('system messages that differ by model are listed, and none is written', (t) => {
  const config =
    'providers:\n  - { id: openai:responses:gpt-5, config: { instructions: Be brief. } }\n  - openai:o3\ntests: [{ vars: { x: a } }]\n';
  const reason = 'the other models of the prompt do not have this system message';
  assert.deepEqual(asked(t, config).findings, [`3 left_out config.instructions: ${reason}`]);
});

test('a simulated user is left out, and the model under test asks the test', (t) => {
  const config =
    'providers: [openai:gpt-5]\ndefaultTest: { provider: { id: "promptfoo:simulated-user" } }\ntests: [{ vars: { x: a } }]\n';
  const { defaults, findings } = asked(t, config, 'claude-opus-4-7');
  assert.deepEqual(defaults, { model: 'openai:gpt-5', max_tokens: 16_384 });
  assert.deepEqual(findings, [
    '3 left_out promptfoo:simulated-user: it plays the user of a conversation, and a case asks for one reply',
  ]);
});
