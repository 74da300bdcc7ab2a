import assert from 'node:assert/strict';
import test from 'node:test';
import type { Promotion } from '#gate/promote.js';
import { openLibrary } from '../promises/open-library.js';
import { attemptsOf } from '../support/attempts-of.js';
import { lastRow } from '../support/rows-in.js';
import { goodMeta } from '../support/temp-library.js';

const cases = `defaults: { model: claude-x, judge: { model: claude-judge } }
cases:
  - { name: one, inputs: { code: x }, rubric: Is it right? }
  - { name: two, inputs: { code: y }, rubric: Is it right? }
`;

test('shards whose replies nobody judged before others were drawn are attempts of the merge', async (t) => {
  const said = { isBroken: true };
  const { root, eva } = await openLibrary(t, {
    files: {
      'prompts/diff/eval.yml': cases,
      'prompts/diff/meta.yml': `${goodMeta.replace('status: draft', 'status: tested')}promotion: { max_failed_runs: 0 }\n`,
    },
    answer: ({ model }) => (model === 'claude-judge' ? 'SCORE=5 REASON=good' : `draft ${Math.random()}`),
    faults: (_number, { body: { model } }) => (said.isBroken && model === 'claude-judge' ? { status: 400 } : null),
  });
  const both = async () => {
    for (const shard of ['1/2', '2/2']) {
      const { exitCode, stderr } = await eva('eval', 'diff', '--shard', shard);
      assert.equal(exitCode === 0, !said.isBroken, stderr);
    }
  };
  await both();
  await both();
  said.isBroken = false;
  await both();
  const { exitCode, stderr, stdout } = await eva('merge', '.eva/runs');
  assert.equal(exitCode, 0, stderr + stdout);
  assert.equal(lastRow(root).try, 3);
  assert.equal(attemptsOf(root).findLast(({ event }) => event === 'begin')?.redrawn?.length, 2);
  const { gates } = JSON.parse((await eva('promote', 'diff', '--check', '--json')).stdout) as Promotion;
  const failed = gates.find(({ gate }) => gate === 'failed_runs');
  assert.deepEqual(
    [failed?.met, /^2 earlier attempts .*abandoned before the end/.test(failed?.message ?? '')],
    [false, true],
  );
});
