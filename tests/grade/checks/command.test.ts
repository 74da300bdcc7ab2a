import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import type { CheckContext } from '#grade/check-parts/check.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import { redactor } from '#model/text/redact.js';
import { NoReply } from '#provider/provider.js';
import { context as defaults } from '../check-context.js';

const node = process.execPath;

async function run(script: string, response: string, context: Partial<CheckContext> = {}) {
  return runArgv([node, '-e', script], response, context);
}

async function runArgv(value: readonly string[], response: string, context: Partial<CheckContext> = {}) {
  const whole = {
    ...defaults,
    promptDir: tmpdir(),
    programEnv: {},
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    ...context,
  };
  const [finding] = await runChecks([{ op: 'command', value }], response, whole);
  return [finding?.holds, finding?.reason];
}

const readAll = "require('node:fs').readFileSync(0, 'utf8')";

test('a program that gets the response and exits with 0 passes the check', async () => {
  const script = `process.exit(${readAll} === 'é\\n' ? 0 : 1)`;
  assert.deepEqual(await run(script, 'é\n'), [true, 'exit code 0']);
});

test("another exit code fails, with the end of the program's output", async () => {
  const script = "for (const line of ['a', 'b', 'c', 'd']) console.error(line); process.exitCode = 3";
  assert.deepEqual(await run(script, 'x'), [false, 'exit code 3, 0 was expected: b / c / d']);
});

test('standard output is quoted if standard error is empty', async () => {
  const script = "console.log('too short'); process.exitCode = 1";
  assert.deepEqual(await run(script, 'x'), [false, 'exit code 1, 0 was expected: too short']);
});

test('a program that does not read its input can pass', async () => {
  assert.deepEqual(await run('', 'x'.repeat(5_000_000)), [true, 'exit code 0']);
});

test('a program that exceeds its time limit is stopped', async () => {
  const outcome = await run('setInterval(() => {}, 1000)', 'x', { timeoutMs: 300 });
  assert.deepEqual(outcome, [false, 'the program was stopped after 0.3 s']);
});

test('a program that is killed fails with the signal', async () => {
  const outcome = await run("process.kill(process.pid, 'SIGKILL')", 'x');
  assert.deepEqual(outcome, [false, 'the program was killed by SIGKILL']);
});

test('a program that floods its output is stopped', async () => {
  const [holds, reason] = await run("for (;;) require('node:fs').writeSync(1, 'x'.repeat(65536))", 'x');
  assert.equal(holds, false);
  assert.match(String(reason), /^the program was stopped when its output passed 1000000 bytes: …?x+/);
});

for (const [program, reason] of [
  ['no-such-program-here', 'the program was not found'],
  ['/', 'the program may not be executed'],
] as const) {
  test(`"${program}" cannot be started, which gives no finding about the response`, async () => {
    const message = `the program "${program}" of a check cannot be started: ${reason}`;
    await assert.rejects(runArgv([program], 'x'), new NoReply(message));
  });
}

test("a program runs in the prompt's directory with exactly the given environment", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-command-'));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'check.cjs'), "process.exit(process.env.EVA_A === '1' && !process.env.HOME ? 0 : 1)");
  const outcome = await runArgv([node, 'check.cjs'], 'x', { promptDir: dir, programEnv: { EVA_A: '1' } });
  assert.deepEqual(outcome, [true, 'exit code 0']);
});

test('a program finds the item of a data set in a private file, which is gone afterwards', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-command-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const script = `
    const { readFileSync, statSync, writeFileSync } = require('node:fs');
    const path = process.env.EVA_ITEM;
    writeFileSync('seen.json', JSON.stringify([path, statSync(path).mode & 0o777, readFileSync(path, 'utf8')]));
    process.exit(${readAll} === JSON.parse(readFileSync(path, 'utf8')).label ? 0 : 1);`;
  const item = JSON.stringify({ label: 'é "x"\n', __proto__x: '../../etc' });
  const context = { promptDir: dir, programEnv: { EVA_ITEM: '/elsewhere' }, item: () => item };
  assert.deepEqual(await run(script, 'é "x"\n', context), [true, 'exit code 0']);
  const [path, mode, text] = JSON.parse(readFileSync(join(dir, 'seen.json'), 'utf8'));
  assert.deepEqual([mode, text], [0o600, item]);
  assert.equal(existsSync(dirname(path)), false);
});

test('the file of the item is gone after a program that fails, cannot be started or is interrupted', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'eva-command-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = dir;
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(dir, { recursive: true });
  });
  const item = () => '{}';
  const sees = "process.exit(require('node:fs').existsSync(process.env.EVA_ITEM) ? 4 : 5)";
  assert.deepEqual(await run(sees, 'x', { item }), [false, 'exit code 4, 0 was expected']);
  await assert.rejects(runArgv(['no-such-program-here'], 'x', { item }), NoReply);
  const controller = new AbortController();
  const pending = run('setInterval(() => {}, 1000)', 'x', { item, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('interrupted')), 50);
  await assert.rejects(pending, { message: 'interrupted' });
  assert.deepEqual(readdirSync(dir), []);
  process.env['TMPDIR'] = join(dir, 'missing');
  await assert.rejects(run('', 'x', { item }), NoReply);
});

test('a program of a case without a data set has no item', async () => {
  assert.deepEqual(await run("process.exit('EVA_ITEM' in process.env ? 1 : 0)", 'x'), [true, 'exit code 0']);
});

test('an interrupt while a program runs takes effect at once and gives no finding', async () => {
  const controller = new AbortController();
  const pending = run('setInterval(() => {}, 1000)', 'x', { signal: controller.signal });
  setImmediate(() => controller.abort(new Error('interrupted')));
  await assert.rejects(pending, { message: 'interrupted' });
});

test('a key is masked before the output is shortened, which could cut it', async () => {
  const script = "process.stderr.write('x'.repeat(290) + 'abcd-' + '123456'); process.exitCode = 1";
  const [, reason] = await run(script, 'x', { redact: redactor(['abcd-123456']) });
  assert.match(String(reason), /x\[redacted\]$/);
});
