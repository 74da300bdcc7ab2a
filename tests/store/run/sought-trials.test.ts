import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { createRunFolder } from '#store/run/run-folder.js';
import { openTrialLog, type SoughtTrials, seekTrials } from '#store/run/trial-log.js';
import { sampleResult } from '../../report/run-sample.js';
import { tempLibrary } from '../../support/temp-library.js';

const names = ['happy', '"quoted" \\ {"case":"happy"', 'Ünï\u2028 \u{1F600}', '\ud800'];

const cases = names.map((name) => ({ name, sample_size: 4 }));

function writtenRun(t: TestContext) {
  const dir = createRunFolder(tempLibrary(t, {}), 'r1');
  const log = openTrialLog(dir);
  const put = (name: string, index: number, app_response: string) => {
    const [trial] = sampleResult(name, true, [{ findings: [] }]).trials;
    assert.ok(trial);
    const turns = [{ user_message: `${name} `.repeat(100), app_response, latency: 1, details: {} }];
    log.put({ case: name, trial: { ...trial, index, turns }, scores: [] });
  };
  const seek = () => {
    const sought = seekTrials(dir, cases);
    assert.ok(sought);
    t.after(() => sought.close());
    return sought;
  };
  return { dir, log, put, seek, path: join(dir, 'trials.jsonl') };
}

/** Reads the answer of a trial, however far the file must be searched. */
function answerOf(sought: SoughtTrials, number: number, index: number): string | null {
  for (;;) {
    const line = sought.read(number, index);
    if (line) return line.trial.turns[0]?.app_response ?? '';
    if (!sought.search()) return null;
  }
}

test('trials are found in any order, whatever the names of their cases', async (t) => {
  const { log, put, seek } = writtenRun(t);
  for (const index of [2, 0, 1]) for (const name of names) put(name, index, `${names.indexOf(name)}/${index}`);
  await log.close();
  const sought = seek();
  for (const index of [0, 1, 2])
    for (const number of names.keys()) assert.equal(answerOf(sought, number, index), `${number}/${index}`);
  assert.equal(sought.read(0, 0)?.trial.turns[0]?.user_message, 'happy '.repeat(100));
  assert.equal(answerOf(sought, 0, 3), null);
  assert.equal(answerOf(sought, 9, 0), null);
});

test('the file is searched only as far as needed', async (t) => {
  const { log, put, seek } = writtenRun(t);
  put('happy', 0, 'x'.repeat(2 * 1024 * 1024));
  put('happy', 1, 'second');
  await log.close();
  const sought = seek();
  assert.equal(sought.read(0, 0), null);
  assert.equal(sought.search(), true);
  assert.equal(sought.read(0, 0)?.trial.turns[0]?.app_response.length, 2 * 1024 * 1024);
  assert.equal(sought.read(0, 1), null);
  assert.equal(answerOf(sought, 0, 1), 'second');
});

test('lines that a run appends are found, once they are complete', async (t) => {
  const { log, put, seek, path } = writtenRun(t);
  put('happy', 0, 'first');
  await log.close();
  const sought = seek();
  assert.equal(answerOf(sought, 0, 1), null);
  const whole = sought.read(0, 0);
  const next = JSON.stringify({ ...whole, trial: { ...whole?.trial, index: 1 } });
  appendFileSync(path, next.slice(0, 100));
  assert.equal(answerOf(sought, 0, 1), null);
  appendFileSync(path, `${next.slice(100)}\n`);
  assert.equal(answerOf(sought, 0, 1), 'first');
});

test('of several lines of one trial the last counts, and damaged lines are skipped', async (t) => {
  const { log, put, seek, path } = writtenRun(t);
  put('happy', 0, 'first');
  put('happy', 0, 'second');
  await log.close();
  appendFileSync(
    path,
    '{"case":"happy","trial":{"case":"happy","index":1,\n{"case":"happy","trial":{"case":"happy","index":99999,"x":1}}\n',
  );
  const sought = seek();
  while (sought.search());
  assert.equal(answerOf(sought, 0, 0), 'second');
  assert.equal(answerOf(sought, 0, 1), null);
});

test('without the file there is nothing to seek in', async (t) => {
  const { log, dir, path } = writtenRun(t);
  await log.close();
  rmSync(path);
  assert.equal(seekTrials(dir, cases), null);
});
