import assert from 'node:assert/strict';
import test from 'node:test';
import { orderKey } from '#library/items/item.js';
import { indexed, indexOf, inShort, itemId, written } from './indexed.js';

const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');

const jsonl = (items: readonly object[]) => written(lines(items), 'jsonl');

test('ids and order keys have their documented values', () => {
  assert.equal(itemId({ ticket: 'Where is my parcel?' }), 'da06ac5aeac7');
  assert.equal(itemId({ b: 'é "quoted"\n', a: '1.10' }), 'ed67ecacc0ff');
  assert.equal(orderKey(0, 't-1'), '46eb6a6c4aafc06fd1da50f079f63cccf7c34baa0b17df50540b7f7694de6e90');
  const ids = ['t-1', 't-2', 't-3', 't-4', 't-5'];
  const source = jsonl(ids.map((id) => ({ text: id, id })));
  for (const seed of [0, 7]) {
    const order = ['t-1', 't-2', 't-4', 't-3', 't-5'];
    assert.deepEqual(indexOf(source, { id: 'id', seed }).ids(), order);
  }
});

test('items that are alike have numbered ids, which a shuffle does not change', () => {
  const items = ['b', 'a', 'b', 'c'].map((label) => ({ text: 'same', label }));
  const shuffled = [3, 1, 0, 2].map((at) => items[at] ?? {});
  const [one, other] = [items, shuffled].map((list) => indexOf(jsonl(list), { used: ['label'] }));
  const id = itemId({ text: 'same' });
  const byId = (index: typeof one) =>
    Object.fromEntries((index?.ids() ?? []).map((name, position) => [name, index?.read(position)['label']]));
  assert.deepEqual(byId(one), { [id]: 'a', [`${id}-2`]: 'b', [`${id}-3`]: 'b', [`${id}-4`]: 'c' });
  assert.deepEqual(byId(other), byId(one));
  assert.equal(one?.digest, other?.digest);
  assert.deepEqual([...(one?.earlier ?? [])], [0, 1, 2, 3]);
});

test('items that are alike are warned of, and by line where their expected values differ', () => {
  const items = [
    { text: 'a', label: 'x' },
    { text: 'b', label: 'x' },
    { text: 'a', label: 'y' },
    { text: 'b', label: 'x' },
  ];
  const { value, problems } = indexed(jsonl(items), { used: ['label'] });
  assert.deepEqual(inShort(problems), ['EVA_DATA_TWICE 3:1+1', 'EVA_DATA_CONFLICT 3:21+3']);
  assert.deepEqual(value?.duplicates, { texts: 2, conflicts: 1, lines: [1, 3] });
  assert.deepEqual(
    problems.map(({ code, severity, message }) => [code, severity, message]),
    [
      ['EVA_DATA_TWICE', 'warning', '4 items have the same inputs as another item, for example lines 1 and 3'],
      ['EVA_DATA_CONFLICT', 'warning', 'line 1 has "x" in "label", line 3 "y", for the same inputs'],
    ],
  );
});

test('ids of the file must be there, visible and different', () => {
  const items = [{ text: 'a', no: 7 }, { text: 'b', no: '7' }, { text: 'c', no: ' ' }, { text: 'd' }];
  assert.deepEqual(inShort(indexed(jsonl(items), { id: 'no' }).problems), [
    'EVA_DATA_ID:twice 2:18+3',
    'EVA_DATA_ID:blank 3:18+3',
    'EVA_DATA_VALUE:missing 4:1+1',
  ]);
});

test('an item that is added moves no other, and changes the draws of its equals alone', () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ text: `t${at}` }));
  const before = indexOf(jsonl(items));
  const after = indexOf(jsonl([{ text: 'new' }, ...items]));
  const [added] = indexOf(jsonl([{ text: 'new' }])).ids();
  assert.deepEqual(
    after.ids().filter((id) => id !== added),
    before.ids(),
  );
});

test('conditions keep items by their text, and count what each drops', () => {
  const items = [
    { text: 'a', split: 'test', n: 1 },
    { text: 'b', split: 'dev', n: 1 },
    { text: 'c', split: 'test', n: 2 },
    { text: 'd', n: 1 },
    { text: 'e', split: '', n: 1 },
  ];
  const where = { split: ['test', ''], n: ['1', '3'] };
  const { value, problems } = indexed(jsonl(items), { where });
  assert.deepEqual([value?.items, value?.kept, value?.filter], [5, 3, 'split = test or empty, n = 1 or 3']);
  assert.deepEqual(value?.dropped, [
    { condition: 'split = test or empty', items: 1 },
    { condition: 'n = 1 or 3', items: 1 },
  ]);
  assert.deepEqual(inShort(problems), ['EVA_DATA_VALUE:nowhere 1:-+-']);
  assert.equal(indexOf(jsonl(items), { unless: { split: [''] } }).kept, 3);
  const nothing = indexed(jsonl(items), {
    where: { split: ['prod'] },
    at: { where: { file: 'eval.yml', line: 9 }, fields: () => [] },
  });
  assert.deepEqual(inShort(nothing.problems), ['EVA_DATA_EMPTY:filtered 9:-+-', 'EVA_DATA_VALUE:nowhere 9:-+-']);
});

test('items that conditions drop need no values', () => {
  const items = [
    { text: 'a', label: 'x', split: 'test' },
    { split: 'dev', id: 7 },
    { text: null, split: 'dev' },
  ];
  assert.equal(indexOf(jsonl(items), { where: { split: ['test'] }, used: ['label'] }).kept, 1);
});

test('clusters stay together, in their own order', () => {
  const items = Array.from({ length: 60 }, (_, at) => ({ text: `t${at}`, customer: `c${at % 7}` }));
  const cluster = { field: 'customer' };
  const index = indexOf(jsonl(items), { cluster });
  assert.equal(index.units, 7);
  const units = [...index.unitOf];
  assert.deepEqual(
    units,
    [...units].sort((a, b) => a - b),
  );
  const blank = [{ text: 'a', customer: '' }];
  assert.deepEqual(inShort(indexed(jsonl(blank), { cluster }).problems), ['EVA_DATA_VALUE:cluster 1:24+2']);
});
