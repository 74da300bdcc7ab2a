import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckContext } from '#grade/check-parts/check.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import type { JsonValue } from '#model/data/json.js';
import { context } from '../check-context.js';

async function check(op: string, value: JsonValue, response: string, limits: Partial<CheckContext> = {}) {
  const [finding] = await runChecks([{ op, value }], response, { ...context, ...limits });
  assert.ok(finding);
  const { about: _, ...outcome } = finding;
  return outcome;
}

const holding: readonly (readonly [op: string, value: JsonValue, response: string])[] = [
  ['contains', '<diff>', 'Here:\n<diff>\n'],
  ['contains', 'a\nb', 'xa\nbx'],
  ['contains', '$&', 'cost: $&'],
  ['not_contains', 'Sorry', 'sorry'],
  ['contains_any', ['yes', 'no'], 'Oh no.'],
  ['contains_all', ['yes', 'no'], 'no or yes'],
  ['icontains', 'ÉCOLE', 'une école'],
  ['icontains', 'İZMİR', 'i̇zmi̇r'],
  ['equals', 'yes', ' yes\n'],
  ['equals', ' yes\n', 'yes'],
  ['equals', 'a\u3000', '\u0085a'],
  ['starts_with', 'Dear', '\n Dear all'],
  ['ends_with', 'you.\n', 'Thank you. \n'],
  ['matches', '(?i)diff', '<DIFF>'],
  ['matches', '\\A\\{.*\\}\\Z', '{"a": 1}'],
  ['not_matches', '(?m)^-', '+a\n b'],
  ['min_tokens', 3, ' one  two\u2003three '],
  ['max_tokens', 3, 'one\ttwo\nthree'],
  ['min_chars', 2, '🎉é'],
  ['max_chars', 2, '🎉é'],
  ['is_json', true, '```json\n{"a": 1}\n```'],
  ['json_schema', { type: 'object', required: ['a'] }, '{"a": 1}'],
  ['json_schema', { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }, '["a", 1]'],
  ['json_schema', { properties: { a: { pattern: '^\\d{4}\\-\\d{2}$' } } }, '{"a": "2026-01"}'],
  ['json_schema', { patternProperties: { '(?i)^A\\Z': { pattern: 'a\\_b' } } }, '{"a": "a_b"}'],
  ['json_schema', { prefixItems: [{ type: 'string' }] }, '["a", 1]'],
];

for (const [op, value, response] of holding) {
  test(`${op} ${JSON.stringify(value)} holds for ${JSON.stringify(response)}`, async () => {
    const { holds, excerpt } = await check(op, value, response);
    assert.equal(holds, true);
    assert.equal(excerpt, undefined);
  });
}

type Failure = readonly [op: string, value: JsonValue, response: string, reason: string, marked?: string];

