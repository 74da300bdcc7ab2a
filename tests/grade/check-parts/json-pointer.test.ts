import assert from 'node:assert/strict';
import test from 'node:test';
import { findByKeys, pointerKeys, pointerOf, spanByKeys } from '#grade/check-parts/json-in-response.js';

test('pointers follow RFC 6901', () => {
  assert.deepEqual(pointerKeys(''), []);
  assert.deepEqual(pointerKeys('/'), ['']);
  assert.deepEqual(pointerKeys('/a~1b/m~0n/~01'), ['a/b', 'm~n', '~1']);
  assert.equal(pointerOf(['a/b', 'm~n', '~1']), '/a~1b/m~0n/~01');
  for (const wrong of ['a', '/~', '/~2', '$.a']) assert.equal(pointerKeys(wrong), undefined);
});

const text = '{"a/b": [10, {"~": "x"}], "": null, "n": {"__proto__": 1}, "d": 1, "d": [2]}';

const found: readonly (readonly [pointer: string, written: string])[] = [
  ['', text],
  ['/a~1b/0', '10'],
  ['/a~1b/1/~0', '"x"'],
  ['/', 'null'],
  ['/n/__proto__', '1'],
  ['/d', '[2]'],
];

for (const [pointer, written] of found) {
  test(`"${pointer}" finds the value and where it is written`, () => {
    const keys = pointerKeys(pointer) ?? assert.fail();
    assert.deepEqual(findByKeys(JSON.parse(text), keys), { value: JSON.parse(written) });
    const padded = `\n ${text.replaceAll(',', ' ,\n').replaceAll(':', ' : ')} `;
    for (const response of [text, padded]) {
      const span = spanByKeys(response, keys) ?? assert.fail();
      assert.deepEqual(JSON.parse(response.slice(span.start, span.end)), JSON.parse(written));
    }
  });
}

const missing: readonly (readonly [pointer: string, problem: string, depth: number])[] = [
  ['/total', '/total is missing: the JSON has "a/b", "", "n", "d"', 0],
  ['/a~1b/2', '/a~1b/2 is missing: /a~1b is a list of 2', 1],
  ['/a~1b/-', '/a~1b/- is missing: /a~1b is a list of 2', 1],
  ['/a~1b/00', '/a~1b/00 is missing: /a~1b is a list of 2', 1],
  ['/a~1b/length', '/a~1b/length is missing: /a~1b is a list of 2', 1],
  ['/n/toString', '/n/toString is missing: /n has "__proto__"', 1],
  ['/d/0/x', '/d/0/x is missing: /d/0 is 2', 2],
];

for (const [pointer, problem, depth] of missing) {
  test(`"${pointer}" is missing`, () => {
    const keys = pointerKeys(pointer) ?? assert.fail();
    assert.deepEqual(findByKeys(JSON.parse(text), keys), { problem, depth });
    assert.equal(spanByKeys(text, keys), undefined);
  });
}

test('a text has no parts', () => assert.equal(spanByKeys('"a: b"', ['a']), undefined));

test('a value is found in strings full of quotes, brackets and backslashes', () => {
  const value = { 'k"]}': ['\\"', '"}', '\\\\'], x: { y: '[{"' } };
  const written = JSON.stringify(value);
  for (const keys of [['k"]}', '2'], ['x', 'y'], ['x']]) {
    const span = spanByKeys(written, keys) ?? assert.fail();
    assert.deepEqual({ value: JSON.parse(written.slice(span.start, span.end)) }, findByKeys(value, keys));
  }
});
