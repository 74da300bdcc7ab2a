import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import type { ModelRequest, TokenUsage } from '#model/reply/exchange.js';
import { createAnthropic, readMessage } from '#provider/anthropic/messages.js';
import { createOpenai } from '#provider/http/chat-completions.js';
import { createResponses } from '#provider/http/responses.js';
import { createClaudeCli } from '#provider/programs/claude-cli.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { writeFakeClaude } from '../support/fake-program.js';
import { startFakeResponses } from '../support/fake-responses-api.js';

const request: ModelRequest = {
  provider: 'any',
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 64,
};
const options = { signal: new AbortController().signal, timeout_s: 10 };
const redact = (text: string) => text;

interface Counts {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Functions that call each provider, with a server that reports these counts, and return the counts that it reads. */
const readers: Readonly<Record<string, (t: TestContext, usage: Counts) => Promise<TokenUsage>>> = {
  anthropic: async (t, usage) => {
    const server = await startFakeMessagesApi({ answer: () => ({ text: 'hello', usage }) });
    t.after(() => server.close());
    const provider = createAnthropic({ name: 'any', apiKey: 'sk-test-key', baseUrl: server.url, redact });
    return (await provider.send(request, options)).usage;
  },
  openai: async (t, { input_tokens, output_tokens }) => {
    const usage = { prompt_tokens: input_tokens, completion_tokens: output_tokens };
    const server = await startFakeChatApi({ answer: () => ({ text: 'hello', usage }) });
    t.after(() => server.close());
    const provider = createOpenai({ name: 'any', apiKey: undefined, baseUrl: `${server.url}/v1`, redact });
    return (await provider.send(request, options)).usage;
  },
  'openai-responses': async (t, usage) => {
    const body = JSON.stringify({ output: [], usage });
    const server = await startFakeResponses({ faults: [{ body }] });
    t.after(() => server.close());
    const provider = createResponses({ name: 'any', apiKey: undefined, baseUrl: `${server.url}/v1`, redact });
    return (await provider.send(request, options)).usage;
  },
  'claude-cli': async (_t, usage) => {
    const program = { cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '' }, redact };
    const provider = createClaudeCli({ ...program, name: 'any', argv: [writeFakeClaude("'hello'", { usage })] });
    return (await provider.send(request, options)).usage;
  },
  'a batch': async (_t, usage) => readMessage({ content: [], usage }, request, null).usage,
};

const billion = 1_000_000_000;
const reported: readonly (readonly [input: number, output: number, TokenUsage])[] = [
  [-1, 7, { input_tokens: null, output_tokens: 7 }],
  [12, -1_000_000, { input_tokens: 12, output_tokens: null }],
  [12.5, 0.5, { input_tokens: null, output_tokens: null }],
  [billion + 1, 1e300, { input_tokens: null, output_tokens: null }],
  [billion, 0, { input_tokens: billion, output_tokens: 0 }],
];

for (const [name, read] of Object.entries(readers)) {
  test(`${name}: an impossible token count is unknown`, async (t) => {
    for (const [input_tokens, output_tokens, expected] of reported) {
      assert.deepEqual(await read(t, { input_tokens, output_tokens }), expected, `${input_tokens}, ${output_tokens}`);
    }
  });
}

const cached: readonly (readonly [written: unknown, read: unknown, input: number | null])[] = [
  [30, 400, 442],
  [null, undefined, 12],
  [-5, 0, null],
  [0, -5, null],
  [1.5, 0, null],
  [0, '400', null],
  [billion - 12, 0, billion],
  [billion - 12, 1, null],
];

for (const [written, read, expected] of cached) {
  test(`12 tokens with ${written} written to and ${read} read from the cache are ${expected} of input`, () => {
    const usage = {
      input_tokens: 12,
      output_tokens: 7,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
    };
    const { input_tokens } = readMessage({ content: [], usage }, request, null).usage;
    assert.equal(input_tokens, expected);
  });
}
