import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createJournal } from '#store/journal.js';
import { readReplies } from '#store/stored-reply.js';
import { errorOf } from '../support/error-of.js';
import { keyOf, storedReply } from '../support/stored-reply.js';
import { tempLibrary } from '../support/temp-library.js';

/** Sets how large a file of this process may grow; false where the system has no such command. */
function limitFiles(bytes: string): boolean {
  try {
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a reply that was written in half costs itself alone, and the next one is whole', (t) => {
  const dir = tempLibrary(t, {});
  const path = join(dir, 'journal.jsonl');
  const journal = createJournal(dir, { run_id: 'run-1', id: 'diff', eva_version: '0.1.0' });
  t.after(() => errorOf(() => journal.close())); // its directory is gone by then
  journal.put(storedReply({ key: keyOf('a') }));
  const { size } = statSync(path);
  if (!limitFiles(String(size + 50))) return t.skip('needs prlimit');
  const full = errorOf(() => journal.put(storedReply({ key: keyOf('b') })));
  limitFiles('unlimited');
  assert.equal(full.message, `cannot write ${path}: the file would be too large`);
  assert.equal(statSync(path).size, size + 50, 'half of the line is there');
  for (const digit of ['c', 'd']) journal.put(storedReply({ key: keyOf(digit) }));
  assert.deepEqual([...readReplies(path).replies.keys()], [keyOf('a'), keyOf('c'), keyOf('d')]);
  assert.equal(journal.get(keyOf('b')), undefined);
});
