import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeBatchesApi } from '../../support/fake-batches-api.js';
import { type FakeChatReply, startFakeAzure, startFakeChatApi } from '../../support/fake-chat-api.js';
import type { SeenRequest } from '../../support/fake-http.js';
import { type FakeReply, startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { type FakeResponse, startFakeResponses } from '../../support/fake-responses-api.js';
import { startEva, until } from '../../support/interrupted-eva.js';
import { media } from '../../support/media.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { type Files, goodMeta, tempLibrary } from '../../support/temp-library.js';

type Body = SeenRequest['body'];

/** The messages that each form sends with its case: the system prompt, a question, an answer, a question with two files, and a prefill. */
const listBody = `- { role: system, content_from: policy.txt }
- { role: user, content: "First: {{code}}" }
- { role: assistant, content: '{"n": 1}' }
`;
const textBody = 'Answer about {{code}} in JSON.\n';
const opening = `      - { role: user, content: "First: one" }
      - { role: assistant, content: '{"n": 1}' }
`;
const files = `      - role: user
        content:
          - { text: Read both }
          - { file: picture.png }
          - { file: paper.pdf }
      - { role: assistant, content: "{" }
`;

const forms: Readonly<Record<string, Files>> = {
  'prompt.xml': { 'prompts/diff/prompt.xml': textBody },
  'prompt.md': { 'prompts/diff/prompt.md': textBody },
  'prompt.txt': { 'prompts/diff/prompt.txt': textBody },
  'messages.yml': { 'prompts/diff/messages.yml': listBody, 'prompts/diff/policy.txt': textBody },
};

const shared = `  top_p: 0.9
  tools: [ { name: search, description: Searches., input_schema: { type: object, properties: { q: { type: string } } } } ]
  tool_choice: auto
  response_format: { json_schema: { type: object, properties: { n: { type: integer } }, additionalProperties: false, required: [n] } }
  reasoning: { effort: low }
`;
const settings: Readonly<Record<string, string>> = {
  anthropic: `${shared}  stop: [END]\n  extra: { anthropic: { service_tier: auto } }\n`,
  openai: `${shared}  stop: [END]\n  sampling_seed: 40\n  extra: { openai: { service_tier: flex } }\n`,
  'openai-responses': `${shared}  extra: { openai-responses: { service_tier: flex } }\n`,
  azure: `${shared}  stop: [END]\n  sampling_seed: 40\n  extra: { azure: { service_tier: flex } }\n`,
  command: `${shared}  stop: [END]\n  sampling_seed: 40\n`,
};

function libraryFiles(form: string, model: string, kind: string): Files {
  const isList = form === 'messages.yml';
  return {
    'eva.yml': 'providers: { app: { type: command, command: [node, program.mjs], format: json } }\n',
    'program.mjs': program,
    'prompts/diff/meta.yml': goodMeta,
    ...forms[form],
    'prompts/diff/picture.png': media.png,
    'prompts/diff/paper.pdf': media.pdf,
    'prompts/diff/eval.yml': `defaults:
  model: ${model}
${settings[kind]}cases:
  - name: both
    inputs: { code: one }
    messages:
${isList ? '' : opening}${files}    sample_size: 2
    assert: [ { called: { tool: search, arguments: { q: late } } }, { contains: '"n": 2' } ]
`,
  };
}

const system = 'Answer about one in JSON.\n';
const [png, pdf] = [media.png, media.pdf].map((bytes) => Buffer.from(bytes).toString('base64'));

/** Reads one JSON object, exits with 3 if it is not the one that the case gives, and answers with a call. */
const program = `import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
const { model, system, messages, tools, settings, ...others } = JSON.parse(readFileSync(0, 'utf8'));
try {
  assert.deepEqual(others, {});
  assert.equal(system, ${JSON.stringify(system)});
  assert.deepEqual(messages, ${JSON.stringify([
    { role: 'user', content: 'First: one' },
    { role: 'assistant', content: '{"n": 1}' },
    {
      role: 'user',
      content: [
        { text: 'Read both' },
        { file: { media_type: 'image/png', data: png } },
        { file: { media_type: 'application/pdf', data: pdf } },
      ],
    },
    { role: 'assistant', content: '{' },
  ])});
  assert.deepEqual(tools.map(({ name }) => name), ['search']);
  assert.ok([40, 41].includes(settings.sampling_seed));
  assert.deepEqual([settings.top_p, settings.stop, settings.tool_choice, settings.reasoning], [0.9, ['END'], 'auto', { effort: 'low' }]);
  assert.equal(settings.response_format.json_schema.required[0], 'n');
} catch (error) {
  console.error(error.message);
  process.exit(3);
}
console.log(JSON.stringify({ text: '{"n": 2}', tool_calls: [{ name: 'search', arguments: { q: 'late' } }], usage: { input_tokens: 3, output_tokens: 4 } }));
`;

const answer = (): FakeReply => ({ text: '{"n": 2}', calls: [['search', { q: 'late' }]] });
const responsesAnswer = (): FakeResponse => ({ text: '{"n": 2}', calls: [['search', '{"q": "late"}']] });
const chatAnswer = (): FakeChatReply => ({ text: '{"n": 2}', calls: [['search', '{"q": "late"}']] });

/** Returns the text of every file below a folder that a run writes. */
function writtenTexts(root: string): readonly (readonly [path: string, text: string])[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const isWritten = (path: string) => /^\.eva|recordings|\.eval\.jsonl/.test(path) || path.includes('/recordings');
  return paths
    .filter((path) => isWritten(path) && statSync(join(root, path)).isFile())
    .map((path) => [path, readFileSync(join(root, path), 'latin1')]);
}

function assertNoBytes(root: string): void {
  const texts = writtenTexts(root);
  assert.ok(texts.length > 2);
  for (const [path, text] of texts) {
    for (const one of [png, pdf])
      assert.ok(!text.includes(String(one).slice(0, 12)), `${path} has the bytes of a file`);
  }
}

async function open(t: TestContext, form: string, kind: string) {
  const messages = await startFakeMessagesApi({ answer });
  const chat = await startFakeChatApi({ answer: chatAnswer });
  const azure = await startFakeAzure({ answer: chatAnswer });
  const responses = await startFakeResponses({ answer: responsesAnswer });
  const servers = [messages, chat, azure, responses];
  t.after(() => Promise.all(servers.map((server) => server.close())));
  const models: Readonly<Record<string, string>> = {
    anthropic: 'claude-opus-4-7',
    openai: 'openai:gpt-5-mini',
    azure: 'azure:mini',
    'openai-responses': 'openai-responses:gpt-5-mini',
    command: 'command:app',
  };
  const root = tempLibrary(t, libraryFiles(form, models[kind] ?? '', kind));
  const env = {
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: messages.url,
    OPENAI_API_KEY: sentinelKey,
    OPENAI_BASE_URL: `${kind === 'openai' ? chat.url : responses.url}/v1`,
    AZURE_OPENAI_API_KEY: sentinelKey,
    AZURE_OPENAI_ENDPOINT: azure.url,
    AZURE_OPENAI_API_VERSION: '2024-10-21',
    XDG_DATA_HOME: tempLibrary(t, {}),
  };
  const eva = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runEva(['eval', 'diff', '--trust', ...args], { cwd: root, env });
    assert.equal(exitCode, 0, stdout + stderr);
    assertNoBytes(root);
  };
  return { root, eva, requests: () => servers.flatMap(({ requests }) => requests.map(({ body }) => body)) };
}

