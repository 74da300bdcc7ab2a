import assert from 'node:assert/strict';
import test from 'node:test';
import { Preparation } from '#grade/check-parts/preparation.js';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { context } from '../check-context.js';

async function check(value: JsonObject, response: string) {
  const [finding] = await runChecks([{ op: 'json_value', value }], response, context);
  return finding ?? assert.fail();
}

const invoice =
  '{"number": "A-7", "total": 1188.00, "paid": true, "note": null,\n "lines": [{"sku": "X", "n": 2}, {"sku": "Y"}]}';

const holding: readonly (readonly [value: JsonObject, response: string])[] = [
  [{ at: '/number', equals: 'A-7' }, invoice],
  [{ at: '/number', equals: ' A-7\n' }, invoice],
  [{ at: '/number', equals: 'a-7', ignore_case: true }, invoice],
  [{ at: '/total', equals: 1188 }, `Here:\n\`\`\`json\n${invoice}\n\`\`\``],
  [{ at: '/total', equals: '1188.0' }, invoice],
  [{ at: '/total', equals: '1.188e3' }, invoice],
  [{ at: '/total', equals: 1188.005, within: 0.005 }, invoice],
  [{ at: '/paid', equals: 'true' }, invoice],
  [{ at: '/note', equals: null }, invoice],
  [{ at: '/lines/1/sku', equals: 'Y' }, invoice],
  [{ at: '/lines', equals: [{ n: 2, sku: 'x' }, { sku: 'y' }], ignore_case: true }, invoice],
  [{ at: '/lines', equals: '[{"n": 2.0, "sku": "X"}, {"sku": "Y"}]' }, invoice],
  [{ equals: { b: [1, 'x'], a: {} } }, '{"a": {}, "b": [1.004, " x "]}'].map((part, index) =>
    index === 0 ? { ...(part as JsonObject), within: 0.01 } : part,
  ) as unknown as readonly [JsonObject, string],
  [{ equals: 0.3 }, '0.30000000000000004'],
  [{ equals: 10, within: 0.1 }, '10.1'],
  [{ equals: 1, within: 0.9 }, '0.1'],
  [{ equals: 0 }, '-0'],
  [{ at: '/', equals: '' }, '{"": ""}'],
  [{ equals: { field: 'data that looks like a reference' } }, '{"field": "data that looks like a reference"}'],
];

for (const [value, response] of holding) {
  test(`${JSON.stringify(value)} holds for ${JSON.stringify(response)}`, async () => {
    const { holds, reason } = await check(value, response);
    assert.equal(holds, true, reason);
  });
}

const failing: readonly (readonly [value: JsonObject, response: string, reason: string, marked?: string])[] = [
  [{ at: '/total', equals: 1200 }, invoice, '/total is 1188, expected 1200', '1188.00'],
  [
    { at: '/total', equals: 1188.006, within: 0.005 },
    invoice,
    '/total is 1188, expected 1188.006 (within 0.005)',
    '1188.00',
  ],
  [{ at: '/total', equals: '1,188' }, invoice, '/total is 1188, expected "1,188"', '1188.00'],
  [{ at: '/number', equals: 'a-7' }, invoice, '/number is "A-7", expected "a-7"', '"A-7"'],
  [{ at: '/paid', equals: 1 }, invoice, '/paid is true, expected 1', 'true'],
  [{ at: '/note', equals: 'null' }, invoice, '/note is null, expected "null"', 'null'],
  [{ equals: 12 }, '"12"', 'the JSON is "12", expected 12', '"12"'],
  [
    { equals: 9007199254740990 },
    '9007199254740991',
    'the JSON is 9007199254740991, expected 9007199254740990',
    '9007199254740991',
  ],
  [{ at: '/v', equals: 2 }, '{"v": 1, "v": 2}', 'the JSON has the key "v" twice', '2'],
  [{ equals: 5 }, '1e999', 'the JSON is Infinity, expected 5', '1e999'],
  [{ at: '/sum', equals: 1 }, invoice, '/sum is missing: the JSON has "number", "total", "paid", "note", "lines"'],
  [{ at: '/lines/2/sku', equals: 'Z' }, invoice, '/lines/2 is missing: /lines is a list of 2'],
  [
    {
      at: '/lines',
      equals: [
        { sku: 'X', n: 2 },
        { sku: 'Y', n: 1 },
      ],
    },
    invoice,
    '/lines/1/n is missing: /lines/1 has "sku"',
    '{"sku": "Y"}',
  ],
  [{ at: '/lines', equals: [{ sku: 'X' }, { sku: 'Y' }] }, invoice, '/lines/0/n is not expected', '2'],
  [{ at: '/lines', equals: [{ sku: 'X', n: 2 }] }, invoice, '/lines/1 is not expected', '{"sku": "Y"}'],
  [{ at: '/a', equals: { __proto__x: 1 } }, '{"a": {}}', '/a/__proto__x is missing: /a is an empty mapping', '{}'],
  [{ at: '/toString', equals: 1 }, '{}', '/toString is missing: the JSON is an empty mapping', '{}'],
  [{ equals: [1] }, '{"0": 1}', 'the JSON is {"0":1}, expected [1]', '{"0": 1}'],
  [{ equals: 1 }, 'No.', 'not JSON: a value was expected (line 1, column 1)', 'N'],
];

