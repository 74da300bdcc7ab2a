import assert from 'node:assert/strict';
import test from 'node:test';
import { tellProgress } from '#cli/evaluating/progress.js';
import { plainPaint } from '#report/text/paint.js';
import { held, sampleResult } from '../report/run-sample.js';

/** What tells of a run, and each of its writes. */
function watched(isLive: boolean) {
  const writes: string[] = [];
  const err = (text: string) => void writes.push(text);
  const errScreen = { paint: plainPaint, width: 80 };
  return { writes, teller: tellProgress({ out: () => {}, err, paint: plainPaint, width: 80, errScreen, isLive }) };
}

const decided = (name: string) => ({
  event: 'case_decided' as const,
  result: sampleResult(name, true, [{ findings: [held] }]),
});
const untilWritten = async (writes: readonly string[]) => {
  while (writes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('cases that are decided at a time are told in one write, a line each, without waiting for the end', async () => {
  const { writes, teller } = watched(false);
  for (const name of ['one', 'two', 'three']) teller.emit(decided(name));
  assert.deepEqual(writes, []);
  await untilWritten(writes);
  assert.equal(writes.length, 1);
  assert.match(writes[0] ?? '', /^\[1\/0\] ✓ one .*\n\[2\/0\] ✓ two .*\n\[3\/0\] ✓ three .*\n$/);
  teller.end();
  assert.equal(writes.length, 1);
});

test('what is said besides comes after the lines that were to be told, and so does what follows the end', () => {
  const { writes, teller } = watched(false);
  teller.emit(decided('one'));
  teller.warn('slow');
  teller.emit(decided('two'));
  teller.end();
  assert.deepEqual(
    writes.map((text) => text.slice(0, 8)),
    ['[1/0] ✓ ', 'warning:', '[2/0] ✓ '],
  );
});

test('on a terminal the line is rewritten once for all that happens at a time, and is gone at the end', async () => {
  const { writes, teller } = watched(true);
  for (const name of ['one', 'two', 'three']) teller.emit(decided(name));
  await untilWritten(writes);
  assert.deepEqual(writes, ['\r\u001b[K 0/0 trials']);
  teller.emit(decided('four'));
  teller.end();
  assert.equal(writes.at(-1), '\r\u001b[K');
});
