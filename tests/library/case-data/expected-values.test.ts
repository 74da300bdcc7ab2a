import assert from 'node:assert/strict';
import test from 'node:test';
import { loadDataset, oneCase, tickets } from './load-dataset.js';

const dataset = 'dataset: { file: data/tickets.csv, inputs: { ticket: body } }\n';

const criteria = 'criteria: { proportion_gte: { proportion: 0.5 } }\n';

test('a change of a field without a use is stale only if the program of a check sees the item', (t) => {
  const digestOf = (checks: string, data: string) => {
    const { cases, problems } = loadDataset(t, oneCase(`${dataset}${checks}\n${criteria}`), {
      'data/tickets.csv': data,
    });
    assert.deepEqual(problems, []);
    return cases[0]?.dataset?.digest ?? assert.fail();
  };
  const changed = tickets.replace(',dev,80', ',dev,81');
  const plain = 'assert: [{ equals: { field: label } }]';
  const program = 'assert: [{ equals: { field: label } }, { command: [node, check.js] }]';
  assert.equal(digestOf(plain, changed), digestOf(plain, tickets));
  assert.notEqual(digestOf(program, changed), digestOf(program, tickets));
});

test('a value that no check of its kind can take is an error at its place', (t) => {
  const lines = [
    '{"body": "a", "v": "x", "n": 3, "list": ["a"]}',
    '{"body": "b", "v": {"field": "n"}, "n": "3", "list": "[\\"a\\", 1]"}',
    '{"body": "c", "v": "", "n": 3.5, "list": "a, b"}',
    '{"body": "d", "v": 7, "n": "3 words", "list": []}',
  ];
  const checks =
    'assert: [{ contains: { field: v } }, { max_tokens: { field: n } }, { contains_any: { field: list } }, { json_value: { equals: { field: v } } }]';
  const { problems } = loadDataset(
    t,
    oneCase(`dataset: { file: data/items.jsonl, inputs: { ticket: body } }\n${checks}\n${criteria}`),
    { 'data/items.jsonl': lines.join('\n') },
  );
  assert.deepEqual(
    problems.map((line) => line.split(' ').slice(0, 2).join(' ')),
    [
      'data/items.jsonl:2:20 EVA_DATA_VALUE:check',
      'data/items.jsonl:3:20 EVA_DATA_VALUE:check',
      'data/items.jsonl:3:29 EVA_DATA_VALUE:check',
      'data/items.jsonl:3:42 EVA_DATA_VALUE:check',
      'data/items.jsonl:4:28 EVA_DATA_VALUE:check',
      'data/items.jsonl:4:47 EVA_DATA_VALUE:check',
    ],
  );
});

test('a tool that an item names must be declared, in every check and form', (t) => {
  const rows = ['body,tool,next', 'a,refund,search', 'b,refnd,search', 'c,search,refnd', ''];
  const checks = [
    'not_called: { field: tool }',
    'called: { tool: { field: tool }, times: 2 }',
    'called_in_order: { tools: [search, { input: tone }], exactly: true }',
    'at_least: { count: 1, of: [{ contains: a }, { not_called: [{ field: next }] }] }',
  ];
  const places = (check: string, tools: string) => {
    const keys = `tools: ${tools}\ndataset: { file: data/tools.csv, inputs: { ticket: body, tone: next } }\n`;
    const { problems } = loadDataset(t, oneCase(`${keys}assert: [{ ${check} }]\n${criteria}`), {
      'data/tools.csv': rows.join('\n'),
    });
    return problems.map((line) => line.split(' ').slice(0, 2).join(' '));
  };
  const tool = (name: string) => `{ name: ${name}, input_schema: { type: object } }`;
  const [first, ...others] = ['3:3', '3:3', '4:10', '4:10'].map((at) => [`data/tools.csv:${at} EVA_DATA_VALUE:check`]);
  assert.deepEqual(
    checks.map((check) => places(check, `[${tool('refund')}, ${tool('search')}]`)),
    [first, ...others],
  );
  const withBoth = `[${tool('refund')}, ${tool('search')}, ${tool('refnd')}]`;
  assert.deepEqual(
    checks.flatMap((check) => places(check, withBoth)),
    [],
  );
});

test('an expected class without a data set is a reference that nothing gives', (t) => {
  const { problems } = loadDataset(
    t,
    oneCase(
      'inputs: { ticket: x }\nthen:\n  - class: { expected: { field: label }, of: [a, b] }\n    criteria: { f1_gte: { class: each, proportion: 0.8 } }',
    ),
  );
  assert.deepEqual(
    problems.map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['eval.yml:6:28 EVA_UNKNOWN_REFERENCE'],
  );
});