for (const [value, response, reason, marked] of failing) {
  test(`${JSON.stringify(value)} fails for ${JSON.stringify(response)} and says why`, async () => {
    const finding = await check(value, response);
    assert.equal(finding.holds, false);
    assert.equal(finding.reason, reason);
    const { text = '', mark } = finding.excerpt ?? {};
    if (marked !== undefined) assert.equal(mark && text.slice(mark.start, mark.end), marked);
  });
}

test('hostile answers take linear time and cannot break the sentence', async () => {
  const started = performance.now();
  const wide = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}": ${index}`).join(', ')}}`;
  const deep = `${'{"a": ['.repeat(95)}${'"\\\\\\""'.repeat(1)}${']}'.repeat(95)}`;
  const values = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]));
  assert.equal((await check({ equals: { ...values, k19999: 0 } }, wide)).holds, false);
  assert.equal((await check({ equals: JSON.parse(deep) as JsonValue }, deep)).holds, true);
  assert.equal((await check({ at: '/k19999', equals: 'x' }, wide)).holds, false);
  const { reason, excerpt } = await check({ at: '/total', equals: 1 }, `{"\\n\\u202e": "${'z'.repeat(1_000_000)}"}`);
  assert.ok(reason.length < 500 && !/[\n]/.test(reason));
  assert.ok((excerpt?.text.length ?? 0) < 500);
  assert.ok(performance.now() - started < 60_000);
});

test('a check that could not run is refused when it is planned', () => {
  const key = (value: JsonValue) => {
    const [found] = planChecks([{ op: 'json_value', value }]);
    return found && `${found.code}:${found.variant}`;
  };
  assert.equal(key({ at: '/a' }), 'EVA_BAD_CHECK:not_json_value');
  assert.equal(key('x'), 'EVA_BAD_CHECK:not_json_value');
  assert.equal(key({ at: 'a', equals: 1 }), 'EVA_BAD_CHECK:not_pointer');
  assert.equal(key({ equals: 1, within: -1 }), 'EVA_BAD_CHECK:not_distance');
  assert.equal(key({ equals: null }), undefined);
});

test('the values of items are checked within one preparation', () => {
  const preparation = new Preparation();
  const code = (op: string, value: JsonValue) => {
    const [found] = planChecks([{ op, value }], preparation);
    return found && `${found.code}:${found.variant}`;
  };
  assert.equal(code('contains', 'x'), undefined);
  assert.equal(code('contains', ''), 'EVA_BAD_CHECK:empty_text');
  assert.equal(code('equals', [1]), 'EVA_BAD_CHECK:not_text');
  assert.equal(code('max_tokens', '12 words'), 'EVA_BAD_CHECK:not_count');
  assert.equal(code('contains_all', 'a, b'), 'EVA_BAD_CHECK:not_texts');
  assert.equal(code('matches', '('), 'EVA_BAD_REGEX:invalid');
  const [late] = planChecks([{ op: 'matches', value: 'never seen before, (a|b)' }], new Preparation(0));
  assert.equal(late?.variant, 'unchecked');
});

test('a reference without its value fails the check and does not crash', async () => {
  for (const op of ['contains', 'contains_all', 'matches', 'max_chars', 'ends_with']) {
    const [finding] = await runChecks([{ op, value: { field: 'label' } }], 'x', context);
    assert.equal(finding?.holds, false);
  }
});

test('Whole numbers beyond 2^53 that are read as the same are not compared, in both forms', async () => {
  const responses = [
    ['{"id": 12345678901234567891}', { at: '/id', equals: 12345678901234567890n }],
    ['[1, [{"id": 9007199254740993}]]', { equals: [1, [{ id: 9007199254740992n }]] }],
    ['{"id": 12345678901234567891}', { at: '/id', equals: 12345678901234567890n, within: 0.01 }],
  ] as const;
  for (const [response, { equals, ...rest }] of responses) {
    const value = JSON.parse(
      JSON.stringify({ ...rest, equals }, (_key, part) => (typeof part === 'bigint' ? Number(part) : part)),
    ) as JsonObject;
    for (const op of ['json_value', 'not_json_value']) {
      const [finding] = await runChecks([{ op, value }], response, context);
      assert.equal(finding?.holds, false, op);
      assert.match(finding?.reason ?? '', /has a number of more digits than eva compares/);
    }
  }
  assert.equal((await check({ at: '/id', equals: 2 ** 60 }, '{"id": 2305843009213693952}')).holds, false);
});
