import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test from 'node:test';
import { countsOfItems, type ItemIndex } from '#library/items/item-index.js';
import { EvaError } from '#model/problem.js';
import { indexed, indexOf, inShort, written } from './indexed.js';

const csv = 'text,label,lang\nhello,a,en\n"good, bye",b,de\n"12",a,\n';

const jsonl =
  '{"lang":null,"text":12,"label":"a"}\n\n{"text":"good, bye","label":"b","lang":"de"}\r\n{"text":"hello","label":"a","lang":"en","odd":1}';

const json =
  '[{"text":"hello","label":"a","lang":"en"},\n {"text":"good, bye","label":"b","lang":"de"},{"text":"12","label":"a","lang":""}]';

const options = { used: ['label'], slices: ['lang'] };

test('a shuffle, another format and an unused field change neither ids nor order', () => {
  const [one, other] = [indexOf(written(csv), options), indexOf(written(jsonl, 'jsonl'), options)];
  const list = indexOf(written(json, 'json'), options);
  assert.deepEqual(other.ids(), one.ids());
  assert.deepEqual(list.ids(), one.ids());
  assert.equal(list.digest, one.digest);
  assert.equal(one.kept, 3);
  assert.deepEqual(
    one.ids().map((_, position) => one.read(position)['text']),
    list.ids().map((_, position) => list.read(position)['text']),
  );
});

test('a corrected label changes the digest and no id', () => {
  const one = indexOf(written(csv), options);
  const other = indexOf(written(csv.replace('hello,a', 'hello,b')), options);
  assert.deepEqual(other.ids(), one.ids());
  assert.notEqual(other.digest, one.digest);
  assert.deepEqual(
    countsOfItems(other, 'lang').map(({ text, kept }) => [text, kept]),
    [
      ['', 1],
      ['de', 1],
      ['en', 1],
    ],
  );
});

/** Returns the position of the item with a text. */
function positionOf(index: ItemIndex, text: string): number {
  return index.ids().findIndex((_, position) => index.read(position)['text'] === text);
}

test('an item that a program sees is evidence with all its fields', () => {
  const whole = { ...options, whole: true };
  const digestOf = (content: string, format: 'csv' | 'jsonl' = 'csv') =>
    indexOf(written(content, format), whole).digest;
  const one = 'text,label,lang,note\nhello,a,en,x\nhello,a,en,y\nbye,b,de,z\n';
  assert.notEqual(digestOf(one.replace('z', 'w')), digestOf(one));
  assert.equal(digestOf('note,text,lang,label\nz,bye,de,b\ny,hello,en,a\nx,hello,en,a\n'), digestOf(one), 'a shuffle');
  assert.equal(
    digestOf(
      '{"text":"hello","label":"a","lang":"en","note":"x","odd":null}\n{"text":"hello","label":"a","lang":"en","note":"y"}\n{"note":"z","text":"bye","label":"b","lang":"de"}',
      'jsonl',
    ),
    digestOf(one),
    'another format',
  );
  const source = written(one);
  const index = indexOf(source, whole);
  const position = positionOf(index, 'bye');
  writeFileSync(source.path, one.replace('z', 'w'));
  assert.throws(() => index.read(position), EvaError);
});

test('an item that changed after it was indexed is not asked', () => {
  const source = written(csv);
  const index = indexOf(source, options);
  const position = positionOf(index, 'hello');
  const other = positionOf(index, 'good, bye');
  writeFileSync(source.path, csv.replace('hello,a', 'hello,b'));
  assert.throws(
    () => index.read(position),
    (error) =>
      error instanceof EvaError && error.problems[0]?.code === 'EVA_RUN_CHANGED' && error.problems[0].at?.line === 2,
  );
  assert.equal(index.read(other)['label'], 'b');
});

test('problems of fields are at their place', () => {
  const { value, problems } = indexed(written('text,lable\na,\nb,x\n'), { used: ['label'] });
  assert.equal(value, null);
  assert.deepEqual(inShort(problems), ['EVA_DATA_FIELD:unknown 5:-+-']);
  assert.equal(problems[0]?.at?.file, 'eval.yml');
  const missing = indexed(written('{"text":"a","label":null}\n{"text":"b","label":"x"}\n{"text":"c"}', 'jsonl'), {
    used: ['label'],
  });
  assert.deepEqual(inShort(missing.problems), ['EVA_DATA_VALUE:null 1:21+4', 'EVA_DATA_VALUE:missing 3:1+1']);
});
