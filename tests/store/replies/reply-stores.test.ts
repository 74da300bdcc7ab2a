import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { openCache } from '#store/replies/cache.js';
import { RecordingWriter, readRecordings } from '#store/replies/recordings.js';
import { createJournal, readJournal } from '#store/run/journal.js';
import { createRunFolder } from '#store/run/run-folder.js';
import { errorOf } from '../../support/error-of.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

/** A store, and the same store opened by a later process. */
interface Opened {
  readonly store: ReplyStore;
  readonly reopen: () => Pick<ReplyStore, 'get'>;
}

const header = { run_id: 'run-1', id: 'diff', eva_version: '0.1.0' };

const stores: Readonly<Record<string, (t: TestContext) => Opened>> = {
  journal(t) {
    const dir = createRunFolder(tempLibrary(t, {}), 'run-1');
    const store = createJournal(dir, header);
    t.after(() => store.drop());
    return { store, reopen: () => new Map([...readJournal(dir).replies].map((one) => [one.key, one])) };
  },
  cache(t) {
    const root = tempLibrary(t, {});
    const open = () => openCache(root, (message) => assert.fail(message));
    return { store: open(), reopen: open };
  },
  recordings(t) {
    const dir = tempLibrary(t, {});
    const read = () => readRecordings(dir, 'recordings.jsonl').store;
    const put = (reply: StoredReply) => {
      const writer = new RecordingWriter(dir);
      writer.put(reply);
      writer.save();
    };
    return { store: { get: (key) => read().get(key), put }, reopen: read };
  },
};

const reply = (part: Parameters<typeof storedReply>[0]) => storedReply({ source: 'recorded', ...part });

for (const [name, open] of Object.entries(stores)) {
  test(`${name}: a reply that was never stored is not found`, (t) => {
    assert.equal(open(t).store.get(keyOf('a')), undefined);
  });

  test(`${name}: a stored reply is read back unchanged, also by a later process`, (t) => {
    const { store, reopen } = open(t);
    const put = reply({ text: 'line 1\nline 2\r\n\u2028 \u0000 "quoted" é 😀 \ud800' });
    store.put(put);
    assert.deepEqual(store.get(put.key), put);
    assert.deepEqual(reopen().get(put.key), put);
  });

  test(`${name}: the state and details of an application's response are read back unchanged`, (t) => {
    const { store, reopen } = open(t);
    const spoken = { ...reply({}).reply, state: [null, { step: 1, '': 'é' }], details: { tools: ['search'] } };
    const put = reply({ reply: spoken });
    store.put(put);
    assert.deepEqual(reopen().get(put.key), put);
  });

  test(`${name}: a reply with structured data and unusual names is read back unchanged`, (t) => {
    const { store, reopen } = open(t);
    const tool_input = JSON.parse('{"__proto__": {"score": 5}, "constructor": null}');
    const put = reply({ case: '__proto__', reply: { ...reply({}).reply, tool_input, stop: 'tool_call' } });
    store.put(put);
    assert.deepEqual(reopen().get(put.key), put);
  });

  test(`${name}: each key has its own reply`, (t) => {
    const { store, reopen } = open(t);
    for (const digit of ['a', 'b', 'c']) store.put(reply({ key: keyOf(digit), text: digit }));
    const texts = ['a', 'b', 'c', 'd'].map((digit) => reopen().get(keyOf(digit))?.reply.text);
    assert.deepEqual(texts, ['a', 'b', 'c', undefined]);
  });

  test(`${name}: a second reply with the same key replaces the first`, (t) => {
    const { store, reopen } = open(t);
    store.put(reply({ text: 'first' }));
    store.put(reply({ text: 'second' }));
    assert.equal(store.get(keyOf('a'))?.reply.text, 'second');
    assert.equal(reopen().get(keyOf('a'))?.reply.text, 'second');
  });

  test(`${name}: a reply of several megabytes is stored`, (t) => {
    const { store, reopen } = open(t);
    store.put(reply({ text: 'x'.repeat(3_000_000) }));
    assert.equal(reopen().get(keyOf('a'))?.reply.text.length, 3_000_000);
  });

  test(`${name}: names of Object.prototype find no reply`, (t) => {
    const { store } = open(t);
    assert.equal(store.get('constructor'), undefined);
    assert.equal(store.get('__proto__'), undefined);
  });
}

test('a reply is on the disk when put returns, even if the journal is never closed', (t) => {
  const dir = createRunFolder(tempLibrary(t, {}), 'run-1');
  const journal = createJournal(dir, header);
  t.after(() => journal.drop());
  journal.put(storedReply());
  const lines = readFileSync(join(dir, 'journal.jsonl'), 'utf8').split('\n');
  const [{ ts, ...first }, second] = lines.slice(0, 2).map((line) => JSON.parse(line));
  assert.deepEqual(
    [first, second],
    [
      { ...header, journal: 1 },
      { ...storedReply(), n: 1 },
    ],
  );
  assert.ok(Math.abs(Date.parse(ts) - Date.now()) < 60_000, ts);
  assert.equal(lines[2], '');
});

test('a journal is never created twice', (t) => {
  const dir = createRunFolder(tempLibrary(t, {}), 'run-1');
  createJournal(dir, header).drop();
  const { code, message } = errorOf(() => createJournal(dir, header));
  assert.equal(code, 'EVA_DISK');
  assert.ok(message.includes(`${dir}/journal.jsonl`));
});

test('looking for a cached reply writes nothing', (t) => {
  const root = tempLibrary(t, {});
  openCache(root, assert.fail).get(keyOf('a'));
  assert.equal(existsSync(join(root, '.eva')), false);
});
