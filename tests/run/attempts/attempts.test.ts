import assert from 'node:assert/strict';
import test from 'node:test';
import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptLine } from '#model/run/attempt.js';
import { attemptsOn } from '#run/attempts/attempts.js';
import { countAttempts } from '#run/attempts/next-attempt.js';
import { attemptBegin, attemptEnd, attemptRed } from '../../support/attempt-lines.js';
import { runRow } from '../../support/run-row.js';

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

test('a run without an end line is open, and red if a line says so', () => {
  const [open, killed] = listed(
    attemptBegin({ run_id: 'a' }),
    attemptBegin({ run_id: 'b' }),
    attemptRed({ run_id: 'b' }),
  );
  assert.deepEqual([open?.outcome, open?.red], [null, false]);
  assert.deepEqual([killed?.outcome, killed?.red], [null, true]);
});

test('the last of several end lines counts, and a red run stays red', () => {
  const open = { passed: 0, failed: 0, open: 2 };
  const [one, two] = listed(
    attemptBegin({ run_id: 'a' }),
    attemptEnd({ run_id: 'a', outcome: 'interrupted', cases: open }),
    attemptEnd({ run_id: 'a' }),
    attemptBegin({ run_id: 'b' }),
    attemptEnd({ run_id: 'b', outcome: 'interrupted', cases: open, red: true }),
    attemptEnd({ run_id: 'b' }),
  );
  assert.deepEqual([one?.outcome, one?.red], ['passed', false]);
  assert.equal(two?.red, true);
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

test('a set of shards is open until all its shards are complete', () => {
  const killed = attemptBegin({ run_id: 's2', kind: 'shard', shard: { index: 2, of: 2 } });
  const [set] = listed(...shard('s1', 1, 2), killed);
  assert.deepEqual([set?.run_id, set?.outcome], ['s2', null]);
});

test('the merge of recorded shards is not a further attempt, and ends the set', () => {
  const merged = run('m', { shards: ['s1', 's2b'], outcome: 'failed', red: true } as object);
  const [set, again, ...more] = listed(...shard('s1', 1, 2), ...shard('s2', 2, 2), ...shard('s2b', 2, 2), ...merged);
  assert.deepEqual([set?.run_id, set?.runs, set?.outcome, set?.red], ['m', ['s1', 's2', 'm'], 'failed', true]);
  assert.deepEqual([again?.runs, more], [['s2b'], []]);
});

test('the merge of shards from other machines is one attempt', () => {
  assert.deepEqual(
    listed(...run('m', { shards: ['s1', 's2'] } as object)).map(({ runs }) => runs),
    [['m']],
  );
});

const from = (run_id: string, kind: AttemptLine['kind'] = 'full') => ({
  kind: 'replay',
  sources: { ...noSources, runs: [{ run_id, kind, replies: 2 }] },
});

const replays: readonly [what: string, part: object, counts: boolean][] = [
  ['of one recorded full run', from('a'), false],
  ['of an unrecorded run', from('unknown'), true],
  ['of a partial run', from('a', 'partial'), true],
  ['of replies without a run id', { kind: 'replay', sources: { ...noSources, unnamed: 2 } }, true],
  [
    'of one full run and of replies without a run id',
    { ...from('a'), sources: { ...from('a').sources, unnamed: 1 } },
    true,
  ],
  ['of synthetic replies', { kind: 'replay', sources: { ...noSources, synthetic: 2 } }, false],
  [
    'of synthetic replies among those of other runs',
    { kind: 'replay', sources: { ...from('unknown').sources, synthetic: 1 } },
    false,
  ],
  ['of a partial run whose replies claim a full run', from('part'), true],
  ['without a reply', { kind: 'replay', sources: noSources, outcome: 'unfinished' }, false],
];

for (const [what, part, counts] of replays) {
  test(`a replay ${what} is ${counts ? 'one attempt' : 'no attempt'}`, () => {
    const partial = run('part', { kind: 'partial' });
    const runs = listed(...run('a'), ...partial, ...run('r', part)).map(({ run_id }) => run_id);
    assert.deepEqual(runs, counts ? ['a', 'part', 'r'] : ['a', 'part']);
  });
}

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

test('a replay without an end line is one attempt, since its sources are unknown', () => {
  const runs = listed(...run('a'), attemptBegin({ run_id: 'r', kind: 'replay' })).map(({ run_id }) => run_id);
  assert.deepEqual(runs, ['a', 'r']);
});

test('rows and folders of unrecorded runs count too, except with synthetic replies', () => {
  const row = (part: object) => runRow(part) as ReturnType<typeof runRow> & Record<string, unknown>;
  const synthetic = { ...runRow().evidence, synthetic: true };
  const rows = [
    row({ run_id: 'a' }),
    row({ run_id: 'old' }),
    row({ run_id: 'partial', partial: true }),
    row({ run_id: 'hand', evidence: synthetic }),
    row({ run_id: 'other', evidence: { ...runRow().evidence, models: 'another' } }),
  ];
  const [begin] = run('next');
  assert.ok(begin);
  const kept = { attempts: asLog(run('a')), runs: asLog(rows), folders: [], folderNames: new Set<string>() };
  assert.equal(countAttempts(evidence, begin, kept), 4);
});
