import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
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

async function library(t: TestContext) {
  const said = { isBroken: true };
  const opened = await openLibrary(t, {
    files: {
      'prompts/diff/eval.yml': cases,
      'prompts/diff/meta.yml': `${goodMeta.replace('status: draft', 'status: tested')}promotion: { max_failed_runs: 0 }\n`,
    },
    answer: ({ model }) => (model === 'claude-judge' ? 'SCORE=5 REASON=good' : `draft ${Math.random()}`),
    faults: (_number, { body: { model } }) => (said.isBroken && model === 'claude-judge' ? { status: 400 } : null),
  });
  const { root, eva } = opened;
  return {
    ...opened,
    said,
    collect: async (shard: string, ...flags: readonly string[]) => {
      const { exitCode, stderr } = await eva('eval', 'diff', '--shard', shard, ...flags);
      assert.equal(exitCode === 0, !said.isBroken, stderr);
    },
    /** Merges, and returns the number of the row, the runs that were drawn anew, and the gate of earlier attempts. */
    merged: async () => {
      const { exitCode, stderr, stdout } = await eva('merge', '.eva/runs');
      assert.equal(exitCode, 0, stderr + stdout);
      const { gates } = JSON.parse((await eva('promote', 'diff', '--check', '--json')).stdout) as Promotion;
      const failed = gates.find(({ gate }) => gate === 'failed_runs');
      const { redrawn } = attemptsOf(root).findLast(({ event }) => event === 'begin') ?? {};
      return { number: lastRow(root).try, redrawn, gate: failed?.message ?? '' };
    },
  };
}

test('shards whose replies nobody judged before others were drawn are attempts of the merge', async (t) => {
  const { said, collect, merged } = await library(t);
  for (const isBroken of [true, true, false]) {
    said.isBroken = isBroken;
    for (const shard of ['1/2', '2/2']) await collect(shard);
  }
  const { number, redrawn, gate } = await merged();
  assert.deepEqual([number, redrawn?.length], [3, 2]);
  assert.match(gate, /^2 earlier attempts .*abandoned before the end/);
});

test('a process that another one continued and that is missing is an attempt of the merge', async (t) => {
  const { root, said, collect, merged } = await library(t);
  const runs = join(root, '.eva/runs');
  for (const _ of [1, 2]) await collect('1/2', '--group', 'job');
  const [first = ''] = readdirSync(runs).sort();
  rmSync(join(runs, first), { recursive: true });
  rmSync(join(root, '.attempts.jsonl'));
  said.isBroken = false;
  for (const shard of ['1/2', '2/2']) await collect(shard, '--group', 'job');
  const { number, redrawn, gate } = await merged();
  assert.deepEqual([number, redrawn], [2, [first]]);
  assert.match(gate, /^1 earlier attempt /);
});
