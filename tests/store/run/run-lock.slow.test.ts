import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs, { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { uptime } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EvaError } from '#model/problem.js';
import type { LockTakeover } from '#model/run/notice.js';
import { holderOfRun, lockRun } from '#store/run/run-folder.js';
import { errorOf, problemOf } from '../../support/error-of.js';
import { failDisk } from '../../support/failing-fs.js';
import { tempLibrary } from '../../support/temp-library.js';

const script = fileURLToPath(new URL('../../support/hold-lock.js', import.meta.url));
const noTakeover = (): never => assert.fail('no lock was to be taken over');

/** Starts a process that holds the lock of a run, and waits until it has it. The process ends with the test. */
async function holder(
  t: TestContext,
  dir: string,
): Promise<{ readonly pid: number; readonly kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [script, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  t.after(() => child.kill('SIGKILL'));
  await ready(child);
  assert.equal(await outputOnceReleased(child), 'locked');
  return {
    pid: child.pid ?? 0,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

function nextLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk).trim())));
}

async function ready(child: ChildProcess): Promise<void> {
  assert.equal(await nextLine(child), 'ready');
}

/** Lets a waiting process try the lock, and returns its output. */
function outputOnceReleased(child: ChildProcess): Promise<string> {
  const line = nextLine(child);
  child.stdin?.write('\n');
  return line;
}

function lockIn(dir: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(dir, 'lock'), 'utf8'));
}

test('a lock names the process that holds it, and is removed by release', (t) => {
  const dir = tempLibrary(t, {});
  const lock = lockRun(dir, 'run-1', noTakeover);
  const { pid, host, boot_id, started, mark } = lockIn(dir);
  assert.equal(pid, process.pid);
  assert.deepEqual(
    [host, mark].map((one) => typeof one),
    ['string', 'string'],
  );
  if (process.platform === 'linux')
    assert.deepEqual(
      [boot_id, started].map((one) => typeof one),
      ['string', 'string'],
    );
  assert.deepEqual(holderOfRun(dir), { pid: process.pid });
  lock.release();
  lock.release();
  assert.equal(existsSync(join(dir, 'lock')), false);
  assert.equal(holderOfRun(dir), null);
});

test('a run that another process works on is refused, and the error names the process', async (t) => {
  const dir = tempLibrary(t, {});
  const { pid } = await holder(t, dir);
  const error = errorOf(() => lockRun(dir, 'run-1', noTakeover));
  assert.deepEqual([error.code, error.exitCode], ['EVA_RUN_IN_USE', 3]);
  assert.deepEqual(
    problemOf(() => lockRun(dir, 'run-1', noTakeover)),
    { code: 'EVA_RUN_IN_USE', variant: 'process', message: `process ${pid} is working on run run-1` },
  );
  assert.deepEqual(holderOfRun(dir), { pid });
});

test('the lock of a process that was killed is taken over and reported', async (t) => {
  const dir = tempLibrary(t, {});
  const { pid, kill } = await holder(t, dir);
  await kill();
  assert.equal(holderOfRun(dir), null);
  const takeovers: LockTakeover[] = [];
  lockRun(dir, 'run-1', (takeover) => takeovers.push(takeover));
  assert.deepEqual(takeovers, [{ run_id: 'run-1', pid, isRestarted: false }]);
  assert.equal(lockIn(dir)['pid'], process.pid);
});

test('the lock of a zombie process is taken over', async (t) => {
  if (process.platform !== 'linux') return t.skip('needs /proc');
  const dir = tempLibrary(t, {});
  const shell = '"$@" & exec sleep 1000'; // sleep never reaps its child
  const parent = spawn('sh', ['-c', shell, 'sh', process.execPath, script, dir], { stdio: 'ignore' });
  t.after(() => parent.kill('SIGKILL'));
  const state = () => {
    const pid = existsSync(join(dir, 'lock')) ? lockIn(dir)['pid'] : null;
    return pid === null ? '' : readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.slice(0, 1);
  };
  while (state() !== 'Z') await nextTurn();
  const takeovers: LockTakeover[] = [];
  lockRun(dir, 'run-1', (takeover) => takeovers.push(takeover));
  assert.deepEqual(
    takeovers.map(({ isRestarted }) => isRestarted),
    [false],
  );
});

