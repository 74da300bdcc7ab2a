import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { thisProcess, withLock } from '#store/locks.js';
import { problemOf } from '../support/error-of.js';
import { tempLibrary } from '../support/temp-library.js';

const soon = { staleMs: 100, longestWaitMs: 5_000 };

test('a lock exists only while the work runs, even if the work fails', (t) => {
  const file = join(tempLibrary(t, {}), 'a.jsonl');
  const lock = join(file, '../.a.jsonl.lock');
  assert.equal(
    withLock(file, () => existsSync(lock)),
    true,
  );
  assert.equal(existsSync(lock), false);
  assert.throws(
    () =>
      withLock(file, () => {
        throw new Error('no');
      }),
    /^Error: no$/,
  );
  assert.equal(existsSync(lock), false);
});

test('a stale lock of an unknown process is taken over', (t) => {
  const dir = tempLibrary(t, { '.a.jsonl.lock': 'long gone' });
  assert.equal(
    withLock(join(dir, 'a.jsonl'), () => 'done', soon),
    'done',
  );
  assert.equal(existsSync(join(dir, '.a.jsonl.lock')), false);
});

test('the wait for a held lock ends after the maximum, and the lock stays', (t) => {
  const dir = tempLibrary(t, { '.a.jsonl.lock': 'at work' });
  const impatient = { staleMs: 5_000, longestWaitMs: 100 };
  const error = problemOf(() => withLock(join(dir, 'a.jsonl'), () => assert.fail('two at once'), impatient));
  assert.deepEqual(error, {
    code: 'EVA_DISK',
    variant: 'locked',
    message: `cannot write ${dir}/a.jsonl: another eva is using it`,
  });
  assert.equal(readFileSync(join(dir, '.a.jsonl.lock'), 'utf8'), 'at work');
});

test('the lock of a process that has ended is taken over without waiting', (t) => {
  const gone = JSON.stringify({ ...thisProcess(), started: '1', mark: 'm' });
  const dir = tempLibrary(t, { '.a.jsonl.lock': gone });
  const never = { staleMs: Number.POSITIVE_INFINITY, longestWaitMs: 0 };
  assert.equal(
    withLock(join(dir, 'a.jsonl'), () => 'done', never),
    'done',
  );
  assert.deepEqual(readdirSync(dir), []);
});

test('the lock of a running process is never taken over', (t) => {
  const alive = JSON.stringify({ ...thisProcess(), mark: 'm' });
  const dir = tempLibrary(t, { '.a.jsonl.lock': alive });
  const error = problemOf(() =>
    withLock(join(dir, 'a.jsonl'), () => assert.fail('two at once'), { staleMs: 0, longestWaitMs: 100 }),
  );
  assert.deepEqual(error, {
    code: 'EVA_DISK',
    variant: 'locked',
    message: `cannot write ${dir}/a.jsonl: another eva is using it`,
  });
  assert.equal(readFileSync(join(dir, '.a.jsonl.lock'), 'utf8'), alive);
});

test('a process does not remove a lock that another one has taken over', (t) => {
  const file = join(tempLibrary(t, {}), 'a.jsonl');
  const lock = join(file, '../.a.jsonl.lock');
  withLock(file, () => writeFileSync(lock, 'somebody else'));
  assert.equal(readFileSync(lock, 'utf8'), 'somebody else');
});

test('a link in place of a lock is refused', (t) => {
  const dir = tempLibrary(t, { '.a.jsonl.lock': { link: '/dev/null' } });
  assert.equal(problemOf(() => withLock(join(dir, 'a.jsonl'), () => undefined)).code, 'EVA_ODD_FILE');
});

test('a lock in a missing folder fails with the path of the file to write', (t) => {
  const file = join(tempLibrary(t, {}), 'missing', 'a.jsonl');
  const error = problemOf(() => withLock(file, () => undefined));
  assert.deepEqual(error, {
    code: 'EVA_DISK',
    variant: 'failed',
    message: `cannot write ${file}: its directory does not exist`,
  });
});
