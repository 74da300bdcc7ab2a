import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { startFakeMessagesApi, toMessage } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { evaluate, libraryOf } from './evaluate.js';
import { openLibrary } from './open-library.js';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const judged = (model: string) => ({
  defaults: { model: 'claude-opus-4-7', judge: { model } },
  cases: [{ name: 'happy', inputs: { code: 'x' }, rubric: 'It is right.' }],
});

/** The result of an evaluation whose judge cannot be read: a verdict, not an error, and one that can be shown again. */
async function assertUngraded(root: string, url: string): Promise<void> {
  const { exitCode, told, result } = await evaluate(root, url);
  assert.equal(exitCode, 1, told);
  assert.equal(result?.cases[0]?.scores[0]?.value, null, told);
  const report = await runEva(['report', '--root', root], { cwd: root });
  assert.match(report.stdout + report.stderr, /happy/);
  const again = await runEva(['report', '--recompute', '--root', root], { cwd: root });
  assert.equal(again.exitCode, 0, again.stderr);
}

for (const levels of [201, 4_000, 500_000]) {
  test(`a judge of the Messages API whose arguments are nested ${levels} levels is unreadable`, async (t) => {
    const body = (request: Parameters<typeof toMessage>[0]) =>
      JSON.stringify(toMessage(request, { tool_input: { score: 5, reason: 'HERE' } })).replace(
        '"HERE"',
        nested(levels),
      );
    const server = await startFakeMessagesApi({
      faults: (_, { body: asked }) => (asked.model === 'judge-1' ? { body: body(asked) } : null),
    });
    t.after(() => server.close());
    await assertUngraded(libraryOf(t, judged('anthropic:judge-1')), server.url);
  });

  test(`a judge of a chat API whose arguments are nested ${levels} levels is unreadable`, async (t) => {
    const server = await startFakeChatApi({
      answer: ({ tools }) => (tools ? { tool_input: `{"score": 5, "reason": ${nested(levels)}}` } : 'fine'),
    });
    t.after(() => server.close());
    const document = judged('openai:judge-1');
    const root = libraryOf(t, { ...document, defaults: { ...document.defaults, model: 'openai:subject-1' } });
    await assertUngraded(root, server.url);
  });
}

const checks = { is_json: [{ is_json: true }], json_schema: [{ json_schema: { type: 'array' } }] };
for (const [op, assertions] of Object.entries(checks)) {
  test(`${op} fails on a response that is nested 201 levels, and says so; 200 levels are JSON`, async (t) => {
    const cases = ['200', '201'].map((code) => ({ name: code, inputs: { code }, assert: assertions }));
    const { eva } = await openLibrary(t, {
      files: { 'prompts/diff/eval.yml': JSON.stringify({ defaults: { model: 'claude-opus-4-7' }, cases }) },
      answer: ({ messages }) => nested(messages[0].content.includes('201') ? 201 : 200),
    });
    const { exitCode, stdout } = await eva('eval', 'diff', '--json');
    assert.equal(exitCode, 1, stdout);
    const [shallow, deep] = JSON.parse(stdout).cases;
    assert.equal(shallow.passed, true);
    assert.match(deep.scores[0].findings[0].reason, /the JSON is nested deeper than 200 levels/);
  });
}

test('a recording that is nested 50,000 levels is reported, and no run breaks on it', async (t) => {
  const { eva, root, server } = await openLibrary(t);
  await eva('eval', 'diff', '--record');
  const recordings = join(root, 'prompts', 'diff', 'recordings.jsonl');
  const line = readFileSync(recordings, 'utf8').trim();
  writeFileSync(recordings, `${line.replace('"reply":{', `"reply":{"tool_input":{"a":${nested(50_000)}},`)}\n`);
  const { exitCode, stderr } = await eva('eval', 'diff', '--replay');
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /is nested deeper than 300 levels/);
  assert.equal(server.requests.length, 1);
});
