import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { defaultRunSettings, type RunPlan, type RunResult } from '#model/run/run.js';
import { toRow } from '#run/collect/summarize.js';
import type { LoggedRow } from '#store/logs/eval-log.js';
import { createJournal } from '#store/run/journal.js';
import { readKeptRuns } from '#store/run/kept-runs.js';
import { createRunFolder, writePlan, writeResult } from '#store/run/run-folder.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const { evidence, ts } = resultOf();

const shard = { index: 1, of: 2 };

/** Makes the folder of a run with a result. */
async function keep(root: string, run_id: string, part: Partial<RunResult> = {}): Promise<void> {
  await writeResult(createRunFolder(root, run_id), resultOf({ run_id, ...part }));
}

/** Returns the row of such a run. */
function rowOf(part: object = {}): LoggedRow {
  return { ...toRow(resultOf()), ...part } as object as LoggedRow;
}

/** Makes the folder of a run with only a plan. */
async function begin(root: string, run_id: string, part: Partial<RunPlan> = {}): Promise<void> {
  await writePlan(createRunFolder(root, run_id), planOf(part));
}

test('runs without a row are read with their results, oldest first', async (t) => {
  const root = tempLibrary(t, {});
  await keep(root, 'r1-unfinished', { state: 'unfinished', all_passed: false });
  await keep(root, 'r2-green');
  await keep(root, 'r3-shard', { shard, all_passed: false });
  await keep(root, 'r4-partial', { partial: true });
  await keep(root, 'r5-red', { all_passed: false, id: 'other', ts: '2026-02-03T04:05:06.000Z' });
  await keep(root, 'r6-by-hand', { evidence: { ...evidence, synthetic: true } });
  await keep(root, 'r7-recorded');
  const whole = {
    id: 'diff',
    ts,
    state: 'finished',
    all_passed: true,
    partial: false,
    isShard: false,
    isLook: false,
    synthetic: false,
  };
  assert.deepEqual(
    readKeptRuns(root, new Map([['r7-recorded', rowOf()]])).map(({ evidence: _, ...run }) => run),
    [
      { ...whole, run_id: 'r1-unfinished', state: 'unfinished', all_passed: false },
      { ...whole, run_id: 'r2-green' },
      { ...whole, run_id: 'r3-shard', isShard: true, all_passed: false },
      { ...whole, run_id: 'r4-partial', partial: true },
      { ...whole, run_id: 'r5-red', all_passed: false, id: 'other', ts: '2026-02-03T04:05:06.000Z' },
      { ...whole, run_id: 'r6-by-hand', synthetic: true },
    ],
  );
});

test('a run is read too if its row names other facts than its result, or a pass that the result does not have', async (t) => {
  const root = tempLibrary(t, {});
  const rows = {
    'r1-same': rowOf({ all_passed: false }),
    'r2-other-prompt': rowOf({ all_passed: false, evidence: { ...evidence, prompt: 'x' } }),
    'r3-other-models': rowOf({ all_passed: false, evidence: { ...evidence, models: 'x' } }),
    'r4-none': rowOf({ all_passed: false, evidence: null }),
    'r5-green': rowOf({ all_passed: true }),
    'r6-other-id': rowOf({ all_passed: false, id: 'other' }),
    'r7-partial': rowOf({ all_passed: false, partial: true }),
    'r8-other-time': rowOf({ all_passed: false, ts: '2026-02-03T04:05:06.000Z' }),
  };
  for (const run_id of Object.keys(rows)) await keep(root, run_id, { all_passed: false });
  createRunFolder(root, 'r9-without-result');
  const recorded = new Map<unknown, LoggedRow>([
    ...Object.entries(rows),
    ['r9-without-result', rows['r2-other-prompt']],
  ]);
  const read = readKeptRuns(root, recorded);
  assert.deepEqual(
    read.map(({ run_id }) => run_id),
    ['r2-other-prompt', 'r3-other-models', 'r4-none', 'r5-green', 'r6-other-id', 'r7-partial', 'r8-other-time'],
  );
  assert.deepEqual(read[0]?.evidence, evidence);
});

test('a run that ended without a reply is not an attempt, even if the log lacks it', async (t) => {
  const root = tempLibrary(t, {});
  for (const [run_id, replies] of [
    ['20260110T120000Z-aaaaaa', []],
    ['20260110T130000Z-bbbbbb', [storedReply()]],
  ] as const) {
    await begin(root, run_id);
    const journal = createJournal(join(root, '.eva/runs', run_id), { run_id, id: 'diff', eva_version: '1' });
    for (const reply of replies) journal.put(reply);
    await journal.close();
  }
  await keep(root, '20260110T140000Z-cccccc', {
    state: 'unfinished',
    replies: { model: 0, recorded: 0, synthetic: 0 },
  });
  assert.deepEqual(
    readKeptRuns(root, new Map()).map(({ run_id }) => run_id),
    ['20260110T130000Z-bbbbbb'],
  );
});

test('a killed run is read from its plan', async (t) => {
  const root = tempLibrary(t, {});
  const [killed, part] = ['20260110T120000Z-aaaaaa', '20260110T140000Z-cccccc'] as const;
  await begin(root, killed);
  await begin(root, part, { partial: true, manner: { ...defaultRunSettings, shard } });
  createRunFolder(root, 'r8-empty');
  writeFileSync(join(createRunFolder(root, 'r9-damaged'), 'result.json'), '{"run_id": "r9-damaged"');
  const { evidence: digests } = planOf();
  const open = { id: 'diff', state: 'unfinished', all_passed: false, synthetic: false, evidence: digests };
  assert.deepEqual(readKeptRuns(root, new Map()), [
    { ...open, run_id: killed, ts: '2026-01-10T12:00:00.000Z', partial: false, isShard: false, isLook: false },
    { ...open, run_id: part, ts: '2026-01-10T14:00:00.000Z', partial: true, isShard: true, isLook: false },
  ]);
});

/** Returns the part of a plan or result that says which side of a comparison it is. */
const side = (name: 'a' | 'b') => ({
  compare: {
    ...({ comparison: 'c1', side: name, against: 'main', label: 'main (4f2a9c1)', kind: 'ref', id: 'diff' } as const),
    ...{ margin: 0.05, alpha: 0.05, from_run: null, command: 'eva compare diff main' },
  },
});

test('side A of a comparison is no run without a row; side B is one if it was asked, and no look', async (t) => {
  const root = tempLibrary(t, {});
  const sources = { asked: 4, runs: [], more_runs: 0, unnamed: 0, synthetic: 0 };
  const open = { a: '20260110T120000Z-aaaaaa', b: '20260110T130000Z-bbbbbb' } as const;
  for (const name of ['a', 'b'] as const) {
    await begin(root, open[name], side(name));
    const journal = createJournal(join(root, '.eva/runs', open[name]), {
      run_id: open[name],
      id: 'diff',
      eva_version: '1',
    });
    journal.put(storedReply());
    await journal.close();
  }
  await keep(root, 'r1-a', { ...side('a'), sources });
  await keep(root, 'r2-b', { ...side('b'), sources, total: 0, looked: 1 });
  await keep(root, 'r3-b-kept', { ...side('b'), sources: { ...sources, asked: 0 } });
  assert.deepEqual(
    readKeptRuns(root, new Map()).map(({ run_id, isCompared, isLook }) => [run_id, isCompared, isLook]),
    [
      [open.b, true, false],
      ['r2-b', true, false],
    ],
  );
});
