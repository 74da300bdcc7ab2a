import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { EvaAssertionError, evaluateLibrary, evaluatePrompt } from 'eva-harness';
import { assertPasses } from 'eva-harness/matchers';
import { openLibrary } from '../promises/open-library.js';

const judged = `  - { name: judged, inputs: { code: "x = 1" }, assert: [ { contains: "<diff>" } ] }
`;
const look = `  - { name: greeting, inputs: { code: hello }, look: true, sample_size: 2 }
`;

/** Makes a library with these cases, and a model that answers \`<diff>\`. */
async function library(t: TestContext, cases: string) {
  const files = { 'prompts/diff/eval.yml': `defaults: { model: claude-opus-4-7 }\ncases:\n${cases}` };
  const { root, env } = await openLibrary(t, { files });
  return { root, at: { root, env: { ...env, XDG_DATA_HOME: join(root, 'data') } } };
}

const reply = (trial: number) => ({ trial, item: null, response: '<diff>', tool_calls: [], reason: null });

test('a look is in `looked` with its replies, and not in `cases`', async (t) => {
  const { at } = await library(t, judged + look);
  const result = await evaluatePrompt('diff', at);
  assert.deepEqual([result.outcome, result.passed], ['passed', true]);
  assert.deepEqual(
    result.cases.map(({ name }) => name),
    ['judged'],
  );
  const [first] = result.looked;
  assert.deepEqual(
    { name: first?.name, replies: first?.replies.map((one) => ({ ...one, tool_calls: [] })) },
    { name: 'greeting', replies: [reply(0), reply(1)] },
  );
});

test('a prompt of looks alone did not pass, since nothing was judged', async (t) => {
  const { at } = await library(t, look);
  const result = await evaluatePrompt('diff', at);
  assert.deepEqual([result.outcome, result.passed, result.row], ['shown', false, null]);
  assert.match(String(result), /2 replies shown, nothing judged/);
  assert.throws(() => result.assertPassed(), EvaAssertionError);
  assert.throws(() => assertPasses(result), /nothing judged/);
  assert.equal((await evaluateLibrary(at)).outcome, 'shown');
});

test('with the option `look` all cases are shown, and no row is written', async (t) => {
  const { root, at } = await library(t, judged + look);
  const result = await evaluatePrompt('diff', { ...at, look: true });
  assert.deepEqual([result.outcome, result.cases.length, result.partial], ['shown', 0, true]);
  assert.deepEqual(
    result.looked.map(({ name, replies }) => [name, replies.length]),
    [
      ['judged', 1],
      ['greeting', 2],
    ],
  );
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
  assert.equal((await evaluatePrompt('diff', at)).outcome, 'passed');
});

test('the option `look` excludes `fail_fast`', async (t) => {
  const { at } = await library(t, look);
  await assert.rejects(evaluatePrompt('diff', { ...at, look: true, fail_fast: true }), /look/);
});
