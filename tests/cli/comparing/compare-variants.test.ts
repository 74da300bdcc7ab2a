import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Promotion } from '#gate/promote.js';
import type { CompareRow } from '#model/pairs/compare-row.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { gitLibrary } from '../../support/git-library.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';

const evalYml = `compare: { against: main, not_worse_by: 0.2 }
defaults:
  models: [{ name: large, model: claude-opus-4-7 }, { name: small, model: claude-haiku-4-5 }]
cases:
  - { name: answers, sample_size: 30, assert: [ { contains: good } ] }
`;

test('a prompt with two models becomes ready once each has its comparison', async (t) => {
  const api = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => api.close());
  const { root, write } = gitLibrary(t, {
    'prompts/quiz/meta.yml': 'status: tested\n',
    'prompts/quiz/prompt.md': 'Answer well.\n',
    'prompts/quiz/eval.yml': evalYml,
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: api.url };
  const eva = (...argv: string[]) => runEva(argv, { cwd: root, env });
  const unmet = async () => {
    const { gates } = JSON.parse((await eva('promote', 'quiz', '--check', '--json')).stdout) as Promotion;
    return gates.filter(({ met }) => !met).map(({ gate, variant, remedy }) => `${gate} ${variant}: ${remedy}`);
  };
  write({ 'prompts/quiz/prompt.md': 'Answer very well.\n' });
  assert.equal((await eva('eval', 'quiz')).exitCode, 0);
  const missing = (variant: string) => `compare ${variant}: run: eva compare quiz --model ${variant}`;
  assert.deepEqual(await unmet(), [missing('large'), missing('small')]);
  const { prompts } = JSON.parse((await eva('doctor', 'quiz', '--json')).stdout);
  assert.equal(prompts[0].next.command, 'eva compare quiz --model large');
  for (const [variant, rest] of [
    ['large', [missing('small')]],
    ['small', []],
  ] as const) {
    const { exitCode, stdout, stderr } = await eva('compare', 'quiz', '--model', variant);
    assert.equal(exitCode, 0, stdout + stderr);
    assert.deepEqual(await unmet(), rest);
  }
  const rows = readFileSync(join(root, '.compare.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as CompareRow);
  assert.deepEqual(
    rows.map(({ variant, outcome, against }) => [variant, outcome, against]),
    ['large', 'small'].map((variant) => [variant, 'not_worse', 'main']),
  );
  assert.equal((await eva('promote', 'quiz')).exitCode, 0);
});
