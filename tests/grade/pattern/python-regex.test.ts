import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { compilePattern, patternProblem } from '#grade/pattern/python-regex.js';

/** Pattern, text, and what `re.search(pattern, text)` of Python 3.11 found in it. */
const searches: readonly (readonly [pattern: string, text: string, found: string | null])[] = [
  ['DIFF', '<diff>', null],
  ['(?i)DIFF', '<diff>', 'diff'],
  ['(?i)straße', 'STRASSE', null],
  ['(?i)É', 'é', 'é'],
  ['a.c', 'a\nc', null],
  ['(?s)a.c', 'a\nc', 'a\nc'],
  ['a.c', 'a\rc', 'a\rc'],
  ['a.c', 'a\u2028c', 'a\u2028c'],
  ['^b', 'a\nb', null],
  ['(?m)^b', 'a\nb', 'b'],
  ['(?m)^b', 'a\rb', null],
  ['a$', 'a\n', 'a'],
  ['a$', 'a\nb', null],
  ['(?m)a$', 'a\nb', 'a'],
  ['a$', 'a\n\n', null],
  ['a\\Z', 'a\n', null],
  ['a\\Z', 'a', 'a'],
  ['\\Aa', 'ba', null],
  ['(?m)\\Ab', 'a\nb', null],
  ['\\A\\d+\\Z', 'AZ', null],
  ['\\A\\d+\\Z', '42', '42'],
  ['(?is)a.B', 'A\nb', 'A\nb'],
  ['(?i)(?m)^B$', 'a\nb\nc', 'b'],
  ['(?u)a', 'a', 'a'],
  ['(?P<q>[\'"])x(?P=q)', 'say "x"', '"x"'],
  ['(?P<q>[\'"])x(?P=q)', 'say "x\'', null],
  ['(a)(b)\\2\\1', 'abba', 'abba'],
  ['(a)\\1', 'aa', 'aa'],
  ['\\d', '٣', '٣'],
  ['(?a)\\d', '٣', null],
  ['\\w+', 'naïve', 'naïve'],
  ['(?a)\\w+', 'naïve', 'na'],
  ['\\w', '\u0301', null],
  ['\\s', '\u0085', '\u0085'],
  ['\\s', '\ufeff', null],
  ['\\s', '\u3000', '\u3000'],
  ['\\S', '\u001c', null],
  ['\\bé', 'aé', null],
  ['(?a)\\bé', 'aé', 'é'],
  ['\\bword\\b', 'a word.', 'word'],
  ['\\Ba', 'ba', 'a'],
  ['\\-\\_\\"\\\'\\ \\#\\/\\@', '-_"\' #/@', '-_"\' #/@'],
  ['a\\.b', 'axb', null],
  ['\\x41\\u0042\\U00000043', 'ABC', 'ABC'],
  ['\\101', 'A', 'A'],
  ['\\0', '\u0000', '\u0000'],
  ['\\t\\n\\r\\f\\v\\a', '\t\n\r\u000c\u000b\u0007', '\t\n\r\u000c\u000b\u0007'],
  ['{"a": 1}', '{"a": 1}', '{"a": 1}'],
  ['{{name}}', '{{name}}', '{{name}}'],
  ['a{2}', 'aa', 'aa'],
  ['^a{,2}$', 'aaa', null],
  ['^a{,2}$', 'aa', 'aa'],
  ['a{2,}', 'a', null],
  ['a{', 'a{', 'a{'],
  ['a{x}', 'a{x}', 'a{x}'],
  ['a{1,x}', 'a{1,x}', 'a{1,x}'],
  ['}', '}', '}'],
  [']', ']', ']'],
  ['a{2}?', 'aaa', 'aa'],
  ['[]a]', ']', ']'],
  ['[^]a]', 'b', 'b'],
  ['[^]a]', ']', null],
  ['[a-a]', 'ba', 'a'],
  ['[a-]', '-', '-'],
  ['[-a]', '-', '-'],
  ['[\\w-]', '-', '-'],
  ['[a\\-z]', 'b', null],
  ['[\\]]', ']', ']'],
  ['[a&&b]', '&', '&'],
  ['[a||b]', '|', '|'],
  ['[a~~b]', '~', '~'],
  ['[+--]', ',', ','],
  ['[$.^]', '^', '^'],
  ['[(){}/|]', '{', '{'],
  ['[\\b]', '\u0008', '\u0008'],
  ['[\\d\\s]', 'x', null],
  ['[\\W\\d]', '5', '5'],
  ['[^\\W\\d]', '_', '_'],
  ['[^\\W\\d_]', '_', null],
  ['[[:x]', '[', '['],
  ['[\\101]', 'A', 'A'],
  ['[🎉-🎊]', '🎊', '🎊'],
  ['^.$', '🎉', '🎉'],
  ['^[^a]$', '🎉', '🎉'],
  ['a(?#a comment)b', 'ab', 'ab'],
  ['(?<=a)b', 'ab', 'b'],
  ['(?<!a)b', 'ab', null],
  ['(?=a)a', 'a', 'a'],
  ['x(?!y)', 'xy', null],
  ['(?:ab)+', 'abab', 'abab'],
  ['a|b', 'b', 'b'],
  ['a*?b', 'aab', 'aab'],
  ['a??', 'a', ''],
  ['\\\\', '\\', '\\'],
  ['\\$5', '$5', '$5'],
  ['"', '"', '"'],
  ['🎉+', '🎉🎉', '🎉🎉'],
  ['\\n{2}', 'a\n\nb', '\n\n'],
  ['(?i)[a-z]+', '\u017f', '\u017f'],
  ['(?i)k', 'K', 'K'],
];