/** The last column is the excerpt with its line and the mark in «…». */
const failing: readonly Failure[] = [
  ['contains', '<diff>', 'Here:\n<dif>\n', '"<diff>" was not found; line 2 comes nearest', '2: «<dif»>'],
  [
    'contains',
    '<diff>',
    'Here: <DIFF>',
    '"<diff>" was not found; line 1 has it in different letter case',
    '1: Here: «<DIFF>»',
  ],
  ['contains', '<diff>', 'a dif is', '"<diff>" was not found; line 1 comes nearest', '1: a «dif» is'],
  ['contains', 'diff', '\n\nSorry.\n', '"diff" was not found', '3: Sorry.'],
  ['contains', 'a\nb', 'x', '"a\\nb" was not found', '1: x'],
  ['contains', 'é', 'İ\nÉ', '"é" was not found; line 2 has it in different letter case', '2: «É»'],
  ['not_contains', 'ab', 'xab\nab', '"ab" was found at line 1, column 2; line 2, column 1', '1: x«ab»'],
  [
    'not_contains',
    'a',
    'aaaaa',
    '"a" was found at line 1, column 1; line 1, column 2; line 1, column 3 and 2 more',
    '1: «a»aaaa',
  ],
  ['contains_any', ['yes', 'no'], 'Perhaps', '"yes" was not found; not found either: "no"', '1: Perhaps'],
  ['contains_any', ['yes'], 'Perhaps', '"yes" was not found', '1: Perhaps'],
  ['contains_all', ['a', 'yes', 'no'], 'a', '"yes" was not found; missing as well: "no"', '1: a'],
  ['contains_all', ['a', 'yes'], 'a', '"yes" was not found', '1: a'],
  ['icontains', 'straße', 'STRASSE', '"straße" was not found; line 1 comes nearest', '1: «STRA»SSE'],
  ['equals', 'a\nbcd\ne', ' a\nbxd\ne', 'first difference on line 2: expected "cd"', '2: b«xd»'],
  ['equals', 'a\nb', 'ab', 'first difference on line 1: expected "\\n"', '1: a«b»'],
  ['equals', 'a\nbcd\ne', 'a\nbcd\n', 'the response ends on line 2; still expected: "e"', '2: bcd'],
  ['equals', 'a', 'a \ufeff', 'equal so far, but the response has more, from line 1 on', '1: a «\ufeff»'],
  ['equals', 'a', 'a\n\nmore', 'equal so far, but the response has more, from line 3 on', '3: «more»'],
  [
    'equals',
    'caf\u00e9',
    'cafe\u0301',
    'it looks like "café", but has U+0065 U+0301 where U+00E9 is expected',
    '1: caf«e\u0301»',
  ],
  ['equals', 'a b', 'a\u00a0b', 'it looks like "a b", but has U+00A0 where U+0020 is expected', '1: a«\u00a0»b'],
  ['equals', "it's", 'it\u2019s', 'it looks like "it\'s", but has U+2019 where U+0027 is expected', '1: it«’»s'],
  ['equals', 'pay', 'p\u0430y', 'it looks like "pay", but has U+0430 where U+0061 is expected', '1: p«\u0430»y'],
  ['equals', 'a b', 'a\tb', 'it looks like "a b", but has U+0009 where U+0020 is expected', '1: a«\t»b'],
  ['equals', 'ab', 'a\u200bb', 'it looks like "ab", but has U+200B where U+0062 is expected', '1: a«\u200b»b'],
  ['equals', 'Yes', 'yes', '"yes" instead of "Yes"', '1: «yes»'],
  ['equals', 'refund', ' remboursement\n', '"remboursement" instead of "refund"', '1:  «remboursement»'],
  ['equals', 'refund', 'refund.', '"refund." instead of "refund"', '1: «refund.»'],
  ['equals', 'refund', 'ref', '"ref" instead of "refund"', '1: «ref»'],
  ['equals', 'a', 'b'.repeat(60), `"${'b'.repeat(60)}" instead of "a"`, `1: «${'b'.repeat(60)}»`],
  ['equals', 'a', 'b'.repeat(61), 'first difference on line 1: expected "a"', `1: «${'b'.repeat(61)}»`],
  ['equals_any', ['yes', 'no'], 'oui', '"oui" instead of "yes"; nor is it: "no"', '1: «oui»'],
  ['starts_with', 'Dear', ' Hi John', 'the response does not begin with "Dear"', '1:  «Hi J»ohn'],
  ['ends_with', 'Bye', 'So long\nCheers \n', 'the response does not end with "Bye"', '2: Che«ers» '],
  ['ends_with', 'Goodbye', 'So long\nCheers', 'the response does not end with "Goodbye"', '2: «Cheers»'],
  ['matches', '\\d', 'none\nat all', 'the pattern matches nowhere in the response', '1: none'],
  ['not_matches', '(?i)sorry', 'ok\nI am SORRY.', 'the pattern matches at line 2, column 6', '2: I am «SORRY».'],
  ['not_matches', '^', 'ok', 'the pattern matches at line 1, column 1', '1: ok'],
  ['min_tokens', 3, 'two words', '2 tokens, at least 3 are asked for'],
  ['max_tokens', 3, 'a b\nc d e', '5 tokens, the limit is 3', '2: c «d» e'],
  ['min_chars', 3, '🎉', '1 character, at least 3 are asked for'],
  ['max_chars', 1, '🎉é', '2 characters, the limit is 1', '1: 🎉«é»'],
  [
    'is_json',
    true,
    'Sure!\n```json\n{"a": 1,}\n```',
    'not JSON: JSON has no comma before a closing bracket (line 3, column 9)',
    '3: {"a": 1,«}»',
  ],
  ['is_json', true, '{"a": 1', 'not JSON: the text ends before "}" (line 1, column 8)', '1: {"a": «1»'],
  ['json_schema', { type: 'object' }, 'No.', 'not JSON: a value was expected (line 1, column 1)', '1: «N»o.'],
  ['json_schema', { required: ['a', 'b'] }, '{"a": 1}', 'the whole: "b" is missing'],
];

