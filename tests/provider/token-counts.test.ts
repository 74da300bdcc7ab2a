import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import type { ModelRequest, TokenUsage } from '#model/reply/exchange.js';
import { createAnthropic, readMessage } from '#provider/anthropic/messages.js';
import { createOpenai } from '#provider/http/chat-completions.js';
import { createResponses } from '#provider/http/responses.js';
import { createClaudeCli } from '#provider/programs/claude-program.js';
import { readProgramOutput } from '#provider/programs/command-program.js';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { startFakeHttp } from '../support/fake-http.js';
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
  'a batch': async (_t, usage) => readMessage({ content: [], usage }, request, null, redact).usage,
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
    const { input_tokens } = readMessage({ content: [], usage }, request, null, redact).usage;
    assert.equal(input_tokens, expected);
  });
}

/** The counts of a server, and what they mean: the request, the reply, and the total; cached tokens and those of thinking. */
const totals: readonly (readonly [
  counts: readonly [input: number | null, output: number | null, total?: number],
  billed: readonly [input: number, output: number | null],
  details?: { readonly cached?: number; readonly thinking?: number },
])[] = [
  [
    [279, 6, 374],
    [279, 95],
  ],
  [
    [279, 95, 374],
    [279, 95],
  ],
  [
    [21, 9],
    [21, 9],
  ],
  [
    [21, null],
    [21, null],
  ],
  [
    [21, null, 30],
    [21, 9],
  ],
  [[100, 10, 2110], [100, 2010], { thinking: 2000 }],
  [[100, 2010, 2110], [100, 2010], { thinking: 2000 }],
  [[100, 10], [100, 2010], { thinking: 2000 }],
  [[100, 10, 110], [100, 2010], { thinking: 2000 }],
  [[10, 10], [50, 10], { cached: 40 }],
  [[10, 10, 20], [50, 10], { cached: 40 }],
  [
    [null, 50, 150],
    [100, 50],
  ],
  [
    [null, null, 150],
    [0, 150],
  ],
  [
    [100, 10, 90],
    [100, 10],
  ],
  [[100, 10, 110], [100, 10], { cached: 80 }],
  [[100, 10, 1010], [1000, 10], { cached: 900 }],
  [[100, 10, 190], [180, 10], { cached: 80 }],
  [[100, 10, 240], [180, 60], { cached: 80, thinking: 50 }],
  [
    [100, 10, 1e300],
    [100, 10],
  ],
];

for (const [[input, output, total], [billedInput, billedOutput], { cached: kept, thinking } = {}] of totals) {
  test(`${input} and ${output} of ${total ?? 'no'} tokens (${kept ?? 0} cached, ${thinking ?? 0} of thinking) are ${billedInput} and ${billedOutput}`, async (t) => {
    const expected = { input_tokens: billedInput, output_tokens: billedOutput };
    const prompt_tokens_details = { cached_tokens: kept };
    const completion_tokens_details = { reasoning_tokens: thinking };
    const chat = { prompt_tokens: input, completion_tokens: output, total_tokens: total };
    const message = { role: 'assistant', content: 'hello' };
    const chatServer = await startFakeChatApi({
      faults: [
        {
          body: JSON.stringify({
            choices: [{ message }],
            usage: { ...chat, prompt_tokens_details, completion_tokens_details },
          }),
        },
      ],
    });
    t.after(() => chatServer.close());
    const openai = createOpenai({ name: 'any', apiKey: undefined, baseUrl: `${chatServer.url}/v1`, redact });
    assert.deepEqual((await openai.send(request, options)).usage, expected);
    const usage = { input_tokens: input, output_tokens: output, total_tokens: total };
    const details = { input_tokens_details: prompt_tokens_details, output_tokens_details: completion_tokens_details };
    const body = JSON.stringify({ output: [], usage: { ...usage, ...details } });
    const server = await startFakeResponses({ faults: [{ body }] });
    t.after(() => server.close());
    const responses = createResponses({ name: 'any', apiKey: undefined, baseUrl: `${server.url}/v1`, redact });
    assert.deepEqual((await responses.send(request, options)).usage, expected);
    if (kept !== undefined || thinking !== undefined || total === 1e300) return;
    assert.deepEqual(readMessage({ content: [], usage }, request, null, redact).usage, expected);
    if (input === null) return;
    const printed = readProgramOutput(
      { stdout: JSON.stringify({ text: 'hello', usage }), stdout_is_utf8: true },
      redact,
    );
    assert.deepEqual('usage' in printed && printed.usage, expected);
  });
}

test('An embedding costs the larger of the tokens of its text and the total', async (t) => {
  const asked: ModelRequest = { ...request, max_tokens: 0, embed: true };
  const open = (usage: object) =>
    startFakeHttp({
      path: '/v1/embeddings',
      faults: [],
      answer: () => ({ data: [{ embedding: [1, 2] }], usage }),
    });
  for (const [usage, input_tokens] of [
    [{ prompt_tokens: 3, total_tokens: 8 }, 8],
    [{ prompt_tokens: 3 }, 3],
    [{ total_tokens: 4 }, 4],
    [{}, null],
  ] as const) {
    const server = await open(usage);
    t.after(() => server.close());
    const provider = createOpenai({ name: 'any', apiKey: undefined, baseUrl: `${server.url}/v1`, redact });
    assert.deepEqual((await provider.send(asked, options)).usage, { input_tokens, output_tokens: 0 });
  }
});
