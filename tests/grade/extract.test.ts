import assert from 'node:assert/strict';
import test from 'node:test';
import { runChecks } from '#grade/check-parts/run-checks.js';
import { Pieces } from '#grade/extract.js';
import type { ExtractSpec } from '#model/grader.js';
import { context } from './check-context.js';

const fence = '```';

const found: readonly (readonly [claim: string, spec: ExtractSpec, reply: string, text: string])[] = [
  ['the last pair of tags', { tag: 'answer' }, 'x <answer>a</answer> <answer>\n b c\n</answer>!', 'b c'],
  ['the outer of nested pairs', { tag: 'a' }, '<a>1<a>2</a>3</a>', '1<a>2</a>3'],
  ['the last of pairs inside a pair that is not closed', { tag: 'a' }, '</a><a><a>1</a><a>2<a>3</a></a>', '2<a>3</a>'],
  ['the pair after a tag that is not closed', { tag: 'a' }, 'write <a> and: <a>1</a>', '1'],
  ['the pair before a tag that is not closed', { tag: 'a' }, '<a>1</a> <a>2', '1'],
  ['a pair of tags before a stray end', { tag: 'a' }, '<a>1</a> 2</a>', '1'],
  ['a tag with a dot, which is no operator', { tag: 'a.b' }, '<axb>0</axb><a.b>1</a.b><axb>2</axb>', '1'],
  ['a text in JSON, without quotes', { json: '/label' }, '{"label": "spam\\n"}', 'spam\n'],
  ['a list in JSON', { json: '/a' }, `${fence}json\n{"a": [1, {"c": 2, "b": null}]}\n${fence}`, '[1,{"b":null,"c":2}]'],
  ['a long number as it is written', { json: '/id' }, '{"id": 12345678901234567890 }', '12345678901234567890'],
  ['a short number in its shortest form', { json: '/id' }, '{"id": 1.50}', '1.5'],
  ['a number beyond all numbers', { json: '/id' }, '{"id": 1e999}', '1e999'],
  ['a number, a boolean and null of JSON', { json: '' }, '[1e2, true, null]', '[100,true,null]'],
  ['the only JSON inside a text', 'json', 'So: {"a": [1, {"b": "}"}]}, if (c) { d }.', '{"a": [1, {"b": "}"}]}'],
  ['the only JSON list inside a text', 'json', 'x = "{" and [1]', '[1]'],
  ['the whole match', { matches: '\\d+' }, 'of 12 and 13', '12'],
  ['a numbered group', { matches: 'total: (\\d+)( EUR)?', group: 1 }, 'total: 12 EUR', '12'],
  ['a named group', { matches: '(?P<sum>\\d+) EUR', group: 'sum' }, '1 USD, 12 EUR', '12'],
  [
    'the only block of a language',
    { fence: 'json' },
    `${fence}\na\n${fence}\n${fence}JSON title\n b\n${fence}\n`,
    ' b',
  ],
  ['the only block of a language in other letter case', { fence: 'JSON' }, `${fence}json\n1\n${fence}`, '1'],
  ['the only block of all', { fence: true }, `x\n~~~py\nb\n\n~~~\n`, 'b\n'],
];

for (const [claim, spec, reply, text] of found) {
  test(`extracts ${claim}`, async () => {
    const piece = await new Pieces(reply, spec, context).of();
    assert.ok('text' in piece, JSON.stringify(piece));
    assert.equal(piece.text, text);
    if (piece.start !== undefined) assert.equal(reply.slice(piece.start, piece.start + text.length), text);
  });
}

