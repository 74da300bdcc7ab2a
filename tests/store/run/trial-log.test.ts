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

test('each trial is a whole line as soon as it is put, and its bytes are told', (t) => {
  const dir = tempLibrary(t, {});
  const log = openTrialLog(dir);
  const bytes = [log.put(graded(0)), log.put(graded(1, 'é\n'))];
  const lines = readFileSync(join(dir, 'trials.jsonl'), 'utf8').split('\n');
  assert.deepEqual(
    lines.slice(0, 2).map((line) => JSON.parse(line)),
    [graded(0), graded(1, 'é\n')],
  );
  assert.deepEqual(
    bytes,
    lines.slice(0, 2).map((line) => Buffer.byteLength(line) + 1),
  );
  log.close();
});

test('a run that is gone on with begins its trials anew', (t) => {
  const dir = tempLibrary(t, { 'trials.jsonl': '{"of":"an earlier time"}\n{"torn' });
  const log = openTrialLog(dir);
  log.put(graded(0));
  log.close();
  assert.deepEqual(JSON.parse(readFileSync(join(dir, 'trials.jsonl'), 'utf8')), graded(0));
});

test('a link in the place of the trials is refused', (t) => {
  const dir = tempLibrary(t, { 'trials.jsonl': { link: '/dev/null' } });
  assert.equal(errorOf(() => openTrialLog(dir)).code, 'EVA_ODD_FILE');
});
