import assert from 'node:assert/strict';
import test from 'node:test';
import { RowPacker, unpackedRows } from '#page/replies/embedded-rows.js';
import { hostileTexts } from '../../support/hostile-texts.js';
import { findingWith, itemWith, raw, replyRowWith } from '../../support/reply-rows.js';

function packedAndUnpacked(rows: Parameters<RowPacker['pack']>[0][]) {
  const packer = new RowPacker();
  const json = rows.map((row) => packer.pack(row));
  const unpacked = unpackedRows({ ...packer.tables(), rows: json.map((one) => JSON.parse(one)) });
  return { json, unpacked };
}

test('packed rows unpack to what they were, whatever their texts are', () => {
  const rows = hostileTexts.flatMap(({ text }, trial) => [
    replyRowWith({ trial, turns: [{ message: raw(text), response: raw(text) }], extracted: raw(text) }),
    replyRowWith({
      trial,
      item: { ...itemWith(text), expected: raw(text) },
      findings: [findingWith({ about: raw(text), votes: [2, null], span: { turn: 0, start: 1, end: 2 } })],
      shortened: true,
    }),
  ]);
  assert.deepEqual(packedAndUnpacked(rows).unpacked, rows);
});

test('a row without a value for a key is like a row without the key', () => {
  const { unpacked } = packedAndUnpacked([{ ...replyRowWith(), extracted: undefined } as never]);
  assert.deepEqual(unpacked, [replyRowWith()]);
});

test('names of keys, and texts that many rows have, are written once', () => {
  const row = replyRowWith({ findings: [findingWith({ about: raw('a check with a long description') })] });
  const { json } = packedAndUnpacked([row, row, row]);
  assert.ok(!json.join('').includes('latency_s'));
  assert.ok(!(json[2] ?? '').includes('a check with'));
  assert.ok((json[2] ?? '').length < 130, json[2]);
});