/** Makes a directory with a lock of this process, with some fields replaced. */
function lockWith(t: TestContext, fields: Readonly<Record<string, unknown>>): string {
  const dir = tempLibrary(t, {});
  lockRun(dir, 'run-1', noTakeover);
  writeFileSync(join(dir, 'lock'), JSON.stringify({ ...lockIn(dir), ...fields }));
  return dir;
}

const takenOver: readonly (readonly [what: string, fields: Readonly<Record<string, unknown>>, isRestarted: boolean])[] =
  [
    ['of an earlier process with the same number', { started: '1' }, false],
    ['from before the machine was restarted', { boot_id: 'another' }, true],
  ];

for (const [what, fields, isRestarted] of takenOver) {
  test(`a lock ${what} is taken over`, (t) => {
    const takeovers: LockTakeover[] = [];
    lockRun(lockWith(t, fields), 'run-1', (one) => takeovers.push(one));
    assert.deepEqual(
      takeovers.map((one) => one.isRestarted),
      [isRestarted],
    );
  });
}

test('a lock of another machine is refused, and the error names the file to delete', (t) => {
  const dir = lockWith(t, { host: 'far-away', pid: 7 });
  const message = 'process 7 on another machine or container, far-away, is working on run run-1';
  assert.deepEqual(
    problemOf(() => lockRun(dir, 'run-1', noTakeover)),
    { code: 'EVA_RUN_IN_USE', variant: 'other_machine', message },
  );
  assert.deepEqual(holderOfRun(dir), { pid: 7, host: 'far-away' });
});

test('a lock of a process in another container is refused, even with the same machine and host name', (t) => {
  const dir = lockWith(t, { pid_namespace: 'pid:[1]', started: '1' });
  assert.equal(problemOf(() => lockRun(dir, 'run-1', noTakeover)).variant, 'other_machine');
});

const ofNobody = '{"pid":-1,"host":"a","boot_id":null,"pid_namespace":null,"started":null,"mark":"m"}';

for (const text of ['', '{', '[]', ofNobody, '{"pid":1}']) {
  test(`a lock that does not say who holds it is refused: ${text || 'an empty file'}`, (t) => {
    const dir = tempLibrary(t, { lock: text });
    assert.deepEqual(
      problemOf(() => lockRun(dir, 'run-1', noTakeover)),
      {
        code: 'EVA_RUN_IN_USE',
        variant: 'unknown',
        message: 'run run-1 is locked, and its lock file does not name the process',
      },
    );
    assert.equal(readFileSync(join(dir, 'lock'), 'utf8'), text);
    assert.deepEqual(holderOfRun(dir), { pid: null });
  });
}

test('a lock that does not say who holds it and is older than the start of the machine is taken over: a power cut took its text', (t) => {
  const dir = tempLibrary(t, { lock: '' });
  const before = Date.now() / 1000 - uptime() - 60;
  utimesSync(join(dir, 'lock'), before, before);
  assert.equal(holderOfRun(dir), null);
  const takeovers: LockTakeover[] = [];
  lockRun(dir, 'run-1', (takeover) => takeovers.push(takeover));
  assert.deepEqual(takeovers, [{ run_id: 'run-1', pid: null, isRestarted: true }]);
  assert.equal(lockIn(dir)['pid'], process.pid);
});

test('a link in place of a lock is refused', (t) => {
  const dir = tempLibrary(t, { lock: { link: '/dev/null' } });
  assert.equal(errorOf(() => lockRun(dir, 'run-1', noTakeover)).code, 'EVA_ODD_FILE');
});

