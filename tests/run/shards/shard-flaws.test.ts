import assert from 'node:assert/strict';
import test from 'node:test';
import { ordinaryManner, type RunManner, type RunPlan } from '#model/run/run.js';
import { shardFlaws } from '#run/shards/shard-flaws.js';
import { type ShardFolder, shardSets } from '#run/shards/shard-set.js';
import { planOf, says } from '../scripted-run.js';

const plan: RunPlan = { ...planOf(says('a', 'yes', 9)), id: 'diff' };

function shard(index: number, of: number, part: Partial<ShardFolder> = {}, manner: Partial<RunManner> = {}) {
  const own = { index, of };
  const base = part.plan ?? plan;
  const planned = { ...base, manner: { ...ordinaryManner, stop_early: false, ...manner, shard: own } };
  return { dir: `dir/${index}`, runId: `run-${index}`, isWhole: true, ...part, shard: own, plan: planned };
}

const flawsOf = (folders: readonly ShardFolder[]) =>
  shardSets(folders)
    .flatMap(shardFlaws)
    .map(({ message, hint }) => `${message} (${hint})`);

const sameFlags = 'collect all shards from the same files, with the same flags and the same eva';
const table: readonly [what: string, folders: readonly ShardFolder[], flaws: readonly string[]][] = [
  ['all are there, in any order', [shard(3, 3), shard(1, 3), shard(2, 3)], []],
  ['there is one of one', [shard(1, 1)], []],
  ['one is missing', [shard(1, 2)], ['diff: shard 2 of 2 is missing (collect it: eva eval diff --shard 2/2)']],
  [
    'several are missing',
    [shard(2, 4), shard(3, 4)],
    ['diff: shards 1, 4 of 4 are missing (collect them: eva eval diff --shard 1/4)'],
  ],
  [
    'one is there twice',
    [shard(1, 2), shard(2, 2), shard(1, 2, { dir: 'copy' })],
    ['diff: shard 1 of 2 is there twice: dir/1, copy (name the folder of one of them: eva merge dir/1 dir/2)'],
  ],
  [
    'one is there three times',
    [shard(1, 1), shard(1, 1, { dir: 'b' }), shard(1, 1, { dir: 'c' })],
    ['diff: shard 1 of 1 is there 3 times: dir/1, b, c (name the folder of one of them: eva merge dir/1)'],
  ],
  [
    'one is unfinished',
    [shard(1, 2), shard(2, 2, { isWhole: false })],
    ['diff: shard 2 of 2 is unfinished: dir/2 (where it was collected: eva eval diff --resume)'],
  ],
  [
    'one was collected with --fail-fast',
    [shard(1, 3), shard(2, 3), shard(3, 3, {}, { fail_fast: true })],
    [
      `diff: shard 3 of 3 is not of the same run as shard 1: it was collected with other flags: dir/3, dir/1 (${sameFlags})`,
    ],
  ],
  [
    'they were collected with budgets of their own, and one recorded',
    [shard(1, 2, {}, { record: true }), shard(2, 2, {}, { budget: { max_calls: 3 } })],
    [],
  ],
  [
    'one is of another prompt.xml',
    [shard(1, 2), shard(2, 2, { plan: { ...plan, body: '<other/>' } })],
    [`diff: shard 2 of 2 is not of the same run as shard 1: prompt.xml changed at line 1: dir/2, dir/1 (${sameFlags})`],
  ],
  [
    'they come from different splits, and of what is missing then nothing is said',
    [shard(1, 5), shard(2, 3, { isWhole: false })],
    [
      'diff: the shards come from different splits (3 and 5): 1/5 in dir/1, 2/3 in dir/2 (name the folders of one split)',
    ],
  ],
  [
    'the prompt has an id that a shell would obey',
    [shard(1, 2, { plan: { ...plan, id: 'x;reboot' } })],
    ["x;reboot: shard 2 of 2 is missing (collect it: eva eval 'x;reboot' --shard 2/2)"],
  ],
];

for (const [flag, manner] of Object.entries({
  replay: { replay: true },
  batch: { batch: true },
  'stopping early': { stop_early: true },
  'allow-underpowered': { allow_underpowered: true },
})) {
  test(`shards of which one alone was collected with ${flag} are not of one run`, () => {
    assert.deepEqual(flawsOf([shard(1, 2), shard(2, 2, {}, manner)]), [
      `diff: shard 2 of 2 is not of the same run as shard 1: it was collected with other flags: dir/2, dir/1 (${sameFlags})`,
    ]);
  });
}

for (const [what, folders, flaws] of table) {
  test(`what is said of shards if ${what}`, () => assert.deepEqual(flawsOf(folders), flaws));
}

test('shards of each prompt are held against their own kind', () => {
  const other = { ...plan, id: 'commit', body: '<other/>' };
  const folders = [shard(2, 2), shard(1, 2, { plan: other }), shard(1, 2), shard(2, 2, { plan: other })];
  assert.deepEqual(flawsOf(folders), []);
  assert.deepEqual(
    shardSets(folders).map(({ id, of, folders: own }) => [id, of, own.map(({ shard: { index } }) => index)]),
    [
      ['commit', 2, [1, 2]],
      ['diff', 2, [1, 2]],
    ],
  );
});
