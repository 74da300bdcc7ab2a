import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Program, runProgram } from '#provider/process/run-program.js';
import { loadPrograms } from '#provider/process/start-program.js';
import { alive, uniqueSleep } from '../../support/alive.js';

const node = process.execPath;

function program(argv: readonly string[], changes: Partial<Program> = {}): Program {
  return {
    argv,
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '' },
    input: '',
    timeoutMs: 10_000,
    maxOutputBytes: 1_000_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

const sh = (script: string, changes: Partial<Program> = {}) => program(['sh', '-c', script], changes);

test('a result has both streams and the exit code', async () => {
  const result = await runProgram(sh('cat; echo oops >&2; exit 3', { input: 'hällo\n\n' }));
  assert.equal(result.stdout, 'hällo\n\n');
  assert.equal(result.stderr, 'oops\n');
  assert.equal(result.exit_code, 3);
  assert.equal(result.signal, null);
  assert.equal(result.timed_out, false);
  assert.equal(result.too_much_output, false);
  assert.equal('failed_to_start' in result, false);
});

test('a program gets only the given environment', async () => {
  const script = 'console.log(JSON.stringify(Object.keys(process.env).sort()))';
  const result = await runProgram(program([node, '-e', script], { env: { EVA_A: '1', LANG: 'C' } }));
  assert.equal(result.stdout, '["EVA_A","LANG"]\n');
});

test('no shell reads the arguments', async () => {
  const result = await runProgram(program([node, '-e', 'console.log(process.argv[1])', '$HOME `id` *']));
  assert.equal(result.stdout, '$HOME `id` *\n');
});

test('a program may exit without reading its input', async () => {
  const result = await runProgram(sh('exit 0', { input: 'x'.repeat(3_000_000) }));
  assert.equal(result.exit_code, 0);
});

test('the time limit holds even if the program ignores SIGTERM', async () => {
  const mark = uniqueSleep();
  const result = await runProgram(sh(`trap '' TERM; sleep ${mark} & wait; sleep ${mark}`, { timeoutMs: 200 }));
  assert.equal(result.timed_out, true);
  assert.equal(result.exit_code, null);
  assert.ok(result.duration_ms < 60_000, `${result.duration_ms} ms`);
  assert.deepEqual(alive(mark), []);
});

test('a grandchild that keeps the output open is ended at the time limit', async () => {
  const mark = uniqueSleep();
  const result = await runProgram(sh(`echo before; sleep ${mark} & sleep ${mark}`, { timeoutMs: 200 }));
  assert.equal(result.timed_out, true);
  assert.equal(result.stdout, 'before\n');
  assert.ok(result.duration_ms < 60_000, `${result.duration_ms} ms`);
  assert.deepEqual(alive(mark), []);
});

test('a grandchild that keeps the output open is ended after a normal exit', async () => {
  const mark = uniqueSleep();
  const result = await runProgram(sh(`echo done; sleep ${mark} & exit 0`));
  assert.equal(result.exit_code, 0);
  assert.equal(result.stdout, 'done\n');
  assert.equal(result.timed_out, false);
  assert.ok(result.duration_ms < 60_000, `${result.duration_ms} ms`);
  assert.deepEqual(alive(mark), []);
});

test('a program that prints endlessly is stopped at the limit', async () => {
  const result = await runProgram(program(['yes'], { maxOutputBytes: 10_000 }));
  assert.equal(result.too_much_output, true);
  assert.equal(result.exit_code, null);
  assert.equal(result.stdout.length, 10_000);
  assert.ok(result.duration_ms < 60_000, `${result.duration_ms} ms`);
});

test('output of exactly the limit is not too much', async () => {
  const result = await runProgram(sh('printf 12345', { maxOutputBytes: 5 }));
  assert.equal(result.stdout, '12345');
  assert.equal(result.too_much_output, false);
});

test('output that arrived while eva was busy is read', async () => {
  const running = runProgram(sh('(sleep 0.4; head -c 60000 /dev/zero) & exit 0'));
  setTimeout(() => {
    const busyUntil = performance.now() + 700;
    while (performance.now() < busyUntil);
  }, 200);
  assert.equal((await running).stdout.length, 60_000);
});

test('a program that ended before its deadline while eva was busy is not timed out', async (t) => {
  const [cwd, mark] = [mkdtempSync(join(tmpdir(), 'eva-busy-')), uniqueSleep()];
  t.after(() => rmSync(cwd, { recursive: true }));
  await loadPrograms();
  const running = runProgram(sh(`: ${mark}; echo done; : > said; exit 3`, { cwd, timeoutMs: 300 }));
  await setImmediate(); // it is started
  const begun = performance.now();
  while (!existsSync(join(cwd, 'said')) || alive(mark).length > 0 || performance.now() - begun < 400);
  const { timed_out, exit_code, stdout } = await running;
  assert.deepEqual([timed_out, exit_code, stdout], [false, 3, 'done\n']);
});

test('abort ends the group and throws the reason', async () => {
  const mark = uniqueSleep();
  const controller = new AbortController();
  const reason = new Error('enough');
  const running = runProgram(sh(`sleep ${mark} & sleep ${mark}`, { signal: controller.signal }));
  setTimeout(() => controller.abort(reason), 100);
  await assert.rejects(running, reason);
  assert.deepEqual(alive(mark), []);
});

test('an aborted signal starts no program', async () => {
  await assert.rejects(runProgram(sh('echo never', { signal: AbortSignal.abort(new Error('too late')) })), /too late/);
});

test('an abort during the preparation starts no program', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-abort-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const controller = new AbortController();
  const running = runProgram(sh('touch started; sleep 5', { cwd: dir, signal: controller.signal }));
  controller.abort(new Error('enough'));
  await assert.rejects(running, /enough/);
  assert.deepEqual(readdirSync(dir), []);
});

test('a time limit above the maximum of a timer does not expire at once', async () => {
  const result = await runProgram(sh('sleep 0.1; echo there', { timeoutMs: 9_999_999_000 }));
  assert.equal(result.stdout, 'there\n');
});

test('a failed start has its reason, without a value of the environment', async () => {
  const cases: [Program, string][] = [
    [program(['no-such-program-here']), 'the program was not found'],
    [program(['/etc/passwd']), 'the program may not be executed'],
    [program(['cat', 'x'.repeat(3_000_000)]), 'its arguments are too long'],
    [program(['cat'], { env: { A: 'a\0secret' } }), 'it could not be started (ERR_INVALID_ARG_VALUE)'],
    [program([]), 'it could not be started (ERR_INVALID_ARG_VALUE)'],
  ];
  for (const [one, reason] of cases) {
    const result = await runProgram(one);
    assert.equal(result.failed_to_start, reason);
    assert.equal(result.exit_code, null);
  }
});

test('a program that another process kills has the signal', async () => {
  const result = await runProgram(sh('kill -KILL $$'));
  assert.equal(result.exit_code, null);
  assert.equal(result.signal, 'SIGKILL');
});
