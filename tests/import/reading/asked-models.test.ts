import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { readPromptfoo } from '#import/read-promptfoo.js';
import { tempLibrary } from '../../support/temp-library.js';

/** Imports a configuration with one prompt. Returns the models of the prompt, and what is to be said. */
function asked(t: TestContext, config: string, model?: string, prompts = "prompts: ['Say {{x}}']\n") {
  const root = tempLibrary(t, { 'promptfooconfig.yaml': `${prompts}${config}` });
  const options = { ids: new Set<string>(), taken: new Map<string, string>() };
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

test('to a model of Anthropic a prompt or test sends a temperature or top_p, as promptfoo does', (t) => {
  const claude = 'providers: [anthropic:messages:claude-sonnet-4-5]\n';
  const config = `${claude}tests:\n  - vars: { x: a }\n    options: { top_p: 0.7 }\n`;
  const both = asked(t, config);
  assert.deepEqual(both.defaults, { model: 'claude-sonnet-4-5', temperature: 0, max_tokens: 1024 });
  assert.deepEqual(both.findings, [
    '5 left_out options.top_p: promptfoo sends it without the temperature, which the model has',
  ]);
  const nucleus = 'providers: [{ id: "anthropic:messages:claude-sonnet-4-5", config: { top_p: 0.8 } }]\n';
  const warm = asked(t, `${nucleus}tests:\n  - vars: { x: a }\n    options: { temperature: 0.7 }\n`);
  assert.deepEqual(warm.findings, ['5 noted options.temperature: promptfoo sends only `top_p`, which the model has']);
  const prompts = "prompts: [{ label: p, raw: 'Say {{x}}', config: { top_p: 0.6 } }]\n";
  const ofPrompt = asked(t, `${claude}tests: [{ vars: { x: a } }]\n`, undefined, prompts);
  assert.deepEqual(ofPrompt.defaults, { model: 'claude-sonnet-4-5', max_tokens: 1024, top_p: 0.6 });
});

test('roles in a text are noted for a model of Anthropic, and JSON in a fence once', (t) => {
  const prompts = 'prompts: ["system: Be brief.\\nuser: {{x}}"]\n';
  const tests =
    'tests:\n  - { vars: { x: a }, assert: [{ type: is-json }] }\n  - { vars: { x: b }, assert: [{ type: is-json }] }\n';
  const claude = asked(t, `providers: [anthropic:messages:claude-sonnet-4-5]\n${tests}`, undefined, prompts).findings;
  assert.deepEqual(
    claude?.map((one) => one.split(':')[0]),
    ['4 noted is-json', '1 noted Be brief'],
  );
  assert.match(claude?.[1] ?? '', /makes messages of lines with `system:`/);
  const gpt = asked(t, `providers: [openai:gpt-4o]\n${tests}`, undefined, prompts).findings;
  assert.equal(gpt?.length, 1);
});
