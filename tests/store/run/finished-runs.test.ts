import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { RunResult } from '#model/run.js';
import { readFinishedRuns } from '#store/run/finished-runs.js';
import { createRunFolder, writeResult } from '#store/run/run-folder.js';
import { resultOf } from '../../support/run-files.js';
import { tempLibrary } from '../../support/temp-library.js';

test('the full runs that finished are read with what they came to, oldest first, and no others', (t) => {
  const root = tempLibrary(t, {});
  const results: Readonly<Record<string, Partial<RunResult>>> = {
    'r1-unfinished': { state: 'unfinished' },
    'r2-green': {},
    'r3-shard': { shard: { index: 1, of: 2 } },
    'r4-partial': { partial: true },
    'r5-red': { all_passed: false, id: 'other', ts: '2026-02-03T04:05:06.000Z' },
  };
  for (const [run_id, part] of Object.entries(results)) {
    writeResult(createRunFolder(root, run_id), resultOf({ run_id, ...part }));
  }
  createRunFolder(root, 'r6-begun');
  writeFileSync(join(createRunFolder(root, 'r7-damaged'), 'result.json'), '{"run_id": "r7-damaged"');
  const { evidence, ts } = resultOf();
  assert.deepEqual(readFinishedRuns(root), [
    { run_id: 'r2-green', id: 'diff', ts, all_passed: true, evidence },
    { run_id: 'r5-red', id: 'other', ts: '2026-02-03T04:05:06.000Z', all_passed: false, evidence },
  ]);
});
