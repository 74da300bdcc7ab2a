import assert from 'node:assert/strict';
import test from 'node:test';
import { tellProgress } from '#cli/evaluating/progress.js';
import type { ProgressEvent } from '#model/run/notice.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { ProviderFailure } from '#provider/provider.js';
import { SilenceWatch } from '#provider/wrappers/silence-watch.js';
import { plainPaint } from '#report/text/screen.js';
import { held, sampleCase, sampleResult } from '../report/run-sample.js';
import { createFakeClock, settled } from '../support/fake-clock.js';
import { createManual, requestTo } from '../support/fake-provider.js';

const names = ['one', 'two', 'three', 'four'];
const plan: RunPlan = {
  ...{ id: 'diff', body: '', cases: names.map((name) => sampleCase(name, 1, 100)), partial: false, calls: 400 },
  ...{ evidence: { prompt: '', cases: '', judge: '', models: '' }, outlooks: [], manner: defaultRunSettings },
};

/** Makes a progress display of started runs, with its writes and its clock. */
function watched(isLive: boolean, prompts: readonly string[] = ['diff'], width = 80) {
  const writes: string[] = [];
  const err = (text: string) => void writes.push(text);
  const out = err; // one screen has both
  const errScreen = { paint: plainPaint, width };
  const clock = createFakeClock(1_700_000_000_000);
  const terminal = {
    redact: (text: string) => text,
    out,
    err,
    paint: plainPaint,
    width,
    errScreen,
    isTerminal: isLive,
    isLive,
  };
  const teller = tellProgress(
    terminal,
    prompts.map((name) => ({ name, prompt: name, planned: 400 })),
    { clock },
  );
  for (const at of prompts.keys()) teller.take({ event: 'run_started', run_id: 'r', plan }, at);
  return { writes, teller, run: { emit: (event: ProgressEvent) => teller.take(event, 0) }, out, clock };
}

const decided = (name: string): ProgressEvent => ({
  event: 'case_decided',
  result: sampleResult(name, true, [{ findings: [held] }]),
});
const trialOf = (name: string, done: number): ProgressEvent => {
  const trial = { case: name, index: done, turns: [], started_at: '', duration_s: 1, outcome: 'finished' } as const;
  return { event: 'trial_finished', trial, done, planned: 400, missing: 0 };
};
const untilWritten = async (writes: readonly string[]) => {
  while (writes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Returns the lines on a terminal of any width after these writes. */
function screenOf(writes: readonly string[]): readonly string[] {
  const lines = [''];
  let at = 0;
  for (const [, up, text = ''] of writes.join('').matchAll(/\r(?:\u001b\[(\d+)A)?\u001b\[J|([^\r]+)/g)) {
    if (text === '') {
      at -= Number(up ?? 0);
      lines.splice(at, lines.length, '');
    }
    for (const [i, part] of text.split('\n').entries()) {
      if (i > 0) lines[++at] = '';
      lines[at] += part;
    }
  }
  return lines;
}

test('without a terminal, cases that settle together are printed in one write, each once and with the time', async () => {
  const { writes, teller, run } = watched(false);
  for (const name of names) run.emit(decided(name));
  assert.deepEqual(writes, []);
  await untilWritten(writes);
  assert.equal(writes.length, 1);
  const lines = (writes[0] ?? '').trimEnd().split('\n');
  assert.equal(lines.length, 5);
  for (const [i, line] of lines.slice(1).entries())
    assert.match(line, new RegExp(`^\\d\\d:\\d\\d:\\d\\d ✓ ${names[i]}$`));
  teller.end();
  assert.equal(writes.length, 1);
});

test('other messages come after the buffered lines, and so do messages after the end', () => {
  const { writes, teller, run } = watched(false);
  run.emit(decided('one'));
  teller.warn('slow');
  run.emit(decided('two'));
  teller.end();
  assert.deepEqual(
    [...writes.join('').matchAll(/diff|one|warning|two/g)].map(([word]) => word),
    ['diff', 'one', 'warning', 'two'],
  );
});

test('without a terminal a line about the whole is printed every 30 s, whatever else is printed', async () => {
  const { writes, teller, run, clock } = watched(false);
  const told: number[] = [];
  const start = clock.now();
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      const before = writes.length;
      await clock.advance(1000);
      if (writes.length > before) told.push((clock.now() - start) / 1000);
    }
  };
  await untilWritten(writes); // of the line that the run begins with
  await wait(100);
  run.emit(decided('one'));
  await wait(60);
  assert.deepEqual(told, [32, 62, 92, 122, 152]);
  assert.match(writes.at(-1) ?? '', /^\d\d:\d\d:\d\d {3}0 of at most 400 trials · 2m 32s\n$/);
  teller.end();
  await settled();
  assert.equal(clock.asleep(), 0);
});

test('a provider that answers 529 for 10 minutes is reported within 30 s, instead of the line that is due', async () => {
  const { writes, teller, clock } = watched(false);
  const manual = createManual();
  const watch = new SilenceWatch({ ...clock, firstMs: 30_000, report: teller.silent });
  const provider = watch.calls(watch.attempts(manual.provider));
  const ends = new AbortController();
  provider.send(requestTo('m', 'a'), { signal: ends.signal, timeout_s: 9999 }).catch(() => {});
  await settled();
  const start = clock.now();
  const first = async () => {
    while (!writes.join('').includes('529')) {
      await clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (clock.now() - start > 60_000) break;
    }
    return clock.now() - start;
  };
  manual.fail('a', new ProviderFailure('overloaded', 'Overloaded', { status: 529 }));
  await settled();
  provider.send(requestTo('m', 'b'), { signal: ends.signal, timeout_s: 9999 }).catch(() => {});
  provider.send(requestTo('m', 'c'), { signal: ends.signal, timeout_s: 9999 }).catch(() => {});
  manual.fail('b', new ProviderFailure('overloaded', 'Overloaded', { status: 529 }));
  await clock.advance(30_000);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.ok((await first()) <= 31_000);
  await clock.advance(570_000);
  teller.end();
  const lines = writes.join('').trimEnd().split('\n');
  assert.ok(lines.length <= 21, lines.join('\n'));
  assert.ok(lines.filter((line) => line.includes('529')).length >= 4, lines.join('\n'));
});

test('a terminal shows settled cases once, and redraws other lines at most five times a second', async () => {
  const { writes, teller, run, clock } = watched(true);
  let done = 0;
  for (let ms = 0; ms < 10_000; ms += 5) {
    run.emit(trialOf(names[done++ % 4] ?? '', done));
    if (ms === 5_000) run.emit(decided('two'));
    await clock.advance(5);
  }
  assert.ok(writes.length <= 51, `${writes.length} writes`);
  const bytes = Buffer.byteLength(writes.join(''));
  assert.ok(bytes < 10 * 20_000, `${bytes} bytes in 10 s`);
  const during = screenOf(writes);
  assert.equal(during.filter((line) => /✓ two/.test(line)).length, 1);
  assert.match(during[0] ?? '', /✓ two/);
  assert.match(during[1] ?? '', /2,000 of/);
  assert.ok(during.length <= 7, during.join('\n'));
  teller.note('a note');
  await clock.advance(200);
  teller.end();
  assert.deepEqual(
    screenOf(writes).map((line) => line.trim().slice(0, 6).trim()),
    ['✓ two', 'a note', ''],
  );
});

test('without a terminal each settled case names its prompt, with its number', () => {
  const { writes, teller } = watched(false, ['order-support', 'ticket-class']);
  for (const at of [1, 0]) teller.take(decided('one'), at);
  teller.end();
  const lines = writes.join('').trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '')),
    ['2 prompts, at most 800 trials', '[2/2] ticket-class   ✓ one', '[1/2] order-support  ✓ one'],
  );
});

