import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openCache } from '#store/replies/cache.js';
import { errorOf } from '../../support/error-of.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

const key = keyOf('a');
const good = JSON.stringify(storedReply());

const damaged: Readonly<Record<string, [string, RegExp]>> = {
  'an empty file': ['', /is not complete JSON$/],
  'half an entry': [good.slice(0, 100), /is not complete JSON$/],
  'a list': ['[]', /"key" is missing or wrong$/],
  'an entry of another key': [JSON.stringify(storedReply({ key: keyOf('b') })), /answers another question$/],
  'an entry without a text': [good.replace('"text"', '"txet"'), /"reply.text" is missing or wrong$/],
  'an entry with an invalid date': [good.replace('2026-01-02', '2026-13-45'), /"ts" is missing or wrong$/],
  'an entry with a date in other words': [
    good.replace('2026-01-02T03:04:05.000Z', '2 January 2026 (a long remark)'),
    /"ts" is missing or wrong$/,
  ],
  'an entry with a trial that is text': [good.replace('"trial":0', '"trial":"0"'), /"draw.trial" is missing or wrong$/],
  'an entry with tokens below none': [
    good.replace('"source"', '"at_most":{"input_tokens":-1,"output_tokens":9},"source"'),
    /"at_most" is missing or wrong$/,
  ],
  'an entry with another stop': [good.replace('"end"', '"enough"'), /"reply.stop" is missing or wrong$/],
};

for (const [name, [text, reason]] of Object.entries(damaged)) {
  test(`${name} is a miss with a warning, and can be replaced`, (t) => {
    const root = tempLibrary(t, { [`.eva/cache/aa/${key}.json`]: text });
    const warnings: string[] = [];
    const cache = openCache(root, (message) => warnings.push(message));
    assert.equal(cache.get(key), undefined);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', reason);
    cache.put(storedReply());
    assert.deepEqual(cache.get(key), storedReply());
  });
}

test('an entry with the key of another one is a miss with a warning, and can be replaced', (t) => {
  const [a, b] = [keyOf('a'), keyOf('b')];
  const root = tempLibrary(t, { [`.eva/cache/bb/${b}.json`]: JSON.stringify(storedReply({ key: a })) });
  const warnings: string[] = [];
  const cache = openCache(root, (message) => warnings.push(message));
  assert.equal(cache.get(b), undefined);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /answers another question$/);
  cache.put(storedReply({ key: b }));
  assert.equal(cache.get(b)?.key, b);
});

test('an entry that is a link or too large is a miss', (t) => {
  const root = tempLibrary(t, { [`.eva/cache/aa/${key}.json`]: good, [`.eva/cache/bb/.keep`]: '' });
  symlinkSync(`../aa/${key}.json`, join(root, `.eva/cache/bb/${keyOf('b')}.json`));
  truncateSync(join(root, `.eva/cache/aa/${key}.json`), 17 * 1024 * 1024);
  const warnings: string[] = [];
  const cache = openCache(root, (message) => warnings.push(message));
  assert.equal(cache.get(key), undefined);
  assert.equal(cache.get(keyOf('b')), undefined);
  assert.equal(warnings.length, 2);
});

test('a cache that is a link out of the library is not written to', (t) => {
  const outside = tempLibrary(t, {});
  const root = tempLibrary(t, { '.eva': { link: outside } });
  assert.equal(errorOf(() => openCache(root, assert.fail).put(storedReply())).code, 'EVA_ODD_FILE');
});

test('an entry is a file that a person can read', (t) => {
  const root = tempLibrary(t, {});
  openCache(root, assert.fail).put(storedReply());
  assert.equal(readFileSync(join(root, `.eva/cache/aa/${key}.json`), 'utf8'), `${good}\n`);
});

test('a file in place of the cache is an error that says why nothing can be written', (t) => {
  const root = tempLibrary(t, {});
  writeFileSync(join(root, '.eva'), '');
  const { code, message } = errorOf(() => openCache(root, assert.fail).put(storedReply()));
  assert.equal(code, 'EVA_ODD_FILE');
  assert.ok(message.includes(`${root}/.eva`));
});

test('a reply whose entry would be too large is not stored, with a warning', (t) => {
  const root = tempLibrary(t, {});
  const warnings: string[] = [];
  const cache = openCache(root, (message) => warnings.push(message));
  cache.put(storedReply({ text: 'x'.repeat(16 * 1024 * 1024) }));
  assert.match(warnings.join('\n'), /16 MiB/);
  assert.equal(cache.get(key), undefined);
  assert.equal(warnings.length, 1);
});
