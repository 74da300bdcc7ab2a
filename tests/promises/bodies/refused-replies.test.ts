import assert from 'node:assert/strict';
import test from 'node:test';
import { openLibrary } from '../open-library.js';

const evalFile = `defaults: { model: claude-opus-4-7 }
cases:
  - name: declines
    inputs: { code: poison }
    assert: [ { refuses: true } ]
`;
const files = { 'prompts/diff/eval.yml': evalFile };
const refusal = () => ({ content: [], stop_reason: 'refusal' });

for (const keeping of [
  ['--record', '--replay'],
  ['--cache', '--cache'],
] as const) {
  test(`a refusal that its case expects is kept by ${keeping[0]} and found by ${keeping[1]}`, async (t) => {
    const { eva, server } = await openLibrary(t, { files, answer: refusal });
    for (const option of keeping) {
      const { exitCode, stdout, stderr } = await eva('eval', 'diff', option);
      assert.equal(exitCode, 0, stdout + stderr);
    }
    assert.equal(server.requests.length, 1, 'the model reported the refusal once, and no judge was asked');
  });
}

test('a refusal that no case expects is asked for again in the next run', async (t) => {
  const wanted = { 'prompts/diff/eval.yml': evalFile.replace('refuses: true', 'contains: x') };
  const { eva, server } = await openLibrary(t, { files: wanted, answer: refusal });
  for (const _run of [1, 2]) assert.equal((await eva('eval', 'diff', '--cache')).exitCode, 1);
  assert.equal(server.requests.length, 2);
});

test('a judge decides on a refusal in words, and recordings keep its answer', async (t) => {
  const answer = ({ tool_choice }: { readonly tool_choice?: unknown }) =>
    tool_choice ? { tool_input: { reason: 'It declines.', decision: 'YES' } } : 'I cannot help with that.';
  const two = `${evalFile}  - { name: does not, inputs: { code: x }, assert: [ { not_refuses: true } ] }\n`;
  const { eva, server } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': two }, answer });
  for (const option of ['--record', '--replay']) {
    const { exitCode, stdout, stderr } = await eva('eval', 'diff', option);
    assert.equal(exitCode, 1, stdout + stderr);
    assert.match(stdout, /1 failed · ✓ 1 passed/);
  }
  assert.equal(server.requests.length, 4, 'two replies and two answers of the judge');
});
