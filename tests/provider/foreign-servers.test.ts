import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ModelRequest, StopReason } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { redactor } from '#model/text/redact.js';
import { createAnthropic } from '#provider/anthropic/messages.js';
import { createOpenai } from '#provider/http/chat-completions.js';
import { createResponses } from '#provider/http/responses.js';
import type { FailureKind, Provider } from '#provider/provider.js';
import { type Fault, startFakeHttp } from '../support/fake-http.js';

const key = 'sk-sentinel-0123456789abcdef';
const request: ModelRequest = {
  provider: 'any',
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  max_tokens: 64,
};
const options = { signal: new AbortController().signal, timeout_s: 10 };
const config = { name: 'any', apiKey: key, redact: redactor([key]) };

/** A protocol: its path, its provider, and its answer "Hi" with a word for the end and further fields at the top. */
interface Protocol {
  readonly path: Parameters<typeof startFakeHttp>[0]['path'];
  readonly open: (url: string) => Provider;
  readonly answer: (end: unknown, more?: object) => object;
}

const protocols: Readonly<Record<string, Protocol>> = {
  openai: {
    path: '/v1/chat/completions',
    open: (url) => createOpenai({ ...config, baseUrl: `${url}/v1` }),
    answer: (finish_reason, more) => ({
      choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason }],
      ...more,
    }),
  },
  'openai-responses': {
    path: '/v1/responses',
    open: (url) => createResponses({ ...config, baseUrl: `${url}/v1` }),
    answer: (status, more) => ({
      status,
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }],
      ...more,
    }),
  },
  anthropic: {
    path: '/v1/messages',
    open: (url) => createAnthropic({ ...config, baseUrl: url }),
    answer: (stop_reason, more) => ({ content: [{ type: 'text', text: 'Hi' }], stop_reason, ...more }),
  },
};

async function replyTo(t: TestContext, { path, open }: Protocol, body: string, asked = request) {
  const fault: Fault = { body };
  const server = await startFakeHttp({ path, faults: () => fault, answer: () => ({}) });
  t.after(() => server.close());
  return open(server.url).send(asked, options);
}

const normal = [
  null,
  undefined,
  '',
  'stop',
  'STOP',
  'eos_token',
  '<|eot_id|>',
  'COMPLETE',
  'end_of_turn',
  'toString',
  7,
  { type: 'stop', matched: 2 },
];

for (const [name, protocol] of Object.entries(protocols)) {
  test(`${name}: a reply is whole if its end has a word of the server, or none`, async (t) => {
    for (const word of normal) {
      const reply = await replyTo(t, protocol, JSON.stringify(protocol.answer(word)));
      assert.deepEqual([reply.text, reply.stop], ['Hi', 'end'], String(word));
    }
  });
}

const words: readonly (readonly [unknown, StopReason])[] = [
  ['length', 'max_tokens'],
  ['MAX_TOKENS', 'max_tokens'],
  ['max_output_tokens', 'max_tokens'],
  ['model_length', 'max_tokens'],
  ['ERROR_LIMIT', 'max_tokens'],
  ['max-tokens', 'max_tokens'],
  ['Max Tokens', 'max_tokens'],
  ['truncated', 'max_tokens'],
  ['out_of_tokens', 'max_tokens'],
  [{ type: 'length', length: 100 }, 'max_tokens'],
  ['SAFETY', 'refusal'],
  ['Content_Filter', 'refusal'],
  ['RECITATION', 'refusal'],
  ['PROHIBITED_CONTENT', 'refusal'],
  ['sensitive', 'refusal'],
  ['guardrail_intervened', 'refusal'],
  ['unsafe', 'refusal'],
  ['harmful_content', 'refusal'],
  ['MODEL_ARMOR', 'refusal'],
  [{ type: 'content_filter' }, 'refusal'],
];

test('The words of servers for a limit are a cut, and those for safety a refusal', async (t) => {
  for (const [word, stop] of words) {
    for (const name of ['openai', 'anthropic'] as const) {
      const protocol = protocols[name];
      assert.ok(protocol);
      assert.equal(
        (await replyTo(t, protocol, JSON.stringify(protocol.answer(word)))).stop,
        stop,
        `${name}: ${JSON.stringify(word)}`,
      );
    }
    const { 'openai-responses': responses } = protocols;
    assert.ok(responses);
    const body = responses.answer('INCOMPLETE', { incomplete_details: { reason: word } });
    assert.equal((await replyTo(t, responses, JSON.stringify(body))).stop, stop, `responses: ${JSON.stringify(word)}`);
  }
});

const errors: readonly (readonly [unknown, FailureKind])[] = [
  [{ message: `words ${key}`, code: 429 }, 'rate_limited'],
  [{ message: 'words', code: '429' }, 'rate_limited'],
  [{ message: 'words', code: 401 }, 'refused_key'],
  [{ message: 'words', type: 'invalid_request_error', code: 'invalid_api_key' }, 'refused_key'],
  [{ message: 'words', type: 'authentication_error' }, 'refused_key'],
  [{ message: 'words', type: 'rate_limit_error' }, 'rate_limited'],
  [{ message: 'words', type: 'overloaded_error' }, 'overloaded'],
  [{ message: 'words', status: 'RESOURCE_EXHAUSTED', code: null }, 'rate_limited'],
  [{ message: 'words', type: 'insufficient_quota', code: 429 }, 'not_allowed'],
  [{ message: 'words', code: 'context_length_exceeded' }, 'bad_request'],
  [{ message: 'words', code: 502 }, 'server_error'],
  [{ message: 'words', status_code: 401 }, 'refused_key'],
  ['words', 'server_error'],
];