for (const [pattern, text, expected] of searches) {
  const claim = expected === null ? 'nothing' : JSON.stringify(expected);
  test(`${JSON.stringify(pattern)} finds ${claim} in ${JSON.stringify(text)}, as Python does`, () => {
    assert.equal(found(pattern, text), expected);
  });
}

/** JavaScript syntax that Python does not have, and that has no other meaning. */
const additions: readonly (readonly [pattern: string, text: string, found: string | null])[] = [
  ['(?<q>["\'])x\\k<q>', 'say "x"', '"x"'],
  ['\\p{Lu}+', 'ab ÄB', 'ÄB'],
  ['[\\P{L}]', 'a1', '1'],
  ['\\u{1F389}', '🎉', '🎉'],
  ['a\\z', 'a\n', null],
];

for (const [pattern, text, expected] of additions) {
  test(`${pattern} means the same as in JavaScript`, () => assert.equal(found(pattern, text), expected));
}

const refused: readonly (readonly [pattern: string, problem: string])[] = [
  ['a++', '"++": possessive quantifiers cannot be evaluated; leave out the last +'],
  ['a{2}+', '"{2}+": possessive quantifiers cannot be evaluated; leave out the last +'],
  ['(?>a)', '"(?>": atomic groups cannot be evaluated; write (?:…)'],
  ['(a)?(?(1)b|c)', '"(?(": conditions cannot be evaluated; write the two cases with |'],
  ['(?x)a b', '(?x) is not understood; write the pattern without blanks and comments'],
  ['(?ix)a b', '(?x) is not understood; write the pattern without blanks and comments'],
  ['(?L)a', '(?L) is for bytes, and a response is text'],
  ['a(?i)b', '"(?i)": flags are understood only at the very beginning, for the whole pattern'],
  ['(?i:a)b', '"(?i:": flags are understood only at the very beginning, for the whole pattern'],
  ['(?-i:a)', '"(?-i:": flags are understood only at the very beginning, for the whole pattern'],
  ['(?P>n)', '"(?P>": this kind of group does not exist'],
  ['[a', '"[": this bracket is not closed; write \\[ for the character'],
  ['[]', '"[": this bracket is not closed; write \\[ for the character'],
  ['[z-a]', 'a range between brackets runs backwards'],
  ['[\\w-a]', 'a range between brackets runs to or from a set such as \\w'],
  ['[\\Q]', '"\\Q" means nothing between brackets'],
  ['\\Q', '"\\Q" means nothing in a pattern'],
  ['\\x4', '"\\x" means nothing in a pattern'],
  ['a\\', '"\\" means nothing in a pattern'],
  ['\\2(a)', '"\\2" refers to a group that does not exist yet'],
  ['\\U00110000', 'an escape names a character beyond U+10FFFF'],
];

for (const [pattern, problem] of refused) {
  test(`${pattern} is refused with its reason`, () => assert.deepEqual(compilePattern(pattern), { problem }));
}

for (const pattern of ['(a', 'a)', '*a', 'a**', 'a{2,1}', '(?P=n)', '(?P<1>a)', '(?P<n>a)(?P<n>b)', '('.repeat(1e5)]) {
  test(`${pattern.slice(0, 20)} is refused with a reason that does not show the translation`, () => {
    const compiled = compilePattern(pattern);
    assert.ok('problem' in compiled);
    assert.match(compiled.problem, /^[a-z]/);
    assert.doesNotMatch(compiled.problem, /\\u\{|Invalid regular expression/);
  });
}

test('a pattern that backtracks for ever on an empty text is refused within its time limit', () => {
  assert.deepEqual(compilePattern('(?:a?|b?){40}(?=x)', 50), {
    problem: 'the pattern runs out of time even on an empty text',
  });
});

const written = [...searches, ...additions].map(([pattern]) => [pattern, undefined] as const);

test('the check without compiling accepts and refuses the same patterns', () => {
  for (const [pattern, problem] of [...written, ...refused]) assert.equal(patternProblem(pattern), problem, pattern);
});

const pieces =
  'a|(|)|(?:|(?=|(?<!|(?P<n>|(?P=n)|\\1|[|]|^|-|\\w|\\W|\\s|\\b|\\d|.|$|+|*|?|{2}|{2,1}|,|(?i)|(?#|(?a)|\\Q|\\A'.split(
    '|',
  );

test('both ways to check a pattern agree', () => {
  const pattern = fc.array(fc.constantFrom(...pieces, '|'), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, (one) => {
      const compiled = compilePattern(one);
      assert.equal(patternProblem(one), 'problem' in compiled ? compiled.problem : undefined);
    }),
    { seed: 7, numRuns: 400 },
  );
});

for (const slow of [
  '(?:a?|b?){40}(?=x)',
  '(?:a?|b?)(?#again){40}(?=x)',
  `${'('.repeat(30)}a*${')+'.repeat(30)}(?=x)`,
]) {
  test(`${slow.slice(0, 40)} is checked with a time limit`, () => {
    assert.equal(patternProblem(slow, 50), 'the pattern runs out of time even on an empty text');
  });
}

function found(pattern: string, text: string): string | null {
  const compiled = compilePattern(pattern);
  assert.ok('regex' in compiled, JSON.stringify(compiled));
  return compiled.regex.exec(text)?.[0] ?? null;
}
