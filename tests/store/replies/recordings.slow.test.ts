import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { RecordingWriter, readRecordings } from '#store/replies/recordings.js';
import { problemOf } from '../../support/error-of.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const draw = { trial: 0, turn: 0, vote: 0, attempt: 0 };
const line = (part: Parameters<typeof storedReply>[0]) => `${JSON.stringify(storedReply(part))}\n`;
const read = (dir: string) => readRecordings(dir, 'prompts/diff/recordings.jsonl');

test('the reply of a model is saved as recorded', (t) => {
  const dir = tempLibrary(t, {});
  const writer = new RecordingWriter(dir);
  writer.put(storedReply({ source: 'model' }));
  writer.save();
  assert.equal(read(dir).store.get(keyOf('a'))?.source, 'recorded');
});

test('a reply that a person wrote stays synthetic when it is recorded', (t) => {
  const dir = tempLibrary(t, {});
  const writer = new RecordingWriter(dir);
  writer.put(storedReply({ source: 'synthetic' }));
  writer.save();
  assert.equal(read(dir).store.get(keyOf('a'))?.source, 'synthetic');
});

test('a writer of synthetic replies marks all replies as synthetic', (t) => {
  const dir = tempLibrary(t, {});
  const writer = new RecordingWriter(dir, 'synthetic');
  writer.put(storedReply({ source: 'model' }));
  writer.save();
  assert.equal(read(dir).store.get(keyOf('a'))?.source, 'synthetic');
});

test('saving keeps old replies, replaces those that were requested again, and keeps the mode of the file', (t) => {
  const old = line({ key: keyOf('a'), text: 'old' }) + line({ key: keyOf('b'), text: 'kept' });
  const dir = tempLibrary(t, { 'recordings.jsonl': old });
  chmodSync(join(dir, 'recordings.jsonl'), 0o664);
  const writer = new RecordingWriter(dir);
  writer.put(storedReply({ key: keyOf('a'), text: 'new' }));
  writer.put(storedReply({ key: keyOf('c'), text: 'more' }));
  writer.save();
  const texts = ['a', 'b', 'c'].map((digit) => read(dir).store.get(keyOf(digit))?.reply.text);
  assert.deepEqual(texts, ['new', 'kept', 'more']);
  assert.equal(statSync(join(dir, 'recordings.jsonl')).mode & 0o777, 0o664);
});

test('the order of the lines does not depend on the order in which replies arrived', (t) => {
  const replies = [
    storedReply({ key: keyOf('7'), case: 'alpha' }),
    storedReply({ key: keyOf('6'), case: 'alpha', draw: { ...draw, trial: 2 } }),
    storedReply({ key: keyOf('5'), case: 'alpha', draw: { ...draw, trial: 10 } }),
    storedReply({ key: keyOf('4'), case: 'alpha', role: 'judge' }),
    storedReply({ key: keyOf('3'), case: 'alpha', role: 'judge', draw: { ...draw, attempt: 1 } }),
    storedReply({ key: keyOf('2'), case: 'alpha', role: 'judge', draw: { ...draw, vote: 1 } }),
    storedReply({ key: keyOf('1'), case: 'beta', role: 'trigger' }),
  ];
  for (const order of [replies, [...replies].reverse()]) {
    const dir = tempLibrary(t, {});
    const writer = new RecordingWriter(dir);
    for (const reply of order) writer.put(reply);
    writer.save();
    const lines = readFileSync(join(dir, 'recordings.jsonl'), 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((text) => JSON.parse(text).key[0]),
      ['7', '6', '5', '4', '3', '2', '1'],
    );
  }
});

test('saving the same replies again changes no byte', (t) => {
  const dir = tempLibrary(t, {});
  const save = () => {
    const writer = new RecordingWriter(dir);
    writer.put(storedReply({ key: keyOf('b') }));
    writer.put(storedReply({ key: keyOf('a') }));
    writer.save();
    return readFileSync(join(dir, 'recordings.jsonl'), 'utf8');
  };
  assert.equal(save(), save());
});

