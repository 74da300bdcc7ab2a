import assert from 'node:assert/strict';
import test from 'node:test';
import { type CleanBounds, oldRuns } from '#cli/commands/clean.js';
import type { ListedRun } from '#store/run/run-list.js';
import { runBegan } from '#store/run/run-names.js';

const dayMs = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');

function run(run_id: string, part: Partial<ListedRun> = {}): ListedRun {
  return {
    run_id,
    id: 'diff',
    state: 'finished',
    pid: null,
    isDone: true,
    bytes: 100,
    began: runBegan(run_id),
    shard: null,
    isReplay: false,
    isMerged: false,
    ...part,
  };
}

const runs: readonly ListedRun[] = [
  run('20260101T000000Z-aaaaaa'),
  run('20260601T000000Z-bbbbbb', { state: 'unfinished', isDone: false }),
  run('20261020T000000Z-cccccc'),
  run('20261119T000000Z-dddddd'),
  run('20261121T110000Z-eeeeee', { state: 'running', isDone: false }),
  run('20991231T235959Z-ffffff'),
  run('made-by-somebody'),
];

const bounds: CleanBounds = { olderThanMs: null, maxBytes: null, unfinished: false };

const cases: readonly (readonly [claim: string, CleanBounds, letters: string])[] = [
  ['no bound gives nothing up', bounds, ''],
  ['30 days give up what began before', { ...bounds, olderThanMs: 30 * dayMs }, 'ac'],
  ['with --unfinished also what could be resumed', { ...bounds, olderThanMs: 30 * dayMs, unfinished: true }, 'abc'],
  [
    'no age is old enough for a run of the future, or for a folder that eva did not name',
    { ...bounds, olderThanMs: 0 },
    'acd',
  ],
  ['a size keeps the newest, and what could be resumed', { ...bounds, maxBytes: 300 }, 'acd'],
  ['what is kept all the same counts for the size', { ...bounds, maxBytes: 400, unfinished: true }, 'abc'],
  ['a size that is not reached gives nothing up', { ...bounds, maxBytes: 700 }, ''],
  [
    'a size of nothing gives up all but what is worked on, and what eva did not name',
    { ...bounds, maxBytes: 0, unfinished: true },
    'abcdf',
  ],
  ['both bounds hold', { ...bounds, olderThanMs: 30 * dayMs, maxBytes: 300 }, 'acd'],
];

test('a collected shard that is not merged stays without --unfinished', () => {
  const shard = run('20260101T000000Z-aaaaaa', { shard: { index: 1, of: 2 } });
  for (const given of [{ olderThanMs: dayMs }, { maxBytes: 0 }]) {
    assert.deepEqual(oldRuns([shard], { ...bounds, ...given }, now), []);
    assert.deepEqual(oldRuns([shard], { ...bounds, ...given, unfinished: true }, now), [shard]);
  }
});

const ago = (days: number) => now.getTime() - days * dayMs;

test('a run with a name in the future does not make later runs look new', () => {
  const future = run('20991231T235959Z-aaaaaa');
  const after = [
    run('20991231T235960Z-bbbbbb', { began: ago(40) }),
    run('20991231T235961Z-cccccc', { began: ago(20) }),
  ];
  const given = { ...bounds, olderThanMs: 30 * dayMs };
  assert.deepEqual(oldRuns([future, ...after], given, now), [future, after[0]], 'it began before the one after it');
  assert.deepEqual(oldRuns([future, ...after.slice(1)], given, now), []);
  assert.deepEqual(oldRuns([...after, future], given, now), [after[0]]);
});

for (const [claim, given, letters] of cases) {
  test(claim, () => {
    const givenUp = oldRuns(runs, given, now);
    assert.equal(givenUp.map(({ run_id }) => run_id.at(-1)).join(''), letters);
  });
}
