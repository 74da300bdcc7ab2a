import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { ProviderLanes } from '#provider/open-provider.js';
import { createClaudeCli } from '#provider/programs/claude-program.js';
import { ProviderFailure } from '#provider/provider.js';
import { claudeCli } from '#provider/types/claude-cli.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import type { FakeServer } from '../support/fake-http.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { testContract } from '../support/provider-contract.js';

/** Runs the real `claude` program against a server on loopback: `npm run test:real`. */
const program = process.env['EVA_REAL_CLAUDE'] ?? '';
assert.ok(program, 'run this by: npm run test:real');

const options = { signal: new AbortController().signal, timeout_s: 30 };
const request = { provider: 'claude-cli', model: 'claude-haiku-4-5-20251001', max_tokens: 64 };

function asking(content: string) {
  return { ...request, messages: [{ role: 'user' as const, content }] };
}

/** A home directory of its own, with a memory file and a hook that must stay without effect. */
function temporaryHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'eva-home-'));
  t.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(join(home, '.claude'));
  writeFileSync(join(home, '.claude/CLAUDE.md'), 'MEMORY OF THE USER');
  const hook = { hooks: [{ type: 'command', command: `touch ${join(home, 'HOOK')}` }] };
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ hooks: { UserPromptSubmit: [hook] } }));
  return home;
}

function claudeAt(t: TestContext, url: string, home = temporaryHome(t)) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: url };
  return createClaudeCli({ name: 'claude-cli', argv: [program], cwd: home, env, redact: String });
}

async function start(t: TestContext, fake: FakeMessagesOptions): Promise<FakeServer> {
  const server = await startFakeMessagesApi(fake);
  t.after(() => server.close());
  return server;
}

/** The user's own text in a request: the last block of the first message. */
function promptIn({ messages }: FakeServer['requests'][number]['body']): string {
  return messages[0].content.at(-1).text;
}

testContract(
  { ...claudeCli, name: 'the real claude' },
  {
    echoing: async (t) => claudeAt(t, (await start(t, { answer: (body) => `you said: ${promptIn(body)}` })).url),
    broken: async (t) => [claudeAt(t, 'http://127.0.0.1:1'), 'connection'],
    silent: async (t) => claudeAt(t, (await start(t, { faults: ['hang'] })).url),
  },
);

test('one request is sent, and nothing of it is new but the date of today', async (t) => {
  const server = await start(t, {});
  await claudeAt(t, server.url).send({ ...asking('hi\n'), system: 'be brief', max_tokens: 1 }, options);
  const [sent, ...more] = server.requests;
  assert.equal(more.length, 0);
  const { messages, system, metadata: _metadata, ...rest } = sent?.body ?? {};
  assert.deepEqual(rest, { model: request.model, max_tokens: 1, temperature: 1, stream: true, tools: [] });
  const preamble = "You are a Claude agent, built on Anthropic's Claude Agent SDK.";
  assert.deepEqual(
    system.map(({ text }: { text: string }) => text),
    [preamble, 'be brief'],
  );
  const [reminder, prompt, ...others] = messages[0].content;
  assert.match(
    reminder.text,
    /^<system-reminder>[^#]*# currentDate\nToday's date is \d{4}-\d\d-\d\d\.\s+IMPORTANT: [^#]*$/,
  );
  assert.deepEqual([prompt, others, messages.length], [{ type: 'text', text: 'hi\n' }, [], 1]);
});

test('a model that thinks gets no thinking and the usual effort', async (t) => {
  const server = await start(t, {});
  await claudeAt(t, server.url).send({ ...asking('hi'), model: 'claude-opus-4-7' }, options);
  const { thinking, output_config } = server.requests[0]?.body ?? {};
  assert.deepEqual([thinking, output_config], [undefined, { effort: 'high' }]);
});

test('a retired model is asked for by its own name', async (t) => {
  const server = await start(t, {});
  const reply = await claudeAt(t, server.url).send({ ...asking('hi'), model: 'claude-opus-4-20250514' }, options);
  assert.deepEqual([reply.model, server.requests[0]?.body.model], ['claude-opus-4-20250514', 'claude-opus-4-20250514']);
});

test('neither files that a prompt names, nor memory, nor hooks of the user take part, and nothing is left but its settings', async (t) => {
  const server = await start(t, {});
  const home = temporaryHome(t);
  const secret = join(home, 'secret.txt');
  writeFileSync(secret, 'TEXT OF A FILE');
  await claudeAt(t, server.url, home).send(asking(`what does @${secret} say?`), options);
  const sent = JSON.stringify(server.requests[0]?.body);
  assert.equal(server.requests.length, 1);
  assert.doesNotMatch(sent, /TEXT OF A FILE|MEMORY OF THE USER/);
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ name }) => name).filter((name) => !name.startsWith('.claude.json'));
  assert.deepEqual(names.sort(), ['CLAUDE.md', 'secret.txt', 'settings.json']);
});

