import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { type TestContext } from 'node:test';
import type { ProviderConfig } from '#model/config.js';
import { EvaError } from '#model/problem.js';
import { otherTokenLimit, type TokenLimit } from '#provider/http/chat-completions.js';
import { ProviderLanes } from '#provider/open-provider.js';
import { official, tokenLimitOf } from '#provider/types/openai.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import { cpuMs } from '../../support/cpu-time.js';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import type { Fault } from '../../support/fake-http.js';

const { signal } = new AbortController();

/** Errors of servers, with the name that was sent and the one that the server takes. */
const errors: readonly (readonly [number, string, TokenLimit, TokenLimit | undefined])[] = [
  [
    400,
    `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}`,
    'max_tokens',
    'max_completion_tokens',
  ],
  [
    422,
    '{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":64}]}}',
    'max_completion_tokens',
    'max_tokens',
  ],
  [
    400,
    '{"error":{"message":"Unrecognized request argument supplied: max_completion_tokens","type":"invalid_request_error"}}',
    'max_completion_tokens',
    'max_tokens',
  ],
  [
    400,
    '{"error":{"message":"max_tokens is too large: 64000. This model supports at most 4096 completion tokens.","param":"max_tokens"}}',
    'max_tokens',
    undefined,
  ],
  [
    400,
    `{"error":{"message":"Unsupported parameter: 'seed' is not supported with this model."}}`,
    'max_tokens',
    undefined,
  ],
  [500, 'max_tokens is not supported', 'max_tokens', undefined],
  [400, `${' '.repeat(10_000)}max_tokens is not supported`, 'max_tokens', undefined],
];

for (const [status, text, sent, other] of errors) {
  test(`${sent} and ${status} ${text.trim().slice(0, 60)}: ${other}`, () => {
    assert.equal(otherTokenLimit({ status, text }, sent), other);
  });
}

test('an error of megabytes is searched in seconds at most', () => {
  const text = 'max_tokens unknown '.repeat(1_000_000);
  const ms = cpuMs(() => void otherTokenLimit({ status: 400, text }, 'max_completion_tokens'));
  assert.ok(ms < 60_000, `${ms} ms`);
});

interface Opened {
  readonly entry?: Partial<ProviderConfig>;
  readonly name?: string;
  readonly fault?: Fault;
}

async function send(t: TestContext, { entry, name = 'openai', fault = null }: Opened) {
  const server = await startFakeChatApi({ faults: [fault] });
  t.after(() => server.close());
  const env = { OPENAI_BASE_URL: `${server.url}/v1` };
  const configs: Record<string, ProviderConfig> = entry ? { [name]: { type: 'openai', ...entry } } : {};
  const provider = new ProviderLanes({
    env,
    configs,
    cwd: tmpdir(),
    retry: patientPolicy,
    concurrency: 1,
    now: () => 0,
  }).of({})(name);
  const request = { provider: name, model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], max_tokens: 64 };
  const error = await provider.send(request, { signal, timeout_s: 10 }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { body: server.requests[0]?.body, problem: error instanceof EvaError ? error.problems[0] : undefined };
}

test('max_tokens has the name that the entry sets', async (t) => {
  const named = (body: object) => Object.keys(body).filter((key) => key.startsWith('max_'));
  assert.deepEqual(named((await send(t, {})).body), ['max_tokens']);
  for (const max_tokens_as of ['max_tokens', 'max_completion_tokens'] as const) {
    assert.deepEqual(named((await send(t, { entry: { max_tokens_as } })).body), [max_tokens_as]);
  }
});

test('the official server knows max_completion_tokens, and others often only max_tokens', () => {
  const name = (max_tokens_as: TokenLimit | undefined, baseUrl: string) =>
    tokenLimitOf({ type: 'openai', ...(max_tokens_as && { max_tokens_as }) }, baseUrl);
  assert.equal(name(undefined, official), 'max_completion_tokens');
  assert.equal(name(undefined, 'http://localhost:11434/v1'), 'max_tokens');
  assert.equal(name('max_tokens', official), 'max_tokens');
});

const refused = { status: 400, message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." };

test('A refused name of the limit ends the run with the line to write', async (t) => {
  for (const opened of [{}, { entry: { tools: false } }, { name: 'gateway', entry: {} }]) {
    const { problem } = await send(t, { ...opened, fault: refused });
    assert.deepEqual([problem?.code, problem?.variant], ['EVA_BAD_REQUEST', 'token_limit']);
    const isWholeEntry = problem?.hint?.includes('openai: { type: openai, max_tokens_as: max_completion_tokens }');
    assert.equal(isWholeEntry, !('entry' in opened));
  }
});
