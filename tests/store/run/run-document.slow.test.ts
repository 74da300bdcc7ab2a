import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createRunFolder, writePlan, writeResult } from '#store/run/run-folder.js';
import { readRun } from '#store/run/stored-runs.js';
import { sampleResult } from '../../report/run-sample.js';
import { problemOf } from '../../support/error-of.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { tempLibrary } from '../../support/temp-library.js';

const mebibyte = 1024 * 1024;

test('a result above 256 MiB is read line by line, and refused in another form', async (t) => {
  const root = tempLibrary(t, {});
  const dir = createRunFolder(root, 'r1');
  const finding = { about: 'contains: "x"', holds: true, reason: 'x'.repeat(mebibyte) };
  const trials = Array.from({ length: 257 }, () => ({ findings: [finding] }));
  const result = resultOf({ run_id: 'r1', cases: [sampleResult('happy', true, trials)] });
  await writePlan(dir, planOf());
  await writeResult(dir, result);
  const path = join(dir, 'result.json');
  assert.ok(statSync(path).size > 256 * mebibyte);
  assert.deepEqual(readRun(root, 'r1').result, result);
  writeFileSync(path, JSON.stringify(result));
  assert.equal(problemOf(() => readRun(root, 'r1')).variant, 'large_document');
});
