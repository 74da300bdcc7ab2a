import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  type LineFailure,
  type LineProgram,
  type LineProgramStart,
  openLineProgram,
} from '#provider/process/line-program.js';
import { alive, uniqueSleep } from '../../support/alive.js';

const ample = 10_000;

async function open(t: TestContext, argv: readonly string[], changes: Partial<LineProgramStart> = {}) {
  const program = await openLineProgram({
    argv,
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '' },
    maxLineBytes: 100_000,
    maxStderrBytes: 100_000,
    signal: new AbortController().signal,
    ...changes,
  });
  t.after(() => program.close());
  return program;
}

const openSh = (t: TestContext, script: string, changes: Partial<LineProgramStart> = {}) =>
  open(t, ['sh', '-c', script], changes);

const echo = 'while read -r line; do echo "<$line>"; done';

async function failureOf(program: LineProgram, timeoutMs = ample): Promise<LineFailure> {
  const exchange = await program.exchange('question', timeoutMs);
  assert.ok('failed' in exchange, JSON.stringify(exchange));
  return exchange;
}

test('each line is answered with one line, by the same process', async (t) => {
  const program = await openSh(t, 'n=0; while read -r line; do n=$((n+1)); echo "$n $line"; done');
  assert.deepEqual(await program.exchange('hällo', ample), { line: '1 hällo' });
  assert.deepEqual(await program.exchange('again', ample), { line: '2 again' });
});

test('an answer in pieces is one line, without a carriage return at its end', async (t) => {
  const program = await openSh(t, "read -r a; printf 'h\\303'; sleep 0.05; printf '\\244llo\\r\\n'; read -r b");
  assert.deepEqual(await program.exchange('x', ample), { line: 'hällo' });
});

test('an answer of exactly the limit is not too long', async (t) => {
  const program = await openSh(t, 'while read -r line; do echo "$line"; done', { maxLineBytes: 5 });
  assert.deepEqual(await program.exchange('12345', ample), { line: '12345' });
  const failure = await program.exchange('123456', ample);
  assert.equal('failed' in failure && failure.failed, 'too_long');
});

test('a line printed right before the exit counts as the answer', async (t) => {
  const program = await openSh(t, 'read -r line; echo last; exit 0');
  assert.deepEqual(await program.exchange('x', ample), { line: 'last' });
  assert.deepEqual(await failureOf(program), {
    failed: 'exited',
    exit_code: 0,
    signal: null,
    stderr: '',
    has_begun: false,
    has_answered: true,
  });
});

const failures: { title: string; script: string; failed: LineFailure['failed']; more?: Partial<LineFailure> }[] = [
  {
    title: 'an early exit has its exit code and standard error',
    script: 'echo "no config" >&2; exit 3',
    failed: 'exited',
    more: { exit_code: 3, signal: null, stderr: 'no config\n' },
  },
  {
    title: 'a killed program has the signal',
    script: 'read -r line; kill -KILL $$',
    failed: 'exited',
    more: { exit_code: null, signal: 'SIGKILL' },
  },
  {
    title: 'an exit in the middle of a line is marked as a begun answer',
    script: 'read -r line; printf half; exit 0',
    failed: 'exited',
    more: { has_begun: true },
  },
  {
    title: 'a second line after the answer is unasked',
    script: "read -r line; printf 'a\\nb\\n'; sleep 5",
    failed: 'unasked',
    more: { printed: 'a\nb\n', has_answered: false },
  },
  {
    title: 'an answer that is not UTF-8 is a failure',
    script: "read -r line; printf '\\377\\n'; sleep 5",
    failed: 'not_utf8',
  },
  { title: 'an answer without end is not collected', script: "yes | tr -d '\\n'", failed: 'too_long' },
  {
    title: 'a line above the limit is too long',
    script: 'head -c 200000 /dev/zero; echo; sleep 5',
    failed: 'too_long',
  },
  {
    title: 'a program that closes its output and runs on differs from one that exited',
    script: 'exec >&-; sleep 5',
    failed: 'closed',
  },
  { title: 'standard error has a limit too', script: 'yes >&2', failed: 'flooded' },
];

for (const { title, script, failed, more } of failures) {
  test(title, async (t) => {
    const failure = await failureOf(await openSh(t, script));
    assert.equal(failure.failed, failed);
    assert.deepEqual({ ...failure, ...more }, failure);
  });
}

test('the end of a long standard error is kept', async (t) => {
  const program = await openSh(t, 'i=0; while [ $i -lt 5000 ]; do echo "line $i"; i=$((i+1)); done >&2; exit 1');
  const { stderr } = await failureOf(program);
  assert.ok(stderr.endsWith('line 4999\n'));
  assert.ok(stderr.length <= 8192);
});

test('after a failure every exchange fails in the same way', async (t) => {
  const program = await openSh(t, "read -r line; printf '\\377\\n'; while read -r line; do echo fine; done");
  assert.equal((await failureOf(program)).failed, 'not_utf8');
  assert.equal((await failureOf(program)).failed, 'not_utf8');
});

test('a line between two questions is not the answer to the second', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'eva-lines-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  const script =
    'read -r a; echo one; while [ ! -e go ]; do sleep 0.01; done; echo more; touch done; read -r b; echo two';
  const program = await openSh(t, script, { cwd });
  assert.deepEqual(await program.exchange('x', ample), { line: 'one' });
  writeFileSync(join(cwd, 'go'), '');
  while (!existsSync(join(cwd, 'done'))) await setImmediate();
  await setImmediate(); // a round of the event loop reads what is in the pipe
  await setImmediate();
  const failure = await failureOf(program);
  assert.equal(failure.failed === 'unasked' && failure.printed, 'more\n');
});

