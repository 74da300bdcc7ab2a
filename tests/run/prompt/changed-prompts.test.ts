import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { readLibrary } from '#run/prompt/read-prompt.js';
import { changedPrompts } from '#run/prompt/read-version.js';
import { goodEval, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalYml = 'prompts/diff/eval.yml';

const signal = new AbortController().signal;

function changed(t: TestContext, { before, after }: Readonly<Record<'before' | 'after', string>>, stop = signal) {
  const [then, now] = [before, after].map((text) => readLibrary(tempLibrary(t, { ...goodPrompt(), [evalYml]: text })));
  return changedPrompts(
    ['diff'],
    { now: now ?? assert.fail(), then: then ?? assert.fail(), workTree: '/nonexistent' },
    stop,
  );
}

const models = (second: string) => goodEval.replace('model: claude-opus-4-7', `models: [ claude-opus-4-7, ${second} ]`);

const underpowered = goodEval.replace(
  'assert:',
  'sample_size: 2\n    criteria: [ { proportion_gte: { proportion: 0.95 } } ]\n    assert:',
);

const edits: readonly (readonly [string, string, string, boolean])[] = [
  ['the same files', goodEval, goodEval, false],
  ['the second of two models', models('claude-opus-4-1'), models('claude-opus-4-6'), true],
  ['the same two models', models('claude-opus-4-1'), models('claude-opus-4-1'), false],
  ['a sample that is too small, then and now', underpowered, underpowered, false],
  ['files that cannot be read, then and now', 'cases: 5\n', 'cases: 5\n', true],
];

for (const [what, before, after, isChanged] of edits) {
  test(`${what}: ${isChanged ? 'changed' : 'not changed'}`, async (t) => {
    assert.deepEqual(await changed(t, { before, after }), isChanged ? ['diff'] : []);
  });
}

test('an interrupt ends the comparison before the next prompt', async (t) => {
  const reason = new Error('interrupted');
  await assert.rejects(changed(t, { before: goodEval, after: goodEval }, AbortSignal.abort(reason)), reason);
});
