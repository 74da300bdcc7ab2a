import assert from 'node:assert/strict';
import test from 'node:test';
import { checks } from '#grade/checks/index.js';
import { type FakeChatReply, startFakeChatApi, startFakeEmbeddings } from '../support/fake-chat-api.js';
import type { SeenRequest } from '../support/fake-http.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';

type Answer = string | FakeChatReply;

/** A value of a check with a reply for which it holds and one for which it does not. */
interface Row {
  readonly value: unknown;
  readonly pass: Answer;
  readonly fail: Answer;
  /** The value for the reply that fails. Default: `value`. */
  readonly failing?: unknown;
  /** Returns the check's value with a reference to the field `v`. Default: the reference alone; null: it takes none. */
  readonly referring?: ((field: unknown) => unknown) | null;
  /** The value of the field. Default: `value`. */
  readonly ofField?: (value: never) => unknown;
  readonly settings?: object;
}

const tools = [{ name: 'f', description: 'd', input_schema: { type: 'object', required: ['n'] } }];
const calls = (...args: readonly string[]): FakeChatReply => ({ text: '', calls: args.map((one) => ['f', one]) });
const ofCalls = { settings: { tools }, referring: null };

const rows: Readonly<Record<string, Row>> = {
  contains: { value: 'Cat', pass: 'a Cat', fail: 'a cat' },
  icontains: { value: 'Cat', pass: 'a cat', fail: 'a dog' },
  equals: { value: 'cat', pass: ' cat\n', fail: 'cats' },
  starts_with: { value: 'cat', pass: 'cats', fail: 'a cat' },
  ends_with: { value: 'cat', pass: 'a cat', fail: 'cats' },
  matches: { value: '^c.t$', pass: 'cut', fail: 'cart' },
  min_tokens: { value: 2, pass: 'a b', fail: 'a' },
  max_tokens: { value: 1, pass: 'a', fail: 'a b' },
  min_chars: { value: 2, pass: 'ab', fail: 'a' },
  max_chars: { value: 1, pass: 'a', fail: 'ab' },
  is_json: { value: true, pass: '{}', fail: '{', referring: null },
  json_schema: { value: { type: 'object' }, pass: '{}', fail: '[]', referring: null },
  json_value: {
    value: { at: '/a', equals: 1 },
    pass: '{"a":1}',
    fail: '{"a":2}',
    referring: (field) => ({ at: '/a', equals: field }),
    ofField: ({ equals }: { readonly equals: unknown }) => equals,
  },
  number: {
    value: { equals: 3 },
    pass: '3.0',
    fail: '4',
    referring: (field) => ({ equals: field }),
    ofField: ({ equals }: { readonly equals: unknown }) => equals,
  },
  max_latency_s: { value: 50, failing: 1e-9, pass: 'a', fail: 'b' },
  max_cost_usd: { value: 50, failing: 1e-9, pass: 'a', fail: 'b' },
  refuses: { value: true, pass: { text: 'No.', finish_reason: 'content_filter' }, fail: 'Yes.', referring: null },
  similar: {
    value: { to: 'near', min: 0.9 },
    pass: 'near it',
    fail: 'far',
    referring: (to) => ({ to, min: 0.9 }),
    ofField: ({ to }: { readonly to: unknown }) => to,
  },
  called: { value: { tool: 'f', arguments: { n: 1 } }, pass: calls('{"n":1}'), fail: calls('{"n":2}'), ...ofCalls },
  called_in_order: { value: ['f', 'f'], pass: calls('{"n":1}', '{"n":2}'), fail: calls('{"n":1}'), ...ofCalls },
  min_calls: { value: 2, pass: calls('{}', '{}'), fail: calls('{}'), settings: { tools } },
  max_calls: { value: 1, pass: calls('{}'), fail: calls('{}', '{}'), settings: { tools } },
  valid_calls: { value: true, pass: calls('{"n":1}'), fail: calls('{}'), ...ofCalls },
  command: { value: ['node', 'good.mjs'], pass: 'good', fail: 'bad', referring: null },
  module: { value: 'good.mjs#good', pass: 'good', fail: 'bad', referring: null },
  at_least: {
    value: { count: 1, of: [{ contains: 'cat' }, { contains: 'dog' }] },
    pass: 'cat',
    fail: 'cow',
    referring: (field) => ({ count: 1, of: [{ contains: field }, { contains: 'dog' }] }),
    ofField: () => 'cat',
  },
};