const nothing: readonly (readonly [claim: string, spec: ExtractSpec, reply: string, reason: string])[] = [
  ['no tag', { tag: 'answer' }, 'a', 'no <answer> in the response'],
  ['another letter case', { tag: 'answer' }, '<Answer>a</Answer>', 'no <answer> in the response'],
  ['a tag that is not closed', { tag: 'answer' }, '<answer>a', '<answer> is not closed in the response'],
  ['no JSON inside a text', 'json', 'if (c) { d } 12', 'the response has no JSON object or list'],
  [
    'two lists inside a text',
    'json',
    'so [1] and [2]',
    'the response has several JSON objects or lists, so none of them is the answer',
  ],
  ['no JSON', { json: '/a' }, 'a', 'not JSON: a value was expected (line 1, column 1)'],
  ['no such value', { json: '/a/b' }, '{"a": {}}', '/a/b is missing: /a is an empty mapping'],
  ['a key that is there twice', { json: '/a' }, '{"a": 1, "a": 2}', 'the JSON has the key "a" twice'],
  ['an empty pair of tags', { tag: 'a' }, 'b <a></a>', 'the extracted text is empty'],
  ['a key that is there twice inside', { json: '/a' }, '{"a": [{"b": 1, "b": 2}]}', 'the JSON has the key "b" twice'],
  ['a pair of tags around an invisible character', { tag: 'a' }, 'b <a>\u200b</a>', 'the extracted text is empty'],
  ['a blank text in JSON', { json: '/a' }, '{"a": " \\n"}', 'the extracted text is empty'],
  ['an empty block', { fence: true }, `x\n${fence}\n${fence}`, 'the extracted text is empty'],
  ['an empty match', { matches: 'z*' }, 'a', 'the extracted text is empty'],
  ['no match', { matches: 'x' }, 'a', 'the pattern of extract matches nowhere in the response'],
  [
    'a group that is not part of the match',
    { matches: 'a(b)?', group: 1 },
    'a',
    'the group 1 of extract matches nowhere in the response',
  ],
  [
    'two blocks of the language',
    { fence: 'json' },
    `${fence}json\n1\n${fence}\n${fence}json\n2\n${fence}`,
    '2 json blocks in the response, so none of them is the answer',
  ],
  ['no block of the language', { fence: 'json' }, `${fence}py\n1\n${fence}`, 'no json block in the response'],
  ['a block that is not closed', { fence: true }, `${fence}\n1`, 'a fenced block is not closed in the response'],
];

for (const [claim, spec, reply, reason] of nothing) {
  test(`finds nothing with ${claim}`, async () => {
    const piece = await new Pieces(reply, spec, context).of();
    assert.ok('nothing' in piece, JSON.stringify(piece));
    assert.equal(piece.nothing, reason);
  });
}

test('a pattern that would run for ever finds nothing', async () => {
  const piece = await new Pieces(`${'a'.repeat(40)}!`, { matches: '^(a+)+$' }, { ...context, regexLimitMs: 50 }).of();
  assert.ok('nothing' in piece);
  assert.match(piece.nothing, /ran out of time/);
});

test('many tags take time in proportion to their number', async () => {
  const reply = '<a>'.repeat(200_000) + '</a>'.repeat(200_000);
  const piece = await new Pieces(reply, { tag: 'a' }, context).of();
  assert.ok('text' in piece && piece.text.length === reply.length - 7);
});

test('checks see the piece, and a check with whole sees the reply', async () => {
  const reply = 'Thinking about spam.\n<answer>ham</answer>';
  const findings = await runChecks(
    [
      { op: 'equals', value: 'ham' },
      { op: 'not_contains', value: 'spam' },
      { op: 'not_contains', value: 'spam', extract: 'whole' },
      { op: 'contains', value: 'spam', extract: 'whole' },
      { op: 'equals', value: 'about', extract: { matches: 'Thinking (\\w+)', group: 1 } },
    ],
    new Pieces(reply, { tag: 'answer' }, context),
    context,
  );
  assert.deepEqual(
    findings.map(({ holds }) => holds),
    [true, true, false, true, true],
  );
});

test('a piece is extracted once for all checks', () => {
  const pieces = new Pieces('<a>1</a>', { tag: 'a' }, context);
  assert.equal(pieces.of(), pieces.of());
});