/** Errors at the top of an answer, in the forms of gateways. */
const bareErrors: readonly (readonly [unknown, FailureKind])[] = [
  [{ object: 'error', message: 'words', code: 400 }, 'bad_request'],
  [{ statusCode: 401, error: 'Unauthorized', message: 'words' }, 'refused_key'],
  [{ status: 401, error: 'words' }, 'refused_key'],
  [{ code: 402, message: 'words' }, 'not_allowed'],
  [{ error: true, message: 'words' }, 'server_error'],
  [[{ error: { code: 400, message: 'words', status: 'INVALID_ARGUMENT' } }], 'bad_request'],
];

/** What is neither an answer nor an error that eva knows. */
const otherAnswers: readonly string[] = [
  '{"detail":"words"}',
  '{"success":false,"errors":[{"message":"words"}]}',
  '{"base_resp":{"status_msg":"words"}}',
  '{"choices":null,"output":null,"content":null,"msg":"words"}',
  '"words"',
  'upstream: words',
  '<?xml version="1.0"?><Error><Message>words</Message></Error>',
];

for (const [name, protocol] of Object.entries(protocols)) {
  test(`${name}: an error with status 200 is the failure of its code, in the words of the server`, async (t) => {
    for (const [error, kind] of errors) {
      for (const answer of [{ error }, { type: 'error', error }]) {
        const expected = { kind, message: /^words/ };
        await assert.rejects(replyTo(t, protocol, JSON.stringify(answer)), expected, JSON.stringify(answer));
      }
    }
    const error = { message: `words ${key}`, code: 429 };
    await assert.rejects(replyTo(t, protocol, JSON.stringify({ error })), { message: 'words [redacted]' });
    for (const [bare, kind] of bareErrors)
      await assert.rejects(
        replyTo(t, protocol, JSON.stringify(bare)),
        { kind, message: 'words' },
        JSON.stringify(bare),
      );
  });

  test(`${name}: what is no answer is shown in the words of the server, without keys`, async (t) => {
    for (const body of otherAnswers)
      await assert.rejects(replyTo(t, protocol, body), { kind: 'broken_body', message: /words/ }, body);
    await assert.rejects(replyTo(t, protocol, `{"detail":"${key}"}`), { message: /"\[redacted\]"/ });
  });

  test(`${name}: an empty error is none`, async (t) => {
    for (const error of [null, {}, '', false, { code: null, message: '' }]) {
      assert.equal((await replyTo(t, protocol, JSON.stringify(protocol.answer('stop', { error })))).text, 'Hi');
    }
  });

  test(`${name}: a byte order mark does not hide an answer`, async (t) => {
    assert.equal((await replyTo(t, protocol, `\uFEFF${JSON.stringify(protocol.answer('stop'))}`)).text, 'Hi');
  });

  test(`${name}: a stream that nobody asked for is named`, async (t) => {
    for (const start of ['data: {"choices":[]}\n\n', 'event: message_start\ndata: {}\n\n', ': ping\n\n']) {
      await assert.rejects(replyTo(t, protocol, start), { kind: 'not_json', message: attemptTexts.stream() });
    }
  });
}

test('An embedding with an error and status 200 is the failure of its code', async (t) => {
  const open = (url: string) => createOpenai({ ...config, baseUrl: `${url}/v1` });
  const embeddings: Protocol = { path: '/v1/embeddings', open, answer: () => ({}) };
  const body = JSON.stringify({ error: { message: 'words', code: 401 } });
  const asked: ModelRequest = { ...request, max_tokens: 0, embed: true };
  await assert.rejects(replyTo(t, embeddings, body, asked), { kind: 'refused_key', message: 'words' });
});

test('openai: a prompt that the policy refuses is a refusal, with an error status and in a 200', async (t) => {
  const { openai } = protocols;
  assert.ok(openai);
  const flagged = { code: 403, message: 'no', metadata: { reasons: ['violence'], flagged_input: 'x' } };
  for (const code of ['invalid_prompt', 'content_policy_violation', 'content_filter', 'moderation_blocked']) {
    for (const error of [{ code, message: 'no' }, { type: code, code: null, message: 'no' }, flagged]) {
      const refused = [400, 403, 422].map((status) => ({ status, json: { error } }));
      for (const fault of [...refused, { body: JSON.stringify({ error }) }]) {
        const server = await startFakeHttp({ path: openai.path, faults: () => fault, answer: () => ({}) });
        t.after(() => server.close());
        const { text, stop } = await openai.open(server.url).send(request, options);
        assert.deepEqual([text, stop], ['no', 'refusal'], JSON.stringify(fault));
      }
    }
  }
});

test('A reply that the server broke off is a failure of the server', async (t) => {
  const { openai } = protocols;
  assert.ok(openai);
  for (const word of ['error', 'abort', 'network_error', 'insufficient_system_resource']) {
    const expected = { kind: 'server_error', message: attemptTexts.broken_off({ word }) };
    await assert.rejects(replyTo(t, openai, JSON.stringify(openai.answer(word))), expected);
  }
});