/** What a request of the Messages API must be, but for its trial. */
function assertMessages(body: Body): void {
  const texts = [body.messages[0].content, body.messages[1].content, body.messages[3].content];
  assert.deepEqual([body.system, ...texts], [system, 'First: one', '{"n": 1}', '{']);
  assert.deepEqual(
    body.messages[2].content.map((block: Body) => [block.type, block.source?.data]),
    [
      ['text', undefined],
      ['image', png],
      ['document', pdf],
    ],
  );
  assert.deepEqual([body.top_p, body.stop_sequences, body.tools.length], [0.9, ['END'], 1]);
  assert.deepEqual([body.output_config.effort, body.output_config.format.type], ['low', 'json_schema']);
  assert.deepEqual([body.tool_choice, body.service_tier], [{ type: 'auto' }, 'auto']);
}

/** What a request of the Responses protocol must be. */
function assertResponses(body: Body): void {
  const [question, few, both, prefill] = body.input;
  assert.equal(body.instructions, system);
  assert.deepEqual([question.content, few.content, prefill.content], ['First: one', '{"n": 1}', '{']);
  assert.equal(both.content[1].image_url, `data:image/png;base64,${png}`);
  assert.equal(both.content[2].file_data, `data:application/pdf;base64,${pdf}`);
  assert.deepEqual([body.top_p, body.reasoning, body.tool_choice], [0.9, { effort: 'low' }, 'auto']);
  assert.deepEqual([body.text.format.type, body.tools[0].strict, body.store], ['json_schema', false, false]);
  assert.equal(body.service_tier, 'flex');
}

