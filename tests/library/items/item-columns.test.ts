import assert from 'node:assert/strict';
import test from 'node:test';
import {
  DigestColumn,
  DigestIds,
  FileIds,
  NumberColumn,
  sortedIndexes,
  visitEqual,
} from '#library/items/item-columns.js';
import { sha256 } from '#model/data/digest.js';

/** Returns pseudo-random whole numbers below `most`, the same in each run of the test. */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

test('indexes are sorted by 48 bits, also where the first 44 are equal, and equal keys by the index', () => {
  const next = numbersFrom(3);
  const keys = Array.from({ length: 2_000 }, () => next(2 ** 10) * 2 ** 38 + next(50) * 16 + next(16));
  const expected = [...keys.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  assert.deepEqual([...sortedIndexes(keys.length, (index) => keys[index] ?? 0)], expected);
  const groups: number[][] = [];
  visitEqual(
    keys.length,
    (index) => (keys[index] ?? 0) % 500,
    (group) => groups.push([...group]),
  );
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key % 500, (counts.get(key % 500) ?? 0) + 1);
  assert.equal(groups.length, [...counts.values()].filter((count) => count > 1).length);
  for (const group of groups) {
    const [key = 0] = group.map((index) => (keys[index] ?? 0) % 500);
    assert.deepEqual(
      group,
      [...keys.keys()].filter((index) => (keys[index] ?? 0) % 500 === key),
    );
  }
});

test('ids of a file come back as they were, in the order of their UTF-16 units', () => {
  const next = numbersFrom(5);
  const letters = ['a', 'b', 'é', '€', '\uffee', '😀', '\ud800', '0', '-'];
  const texts = Array.from(
    { length: 5000 },
    () => `ticket-${Array.from({ length: next(6) }, () => letters[next(letters.length)]).join('')}`,
  );
  const all = [...texts, '', 'x'.repeat(200_000), 'ticket'];
  const ids = new FileIds();
  for (const text of all) ids.push(text);
  assert.deepEqual(
    all.map((_, index) => ids.at(index)),
    all,
  );
  const sorted = [...ids.sorted()].map((index) => all[index]);
  assert.deepEqual(sorted, [...all].sort());
});

test('ids of digests are their first 12 digits, but for those with another name, and sorted as texts', () => {
  const column = new NumberColumn();
  const digests = Array.from({ length: 9000 }, (_, at) => sha256(`${at % 8000}`).slice(0, 12));
  for (const digest of digests) column.push(Number.parseInt(digest, 16));
  const ids = new DigestIds(column);
  for (let index = 8000; index < 9000; index++) ids.set(index, `${digests[index]}-2`);
  const texts = digests.map((digest, index) => (index < 8000 ? digest : `${digest}-2`));
  assert.deepEqual(
    digests.map((_, index) => ids.at(index)),
    texts,
  );
  assert.deepEqual(
    [...ids.sorted()].map((index) => texts[index]),
    [...texts].sort(),
  );
});

test('digests are chained in an order, and shortened to their first bytes', () => {
  const column = new DigestColumn();
  const digests = Array.from({ length: 5000 }, (_, at) => sha256(`${at}`));
  for (const digest of digests) column.push(digest);
  column.set(7, sha256('other'));
  assert.deepEqual([column.at(7), column.at(2999, 4)], [sha256('other'), digests[2999]?.slice(0, 8)]);
  const order = Uint32Array.from({ length: 3000 }, (_, at) => 2999 - at);
  const expected = Buffer.concat([...order].map((index) => Buffer.from(column.at(index), 'hex')));
  assert.equal(column.chained(order), sha256(expected));
  const short = column.shortened(8);
  assert.deepEqual(
    digests.map((_, index) => short.at(index)),
    digests.map((_, index) => column.at(index, 8)),
  );
});
