import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { createJournal, type Journal, readJournal, reopenJournal } from '#store/run/journal.js';
import { errorOf, problemOf, settled } from '../../support/error-of.js';
import { runHeader } from '../../support/run-header.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const header = JSON.stringify({ ...runHeader, journal: 1 });

const lineOf = (digit: string, text = digit) => JSON.stringify(storedReply({ key: keyOf(digit), text }));

const [a, b, c] = ['a', 'b', 'c'].map((digit) => lineOf(digit)) as [string, string, string];

/** Writes a journal with this text, and returns its directory and path. */
function journalOf(t: TestContext, text: string): { readonly dir: string; readonly path: string } {
  const dir = tempLibrary(t, { 'journal.jsonl': text });
  return { dir, path: join(dir, 'journal.jsonl') };
}

function keysIn(journal: Pick<Journal, 'replies'>): string {
  return [...journal.replies()].map(({ key }) => key.slice(0, 1)).join('');
}

const killed = ': the process was killed while it wrote the line';

/** Damages of a journal: its text, the keys that can still be read, and the problems as line, variant and message. */
const damages: readonly (readonly [what: string, text: string, keys: string, said: readonly string[]])[] = [
  ['nothing wrong', `${header}\n${a}\n${b}\n`, 'ab', []],
  ['no reply yet', `${header}\n`, '', []],
  [
    'a last line that is cut',
    `${header}\n${a}\n${b.slice(0, 40)}`,
    'a',
    [`3 last_line: the last line of the journal is not complete JSON${killed}`],
  ],
  ['a last line that lacks its newline alone', `${header}\n${a}\n${b}`, 'ab', []],
  [
    'NUL bytes at the end, as a power cut leaves them',
    `${header}\n${a}\n\0\0\0\0\0\0`,
    'a',
    [`3 last_line: the last line of the journal holds NUL bytes, as a crash or a power cut leaves them${killed}`],
  ],
  [
    'a bad line in the middle',
    `${header}\n${a}\n${b.slice(0, 40)}\n${c}\n`,
    'ac',
    ['3 line: this line of the journal is not complete JSON'],
  ],
  [
    'a line in the middle that is no reply',
    `${header}\n{"key":"x"}\n${c}\n`,
    'c',
    ['2 line: this line of the journal is not a reply: "key" is missing or wrong'],
  ],
  [
    'a second header',
    `${header}\n${header}\n${a}\n`,
    'a',
    ['2 line: this line of the journal is not a reply: "key" is missing or wrong'],
  ],
  ['a note', `${header}\n{"note":"batch_submitted","id":"b1"}\n${a}\n`, 'a', []],
  ['a key twice, of which the last counts', `${header}\n${a}\n${b}\n${a}\n`, 'ba', []],
];

for (const [what, text, keys, said] of damages) {
  test(`a journal with ${what} is continued, and no line of it is lost`, async (t) => {
    const { dir, path } = journalOf(t, text);
    const before = readFileSync(path);
    const { journal, problems } = reopenJournal(dir);
    assert.deepEqual(
      problems.map(({ at, variant, message }) => `${at?.line} ${variant}: ${message}`),
      said,
    );
    assert.equal(keysIn(journal), keys);
    journal.put(storedReply({ key: keyOf('d') }));
    assert.equal(journal.get(keyOf('d'))?.key, keyOf('d'));
    await journal.close();
    assert.deepEqual(readFileSync(path).subarray(0, before.length), before, 'every byte is still there');
    const again = readJournal(dir);
    assert.equal([...again.replies].map(({ key }) => key.slice(0, 1)).join(''), `${keys}d`);
    assert.equal(again.problems.length, said.length, 'the new line is one of its own');
  });
}

/** Returns every 20th offset of a text, and the offsets around the ends of its lines. */
function cutsOf(bytes: Buffer): readonly number[] {
  const isNearEnd = (place: number) => bytes.subarray(Math.max(0, place - 2), place + 2).includes(0x0a);
  const places = Array.from({ length: bytes.length + 1 }, (_, place) => place);
  return places.filter((place) => place >= header.length && (place % 20 === 0 || isNearEnd(place)));
}

