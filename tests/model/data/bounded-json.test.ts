import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { excessOf, parseBounded } from '#model/data/json.js';

const nested = (levels: number, inside = '') => `${'[{"a":'.repeat(levels / 2)}[${inside}]${'}]'.repeat(levels / 2)}`;

/** Returns a value as `parseBounded` reads it, with null for deeper parts. */
function pruned(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((item) => pruned(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pruned(item, levels - 1)]));
}

const within = (value: unknown, levels: number) =>
  Array.from({ length: levels }).reduce<unknown>(
    (inner, _, at) => (at % 2 ? [1, inner, 2] : { a: inner, b: '}]' }),
    value,
  );

test('values nested deeper than 200 levels are read as null, and all others as JSON.parse reads them', () => {
  const strings = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', ',') });
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary' }),
      strings,
      fc.integer({ min: 190, max: 202 }),
      (value, text, levels) => {
        const whole = within([text, value, { [text]: text }], levels);
        const written = JSON.stringify(whole, null, levels % 3);
        assert.deepEqual(parseBounded(written), pruned(JSON.parse(written), 200));
      },
    ),
    { numRuns: 300 },
  );
});

test('a text that is not JSON is refused, however deep it is', () => {
  for (const text of [
    '',
    '[',
    ']',
    nested(300).slice(0, -1),
    `${nested(300)}]`,
    '['.repeat(1_000_000),
    `"${'\\'.repeat(500)}`,
  ]) {
    assert.throws(() => parseBounded(text), SyntaxError, text.slice(0, 20));
  }
});

test('a million brackets and commas are read, and one more is too many', () => {
  const million = `[${'0,'.repeat(999_999)}0]`; // one bracket, and 999,999 commas
  assert.equal((parseBounded(million) as unknown[]).length, 1_000_000);
  assert.throws(() => parseBounded(million.replace('0]', '0,0]')), SyntaxError);
  assert.throws(() => parseBounded(`[${'[],'.repeat(500_000)}0]`), SyntaxError);
});

test('the place of an excess is that of the first bracket above the limit', () => {
  assert.equal(excessOf('['.repeat(200)), null);
  assert.deepEqual(excessOf(`["${'['.repeat(300)}", ${'['.repeat(200)}`), { excess: 'too_deep', offset: 505 - 1 });
  assert.deepEqual(excessOf('[1,2,3]', { levels: 5, marks: 2 }), { excess: 'too_many', offset: 4 });
});
