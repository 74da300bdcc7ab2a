import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { EvaError, problem } from '#model/problem.js';
import { AttemptNotes } from '#run/session/attempt-notes.js';
import { finishRun, keepRow, rowOf } from '#run/session/finish-run.js';
import { AttemptTimes } from '#store/logs/attempts-log.js';
import { readRun } from '#store/run/stored-runs.js';
import { openLibrary } from '../../promises/open-library.js';

/** Makes a run with a result but without a row. */
async function beforeItsRow(t: TestContext) {
  const { root, eva } = await openLibrary(t);
  await eva('eval', 'diff');
  const run = readRun(root);
  const row = join(root, '.eval.jsonl');
  rmSync(row);
  const attempt = new AttemptNotes({ root, times: new AttemptTimes(root) }, run.result.run_id, 'full');
  return { root, run, row, attempt, place: { dir: join(root, '.eva/runs', run.result.run_id) } };
}

test('recordings are saved before the row, so that a run killed in between can be resumed', async (t) => {
  const { root, run, row, attempt, place } = await beforeItsRow(t);
  let wasOver: boolean | undefined;
  const saveRecordings = () => {
    wasOver = existsSync(row);
  };
  assert.equal(await finishRun(run.result, { place, attempt, saveRecordings }), false);
  assert.equal(await keepRow(rowOf(run.result), root), '.eval.jsonl');
  assert.equal(wasOver, false);
  assert.ok(existsSync(row));
});

test('a failure to save recordings loses neither the result nor its row', async (t) => {
  const { root, run, row, attempt, place } = await beforeItsRow(t);
  const saveRecordings = () => {
    throw new EvaError([problem('EVA_DISK:list', 'cannot list prompts')]);
  };
  assert.equal(await finishRun(run.result, { place, attempt, saveRecordings }), true);
  assert.equal(await keepRow(rowOf(run.result), root), '.eval.jsonl');
  assert.ok(existsSync(row));
});