for (const [op, value, response, reason, marked] of failing) {
  test(`${op} ${JSON.stringify(value)} fails for ${JSON.stringify(response)} and says why`, async () => {
    const outcome = await check(op, value, response);
    assert.equal(outcome.holds, false);
    assert.equal(outcome.reason, reason);
    assert.equal(outcome.excerpt && withMark(outcome.excerpt), marked);
  });
}

function withMark({ line, text, mark }: { line: number; text: string; mark?: { start: number; end: number } }): string {
  if (!mark) return `${line}: ${text}`;
  return `${line}: ${text.slice(0, mark.start)}«${text.slice(mark.start, mark.end)}»${text.slice(mark.end)}`;
}

const hungryResponse = `${'a'.repeat(50_000)}b`;

test('a pattern that runs out of time fails both `matches` and `not_matches`', async () => {
  const reason = 'the pattern ran out of time (0.05 s): whether it matches is not known';
  const limits = { regexLimitMs: 50 };
  assert.deepEqual(await check('matches', '(a+)+$', hungryResponse, limits), { holds: false, reason });
  assert.deepEqual(await check('not_matches', '(a+)+$', hungryResponse, limits), { holds: false, reason });
});

test('a pattern that needs too much memory fails with its own reason', async () => {
  const { holds, reason } = await check('not_matches', '(?:a|b)*c', 'ab'.repeat(15_000_000), { regexLimitMs: 60_000 });
  assert.equal(holds, false);
  assert.equal(reason, 'the pattern ran out of memory: whether it matches is not known');
});

test('a slow pattern inside a schema cannot block the run', async () => {
  const schema = { properties: { a: { pattern: '^(a|aa)+$' } } };
  const response = JSON.stringify({ a: hungryResponse });
  assert.deepEqual(await check('json_schema', schema, response, { regexLimitMs: 50 }), {
    holds: false,
    reason: 'the validation ran out of time (0.05 s): whether it is valid is not known',
  });
});

test('a search has a limit of one second by default', async () => {
  const startedAt = performance.now();
  const { reason } = await check('matches', '(a+)+$', hungryResponse);
  assert.equal(reason, 'the pattern ran out of time (1 s): whether it matches is not known');
  assert.ok(performance.now() - startedAt < 60_000);
});

test('a value nested too deeply for its schema fails and does not crash', async () => {
  const schema = { $ref: '#/$defs/list', $defs: { list: { items: { $ref: '#/$defs/list' } } } };
  const response = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { holds } = await check('json_schema', schema, response, { regexLimitMs: 60_000 });
  assert.equal(holds, false);
});

test('a long search for the nearest text takes bounded time', async () => {
  const startedAt = performance.now();
  const { holds } = await check('contains', 'x'.repeat(100_000), 'y'.repeat(2_000_000));
  assert.equal(holds, false);
  assert.ok(performance.now() - startedAt < 60_000);
});
