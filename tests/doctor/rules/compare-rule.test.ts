import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { runDoctor } from '#doctor/run-doctor.js';
import { type Files, goodEval, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { doctorEnv } from '../doctor-env.js';

const evalYml = 'prompts/diff/eval.yml';
const other = { 'prompts/triage/prompt.md': 'Triage {{code}}.\n', 'prompts/triage/eval.yml': goodEval };
const repository = { '.git/HEAD': 'ref: refs/heads/main\n' };
const enough = goodEval.replace('    inputs', '    sample_size: 200\n    inputs');

/** Returns the warnings of doctor about `compare:` with this value. */
function told(t: TestContext, rule: string, { cases = enough, ...files }: Files & { cases?: string } = {}) {
  const root = tempLibrary(t, { ...goodPrompt(), ...other, ...files, [evalYml]: `compare: ${rule}\n${cases}` });
  const { prompts } = runDoctor({ root, env: doctorEnv(root), ids: ['diff'], strict: false, now: new Date() });
  return (prompts[0]?.problems ?? []).map(({ severity, code, at, hint }) => `${severity} ${code}:${at?.line} ${hint}`);
}

test('a version that exists, or may exist, is not warned of', (t) => {
  assert.deepEqual(told(t, '{ against: ready }'), []);
  assert.deepEqual(told(t, '{ against: triage }'), []);
  assert.deepEqual(told(t, '{ against: main }', repository), []);
});

test('a git ref outside of a repository is warned of, with the prompt that may be meant', (t) => {
  assert.deepEqual(told(t, '{ against: main }'), [
    'warning EVA_GIT:1 write ready or the id of another prompt, or run: git init',
  ]);
  assert.deepEqual(told(t, '{ against: triag }'), ['warning EVA_GIT:1 did you mean the prompt "triage"?']);
});

test('a margin that no case can show is warned of, with the sizes that can', (t) => {
  const few = told(t, '{ against: ready }', { cases: goodEval });
  assert.match(few.join(), /^warning EVA_UNDERPOWERED:1 set sample_size: \d+, or write not_worse_by: 0\.\d+, or name/);
  const size = Number(/sample_size: (\d+)/.exec(few.join())?.[1]);
  const sized = (count: number) => ({ cases: goodEval.replace('    inputs', `    sample_size: ${count}\n    inputs`) });
  assert.deepEqual(told(t, '{ against: ready }', sized(size)), []);
  assert.equal(told(t, '{ against: ready }', sized(size - 1)).length, 1);
  assert.equal(told(t, '{ against: ready, not_worse_by: 0.02 }', sized(size)).length, 1);
});

test('a case with too few pairs matters only if it is named, or if no case has enough', (t) => {
  const cases = `${enough}  - { name: few, inputs: { code: y }, assert: [ { contains: z } ] }\n`;
  assert.deepEqual(told(t, '{ against: ready }', { cases }), []);
  assert.equal(told(t, '{ against: ready, cases: [happy, few] }', { cases }).length, 1);
  assert.deepEqual(told(t, '{ against: ready, cases: [happy] }', { cases }), []);
});

test('a prompt without compare: is not checked', (t) => {
  const root = tempLibrary(t, goodPrompt());
  const { prompts } = runDoctor({ root, env: doctorEnv(root), ids: [], strict: false, now: new Date() });
  assert.deepEqual(prompts[0]?.problems, []);
});
