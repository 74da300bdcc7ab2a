import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { openLibrary } from '../../promises/open-library.js';
import { rowsIn } from '../../support/rows-in.js';
import { goodMeta } from '../../support/temp-library.js';

interface Asked {
  readonly asserts: string;
  readonly data: string;
  readonly name?: string;
  readonly dataset?: string;
}

/** Runs a case whose model answers with the text after `Answer:` in the message. */
async function run(t: TestContext, { asserts, data, name = 'items.csv', dataset = '' }: Asked) {
  const files = {
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/prompt.xml': 'Answer:{{code}}',
    'prompts/diff/eval.yml': `defaults: { model: claude-x }
cases:
  - name: items
    dataset: { file: data/${name}${dataset} }
    assert: ${asserts}
`,
    [`prompts/diff/data/${name}`]: data,
  };
  const answer = (body: { messages: { content: string }[] }) => body.messages[0]?.content.slice('Answer:'.length) ?? '';
  const opened = await openLibrary(t, { files, answer });
  const { exitCode, stdout, stderr } = await opened.eva('eval', 'diff');
  return { ...opened, exitCode, stderr, output: stdout + stderr, row: rowsIn(opened.root)[0] };
}

/** Quotes a value of CSV. */
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const table = (...rows: readonly (readonly string[])[]) => rows.map((row) => `${row.map(cell).join(',')}\n`).join('');

/** Each check with a reference, a value of the field that holds for the answer, and one that does not. */
const checks: readonly (readonly [op: string, answer: string, holds: string, fails: string])[] = [
  ['contains', 'one two', 'two', 'Two'],
  ['not_contains', 'one two', 'three', 'two'],
  ['contains_any', 'one two', '["x", "two"]', '["x"]'],
  ['contains_all', 'one two', '["one", "two"]', '["one", "x"]'],
  ['icontains', 'one two', 'TWO', 'three'],
  ['equals', 'one two', ' one two ', 'one'],
  ['starts_with', 'one two', 'one', 'two'],
  ['ends_with', 'one two', 'two', 'one'],
  ['matches', 'one two', '^one\\s+t.o$', '^two'],
  ['not_matches', 'one two', '^two', '^one'],
  ['min_tokens', 'one two', '2', '3'],
  ['max_tokens', 'one two', '2', '1'],
  ['min_chars', 'one two', '7', '8'],
  ['max_chars', 'one two', '1e1', '6'],
  ['contains', '{{code}} {{want}}', '{{want}}', '{{ want }}'],
  ['equals', '{ field: want }', '{ field: want }', 'want'],
];

