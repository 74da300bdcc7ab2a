import assert from 'node:assert/strict';
import test from 'node:test';
import { tellGroupProgress } from '#cli/evaluating/progress.js';
import type { ProgressEvent } from '#model/run/notice.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { plainPaint } from '#report/text/screen.js';
import { held, sampleCase, sampleResult } from '../report/run-sample.js';
import { createFakeClock } from '../support/fake-clock.js';

const plan: RunPlan = {
  ...{ id: 'diff', body: '', cases: [sampleCase('one', 1, 100)], partial: false, calls: 100 },
  ...{ evidence: { prompt: '', cases: '', judge: '', models: '' }, outlooks: [], manner: defaultRunSettings },
};
const decided: ProgressEvent = { event: 'case_decided', result: sampleResult('one', true, [{ findings: [held] }]) };

function watched(isLive: boolean, names: readonly string[], width = 80) {
  const writes: string[] = [];
  const err = (text: string) => void writes.push(text);
  const errScreen = { paint: plainPaint, width };
  const screen = { redact: (text: string) => text, out: () => {}, err, paint: plainPaint, width, errScreen };
  const clock = createFakeClock(1_700_000_000_000);
  const tellers = tellGroupProgress({ ...screen, isTerminal: isLive, isLive }, names, clock);
  for (const teller of tellers) teller.emit({ event: 'run_started', run_id: 'r', plan });
  return { writes, tellers, clock };
}

test('without a terminal, each settled case of each run is one line with the name of its run', () => {
  const { writes, tellers } = watched(false, ['diff × large', 'diff × small']);
  for (const teller of tellers) teller.emit(decided);
  for (const teller of tellers) teller.end();
  const lines = writes.join('').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '')),
    ['diff × large  ✓ one', 'diff × small  ✓ one'],
  );
});

test('a terminal shows at most six redrawn lines, however many runs there are, and none at the end', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `diff × v${at}`);
  const { writes, tellers, clock } = watched(true, names);
  await clock.advance(1000);
  const drawn = writes.at(-1) ?? '';
  assert.equal(drawn.split('\n').length, 6);
  assert.match(drawn, /and 4 more runs$/);
  const [first] = tellers;
  first?.emit(decided);
  for (const teller of tellers) teller.end();
  assert.match(writes.at(-1) ?? '', /\r\u001b\[5A\u001b\[J diff × v0 {2}✓ one\n$/);
});

test('redrawn lines leave room for the ^C of the terminal, which would wrap', async () => {
  const { writes, tellers, clock } = watched(true, ['diff × a long name of a variant', 'diff × other'], 40);
  await clock.advance(1000);
  const lines = (writes.at(-1) ?? '').replace(/^.*\u001b\[J/, '').split('\n');
  assert.deepEqual(
    lines.map((line) => line.length),
    [37, 37],
  );
  for (const teller of tellers) teller.end();
});
