import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { createRunFolder } from '#store/run/run-folder.js';
import { openTrialLog, openTrials } from '#store/run/trial-log.js';
import { sampleResult } from '../../report/run-sample.js';
import { tempLibrary } from '../../support/temp-library.js';

/** A run folder with the trials of a case in their order, and a message that is long enough for `inputs.jsonl`. */
function runWithTrials(t: TestContext) {
  const dir = createRunFolder(tempLibrary(t, {}), 'r1');
  const { trials } = sampleResult('happy', true, [{ findings: [] }, { findings: [] }, { findings: [] }]);
  const log = openTrialLog(dir);
  const put = (trial: (typeof trials)[number]) => log.put({ case: 'happy', trial, scores: [] });
  const long = trials.map((trial) => {
    const user_message = `${trial.index} `.repeat(5000);
    return { ...trial, turns: [{ user_message, app_response: 'an answer', latency: 1, details: {} }] };
  });
  for (const trial of long) put(trial);
  return { dir, log, put, trials: long };
}

test('trials are read by their place, in any order, with their texts', async (t) => {
  const { dir, log, trials } = runWithTrials(t);
  await log.close();
  const open = openTrials(dir, new Map([['happy', new Set([0, 2])]]));
  assert.deepEqual(open?.read('happy', 2)?.trial, trials[2]);
  assert.deepEqual(open?.read('happy', 0)?.trial, trials[0]);
  assert.equal(open?.read('happy', 1), null, 'it was not wanted');
  assert.equal(open?.read('other', 0), null);
  open?.close();
});

test('of several lines of one trial the last counts, and a damaged line is none', async (t) => {
  const { dir, log, put, trials } = runWithTrials(t);
  const [first] = trials;
  assert.ok(first);
  put({ ...first, duration_s: 77 });
  await log.close();
  appendFileSync(join(dir, 'trials.jsonl'), '{"case":"happy","trial":{"index":1');
  const open = openTrials(dir, new Map([['happy', new Set([0, 1])]]));
  assert.equal(open?.read('happy', 0)?.trial.duration_s, 77);
  assert.deepEqual(open?.read('happy', 1)?.trial, trials[1]);
  open?.close();
});

test('without trials.jsonl there are none', async (t) => {
  const { dir, log } = runWithTrials(t);
  await log.close();
  rmSync(join(dir, 'trials.jsonl'));
  assert.equal(openTrials(dir, new Map()), null);
});
