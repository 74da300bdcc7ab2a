import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { AttemptLine } from '#model/run/attempt.js';
import type { Evidence } from '#model/run/run.js';
import { type NextRun, nextAttempt } from '#run/attempts/next-attempt.js';
import { appendAttempt } from '#store/logs/attempts-log.js';
import { appendRunRow } from '#store/logs/eval-log.js';
import { RecordingWriter } from '#store/replies/recordings.js';
import { createRunFolder, writePlan, writeResult } from '#store/run/run-folder.js';
import { attemptBegin, attemptEnd } from '../../support/attempt-lines.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { runRow } from '../../support/run-row.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const { id, evidence } = attemptBegin();

const full: NextRun = { id, evidence, kind: 'full' };

/** Makes a library with these lines in .attempts.jsonl. */
function noted(t: TestContext, ...lines: readonly AttemptLine[]): string {
  const root = tempLibrary(t, { 'prompts/diff/meta.yml': '' });
  for (const line of lines) appendAttempt(root, line);
  return root;
}

const begun = (run_id: string, part: Partial<ReturnType<typeof attemptBegin>> = {}) =>
  attemptBegin({ run_id, ...part });

const shard = (run_id: string, index: number, part: object = {}) =>
  begun(run_id, { kind: 'shard', shard: { index, of: 2 }, ...part });

test("a run's number is one more than the recorded attempts on its evidence, including open and partial ones", (t) => {
  assert.deepEqual(nextAttempt(noted(t), full), { try: 1 });
  const lines = [begun('a'), attemptEnd({ run_id: 'a' }), begun('b', { kind: 'partial' }), begun('c', { id: 'other' })];
  assert.deepEqual(nextAttempt(noted(t, ...lines), full), { try: 4 });
  assert.deepEqual(nextAttempt(noted(t, ...lines), { ...full, kind: 'partial' }), { try: 4 });
  assert.deepEqual(nextAttempt(noted(t, ...lines), { ...full, evidence: { ...evidence, judge: 'new' } }), { try: 1 });
});

test('rows of unrecorded runs count too', async (t) => {
  const root = noted(t, begun('a'));
  for (const run_id of ['a', 'old']) await appendRunRow(root, runRow({ run_id }));
  assert.deepEqual(nextAttempt(root, full), { try: 3 });
});

test('runs with only a folder count too, except on other files or with synthetic replies', async (t) => {
  const root = noted(t, begun('a'));
  const keep = async (run_id: string, part: Partial<Evidence> = {}) => {
    const dir = createRunFolder(root, run_id);
    const own = { ...evidence, synthetic: false, oldest_reply: null, ...part };
    const replies = { model: 1, recorded: 0, synthetic: own.synthetic ? 1 : 0 };
    await writePlan(dir, planOf({ evidence: { ...evidence, ...part } }));
    await writeResult(dir, resultOf({ run_id, evidence: own, replies }));
  };
  await keep('a');
  await keep('folder-only');
  await keep('other-files', { cases: 'old' });
  await keep('by-hand', { synthetic: true });
  assert.deepEqual(nextAttempt(root, full), { try: 3 });
});

/** Writes a recording of each run. */
function recorded(root: string, ...runs: readonly string[]): string {
  const writer = new RecordingWriter(join(root, 'prompts/diff'));
  for (const [at, run_id] of runs.entries())
    writer.put({ ...storedReply({ key: keyOf(`${at}`) }), run_id, run_kind: 'full' });
  writer.save();
  return root;
}

test('a replay gets the largest number of the recorded full runs on its evidence, other runs do not', (t) => {
  const lines = [begun('a', { try: 1 }), begun('b', { try: 2 }), begun('c', { try: 3 })];
  const replay: NextRun = { ...full, kind: 'replay' };
  assert.deepEqual(nextAttempt(recorded(noted(t, ...lines), 'b', 'a'), replay), { try: 2 });
  assert.deepEqual(nextAttempt(recorded(noted(t, ...lines), 'b', 'a'), full), { try: 4 });
  assert.deepEqual(nextAttempt(recorded(noted(t, ...lines), 'unknown'), replay), { try: 4 });
  assert.deepEqual(nextAttempt(recorded(noted(t), 'a'), replay), { try: 1 });
});

test('replies of partial runs or of other evidence give a replay no number', (t) => {
  const own = begun('a', { try: 1 });
  const replay: NextRun = { ...full, kind: 'replay' };
  for (const part of [{ kind: 'partial' }, { evidence: { ...evidence, models: 'old' } }] as const) {
    const root = recorded(noted(t, own, begun('b', { try: 7, ...part })), 'b');
    assert.deepEqual(nextAttempt(root, replay), { try: 'kind' in part ? 3 : 2 });
  }
});

test('each collection of a shard has the number of its set, since a merge that is given all of them chooses nothing', (t) => {
  const second: NextRun = { ...full, kind: 'shard', shard: { index: 2, of: 2 } };
  assert.deepEqual(nextAttempt(noted(t, shard('s1', 1)), second), { try: 1 });
  const again = noted(t, shard('s1', 1), shard('s2', 2), attemptEnd({ ...shard('s2', 2), event: 'end' } as object));
  assert.deepEqual(nextAttempt(again, second), { try: 1 });
  assert.deepEqual(nextAttempt(noted(t, begun('a')), second), { try: 2 });
});

test('a merge is one attempt with all runs that are given to it', (t) => {
  const root = noted(t, shard('s1', 1), shard('s2', 2), shard('s3', 2));
  assert.deepEqual(nextAttempt(root, { ...full, shards: ['s1', 's2', 's3'] }), { try: 1 });
  assert.deepEqual(nextAttempt(root, { ...full, shards: ['s1', 's2'] }), { try: 2 }, 's3 is noted here, and not given');
  appendAttempt(root, begun('m', { shards: ['s1', 's2', 's3'] }));
  assert.deepEqual(nextAttempt(root, { ...full, shards: ['s1', 's2', 's3'] }), { try: 1 }, 'the same merge again');
  assert.deepEqual(nextAttempt(root, { ...full, shards: ['s1', 's4'] }), { try: 2 }, 'another choice of runs');
  assert.deepEqual(nextAttempt(root, full), { try: 2 });
});

test('a merge of copied shard folders from other machines is one attempt', async (t) => {
  const root = noted(t);
  const folders = [1, 2].map((index) => ({ run_id: `s${index}`, shard: { index, of: 2 } }));
  for (const folder of folders) {
    const dir = createRunFolder(root, folder.run_id);
    await writePlan(dir, planOf({ evidence }));
    await writeResult(dir, resultOf({ ...folder, evidence: { ...evidence, synthetic: false, oldest_reply: null } }));
  }
  assert.equal(nextAttempt(root, { ...full, shards: ['s1', 's2'] }).try, 1);
  appendAttempt(root, begun('m', { shards: ['s1', 's2'] }));
  assert.equal(nextAttempt(root, full).try, 2);
});
