import assert from 'node:assert/strict';
import test from 'node:test';
import { Script } from 'node:vm';
import fc from 'fast-check';
import { isQuick, isQuickOnNothing } from '#grade/pattern/pattern-cost.js';
import { compilePattern } from '#grade/pattern/python-regex.js';
import { search } from '#grade/pattern/search.js';
import { withinTimeLimit } from '#grade/slow/time-limit.js';
import { context } from '../check-context.js';

function compiled(pattern: string): RegExp {
  const result = compilePattern(pattern);
  return 'regex' in result ? result.regex : assert.fail(`${pattern}: ${result.problem}`);
}

/** Patterns that are slow on some text; `on` is a text of usual length. */
const slow: readonly (readonly [pattern: string, on: string])[] = [
  ['(a+)+$', `${'a'.repeat(30)}b`],
  ['^(a|aa)+$', `${'a'.repeat(50)}b`],
  ['(x+x+)+y', 'x'.repeat(30)],
  ['(?=(a+)+b)c', 'a'.repeat(30)],
  ['(?<=(a+)+)b', 'a'.repeat(30)],
  ['(?:a?){50}a{50}', 'a'.repeat(50)],
  ['(?:a{0,9}){0,9}b', 'a'.repeat(60)],
  ['(\\w+\\s?)*!', 'word '.repeat(20)],
  ['(a|b|ab)*c', 'ab'.repeat(20)],
  ['\\s+$', `${' '.repeat(200_000)}x`],
  ['(.*)\\1x$', 'a'.repeat(50_000)],
  ['\\d+\\D', '1'.repeat(200_000)],
  ['.*.*.*=', 'a'.repeat(5_000)],
  ['a.*b.*c', 'ab'.repeat(5_000)],
  ['<b>.*</b>', '<b>'.repeat(60_000)],
  ['(?i)a.*b', 'a'.repeat(100_000)],
  ['\\w+?@', 'é'.repeat(100_000)],
  [`${'a'.repeat(400)}b${'a'.repeat(500)}[xy]`, 'a'.repeat(2_000_000)],
];

for (const [pattern, text] of slow) {
  test(`${pattern.slice(0, 40)} gets a time limit on ${text.length} characters`, () => {
    assert.equal(isQuick(compiled(pattern), text), false);
  });
}

test('patterns with strings in classes, or with unsupported syntax, get a time limit', () => {
  for (const pattern of ['\\p{RGI_Emoji}+x', '(foo|bar)+', `${'a?'.repeat(501)}b`]) {
    assert.equal(isQuick(compiled(pattern), 'a'), false, pattern);
  }
});

const ordinary = [
  '<diff>',
  '^(feat|fix|docs)(\\([a-z]+\\))?: ',
  '\\d{4}-\\d{2}-\\d{2}',
  '(?i)\\bhello\\b',
  '(?s)<diff>.*</diff>',
  '(?m)^- \\[[ x]\\] ',
  'an?swer.*more',
];

test('ordinary patterns on ordinary replies run without a time limit', () => {
  const reply = 'A line of the answer from 2026-01-02, and one more.\n'.repeat(40);
  for (const pattern of ordinary) assert.equal(isQuick(compiled(pattern), reply), true, pattern);
  assert.equal(isQuickOnNothing(compiled('(?:a?){50}a{50}')), false);
});

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\w',
  '\\s',
  '[ab]',
  '[^c]',
  '\\b',
  'é',
  '𐐀',
  '(?:ab)',
  '(a|b)',
  '(?=a)',
  '(?<!b)',
);
const repeat = fc.constantFrom('', '', '*', '+', '?', '{2,5}', '*?', '{3,}', '{0,40}');
const part = fc.tuple(atom, repeat).map(([one, times]) => (/^\(\?[=!<]|^\\b/.test(one) ? one : one + times));
const group = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), repeat)
  .map(([parts, times]) => `(?:${parts.join('')})${times}`);
const pattern = fc
  .tuple(
    fc.constantFrom('', '^', '(?i)'),
    fc.array(fc.oneof(part, part, group), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '$', 'x'),
  )
  .map(([flags, parts, end]) => flags + parts.join('') + end);

test('a search without a time limit is fast, whatever the pattern and the text', () => {
  let searched = 0;
  const lengths = [30, 300, 1_000, 3_000, 10_000, 100_000];
  fc.assert(
    fc.property(pattern, fc.constantFrom('a', 'ab', ' ', 'é', '𐐀', 'aab', 'a b '), (source, unit) => {
      const made = compilePattern(source);
      if ('problem' in made) return;
      const texts = lengths.flatMap((length) => [
        unit.repeat(length / unit.length),
        `${unit.repeat(length / unit.length)}!`,
      ]);
      for (const text of texts.filter((one) => isQuick(made.regex, one))) {
        const outcome: object = withinTimeLimit((): unknown => made.regex.exec(text), 1000);
        assert.equal('timedOut' in outcome, false, `${source} on ${text.length} times ${unit}`);
        searched += 1;
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(searched > 400, `${searched} searches`);
});

test('a search that is provably fast is made without the time limit, which takes a hundred times as long', async (t) => {
  const [answer, text] = [compiled('an?swer.*more'), 'a line of the answer, and one more '.repeat(8)];
  const nested = compiled('(a+)+$');
  const limited = t.mock.method(Script.prototype, 'runInContext').mock;
  assert.deepEqual(await search(answer, text, context), { match: { start: 14, end: 279 } });
  assert.equal(limited.callCount(), 0);
  await search(nested, 'aab', context);
  assert.equal(limited.callCount(), 1);
});
