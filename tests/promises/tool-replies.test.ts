import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';
import { newestRun, resultIn } from './dataset/ticket-library.js';

interface ScriptedCall {
  readonly name: string;
  /** JSON, or the text that a model wrote instead. */
  readonly input: object | string;
}

interface ScriptedReply {
  readonly text?: string;
  readonly calls: readonly ScriptedCall[];
  readonly check: object;
  readonly holds: boolean;
}

const search: ScriptedCall = { name: 'search', input: { query: 'late' } };
const refund: ScriptedCall = { name: 'refund', input: { order: 7, reason: 'late' } };
const wrong: ScriptedCall = { name: 'refund', input: { order: 'seven' } };

/** Replies of a model with calls that are right, wrong and malformed. */
const replies: readonly ScriptedReply[] = [
  { calls: [refund], check: { called: 'refund' }, holds: true },
  { calls: [search], check: { called: 'refund' }, holds: false },
  { text: 'No.', calls: [], check: { called: 'refund' }, holds: false },
  { calls: [refund], check: { called: { tool: 'refund', arguments: { order: 7 } } }, holds: true },
  { calls: [wrong], check: { called: { tool: 'refund', arguments: { order: 7 } } }, holds: false },
  { calls: [refund], check: { called: { tool: 'refund', arguments: { order: 7 }, exactly: true } }, holds: false },
  { calls: [refund, refund], check: { called: { tool: 'refund', times: 2 } }, holds: true },
  { calls: [refund], check: { called: { tool: 'refund', times: { min: 2 } } }, holds: false },
  { calls: [wrong], check: { called: { tool: 'refund', arguments_schema: { required: ['reason'] } } }, holds: false },
  { text: 'No.', calls: [], check: { not_called: ['refund', 'search'] }, holds: true },
  { text: 'Done.', calls: [refund], check: { not_called: 'refund' }, holds: false },
  { calls: [search, refund], check: { called_in_order: ['search', 'refund'] }, holds: true },
  { calls: [refund, search], check: { called_in_order: ['search', 'refund'] }, holds: false },
  { calls: [search, search], check: { called_in_order: { tools: ['search'], exactly: true } }, holds: false },
  { calls: [search], check: { min_calls: 1 }, holds: true },
  { calls: [search, refund], check: { max_calls: 1 }, holds: false },
  { calls: [search, refund], check: { valid_calls: true }, holds: true },
  { calls: [search, wrong], check: { valid_calls: true }, holds: false },
  { calls: [{ name: 'delete_all', input: {} }], check: { valid_calls: true }, holds: false },
  { text: 'No.', calls: [], check: { valid_calls: true }, holds: false },
];

const broken: ScriptedCall = { name: 'refund', input: '{"order": 7' };

/** Replies that only a protocol with arguments as text can have. */
const brokenReplies: readonly ScriptedReply[] = [
  { calls: [broken], check: { called: 'refund' }, holds: true },
  { calls: [broken], check: { min_calls: 1 }, holds: true },
  { calls: [broken], check: { called: { tool: 'refund', arguments: { order: 7 } } }, holds: false },
  { calls: [broken], check: { valid_calls: true }, holds: false },
];

const tools = [
  { name: 'search', input_schema: { type: 'object', required: ['query'] } },
  { name: 'refund', input_schema: { type: 'object', properties: { order: { type: 'integer' } } } },
];

/** Asks each case once. Returns whether it passed. */
async function passedOf(
  t: TestContext,
  own: readonly ScriptedReply[],
  model: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly (boolean | null)[]> {
  const cases = own.map(({ check }, index) => ({ name: `c${index}`, inputs: { code: `#${index}#` }, assert: [check] }));
  const root = tempLibrary(t, {
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/prompt.xml': 'Reply {{code}}',
    'prompts/diff/eval.yml': JSON.stringify({ defaults: { model, tools }, cases }),
  });
  const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: root, env });
  assert.equal(exitCode, 1, stderr);
  return resultIn(newestRun(root)).cases.map(({ passed }) => passed);
}

function replyTo(own: readonly ScriptedReply[], body: SeenRequest['body']): ScriptedReply {
  const index = Number(/#(\d+)#/.exec(JSON.stringify(body.messages))?.[1]);
  return own[index] ?? assert.fail(`no reply ${index}`);
}

test('calls of a model with the protocol of messages are checked', async (t) => {
  const server = await startFakeMessagesApi({
    answer: (body) => {
      const { text, calls } = replyTo(replies, body);
      const uses = calls.map(({ name, input }, id) => ({ type: 'tool_use', id: `toolu_${id}`, name, input }));
      const content = [...(text === undefined ? [] : [{ type: 'text', text }]), ...uses];
      return { content, stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' };
    },
  });
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  assert.deepEqual(
    await passedOf(t, replies, 'claude-opus-4-7', env),
    replies.map(({ holds }) => holds),
  );
});

test('calls of a model with the protocol of chat completions are checked, also with broken arguments', async (t) => {
  const own = [...replies, ...brokenReplies];
  const server = await startFakeChatApi({
    answer: (body) => {
      const { text = null, calls } = replyTo(own, body);
      const written = calls.map(
        ({ name, input }) => [name, typeof input === 'string' ? input : JSON.stringify(input)] as const,
      );
      return { text, ...(written.length > 0 && { calls: written }) };
    },
  });
  t.after(() => server.close());
  const env = { OPENAI_API_KEY: sentinelKey, OPENAI_BASE_URL: `${server.url}/v1` };
  assert.deepEqual(
    await passedOf(t, own, 'openai:gpt-5-mini', env),
    own.map(({ holds }) => holds),
  );
});