for (const [op, answer, holds, fails] of checks) {
  for (const format of ['csv', 'jsonl']) {
    test(`${op} takes its value from a field of ${format}: ${holds}`, async (t) => {
      const of = (want: string) => ({
        asserts: `[ { ${op}: { field: want } } ]`,
        name: `items.${format}`,
        data:
          format === 'csv'
            ? table(['code', 'want'], [answer, want])
            : JSON.stringify({ code: answer, want: /^[[\d]/.test(want) ? JSON.parse(want) : want }),
      });
      const [right, wrong] = [await run(t, of(holds)), await run(t, of(fails))];
      assert.equal(right.exitCode, 0, right.output);
      assert.equal(wrong.exitCode, 1, wrong.output);
    });
  }
}

test('a list takes fields item by item, beside texts', async (t) => {
  const asserts =
    '[ { contains_all: [ { field: a }, and, { field: b.c } ] }, { contains_any: [ nothing, { field: a } ] } ]';
  const data = `${JSON.stringify({ code: 'x and 7', a: 'x', b: { c: 7 } })}\n`;
  const { exitCode, output } = await run(t, { asserts, data, name: 'items.jsonl' });
  assert.equal(exitCode, 0, output);
});

test('a number in CSV follows the grammar of JSON, and other texts are refused at their place', async (t) => {
  for (const [bad, column] of [
    ['007', 3],
    ['+1', 3],
    ['1.5', 3],
    ['0x10', 3],
    ['', 3],
    [' 5', 3],
    ['-1', 3],
    ['NaN', 3],
    ['1e999', 3],
  ] as const) {
    const data = `code,limit\na,5\nb,${bad}\n`;
    const { exitCode, stderr, server } = await run(t, { asserts: '[ { max_tokens: { field: limit } } ]', data });
    assert.equal(exitCode, 2, bad);
    assert.match(stderr, new RegExp(`data/items\\.csv:3:${column}\\b`), bad);
    assert.match(stderr, /EVA_DATA_VALUE/, bad);
    assert.equal(server.requests.length, 0);
  }
});

test('json_value compares with fields: numbers within a distance, texts in any case, lists and mappings deep', async (t) => {
  const items = [
    {
      code: '{"total": 10.004, "name": "ACME", "rows": [{"b": 2, "a": 1}]}',
      total: 10,
      name: 'acme',
      rows: [{ a: 1, b: 2 }],
    },
    { code: '{"total": 9.995, "name": "Bolt", "rows": []}', total: '10', name: ' bolt ', rows: [] },
  ];
  const asserts = `
      - json_value: { at: /total, equals: { field: total }, within: 0.005 }
      - json_value: { at: /name, equals: { field: name }, ignore_case: true }
      - json_value: { equals: { total: { field: total }, name: { field: name }, rows: { field: rows } }, within: 0.005, ignore_case: true }`;
  const data = items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const right = await run(t, { asserts, data, name: 'items.jsonl' });
  assert.equal(right.exitCode, 0, right.output);
  const wrong = await run(t, { asserts, data: data.replace('10.004', '10.006'), name: 'items.jsonl' });
  assert.equal(wrong.exitCode, 1, wrong.output);
});

const oddNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'then', '0', 'a.b'];

for (const name of oddNames) {
  test(`a field named ${name} is a field like any other`, async (t) => {
    const asserts = `[ { equals: { field: ${JSON.stringify(name)} } } ]`;
    const more = `, slices: [${JSON.stringify(name)}], where: { ${JSON.stringify(name)}: [same, other] }`;
    const csv = table(['code', name], ['same', 'same'], ['other', 'other'], ['dropped', 'x']);
    const first = await run(t, { asserts, data: csv, dataset: more });
    assert.equal(first.exitCode, 0, first.output);
    const jsonl = [
      ['same', 'same'],
      ['other', 'other'],
      ['dropped', 'x'],
    ]
      .map(([code, own]) => `{"code":${JSON.stringify(code)},${JSON.stringify(name)}:${JSON.stringify(own)}}\n`)
      .join('');
    for (const [file, data] of [
      ['items.jsonl', jsonl],
      ['items.json', `[${jsonl.trim().replaceAll('\n', ',')}]`],
    ] as const) {
      const again = await run(t, { asserts, data, name: file, dataset: more });
      assert.equal(again.exitCode, 0, again.output);
      assert.equal(again.row?.datasets?.[0]?.digest, first.row?.datasets?.[0]?.digest, file);
    }
    const without = await run(t, { asserts, data: table(['code'], ['same']) });
    assert.equal(without.exitCode, 2);
    assert.match(without.stderr, /EVA_DATA_FIELD/);
  });
}

test('an input that another field fills takes nothing from a field with its own name', async (t) => {
  const { exitCode, output, server } = await run(t, {
    asserts: '[ { equals: { field: body } }, { not_contains: { field: code } } ]',
    data: table(['code', 'body'], ['the namesake', 'the body {{code}}']),
    dataset: ', inputs: { code: body }',
  });
  assert.equal(exitCode, 0, output);
  assert.equal(server.requests[0]?.body.messages[0].content, 'Answer:the body {{code}}');
});