test('a reply that was cut is cut, also where the model went on and came to an end', async (t) => {
  const isFirst = (body: FakeServer['requests'][number]['body']) => body.messages.length === 1;
  const answer: FakeMessagesOptions['answer'] = (body) => ({
    text: 'part',
    stop_reason: isFirst(body) ? 'max_tokens' : 'end_turn',
    usage: { input_tokens: 12, output_tokens: isFirst(body) ? 64 : 3 },
  });
  const { text, stop, usage } = await claudeAt(t, (await start(t, { answer })).url).send(asking('hi'), options);
  assert.deepEqual([text, stop, usage.output_tokens], ['', 'max_tokens', 67]);
});

const stops = [
  ['max_tokens', 'max_tokens'],
  ['model_context_window_exceeded', 'max_tokens'],
  ['refusal', 'refusal'],
  ['end_turn', 'end'],
  ['brand_new', 'end'],
] as const;

for (const [stop_reason, expected] of stops) {
  test(`stop_reason ${stop_reason} is ${expected}`, async (t) => {
    const server = await start(t, { answer: () => ({ text: 'part', stop_reason }) });
    const { stop } = await claudeAt(t, server.url).send(asking('hi'), options);
    assert.equal(stop, expected);
  });
}

test('an empty reply stays empty, though the program asks again by itself', async (t) => {
  const answer: FakeMessagesOptions['answer'] = (body) =>
    /no visible output/.test(JSON.stringify(body)) ? 'second' : { content: [] };
  const { text, stop } = await claudeAt(t, (await start(t, { answer })).url).send(asking('hi'), options);
  assert.deepEqual([text, stop], ['', 'end']);
});

test('a prompt that the program takes for one of its commands is no reply', async (t) => {
  const server = await start(t, {});
  await assert.rejects(claudeAt(t, server.url).send(asking('/help me'), options), (error) => {
    assert.ok(error instanceof ProviderFailure);
    assert.equal(error.kind, 'bad_request');
    return true;
  });
  assert.equal(server.requests.length, 0);
});

const statuses = [
  [400, 'bad_request'],
  [401, 'refused_key'],
  [403, 'not_allowed'],
  [404, 'unknown_model'],
  [413, 'bad_request'],
  [429, 'rate_limited'],
  [500, 'server_error'],
  [529, 'overloaded'],
] as const;

for (const [status, kind] of statuses) {
  test(`${status} is ${kind}, and not tried again by the program`, async (t) => {
    const server = await start(t, { faults: () => ({ status, message: 'no' }) });
    await assert.rejects(claudeAt(t, server.url).send(asking('hi'), options), (error) => {
      assert.ok(error instanceof ProviderFailure);
      assert.equal(error.kind, kind);
      return true;
    });
    // A 404 is asked for again without streaming, whatever the variable for that says.
    assert.equal(server.requests.length, status === 404 ? 2 : 1);
  });
}

/** The program as a run opens it, with what this environment says of the way to a model. */
function opened(t: TestContext, env: Readonly<Record<string, string>>) {
  const home = temporaryHome(t);
  const open = new ProviderLanes({
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
    configs: { 'claude-cli': { type: 'claude-cli', command: [program] } },
    cwd: home,
    retry: patientPolicy,
    concurrency: 1,
    now: () => performance.now(),
  }).of({});
  return open('claude-cli');
}

test('a gateway gets the token and the headers that the environment holds for it', async (t) => {
  const server = await start(t, { answer: () => 'hello' });
  const env = {
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_AUTH_TOKEN: 'gateway-token',
    ANTHROPIC_CUSTOM_HEADERS: 'x-team: red',
  };
  const { text } = await opened(t, env).send(asking('hi'), options);
  const { authorization, 'x-team': team } = server.requests[0]?.headers ?? {};
  assert.deepEqual([text, authorization, team], ['hello', 'Bearer gateway-token', 'red']);
});

test('Bedrock is asked with the keys of AWS, Vertex for its project', async (t) => {
  const server = await start(t, {});
  const aws = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'aws-secret-value', AWS_REGION: 'eu-west-1' };
  const ways = [
    { CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_BEDROCK_BASE_URL: server.url, ...aws },
    {
      CLAUDE_CODE_USE_VERTEX: '1',
      ANTHROPIC_VERTEX_BASE_URL: server.url,
      CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
      ANTHROPIC_VERTEX_PROJECT_ID: 'project-7',
      CLOUD_ML_REGION: 'europe-west4',
    },
  ];
  const seen = [];
  for (const env of ways) {
    const before = server.requests.length;
    await assert.rejects(opened(t, env).send(asking('hi'), options));
    const sent = server.requests.slice(before).find(({ path }) => path.includes(request.model));
    seen.push(`${sent?.path} ${/AKIATEST/.test(String(sent?.headers.authorization))}`);
  }
  assert.match(seen[0] ?? '', /^\/model\/\S+ true$/);
  assert.match(seen[1] ?? '', /project-7\/locations\/europe-west4\S+ false$/);
});