test('refusals, limits and calls are those of the whole reply, also if nothing is extracted', async () => {
  const calls = { tool_calls: [{ name: 'search', arguments: {} }] };
  const turn = { user_message: 'q', app_response: 'No.', latency: 1, details: { stop: 'refusal' }, ...calls };
  const settings = { model: 'm', timeout_s: 9, max_tokens: 9, tools: [{ name: 'search', input_schema: {} }] };
  const testCase = { ...context.testCase, subject: { kind: 'prompt', inputs: {}, settings } } as const;
  const trial = { ...context.trial, turns: [turn] };
  const findings = await runChecks(
    [
      { op: 'refuses', value: true },
      { op: 'not_refuses', value: true },
      { op: 'max_latency_s', value: 2 },
      { op: 'called', value: 'search' },
      { op: 'called_in_order', value: ['search'] },
      { op: 'min_calls', value: 1 },
      { op: 'max_calls', value: 1 },
      { op: 'valid_calls', value: true },
      { op: 'at_least', value: { count: 2, of: [{ called: 'search' }, { refuses: true }] } },
      { op: 'at_least', value: { count: 1, of: [{ called: 'search' }, { contains: 'No' }] } },
    ],
    new Pieces('No.', { tag: 'answer' }, context),
    { ...context, testCase, trial },
  );
  assert.deepEqual(
    findings.map(({ holds }) => holds),
    [true, false, ...Array(7).fill(true), false],
  );
});

test('a check and its not_ form fail if nothing is extracted', async () => {
  const checks = ['contains', 'not_contains'].map((op) => ({ op, value: 'a' }));
  const findings = await runChecks(checks, new Pieces('a', { tag: 'answer' }, context), context);
  assert.deepEqual(
    findings.map(({ holds, reason }) => [holds, reason]),
    [
      [false, 'no <answer> in the response'],
      [false, 'no <answer> in the response'],
    ],
  );
});

test('excerpts of a piece point into the reply', async () => {
  const reply = 'first spam\n\nso: <answer>one\ntwo spam three</answer>';
  const [finding] = await runChecks(
    [{ op: 'not_contains', value: 'spam' }],
    new Pieces(reply, { tag: 'answer' }, context),
    context,
  );
  assert.deepEqual(finding?.excerpt, { text: 'two spam three</answer>', line: 4, mark: { start: 4, end: 8 } });
  const long = `${'x'.repeat(300)}<a>${'y'.repeat(200)} spam</a>`;
  const [other] = await runChecks(
    [{ op: 'not_contains', value: 'spam' }],
    new Pieces(long, { tag: 'a' }, context),
    context,
  );
  const { text, mark } = other?.excerpt ?? assert.fail();
  assert.equal(text.slice(mark?.start, mark?.end), 'spam');
  assert.ok(text.endsWith('spam</a>'));
});

test('a piece that the reply does not have as it is keeps its own excerpts', async () => {
  const [finding] = await runChecks(
    [{ op: 'not_contains', value: 'a"b' }],
    new Pieces('{"x": "a\\"b"}', { json: '/x' }, context),
    context,
  );
  assert.deepEqual(finding?.excerpt, { text: 'a"b', line: 1, mark: { start: 0, end: 3 } });
});

test('of a million tags that are not closed no list is kept', async () => {
  const reply = '<a>'.repeat(2_000_000);
  const before = process.memoryUsage().rss;
  const piece = await new Pieces(reply, { tag: 'a' }, context).of();
  assert.deepEqual(piece, { nothing: '<a> is not closed in the response' });
  assert.ok(process.memoryUsage().rss - before < 30e6, `${process.memoryUsage().rss - before} bytes`);
  const pairs = await new Pieces('<a>'.repeat(500_000) + '</a>'.repeat(500_000), { tag: 'a' }, context).of();
  assert.equal('start' in pairs && pairs.start, 3);
});