test('results of ended runs are printed between redrawn lines, and what others say meanwhile follows', async () => {
  for (const isLive of [true, false]) {
    const { writes, teller, out, clock } = watched(isLive, ['order-support', 'ticket-class']);
    teller.take(decided('one'), 0);
    await clock.advance(1000);
    await teller.pause(async () => {
      out('the result\n');
      teller.take(decided('two'), 1);
      teller.warn('slow');
      await clock.advance(2000);
      out('of the first\n');
    });
    await clock.advance(1000);
    if (isLive) assert.match(screenOf(writes).at(-1) ?? '', /^ {1}0 of 2 prompts · /);
    teller.end();
    teller.end();
    const lines = screenOf(writes).map((line) => line.replace(/^\d\d:\d\d:\d\d (\[\d\/2\])?/, ''));
    assert.deepEqual(lines.slice(isLive ? 0 : 1), [
      ' order-support  ✓ one',
      'the result',
      'of the first',
      ' ticket-class   ✓ two',
      'warning: slow',
      '',
    ]);
  }
});

test('redrawn lines leave room for the ^C of the terminal, which would wrap', async () => {
  const { writes, teller, clock } = watched(true, ['a long name of a prompt', 'another long name of a prompt'], 40);
  for (const at of [0, 1]) for (const name of names) teller.take(trialOf(name, 1), at);
  const trial = { case: 'one', index: 9, turns: [], started_at: '', duration_s: 1, outcome: 'missing' } as const;
  const gone = { ...trial, reason: 'no reply '.repeat(9) };
  teller.take({ event: 'trial_finished', trial: gone, done: 1, planned: 400, missing: 1 }, 0);
  await clock.advance(1000);
  const lines = screenOf(writes);
  assert.equal(lines.length, 6);
  assert.equal(Math.max(...lines.map((line) => line.length)), 37);
  teller.end();
});

test('on a terminal the time is updated without events, and unchanged lines are not written', async () => {
  const { writes, teller, clock } = watched(true);
  await clock.advance(10_000);
  assert.ok(writes.length >= 9 && writes.length <= 11, `${writes.length}`);
  teller.end();
  const before = writes.length;
  await clock.advance(10_000);
  assert.equal(writes.length, before);
});
