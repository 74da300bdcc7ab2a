import assert from 'node:assert/strict';
import test from 'node:test';
import { placeholders } from '#model/placeholder.js';

const bodies: readonly (readonly [body: string, names: readonly string[]])[] = [
  ['{{a}} {{ b }} {{  c_1-x  }}', ['a', 'b', 'c_1-x']],
  ['{{a}}{{a}}{{b}}{{a}}', ['a', 'b']],
  ['{a} {{ }} {{1a}} {{a b}} {{-a}} {{a.b}} {{a\n}} {{\ta}}', []],
  ['{{{a}}} {{{{b}}}}', ['a', 'b']],
  ['{{__proto__}} {{constructor}}', ['__proto__', 'constructor']],
];

for (const [body, names] of bodies) {
  test(`${JSON.stringify(body)} asks for ${names.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(placeholders(body), names);
  });
}