test('a journal that is cut anywhere has all replies with a complete line, and takes new ones', async (t) => {
  const whole = Buffer.from(`${header}\n${lineOf('a', 'é\n"')}\n${b}\n`);
  const { dir, path } = journalOf(t, '');
  for (const end of cutsOf(whole)) {
    writeFileSync(path, whole.subarray(0, end));
    const { journal } = reopenJournal(dir);
    const expected = whole.subarray(0, end).toString('latin1').split('\n').slice(1).filter(isJson).length;
    assert.equal(journal.size, expected, `${end} bytes`);
    journal.put(storedReply({ key: keyOf('c') }));
    await journal.close();
    const { replies, problems } = readJournal(dir);
    assert.equal([...replies].length, expected + 1, `${end} bytes`);
    assert.ok(problems.length <= 1);
  }
});

function isJson(line: string): boolean {
  try {
    return Boolean(JSON.parse(line));
  } catch {
    return false;
  }
}

test('changed bytes after the header do not end the run and cost no other line', (t) => {
  const whole = Buffer.from(`${header}\n${a}\n${b}\n${c}\n`);
  const { dir, path } = journalOf(t, '');
  const places = fc.nat({ max: whole.length - header.length - 2 }).map((place) => header.length + 1 + place);
  fc.assert(
    fc.property(places, fc.nat({ max: 255 }), (place, byte) => {
      const damaged = Buffer.from(whole);
      damaged[place] = byte;
      writeFileSync(path, damaged);
      const { replies, problems } = readJournal(dir);
      const isJoined = whole[place] === 0x0a;
      assert.ok([...replies].length >= (isJoined ? 1 : 2), `byte ${place} is ${byte}`);
      assert.ok(problems.length <= 2);
    }),
    { numRuns: 500, seed: 20260110 },
  );
});

test('warnings of a journal have a code, the file and a hint', (t) => {
  const { dir, path } = journalOf(t, `${header}\n{\n`);
  const problems = readJournal(dir).problems.map(({ message: _message, hint: _hint, ...data }) => data);
  assert.deepEqual(problems, [
    {
      severity: 'warning',
      code: 'EVA_BAD_JOURNAL',
      variant: 'line',
      at: { file: path, line: 2 },
    },
  ]);
});

test('a journal of a later version is refused and stays unchanged', (t) => {
  const text = `${JSON.stringify({ ...runHeader, journal: 2 })}\n${a}\n`;
  const { dir, path } = journalOf(t, text);
  for (const open of [reopenJournal, readJournal]) {
    const error = errorOf(() => open(dir));
    assert.equal(error.code, 'EVA_NEWER_JOURNAL');
    assert.equal(error.exitCode, 2);
  }
  assert.equal(readFileSync(path, 'utf8'), text);
});

const headless: readonly (readonly [what: string, text: string, keys: string])[] = [
  ['no header', `${a}\n${b}\n`, 'ab'],
  ['nothing at all', '', ''],
  ['a header that is cut', header.slice(0, 20), ''],
  ['a header that is damaged', `${header.slice(0, 20)}\n${a}\n`, 'a'],
  ['a header that is a list', `[]\n${a}\n`, 'a'],
];

for (const [what, text, keys] of headless) {
  test(`a journal with ${what} is still used, with a warning at its first line`, async (t) => {
    const { dir, path } = journalOf(t, text);
    const { journal, header: none, problems } = reopenJournal(dir);
    assert.equal(none, null);
    assert.deepEqual(
      problems.map(({ code, variant, severity, at }) => [code, variant, severity, at]),
      [['EVA_BAD_JOURNAL', 'header', 'warning', { file: path, line: 1 }]],
    );
    assert.equal(keysIn(journal), keys);
    journal.put(storedReply({ key: keyOf('d') }));
    assert.equal(journal.get(keyOf('d'))?.key, keyOf('d'));
    await journal.close();
    const kept = [...readJournal(dir).replies].map(({ key }) => key.slice(0, 1)).join('');
    assert.equal(kept, `${keys}d`);
    assert.ok(readFileSync(path, 'utf8').startsWith(text), 'nothing is changed or removed');
  });
}