/** What a form makes of the value of its check, and whether it holds where the check does not. */
const forms: readonly (readonly [form: RegExp, value: (value: unknown) => unknown, isReverse: boolean])[] = [
  [/^not_(.+)_any$/, (value) => ['zz', value], true],
  [/^not_(.+)$/, (value) => value, true],
  [/^(.+)_any$/, (value) => ['zz', value], false],
  [/^(.+)_all$/, (value) => [value], false],
  [/^(.+)$/, (value) => value, false],
];

/** Returns the row of a form, by that of its check. */
function rowOf(op: string): Row & { readonly formed: (value: unknown) => unknown } {
  for (const [form, formed, isReverse] of forms) {
    const row = rows[form.exec(op)?.[1] ?? ''];
    if (!row) continue;
    const { pass, fail, value, failing = value } = row;
    return { ...row, formed, ...(isReverse && { pass: fail, fail: pass, value: failing, failing: value }) };
  }
  return assert.fail(`no row of the table is for ${op}`);
}

const replies: Record<string, Answer> = {};
const items: object[] = [];

/** Returns the cases of a check: it holds and does not, on a case and on an item. */
function casesOf(op: string): readonly object[] {
  const {
    value,
    failing = value,
    referring = (field) => field,
    ofField = (own) => own,
    formed,
    settings,
    ...row
  } = rowOf(op);
  return (['pass', 'fail'] as const).flatMap((end) => {
    const [q, own] = [`${op}/${end}`, end === 'pass' ? value : failing];
    replies[q] = row[end];
    items.push({ id: q, q, v: ofField(own as never) });
    const ofItem = referring === null ? own : referring({ field: 'v' });
    return [
      { name: `${q}/case`, ...settings, inputs: { q }, assert: [{ [op]: formed(own) }] },
      {
        name: `${q}/item`,
        ...settings,
        dataset: { file: 'd.jsonl', id: 'id', where: { id: q } },
        assert: [{ [op]: formed(ofItem) }],
      },
    ];
  });
}

const good = `import { pathToFileURL } from 'node:url';
export const good = (response) => response === 'good';
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let response = '';
  for await (const piece of process.stdin) response += piece;
  process.exit(good(response.trim()) ? 0 : 1);
}
`;

test('every check holds and fails as it says, on a case and on an item of a data set', async (t) => {
  const cases = checks.flatMap(({ op }) => casesOf(op));
  const answer = (body: SeenRequest['body']): Answer => {
    const isJudge = body.tools?.some(
      (tool: { readonly function: { readonly name: string } }) => tool.function.name !== 'f',
    );
    if (isJudge) return { tool_input: { reason: 'It answers.', decision: 'NO' } };
    return replies[String(body.messages[0]?.content)] ?? 'no reply';
  };
  const server = await startFakeChatApi({ answer });
  t.after(() => server.close());
  const vectors = await startFakeEmbeddings((text) => (text.startsWith('near') ? [1, 0] : [0, 1]));
  t.after(() => vectors.close());
  const model = 'openai:m';
  const root = tempLibrary(t, {
    'eva.yml': `prices: { m: { input: 1, output: 1 } }
providers:
  vectors: { type: openai, base_url: "${vectors.url}/v1" }
`,
    'prompts/p/prompt.md': '{{q}}',
    'prompts/p/good.mjs': good,
    'prompts/p/d.jsonl': items.map((item) => JSON.stringify(item)).join('\n'),
    'prompts/p/eval.yml': JSON.stringify({
      defaults: { model, judge: { model }, embedding_model: 'vectors:e' },
      cases,
    }),
  });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-0123456789' };
  const { stdout, stderr } = await runEva(['eval', 'p', '--json', '--trust'], { cwd: root, env });
  assert.ok(stdout.startsWith('{'), stderr);
  const { failed_cases: failed, inconclusive_cases: open } = JSON.parse(stdout);
  assert.deepEqual(open, []);
  const expected = checks.flatMap(({ op }) => [`${op}/fail/case`, `${op}/fail/item`]);
  assert.deepEqual([...failed].sort(), expected.sort());
  const plain = checks.filter(({ op }) => !/^not_|_(any|all)$/.test(op));
  assert.equal(plain.length, Object.keys(rows).length);
});