test('release keeps a lock that another process has taken over', (t) => {
  const dir = tempLibrary(t, {});
  const lock = lockRun(dir, 'run-1', noTakeover);
  const other = { ...lockIn(dir), mark: 'another' };
  writeFileSync(join(dir, 'lock'), JSON.stringify(other));
  lock.release();
  assert.deepEqual(lockIn(dir), other);
});

test('a lock whose folder is gone is released without an error', (t) => {
  const dir = tempLibrary(t, { 'run-1/.keep': '' });
  const lock = lockRun(join(dir, 'run-1'), 'run-1', noTakeover);
  rmSync(join(dir, 'run-1'), { recursive: true });
  lock.release();
  assert.equal(existsSync(join(dir, 'run-1')), false);
});

test('one of six processes that find the same stale lock gets the run, in each of ten rounds', async (t) => {
  for (let round = 0; round < 10; round++) {
    const dir = lockWith(t, { started: '1' });
    const six = Array.from({ length: 6 }, () =>
      spawn(process.execPath, [script, dir], { stdio: ['pipe', 'pipe', 'ignore'] }),
    );
    t.after(() => {
      for (const child of six) child.kill('SIGKILL');
    });
    await Promise.all(six.map(ready));
    const said = await Promise.all(six.map(outputOnceReleased));
    assert.deepEqual(said.sort(), [...Array(5).fill('EVA_RUN_IN_USE'), 'locked'], `round ${round}`);
    for (const child of six) child.kill('SIGKILL');
  }
});

/** Runs `work` before the link or rename number `call` of this process, like a faster process. The result tells whether it ran. */
function beforeNaming(t: TestContext, call: number, work: () => void): () => boolean {
  const { linkSync, renameSync } = fs;
  const repair = () => {
    Object.assign(fs, { linkSync, renameSync });
    syncBuiltinESMExports();
  };
  let calls = 0;
  const meeting = (original: typeof linkSync) => (from: fs.PathLike, to: fs.PathLike) => {
    calls += 1;
    if (calls === call) {
      repair();
      work();
    }
    original(from, to);
  };
  Object.assign(fs, { linkSync: meeting(linkSync), renameSync: meeting(renameSync) });
  syncBuiltinESMExports();
  t.after(repair);
  return () => calls >= call;
}

/** Tries the lock: 1 if it was acquired, else 0. */
function tried(dir: string): number {
  try {
    lockRun(dir, 'run-1', () => undefined);
    return 1;
  } catch (error) {
    assert.equal(error instanceof EvaError && error.problems[0]?.code, 'EVA_RUN_IN_USE');
    return 0;
  }
}

const interleaved = [
  { stale: false, call: 1, what: 'a lock is made' },
  { stale: true, call: 1, what: 'a stale lock is met' },
  { stale: true, call: 2, what: 'a stale lock is claimed' },
  { stale: true, call: 3, what: 'a stale lock is replaced' },
];

for (const { stale, call, what } of interleaved) {
  test(`a process that starts while ${what} on a slow disk gets the run alone or not at all`, (t) => {
    const dir = stale ? lockWith(t, { started: '1' }) : tempLibrary(t, {});
    let other = 0;
    const hasCome = beforeNaming(t, call, () => {
      other = tried(dir);
    });
    assert.equal(tried(dir) + other, 1);
    assert.equal(hasCome(), true);
    assert.deepEqual(readdirSync(dir), ['lock']);
  });
}

test('a lock is created on a file system without links', (t) => {
  const dir = tempLibrary(t, {});
  const disk = failDisk({ isCounted: (path) => path.startsWith(dir), call: 4, code: 'EPERM', lasting: 'once' });
  t.after(disk.repair);
  lockRun(dir, 'run-1', noTakeover);
  assert.match(disk.failed().join(), /^linkSync [^,]*$/);
  assert.equal(tried(dir), 0);
  assert.deepEqual(readdirSync(dir), ['lock']);
});
