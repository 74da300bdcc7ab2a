import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import type { ModelRequest } from '#model/reply/exchange.js';
import { createCommand } from '#provider/programs/command-program.js';
import { ProviderFailure } from '#provider/provider.js';
import { writeProgram } from '../../support/fake-program.js';
import { messagesRequest, readFile, search } from '../../support/full-request.js';

const options = { signal: new AbortController().signal, timeout_s: 10, readFile };

/** Runs a program whose script assigns its answer to `answer`; it has the request in `request`. */
function send(script: string, request: ModelRequest = messagesRequest) {
  const whole = `const request = JSON.parse(input);\nlet answer;\n${script}\nconsole.log(JSON.stringify(answer));`;
  const env = { PATH: process.env['PATH'] ?? '' };
  const argv = [writeProgram('reply', whole)];
  return createCommand({ name: 'mine', argv, cwd: tmpdir(), env, redact: String, isJson: true }).send(request, options);
}

test('A program with the JSON format reads the whole request', async () => {
  const { text } = await send('answer = { text: input };', {
    ...messagesRequest,
    temperature: 0,
    options: { tools: [search], tool_choice: 'auto', stop: ['END'] },
  });
  assert.deepEqual(JSON.parse(text), {
    model: 'model-1',
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      {
        role: 'user',
        content: [
          { text: 'Read both' },
          { file: { media_type: 'image/png', data: 'UE5H' } },
          { file: { media_type: 'application/pdf', data: 'UERG' } },
        ],
      },
      { role: 'assistant', content: '{' },
    ],
    tools: [search],
    settings: { max_tokens: 4096, temperature: 0, stop: ['END'], tool_choice: 'auto' },
  });
});

test('A request without system prompt, tools and settings has empty ones', async () => {
  const { system: _system, ...request } = messagesRequest;
  const { text } = await send(
    'answer = { text: JSON.stringify([request.system, request.tools, request.settings]) };',
    request,
  );
  assert.deepEqual(JSON.parse(text), [null, [], { max_tokens: 4096 }]);
});

test('Only the text is required, and everything else is read', async () => {
  const short = await send('answer = { text: "Yes." };');
  assert.deepEqual(
    [short.text, short.stop, short.usage, short.tool_calls, short.steps],
    ['Yes.', 'end', { input_tokens: null, output_tokens: null }, undefined, undefined],
  );
  const calls = [{ name: 'search', arguments: { q: 'a' }, result: [1] }];
  const steps = [{ name: 'plan', duration_s: 0.2 }];
  const usage = { input_tokens: 12, output_tokens: 7 };
  const whole = { text: '', tool_calls: calls, steps, usage };
  const reply = await send(`answer = ${JSON.stringify(whole)};`);
  assert.deepEqual([reply.tool_calls, reply.steps, reply.usage, reply.stop], [calls, steps, usage, 'tool_call']);
  assert.equal((await send('answer = { text: "No.", stop: "refusal" };')).stop, 'refusal');
  const unknown = await send('answer = { text: "a", usage: { input_tokens: null, output_tokens: 2 } };');
  assert.deepEqual(unknown.usage, { input_tokens: null, output_tokens: 2 });
  const priced = await send('answer = { text: "a", usage: { cost_usd: 0.02 } };');
  assert.deepEqual(priced.usage, { input_tokens: null, output_tokens: null, cost_usd: 0.02 });
});

test('Without a system prompt and tools, a program reads null and an empty list', async () => {
  const { system: _system, ...request } = messagesRequest;
  const { system, tools } = JSON.parse((await send('answer = { text: input };', request)).text);
  assert.deepEqual([system, tools], [null, []]);
});

const flawed: readonly (readonly [string, string])[] = [
  ['no output', ''],
  ['a list', '[]'],
  ['no text', '{ stop: "end" }'],
  ['a text that is a number', '{ text: 1 }'],
  ['an unknown key', '{ text: "a", tool_call: [] }'],
  ['an unknown stop', '{ text: "a", stop: "done" }'],
  ['a stop of eva itself', '{ text: "a", stop: "timed_out" }'],
  ['an unknown count', '{ text: "a", usage: { tokens: 1 } }'],
  ['a cost that is a text', '{ text: "a", usage: { cost_usd: "0.02" } }'],
  ['a cost below 0', '{ text: "a", usage: { cost_usd: -1 } }'],
  ['half a token', '{ text: "a", usage: { input_tokens: 0.5 } }'],
  ['a call without a name', '{ text: "a", tool_calls: [{ arguments: {} }] }'],
  ['calls that are no list', '{ text: "a", tool_calls: {} }'],
  ['a stop with a call, and none', '{ text: "a", stop: "tool_call", tool_calls: [] }'],
  ['a stop with a call, and none told', '{ text: "a", stop: "tool_call" }'],
  ['steps beyond 1 MiB', '{ text: "a", steps: [{ name: "a", output: "x".repeat(1024 * 1024) }] }'],
];

test('An output that is not UTF-8 is a failed attempt', async () => {
  const script = 'process.stdout.write(Buffer.from(\'{"text":"caf\\xe9"}\', "latin1")); process.exit(0);';
  await assert.rejects(send(script), { kind: 'broken_body', message: /the output is not UTF-8/ });
});

for (const [name, answer] of flawed) {
  test(`${name} is a failed attempt`, async () => {
    const script = answer === '' ? 'process.exit(0);' : `answer = ${answer};`;
    await assert.rejects(send(script), (error) => {
      assert.ok(error instanceof ProviderFailure, String(error));
      assert.equal(error.kind, 'broken_body');
      return true;
    });
  });
}

const shownOutputs: readonly (readonly [output: string, flaw: string])[] = [
  ['DEBUG: asking\n{"text":"a"}\n', 'the output is no JSON object: "DEBUG: asking" (print logs to standard error)'],
  ['{"text":"a"}\ndone\n', 'the output is no JSON object: "done" (print logs to standard error)'],
  ['["a"]', 'the output is no JSON object: "["a"]" (print logs to standard error)'],
  [' \n', 'the output is empty'],
];

for (const [output, flaw] of shownOutputs) {
  test(`an output that is no JSON object is shown: ${JSON.stringify(output)}`, async () => {
    await assert.rejects(send(`process.stdout.write(${JSON.stringify(output)}); process.exit(0);`), {
      message: `the program did not answer in the JSON format: ${flaw}`,
    });
  });
}