test('a new journal never replaces an existing one', (t) => {
  const { dir, path } = journalOf(t, `${header}\n${a}\n`);
  const said = errorOf(() => createJournal(dir, runHeader));
  assert.deepEqual([said.code, readFileSync(path, 'utf8')], ['EVA_DISK', `${header}\n${a}\n`]);
});

test('a journal that is missing or a link is refused, and the error names it', (t) => {
  const dir = tempLibrary(t, {});
  for (const open of [reopenJournal, readJournal]) {
    const expected = {
      code: 'EVA_BAD_RUN',
      variant: 'no_journal',
      message: `cannot read run ${basename(dir)}: it has no journal.jsonl`,
    };
    assert.deepEqual(
      problemOf(() => open(dir)),
      expected,
    );
  }
  assert.equal(existsSync(join(dir, 'journal.jsonl')), false);
  const linked = tempLibrary(t, { 'journal.jsonl': { link: '/dev/null' } });
  assert.equal(errorOf(() => reopenJournal(linked)).code, 'EVA_ODD_FILE');
});

test('a line above 64 MiB is skipped, and later lines are used', async (t) => {
  const { dir, path } = journalOf(t, `${header}\n${a}\n`);
  appendFileSync(path, Buffer.alloc(64 * 1024 * 1024 + 1, 'x'));
  appendFileSync(path, `\n${b}\n`);
  const { journal, problems } = reopenJournal(dir);
  assert.deepEqual(
    problems.map(({ code, severity, at }) => [code, severity, at?.line]),
    [['EVA_BAD_JOURNAL', 'warning', 3]],
  );
  assert.equal(keysIn(journal), 'ab');
  await journal.close();
});

test('a reply of 32 MiB is read back unchanged', async (t) => {
  const dir = tempLibrary(t, {});
  const journal = createJournal(dir, runHeader);
  const giant = storedReply({ text: 'é'.repeat(16 * 1024 * 1024) });
  journal.put(giant);
  assert.equal(journal.get(giant.key)?.reply.text.length, 16 * 1024 * 1024);
  await journal.close();
  const { journal: again } = reopenJournal(dir);
  assert.deepEqual(again.get(giant.key), giant);
  await again.close();
});

test('a later process reads the notes between replies in order', async (t) => {
  const dir = tempLibrary(t, {});
  const journal = createJournal(dir, runHeader);
  journal.note({ note: 'batch_submitting', count: 3, after: null });
  journal.put(storedReply());
  journal.note({ note: 'batch_submitted', id: 'b1' });
  const notes = [
    { note: 'batch_submitting', count: 3, after: null },
    { note: 'batch_submitted', id: 'b1' },
  ];
  assert.deepEqual(journal.notes(), notes);
  assert.equal(journal.size, 1);
  await journal.close();
  const reopened = reopenJournal(dir);
  assert.deepEqual(reopened.journal.notes(), notes);
  assert.deepEqual({ ...reopened.header, ts: '' }, { ...runHeader, journal: 1, ts: '' });
  await reopened.journal.close();
  assert.deepEqual(readJournal(dir).notes, notes);
});

test('replies can be iterated several times, also partly', (t) => {
  const { dir } = journalOf(t, `${header}\n${a}\n${b}\n`);
  const { replies } = readJournal(dir);
  for (const reply of replies) if (reply.key === keyOf('a')) break;
  assert.deepEqual(
    [...replies, ...replies].map(({ key }) => key.slice(0, 1)),
    ['a', 'b', 'a', 'b'],
  );
});

