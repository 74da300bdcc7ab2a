import assert from 'node:assert/strict';
import test from 'node:test';
import type { Fault } from '../support/fake-http.js';
import { evaluateIn } from './retried-run.js';
import { rateLimited, startStorm } from './storm.js';

const anHour: Fault = { status: 429, headers: { 'retry-after': '3600' } };

test('replies that cannot be had leave their cases undecided: exit 3, no row, no failed answer', async (t) => {
  const caseCount = 40;
  const weather = Array.from({ length: caseCount }, (): Fault[] => []);
  // five trials and then those of them that are missing once more
  weather[7] = [null, anHour, null, null, null, anHour];
  weather[20] = [anHour, rateLimited, anHour, null, null, null, anHour, anHour];
  weather[30] = [null, null, null, null, anHour];
  const partly = await startStorm(t, weather);
  const { exitCode, told, rows, result } = await evaluateIn(t, partly, { caseCount, timeout_s: 60, sample_size: 5 });
  assert.equal(exitCode, 3, told);
  assert.deepEqual(rows, []);
  const { requests } = await partly.counts();
  assert.equal(requests, caseCount * 5 + 5, 'what asks for an hour is asked once, and once more at the end');
  assert.deepEqual([result?.state, result?.all_passed], ['unfinished', false]);
  assert.deepEqual(result?.missing_cases, ['case 7', 'case 20']);
  assert.equal(result?.passed, 17);
  assert.equal(result?.failed_cases.length, 21);
  const outcomesOf = (one: number) => result?.cases[one]?.trials.map(({ outcome }) => outcome).sort();
  assert.deepEqual(outcomesOf(7), ['finished', 'finished', 'finished', 'finished', 'missing']);
  assert.deepEqual(outcomesOf(20), ['finished', 'finished', 'finished', 'missing', 'missing']);
  assert.deepEqual(outcomesOf(30), Array(5).fill('finished'));
  assert.deepEqual([result?.cases[7]?.passed, result?.cases[7]?.verdicts], [null, []]);
  assert.match(told, /\b3600 s\b/);
});