test('a failed start has its reason', async (t) => {
  const reasons = [
    ['no-such-program-here', 'ENOENT', 'the program was not found'],
    ['/etc/passwd', 'EACCES', 'the program may not be executed'],
  ] as const;
  for (const [name, code, reason] of reasons) {
    const program = await open(t, [name]);
    assert.equal(program.hasStarted, false);
    const facts = { stderr: '', has_begun: false, has_answered: false };
    assert.deepEqual(await failureOf(program), { failed: 'not_started', code, reason, ...facts });
  }
  assert.equal((await openSh(t, 'exit 0')).hasStarted, true);
});

test('a silent program times out and is gone after close, even if it ignores SIGTERM', async (t) => {
  const mark = uniqueSleep();
  const program = await openSh(t, `trap '' TERM; sleep ${mark} & wait; sleep ${mark}`);
  assert.equal((await failureOf(program, 100)).failed, 'timed_out');
  await program.close();
  assert.deepEqual(alive(mark), []);
});

test('a program may exit at the end of its input, and its grandchildren are ended', async (t) => {
  const mark = uniqueSleep();
  const program = await openSh(t, `sleep ${mark} & ${echo}; echo bye >&2`);
  assert.deepEqual(await program.exchange('a', ample), { line: '<a>' });
  await program.close();
  await program.close();
  assert.deepEqual(alive(mark), []);
});

test('a grandchild that keeps the output open does not delay the end', async (t) => {
  const mark = uniqueSleep();
  const program = await openSh(t, `sleep ${mark} & read -r line; exit 0`);
  assert.equal((await failureOf(program)).failed, 'exited');
  await program.close();
  assert.deepEqual(alive(mark), []);
});

test('a program that neither reads nor ends is ended by close', async (t) => {
  const mark = uniqueSleep();
  const program = await openSh(t, `exec <&-; exec sleep ${mark}`);
  assert.equal((await failureOf(program, 100)).failed, 'timed_out');
  await program.close();
  assert.deepEqual(alive(mark), []);
});

test('a large question to a program that has exited does not crash eva', async (t) => {
  const program = await openSh(t, 'exit 4');
  const exchange = await program.exchange('x'.repeat(3_000_000), ample);
  assert.equal('failed' in exchange && exchange.failed, 'exited');
});

/** Blocks the event loop until something has happened and 400 ms have passed. The timers that are due come next. */
async function blockEvaUntil(hasHappened: () => boolean): Promise<void> {
  await setImmediate();
  const begun = performance.now();
  while (!hasHappened() || performance.now() - begun < 400);
}

function emptyFolder(t: TestContext): string {
  const cwd = mkdtempSync(join(tmpdir(), 'eva-busy-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  return cwd;
}

test('an answer that came before the deadline while eva was busy is read, and the next one too', async (t) => {
  const cwd = emptyFolder(t);
  const program = await openSh(t, 'read -r line; echo first; : > said; read -r line; echo second', { cwd });
  const answer = program.exchange('x', 300);
  await blockEvaUntil(() => existsSync(join(cwd, 'said')));
  assert.deepEqual(await answer, { line: 'first' });
  assert.deepEqual(await program.exchange('x', ample), { line: 'second' });
});

test('an exit after the output has its code, even if eva was busy when it came', async (t) => {
  const [cwd, mark] = [emptyFolder(t), uniqueSleep()];
  const script = `: ${mark}; read -r line; exec 1>&-; : > closed; while [ ! -e go ]; do sleep 0.01; done; exit 3`;
  const program = await openSh(t, script, { cwd });
  const failing = failureOf(program);
  while (!existsSync(join(cwd, 'closed'))) await setImmediate();
  for (let turn = 0; turn < 5; turn++) await setImmediate(); // eva sees that the output has ended
  writeFileSync(join(cwd, 'go'), '');
  await blockEvaUntil(() => alive(mark).length === 0);
  const { failed, ...facts } = await failing;
  assert.deepEqual([failed, 'exit_code' in facts && facts.exit_code], ['exited', 3]);
});

test('abort throws its reason, and close leaves nothing behind', async (t) => {
  const mark = uniqueSleep();
  const controller = new AbortController();
  const program = await openSh(t, `sleep ${mark} & ${echo}; sleep ${mark}`, { signal: controller.signal });
  assert.deepEqual(await program.exchange('a', ample), { line: '<a>' });
  const reason = new Error('enough');
  const asking = program.exchange('b', ample);
  controller.abort(reason);
  await assert.rejects(asking, reason);
  await assert.rejects(program.exchange('c', ample), reason);
  await program.close();
  assert.deepEqual(alive(mark), []);
});

test('an aborted signal starts no program', async (t) => {
  await assert.rejects(openSh(t, echo, { signal: AbortSignal.abort(new Error('too late')) }), /too late/);
});

test('a thousand exchanges leave no listener behind', async (t) => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  t.after(() => process.off('warning', onWarning));
  const program = await openSh(t, echo);
  for (let turn = 0; turn < 1000; turn++) {
    assert.deepEqual(await program.exchange(`${turn}`, ample), { line: `<${turn}>` });
  }
  await program.close();
  assert.deepEqual(warnings, []);
});

test('a time limit above the maximum of a timer does not expire at once', async (t) => {
  const program = await openSh(t, 'read -r line; sleep 0.1; echo there');
  assert.deepEqual(await program.exchange('x', 9_999_999_000), { line: 'there' });
});