test('a journal that is deleted during the run is an error', async (t) => {
  const dir = tempLibrary(t, {});
  const journal = createJournal(dir, runHeader);
  journal.put(storedReply());
  rmSync(join(dir, 'journal.jsonl'));
  assert.deepEqual(problemOf(await settled(journal.close())), {
    code: 'EVA_DISK',
    variant: 'deleted',
    message: `cannot write ${dir}/journal.jsonl: another program deleted the file during the run`,
  });
});

test('has answers without reading the reply from the disk', async (t) => {
  const dir = tempLibrary(t, {});
  const journal = createJournal(dir, runHeader);
  journal.put(storedReply({ key: keyOf('a') }));
  writeFileSync(join(dir, 'journal.jsonl'), '');
  assert.deepEqual([journal.has(keyOf('a')), journal.has(keyOf('b'))], [true, false]);
  await journal.close();
});

test('a reply that was changed on the disk is not returned', async (t) => {
  const dir = tempLibrary(t, {});
  const journal = createJournal(dir, runHeader);
  journal.put(storedReply());
  const path = join(dir, 'journal.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace(keyOf('a'), keyOf('b')));
  assert.deepEqual(
    problemOf(() => journal.get(keyOf('a'))),
    {
      code: 'EVA_DISK',
      variant: 'changed',
      message: `cannot read ${path}: another program changed the file during the run`,
    },
  );
  await journal.close();
});

/** Limits the file size of this process; false if the system has no such command. */
function limitFiles(bytes: string): boolean {
  try {
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('only a reply that was half written is lost, and the next one is complete', async (t) => {
  const dir = tempLibrary(t, {});
  const path = join(dir, 'journal.jsonl');
  const journal = createJournal(dir, runHeader);
  journal.put(storedReply({ key: keyOf('a') }));
  const { size } = statSync(path);
  if (!limitFiles(String(size + 50))) return t.skip('needs prlimit');
  const full = errorOf(() => journal.put(storedReply({ key: keyOf('b') })));
  limitFiles('unlimited');
  assert.equal(full.code, 'EVA_DISK');
  assert.ok(full.message.includes(path));
  assert.equal(statSync(path).size, size + 50, 'half of the line is there');
  for (const digit of ['c', 'd']) journal.put(storedReply({ key: keyOf(digit) }));
  assert.equal(journal.get(keyOf('b')), undefined);
  assert.equal(journal.get(keyOf('d'))?.key, keyOf('d'));
  await journal.close();
  assert.deepEqual(
    [...readJournal(dir).replies].map(({ key }) => key),
    [keyOf('a'), keyOf('c'), keyOf('d')],
  );
});

test('memory does not grow with the replies: 200 of a megabyte pass through a heap of 48', (t) => {
  const dir = tempLibrary(t, {});
  const script = fileURLToPath(new URL('../../support/fill-journal.js', import.meta.url));
  const heap = ['--max-old-space-size=48', '--max-semi-space-size=2'];
  const child = spawnSync(process.execPath, [...heap, script, dir, '200', '1000000'], { encoding: 'utf8' });
  assert.deepEqual([child.status, child.stdout], [0, '{"replies":200,"wrong":0}\n'], child.stderr);
});

test('a reply that is too large to read back is refused, and nothing of it is written', async (t) => {
  const dir = tempLibrary(t, {});
  const journal = createJournal(dir, runHeader);
  const { size } = statSync(join(dir, 'journal.jsonl'));
  assert.deepEqual(
    problemOf(() => journal.put(storedReply({ text: '\0'.repeat(12 * 1024 * 1024) }))),
    {
      code: 'EVA_DISK',
      variant: 'line_too_long',
      message: `cannot write ${dir}/journal.jsonl: a reply is longer than 64 MiB, the limit of a line`,
    },
  );
  assert.equal(statSync(join(dir, 'journal.jsonl')).size, size);
  assert.equal(journal.size, 0);
  journal.put(storedReply({ key: keyOf('b') }));
  assert.equal(keysIn(journal), 'b');
  await journal.close();
});
