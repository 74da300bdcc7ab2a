import assert from 'node:assert/strict';
import test from 'node:test';
import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptLine } from '#model/run/attempt.js';
import { attemptsOn } from '#run/attempts/attempts.js';
import { attemptBegin, attemptEnd } from '../../support/attempt-lines.js';

const { evidence } = attemptBegin();

const asLog = <T>(values: readonly T[]) => ({ rows: values.map((value, at) => ({ line: at + 1, value })), bad: [] });

const listed = (...lines: readonly AttemptLine[]) => attemptsOn(evidence, asLog(lines).rows);

/** Makes the lines of a run of this kind that began and ended. */
const run = (run_id: string, part: Partial<AttemptLine> = {}) => [
  attemptBegin({ run_id, ...part } as object),
  attemptEnd({ run_id, ...part } as object),
];

const shard = (run_id: string, index: number, of: number) =>
  run(run_id, { kind: 'shard', shard: { index, of }, outcome: 'collected' } as object);

test('each full or partial run on this evidence is one attempt, whatever its id; others are not', () => {
  const parts = ['prompt', 'cases', 'judge', 'models'] as const;
  const lines = [
    ...run('a'),
    ...run('b', { kind: 'partial' }),
    ...parts.flatMap((part) => run(`other ${part}`, { evidence: { ...evidence, [part]: 'another' } })),
    ...run('d', { id: 'summary' }),
  ];
  assert.deepEqual(
    listed(...lines).map(({ run_id, kind, outcome }) => [run_id, kind, outcome]),
    [
      ['a', 'full', 'passed'],
      ['b', 'partial', 'passed'],
      ['d', 'full', 'passed'],
    ],
  );
});

test('a run without a reply is an attempt if one of its trials was red, for example after a timeout', () => {
  const stopped = { outcome: 'interrupted', cases: { passed: 0, failed: 0, open: 1 }, sources: noSources } as const;
  const [late, ...others] = listed(
    attemptBegin({ run_id: 'late' }),
    attemptEnd({ run_id: 'late', ...stopped, red_trial: true }),
    attemptBegin({ run_id: 'nothing' }),
    attemptEnd({ run_id: 'nothing', ...stopped, red_trial: false }),
  );
  assert.equal(late?.run_id, 'late');
  assert.deepEqual(others, []);
});

test('the shards of a set are one attempt, and each repeated collection is another', () => {
  const lines = [...shard('s1', 1, 2), ...shard('s2', 2, 2), ...shard('s2b', 2, 2), ...shard('s2c', 2, 2)];
  assert.deepEqual(
    listed(...lines).map(({ runs, again, outcome }) => [runs, again, outcome]),
    [
      [['s1', 's2'], null, 'collected'],
      [['s2b'], { index: 2, of: 2 }, 'collected'],
      [['s2c'], { index: 2, of: 2 }, 'collected'],
    ],
  );
});

const from = (run_id: string, kind: AttemptLine['kind'] = 'full') => ({
  kind: 'replay',
  sources: { ...noSources, runs: [{ run_id, kind, replies: 2 }] },
});

test('a replay that labels of people decided is an attempt, one that still waits for them is not', () => {
  const waits = attemptEnd({ run_id: 'r', ...from('a'), outcome: 'waiting' } as object);
  const lines = [...run('a'), attemptBegin({ run_id: 'r', kind: 'replay' }), waits];
  assert.deepEqual(
    listed(...lines).map(({ run_id }) => run_id),
    ['a'],
  );
  const decided = attemptEnd({ run_id: 'r', ...from('a'), outcome: 'passed' } as object);
  assert.deepEqual(
    listed(...lines, decided).map(({ run_id, outcome }) => [run_id, outcome]),
    [
      ['a', 'passed'],
      ['r', 'passed'],
    ],
  );
});