test('a line that cannot be read is a warning with its place, and its reply counts as missing', (t) => {
  const good = line({ key: keyOf('b') });
  const dir = tempLibrary(t, { 'recordings.jsonl': `${line({ key: 'short' })}${good}{"key":` });
  const { store, size, problems } = read(dir);
  assert.equal(size, 1);
  assert.ok(store.get(keyOf('b')));
  assert.deepEqual(
    problems.map(({ severity, code, at }) => ({ severity, code, at })),
    [
      {
        severity: 'warning',
        code: 'EVA_BAD_RECORDING',
        at: { file: 'prompts/diff/recordings.jsonl', line: 1 },
      },
      {
        severity: 'warning',
        code: 'EVA_BAD_RECORDING',
        at: { file: 'prompts/diff/recordings.jsonl', line: 3 },
      },
    ],
  );
});

test('saving over conflict markers keeps the replies of both sides and drops the other lines', (t) => {
  const [ours, theirs] = [line({ key: keyOf('a') }), line({ key: keyOf('b') })];
  const dir = tempLibrary(t, { 'recordings.jsonl': `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n` });
  const writer = new RecordingWriter(dir);
  writer.put(storedReply({ key: keyOf('c') }));
  writer.save();
  assert.deepEqual(read(dir).problems, []);
  assert.equal(read(dir).size, 3);
});

test('a writer without replies does not change the file', (t) => {
  const dir = tempLibrary(t, {});
  new RecordingWriter(dir).save();
  assert.equal(existsSync(join(dir, 'recordings.jsonl')), false);
});

test('two processes that save recordings at the same time lose none', async (t) => {
  const dir = tempLibrary(t, {});
  const script = join(import.meta.dirname, '../../support/save-recordings.js');
  const writers = ['1', '2', '3', '4', '5', '6'];
  const exits = writers.map(async (digit) => {
    const [exitCode] = await once(spawn(process.execPath, [script, dir, digit, '20'], { stdio: 'inherit' }), 'exit');
    return exitCode;
  });
  assert.deepEqual(await Promise.all(exits), [0, 0, 0, 0, 0, 0]);
  assert.equal(read(dir).size, 120);
  assert.deepEqual(readdirSync(dir), ['recordings.jsonl']);
});

test('a process that is killed while it saves leaves the recordings intact, 20 times out of 20', async (t) => {
  const dir = tempLibrary(t, { 'recordings.jsonl': '' });
  chmodSync(join(dir, 'recordings.jsonl'), 0o640);
  const script = join(import.meta.dirname, '../../support/save-recordings.js');
  const digits = '0123456789abcdef';
  let before = 0;
  for (let round = 0; round < 20; round++) {
    const child = spawn(process.execPath, [script, dir, digits[round % 16] ?? '', '100000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    setTimeout(() => child.kill('SIGKILL'), round * 0.7);
    await once(child, 'exit');
    const { size, problems } = read(dir);
    assert.deepEqual(problems, []);
    assert.ok(size > before || round >= 16, `${size} replies after ${before}`);
    assert.equal(statSync(join(dir, 'recordings.jsonl')).mode & 0o7777, 0o640, 'its mode is kept');
    before = size;
    rmSync(join(dir, '.recordings.jsonl.lock'), { force: true }); // as the next process does after some seconds
  }
});

test('recordings that would be too large to read are refused, and the old ones stay', (t) => {
  const dir = tempLibrary(t, { 'recordings.jsonl': line({ key: keyOf('a') }) });
  const writer = new RecordingWriter(dir);
  for (const digit of ['b', 'c']) writer.put(storedReply({ key: keyOf(digit), text: 'x'.repeat(65 * 1024 * 1024) }));
  assert.deepEqual(
    problemOf(() => writer.save()),
    {
      code: 'EVA_LOG_TOO_LARGE',
      variant: 'recordings',
      message: `${dir}/recordings.jsonl would exceed 128 MiB or 1,000,000 lines, so nothing was recorded`,
    },
  );
  assert.equal(readFileSync(join(dir, 'recordings.jsonl'), 'utf8'), line({ key: keyOf('a') }));
});

test('a time without milliseconds is read with them, so that times compare as text', (t) => {
  const early = { key: keyOf('a'), ts: '2026-01-02T03:04:05Z' };
  const late = { key: keyOf('b'), ts: '2026-01-02T03:04:05.5Z' };
  const { store } = read(tempLibrary(t, { 'recordings.jsonl': line(early) + line(late) }));
  assert.equal(store.get(keyOf('a'))?.ts, '2026-01-02T03:04:05.000Z');
  assert.equal(store.get(keyOf('b'))?.ts, '2026-01-02T03:04:05.500Z');
});