/** What a request of chat completions must be, but for its seed. */
function assertChat(body: Body): void {
  const [first, question, few, both, prefill] = body.messages;
  assert.deepEqual(first, { role: 'system', content: system });
  assert.deepEqual([question.content, few.content, prefill.content], ['First: one', '{"n": 1}', '{']);
  assert.equal(both.content[1].image_url.url, `data:image/png;base64,${png}`);
  assert.equal(both.content[2].file.file_data, `data:application/pdf;base64,${pdf}`);
  assert.deepEqual([body.top_p, body.stop, body.reasoning_effort, body.tool_choice], [0.9, ['END'], 'low', 'auto']);
  assert.deepEqual([body.response_format.type, body.service_tier], ['json_schema', 'flex']);
}

for (const form of Object.keys(forms)) {
  test(`${form} with files, tools and settings goes whole to the Messages API, and is replayed`, async (t) => {
    const { eva, requests } = await open(t, form, 'anthropic');
    await eva('--record');
    assert.equal(requests().length, 2);
    for (const body of requests()) assertMessages(body);
    await eva('--replay');
    assert.equal(requests().length, 2);
  });

  for (const kind of ['openai', 'azure'])
    test(`${form} with files, tools and settings goes whole to chat completions of ${kind}, and is found in the cache`, async (t) => {
      const { eva, requests } = await open(t, form, kind);
      await eva('--cache');
      for (const body of requests()) assertChat(body);
      assert.deepEqual(
        requests()
          .map(({ seed }) => seed)
          .sort(),
        [40, 41],
      );
      await eva('--cache');
      assert.equal(requests().length, 2);
    });

  test(`${form} with files, tools and settings goes whole to the Responses protocol, is replayed and found in the cache`, async (t) => {
    const { eva, requests } = await open(t, form, 'openai-responses');
    await eva('--record');
    await eva('--replay');
    assert.equal(requests().length, 2);
    await eva('--cache');
    await eva('--cache');
    assert.equal(requests().length, 4);
    for (const body of requests()) assertResponses(body);
  });

  test(`${form} with files, tools and settings goes whole to a program that reads JSON`, async (t) => {
    const { eva } = await open(t, form, 'command');
    await eva('--record');
    await eva('--replay');
  });
}

test('a batch has the same requests as single calls', async (t) => {
  const server = await startFakeBatchesApi({ answer });
  t.after(() => server.close());
  const root = tempLibrary(t, libraryFiles('messages.yml', 'claude-opus-4-7', 'anthropic'));
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url, EVA_BATCH_POLL_MS: '20' };
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff', '--batch'], { cwd: root, env });
  assert.equal(exitCode, 0, stdout + stderr);
  const sent = server.batches.flatMap(({ requests }) => requests.map(({ params }) => params));
  assert.equal(sent.length, 2);
  for (const body of sent) assertMessages(body);
  assertNoBytes(root);
});

test('a resume after kill -9 asks nothing twice that was answered', async (t) => {
  const faults = (number: number) => (number < 3 ? null : 'hang') as null | 'hang';
  const first = await startFakeMessagesApi({ answer, faults });
  const second = await startFakeMessagesApi({ answer });
  t.after(() => Promise.all([first.close(), second.close()]));
  const given = libraryFiles('prompt.md', 'claude-opus-4-7', 'anthropic');
  const evalFile = String(given['prompts/diff/eval.yml']).replace('sample_size: 2', 'sample_size: 6');
  const config = `${given['eva.yml']}concurrency: 1\n`;
  const root = tempLibrary(t, {
    ...given,
    'prompts/diff/eval.yml': evalFile,
    'eva.yml': config.replace(/^providers.*\n/, ''),
  });
  const running = startEva(['eval', 'diff'], root, first.url);
  await until(() => first.requests.length === 4, running);
  await running.end('SIGKILL');
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: second.url };
  const { exitCode, stdout, stderr } = await runEva(['eval', 'diff', '--resume'], { cwd: root, env });
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(second.requests.length, 3);
  for (const { body } of [...first.requests, ...second.requests]) assertMessages(body);
  assertNoBytes(root);
});
