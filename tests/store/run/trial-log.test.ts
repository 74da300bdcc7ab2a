import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type GradedTrialLine, openTrialLog } from '#store/run/trial-log.js';
import { errorOf } from '../../support/error-of.js';
import { tempLibrary } from '../../support/temp-library.js';

function graded(index: number, text = 'an answer'): GradedTrialLine {
  return {
    case: 'happy',
    trial: {
      case: 'happy',
      index,
      turns: [{ user_message: 'a question', app_response: text, latency: 0.5, details: {} }],
      started_at: '2026-01-10T12:00:00.000Z',
      duration_s: 0.5,
      outcome: 'finished',
    },
    scores: [{ expectation: 0, trial: index, value: 1, findings: [] }],
  };
}

test('each trial is a complete line once the log is closed, and put returns its size', async (t) => {
  const dir = tempLibrary(t, {});
  const log = openTrialLog(dir);
  const bytes = [log.put(graded(0)), log.put(graded(1, 'é\n'))];
  await log.close();
  const lines = readFileSync(join(dir, 'trials.jsonl'), 'utf8').split('\n');
  assert.deepEqual(
    lines.slice(0, 2).map((line) => JSON.parse(line)),
    [graded(0), graded(1, 'é\n')],
  );
  assert.deepEqual(
    bytes,
    lines.slice(0, 2).map((line) => Buffer.byteLength(line) + 1),
  );
});

test('many trials are written before the end of the run, always in complete lines', async (t) => {
  const dir = tempLibrary(t, {});
  const log = openTrialLog(dir);
  for (let index = 0; index < 10; index++) log.put(graded(index, 'x'.repeat(40 * 1024)));
  const text = readFileSync(join(dir, 'trials.jsonl'), 'utf8');
  await log.close();
  const indexes = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).trial.index);
  assert.ok(indexes.length >= 5, `${indexes.length} of 10 trials are written`);
  assert.deepEqual(indexes, Array.from(indexes.keys()));
  assert.ok(text.endsWith('\n'));
});

test('a resumed run writes its trials again', async (t) => {
  const dir = tempLibrary(t, { 'trials.jsonl': '{"of":"an earlier time"}\n{"torn' });
  const log = openTrialLog(dir);
  log.put(graded(0));
  await log.close();
  assert.deepEqual(JSON.parse(readFileSync(join(dir, 'trials.jsonl'), 'utf8')), graded(0));
});

test('a link in place of the trials is refused', (t) => {
  const dir = tempLibrary(t, { 'trials.jsonl': { link: '/dev/null' } });
  assert.equal(errorOf(() => openTrialLog(dir)).code, 'EVA_ODD_FILE');
});
