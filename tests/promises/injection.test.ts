import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { SeenRequest } from '../support/fake-http.js';
import type { FakeReply } from '../support/fake-messages-api.js';
import { type Files, goodMeta } from '../support/temp-library.js';
import { hostile, written } from './bodies/hostile-values.js';
import { openLibrary } from './open-library.js';

const fence = '```';
const meta = goodMeta.replace('- name: code\n', '- name: value\n');
const [before, after] = ['<task>Sort ', ' now.</task>\n'];

type Request = SeenRequest['body'];

/** Answers judges with a good score, and every other request with its value inside JSON. */
function answerTo(request: Request): FakeReply {
  if (request.tool_choice) return { tool_input: { reason: 'fine', score: 5 } };
  const text: string = request.messages[0].content;
  const value = text.slice(before.length, -after.length);
  return { text: `I say:\n${fence}json\n${JSON.stringify({ value, other: 'x' })}\n${fence}\n` };
}

/** Checks that hold for an answer with exactly the value; `value` is the reference to it. */
const checks = (value: string) => `
    extract: { json: /value }
    rubric: [Is it sorted?, { text: "Is it short?", about: length }]
    reference: ${value}
    assert:
      - equals: ${value}
      - contains_any: [nothing of the kind, ${value}]
      - { json_value: { at: /value, equals: ${value} }, extract: whole }
      - contains: { text: "{{value}}" }
      - matches: { text: "^{{value}}$" }
      - matches: { text: "^[{{value}}]+$" }
      - not_contains: { text: "x{{value}}{{value}}x" }
      - { contains: I say, extract: whole }
`;

/** What a request has besides the value: its keys, roles and the number of marks around data. */
function shapeOf(request: Request): unknown {
  const { messages, system = '', ...settings } = request;
  const text: string = messages[0].content;
  const nonce = /<eva-[a-z]+-([0-9a-z]+)>\n/.exec(text)?.[1];
  return {
    settings: JSON.stringify(settings),
    system: nonce === undefined ? system : String(system).replaceAll(nonce, 'nonce'),
    roles: messages.map(({ role }: { readonly role: string }) => role),
    isText: typeof text === 'string',
    marks: nonce === undefined || !request.tool_choice ? null : text.split(nonce).length - 1,
  };
}

/** Runs a library of which each case or item has one of these values, and returns the requests of each. */
async function requestsOf(
  t: TestContext,
  files: Files,
  values: readonly string[],
): Promise<readonly (readonly Request[])[]> {
  const { eva, server } = await openLibrary(t, {
    files: {
      'prompts/diff/meta.yml': meta,
      'prompts/diff/prompt.xml': `${before}{{value}}${after}`,
      'eva.yml': 'concurrency: 1\n',
      ...files,
    },
    answer: answerTo,
  });
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 0, stdout + stderr);
  const subjects = server.requests.map(({ body }) => body).filter((body) => !body.tool_choice);
  const judges = server.requests.map(({ body }) => body).filter((body) => body.tool_choice);
  assert.equal(judges.length, 2 * values.length);
  return values
    .map((value) => {
      const own = subjects.filter(({ messages }) => messages[0].content === `${before}${value}${after}`);
      assert.equal(own.length, 1, `${JSON.stringify(value)} is sent as it is, once`);
      return own;
    })
    .concat([judges]);
}

const values = ['plain', ...hostile];

function assertOneShape(requests: readonly (readonly Request[])[]): void {
  const judges = requests.at(-1) ?? [];
  const subjects = requests.slice(0, -1).flat();
  for (const group of [subjects, judges]) {
    const shapes = new Set(group.map((request) => JSON.stringify(shapeOf(request))));
    assert.equal(shapes.size, 1, [...shapes].join('\n'));
  }
}

test('60 hostile inputs change neither messages nor checks nor judge', async (t) => {
  assert.ok(hostile.length >= 60);
  const cases = values.map(
    (value, index) => `  - name: c${index}\n    inputs: { value: ${written(value)} }${checks('{ input: value }')}`,
  );
  const evalFile = `defaults: { model: claude-opus-4-7 }\ncases:\n${cases.join('')}`;
  assertOneShape(await requestsOf(t, { 'prompts/diff/eval.yml': evalFile }, values));
});

test('60 hostile fields change neither messages nor checks nor judge', async (t) => {
  const lines = values.map((value) => `{"value": ${written(value)}}\n`).join('');
  const evalFile = `defaults: { model: claude-opus-4-7 }
cases:
  - name: items
    dataset: data/values.jsonl${checks('{ field: value }')}    criteria: { proportion_gte: { proportion: 0.9 } }
    stop_early: false
`;
  assertOneShape(await requestsOf(t, { 'prompts/diff/eval.yml': evalFile, 'data/values.jsonl': lines }, values));
});
