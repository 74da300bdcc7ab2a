import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultRunSettings, type RunPlan, type RunSettings } from '#model/run/run.js';
import { type ShardFolder, shardFlaws, shardSets } from '#run/collect/shard.js';
import { planOf, says } from './scripted-run.js';

const plan: RunPlan = { ...planOf(says('a', 'yes', 9)), id: 'diff' };

function shard(index: number, of: number, part: Partial<ShardFolder> = {}, manner: Partial<RunSettings> = {}) {
  const place = { index, of };
  const base = part.plan ?? plan;
  const planned = { ...base, manner: { ...defaultRunSettings, stop_early: false, ...manner, shard: place } };
  return { dir: `dir/${index}`, runId: `run-${index}`, isWhole: true, ...part, shard: place, plan: planned };
}

function different(index: number, of: number, difference = 'their flags differ'): string {
  return `diff: shard ${index} of ${of} and shard 1 are not of the same run: ${difference}: dir/${index}, dir/1`;
}

const flawsOf = (folders: readonly ShardFolder[]) =>
  shardSets(folders)
    .flatMap(shardFlaws)
    .map(({ variant, message }) => [variant, message]);

const table: readonly [
  what: string,
  folders: readonly ShardFolder[],
  flaws: readonly [variant: string, message: string][],
][] = [
  ['all are given, in any order', [shard(3, 3), shard(1, 3), shard(2, 3)], []],
  ['the only shard is given', [shard(1, 1)], []],
  ['one is missing', [shard(1, 2)], [['missing', 'diff: shard 2 of 2 is missing']]],
  ['several are missing', [shard(2, 4), shard(3, 4)], [['missing', 'diff: shards 1, 4 of 4 are missing']]],
  [
    'one is there twice',
    [shard(1, 2), shard(2, 2), shard(1, 2, { dir: 'copy' })],
    [['repeated', 'diff: shard 1 of 2 was given twice: dir/1, copy']],
  ],
  [
    'one is there three times',
    [shard(1, 1), shard(1, 1, { dir: 'b' }), shard(1, 1, { dir: 'c' })],
    [['repeated', 'diff: shard 1 of 1 was given 3 times: dir/1, b, c']],
  ],
  [
    'one is unfinished',
    [shard(1, 2), shard(2, 2, { isWhole: false })],
    [['unfinished', 'diff: shard 2 of 2 is unfinished: dir/2']],
  ],
  [
    'one was collected with --fail-fast',
    [shard(1, 3), shard(2, 3), shard(3, 3, {}, { fail_fast: true })],
    [['different', different(3, 3)]],
  ],
  [
    'they were collected with budgets of their own, and one recorded',
    [shard(1, 2, {}, { record: true }), shard(2, 2, {}, { budget: { max_calls: 3 } })],
    [],
  ],
  [
    'one is of another prompt.xml',
    [shard(1, 2), shard(2, 2, { plan: { ...plan, body: '<other/>' } })],
    [['different', different(2, 2, 'prompt.xml changed at line 1')]],
  ],
  [
    'they come from different splits, which is then the only problem',
    [shard(1, 5), shard(2, 3, { isWhole: false })],
    [['splits', 'diff: these shards come from different splits (3 and 5): 1/5 in dir/1, 2/3 in dir/2']],
  ],
];

for (const [flag, manner] of Object.entries({
  replay: { replay: true },
  batch: { batch: true },
  'stopping early': { stop_early: true },
  'allow-underpowered': { allow_underpowered: true },
})) {
  test(`shards with and without ${flag} are not of the same run`, () => {
    assert.deepEqual(flawsOf([shard(1, 2), shard(2, 2, {}, manner)]), [['different', different(2, 2)]]);
  });
}

for (const [what, folders, flaws] of table) {
  test(`the problems of shards if ${what}`, () => assert.deepEqual(flawsOf(folders), flaws));
}

test('shards are compared with those of the same prompt', () => {
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

test('shards of each variant, and of the cases of another prompt, are a run of their own', () => {
  const small = { ...plan, variant: { variant: 'small' } };
  const other = { ...plan, variant: { variant: 'small', cases_of: 'commit' } };
  const folders = [shard(1, 2), shard(2, 2), shard(2, 2, { plan: small }), shard(1, 2, { plan: other })];
  assert.deepEqual(flawsOf(folders), [
    ['missing', 'diff × small: shard 2 of 2 is missing'],
    ['missing', 'diff × small: shard 1 of 2 is missing'],
  ]);
  const hints = shardSets(folders)
    .flatMap(shardFlaws)
    .map(({ hint }) => hint?.split(': ')[1]);
  assert.deepEqual(hints, [
    'eva eval diff --model small --cases-of commit --shard 2/2',
    'eva eval diff --model small --shard 1/2',
  ]);
});

test('an id with shell characters is quoted in the command', () => {
  const [flaw] = shardSets([shard(1, 2, { plan: { ...plan, id: 'x;reboot' } })]).flatMap(shardFlaws);
  assert.equal(flaw?.hint?.endsWith("eva eval 'x;reboot' --shard 2/2"), true);
});
