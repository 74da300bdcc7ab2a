import assert from 'node:assert/strict';
import test from 'node:test';
import { EmbeddedRows, keptCharacters, unpackedRows } from '#page/replies/embedded-rows.js';
import type { ReplyRow } from '#page/replies/reply-row.js';
import { hostileTexts } from '../../support/hostile-texts.js';
import { headOfTwo, itemWith, raw, replyRowWith } from '../../support/reply-rows.js';

const long = 'é'.repeat(1_000);

function rowOf(trial: number, outcome: ReplyRow['outcome'], response = long): ReplyRow {
  return replyRowWith({ trial, outcome, turns: [{ message: raw(''), response: raw(response) }] });
}

function embedded(rows: readonly ReplyRow[], most?: number) {
  const held = new EmbeddedRows(headOfTwo, most);
  for (const row of rows) held.add(row);
  const json = [...held.pieces()].join('');
  const { head, packed } = JSON.parse(json);
  return { bytes: Buffer.byteLength(json), head, rows: unpackedRows(packed), passed: held.passed, others: held.others };
}

/** Every fifth of 100 rows did not pass. */
const hundred = Array.from({ length: 100 }, (_, trial) => rowOf(trial, trial % 5 === 0 ? 'failed' : 'passed'));

test('a page holds all rows as they are if there is room', () => {
  const { head, rows, passed, others } = embedded(hundred);
  assert.deepEqual([head, rows], [headOfTwo, hundred]);
  assert.deepEqual(
    [passed, others],
    [
      { all: 80, cut: 0, omitted: 0 },
      { all: 20, cut: 0, omitted: 0 },
    ],
  );
});

test('without room, replies that passed are cut first, wherever they are', () => {
  const { rows, passed, others } = embedded(hundred, 150_000);
  assert.deepEqual(
    [passed, others],
    [
      { all: 80, cut: 80, omitted: 0 },
      { all: 20, cut: 0, omitted: 0 },
    ],
  );
  assert.equal(rows.length, 100);
  for (const { outcome, shortened, turns } of rows) {
    assert.equal(turns[0]?.response.raw.length, outcome === 'passed' ? keptCharacters : 1_000);
    assert.equal(shortened, outcome === 'passed' ? true : undefined);
  }
});

test('then the last of them are left out, while the others stay whole', () => {
  const { rows, passed, others, bytes } = embedded(hundred, 70_000);
  assert.ok(bytes < 72_000);
  assert.deepEqual([others, passed.all], [{ all: 20, cut: 0, omitted: 0 }, 80]);
  assert.ok(passed.omitted > 10 && passed.cut > 10);
  assert.deepEqual(
    rows.filter(({ outcome }) => outcome === 'passed').map(({ trial }) => trial),
    hundred
      .filter(({ outcome }) => outcome === 'passed')
      .slice(0, passed.cut)
      .map(({ trial }) => trial),
  );
});

test('at last the others are cut, and further ones left out', () => {
  const failed = hundred.map((row): ReplyRow => ({ ...row, outcome: 'failed' }));
  const { rows, others, bytes } = embedded([...failed, rowOf(100, 'passed')], 50_000);
  assert.ok(bytes < 52_000);
  assert.ok(others.omitted > 10 && others.cut > 10);
  assert.equal(rows.length, 100 - others.omitted);
});

test('a row that is cut keeps the id of its item and its slices, and no half of a character', () => {
  const id = 'x'.repeat(2 * keptCharacters);
  const text = `${'y'.repeat(keptCharacters - 1)}\u{1f6b2}${'z'.repeat(keptCharacters)}`;
  const { rows } = embedded([{ ...rowOf(0, 'passed', text), item: itemWith(id) }], 2_000);
  assert.equal(rows[0]?.item?.id.raw, id);
  assert.equal(rows[0]?.turns[0]?.response.raw, 'y'.repeat(keptCharacters - 1));
});

test('the JSON of rows ends no element, and its size counts escapes', () => {
  const rows = hostileTexts.map(({ text }, trial) => rowOf(trial, 'failed', text));
  const held = new EmbeddedRows(headOfTwo);
  for (const row of rows) held.add(row);
  const json = [...held.pieces()].join('');
  assert.doesNotMatch(json.slice(json.indexOf('"rows"')), /[<>&\u2028\u2029]/);
  assert.deepEqual(unpackedRows(JSON.parse(json).packed), rows);
});
