import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { AttemptLine } from '#model/run/attempt.js';
import type { Evidence } from '#model/run/run.js';
import { type CollectedShard, mergedShards, type NextRun, nextAttempt } from '#run/attempts/next-attempt.js';
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

test('rows of unrecorded runs count too', (t) => {
  const root = noted(t, begun('a'));
  for (const run_id of ['a', 'old']) appendRunRow(root, runRow({ run_id }));
  assert.deepEqual(nextAttempt(root, full), { try: 3 });
});

test('runs with only a folder count too, except on other files or with synthetic replies', (t) => {
  const root = noted(t, begun('a'));
  const keep = (run_id: string, part: Partial<Evidence> = {}) => {
    const dir = createRunFolder(root, run_id);
    const own = { ...evidence, synthetic: false, oldest_reply: null, ...part };
    const replies = { model: 1, recorded: 0, synthetic: own.synthetic ? 1 : 0 };
    writePlan(dir, planOf({ evidence: { ...evidence, ...part } }));
    writeResult(dir, resultOf({ run_id, evidence: own, replies }));
  };
  keep('a');
  keep('folder-only');
  keep('other-files', { cases: 'old' });
  keep('by-hand', { synthetic: true });
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

test("the first collection of a shard belongs to its set's attempt, each further one is another attempt", (t) => {
  const second: NextRun = { ...full, kind: 'shard', shard: { index: 2, of: 2 } };
  assert.deepEqual(nextAttempt(noted(t, shard('s1', 1)), second), { try: 1, collected: 1 });
  const again = noted(t, shard('s1', 1), shard('s2', 2), attemptEnd({ ...shard('s2', 2), event: 'end' } as object));
  assert.deepEqual(nextAttempt(again, second), { try: 2, collected: 2 });
  const others = noted(
    t,
    shard('y', 2, { evidence: { ...evidence, prompt: 'old' } }),
    shard('z', 2, { shard: { index: 2, of: 3 } }),
    shard('w', 2, { kind: 'replay' }),
  );
  assert.equal(nextAttempt(others, second).collected, 1);
});

const merged = (...collected: readonly number[]): readonly CollectedShard[] =>
  collected.map((times, at) => ({
    shard: { index: at + 1, of: collected.length },
    run_id: `s${at + 1}`,
    collected: times,
  }));

test('a merge of shards that were each collected once here belongs to their attempt', (t) => {
  const root = noted(t, shard('s1', 1), shard('s2', 2));
  assert.deepEqual(nextAttempt(root, { ...full, merged: merged(1, 1) }), {
    try: 1,
    shards: { of: 2, collected: 2, repeated: [], runs: ['s1', 's2'] },
  });
});

test('a merge of copied shard folders from other machines is one attempt', (t) => {
  const root = noted(t);
  const folders = [1, 2].map((index) => ({ run_id: `s${index}`, shard: { index, of: 2 } }));
  for (const folder of folders) {
    const dir = createRunFolder(root, folder.run_id);
    writePlan(dir, planOf({ evidence }));
    writeResult(dir, resultOf({ ...folder, evidence: { ...evidence, synthetic: false, oldest_reply: null } }));
  }
  assert.equal(nextAttempt(root, { ...full, merged: merged(1, 1) }).try, 1);
  appendAttempt(root, begun('m', { shards: ['s1', 's2'] }));
  assert.equal(nextAttempt(root, full).try, 2);
});

test('repeated collections on other machines count, and collections recorded here count once', (t) => {
  assert.deepEqual(nextAttempt(noted(t), { ...full, merged: merged(3, 1) }), {
    try: 3,
    shards: { of: 2, collected: 4, repeated: [{ index: 1, times: 3 }], runs: ['s1', 's2'] },
  });
  const root = noted(t, shard('s0', 1), shard('s1', 1), shard('s2', 2));
  assert.deepEqual(nextAttempt(root, { ...full, merged: merged(2, 1) }), {
    try: 2,
    shards: { of: 2, collected: 3, repeated: [{ index: 1, times: 2 }], runs: ['s1', 's2'] },
  });
});

test('at most twenty repeated shards are listed, most often collected first', () => {
  const { repeated, collected, of } = mergedShards(merged(1, 2, 4, 2), [3, 0, 0, 0]);
  assert.deepEqual([of, collected], [4, 3 + 2 + 4 + 2]);
  assert.deepEqual(
    repeated.map(({ index, times }) => [index, times]),
    [
      [3, 4],
      [1, 3],
      [2, 2],
      [4, 2],
    ],
  );
  const many = Array.from({ length: 30 }, () => 2);
  assert.equal(mergedShards(merged(...many), []).repeated.length, 20);
});
