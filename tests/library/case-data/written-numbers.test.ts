import assert from 'node:assert/strict';
import test from 'node:test';
import { countsOfItems } from '#library/items/item-index.js';
import { inputTexts, itemCase } from '#library/items/sample.js';
import { loadDataset, oneCase } from './load-dataset.js';

const numbers = ['1.10', '1.1', '1e1', '5.0', '0.0000001', '-0.50', '0.1000000000000000055'];

/** Numbers that JSON cannot write so. */
const yamlNumbers = ['007', '0x1F', '0o17', '+3', '.5', '1.'];

/** Returns a data file of items whose `ticket` and `n` have these spellings, in each format that can write them. */
function filesOf(spellings: readonly string[], formats: readonly string[]) {
  const rows = spellings.map((n, index) => `{"id":"i${index}","ticket":${n},"n":${n}}`);
  const all: Readonly<Record<string, string>> = {
    'a.csv': `id,ticket,n\n${spellings.map((n, index) => `i${index},${n},${n}`).join('\n')}\n`,
    'a.jsonl': `${rows.join('\n')}\n`,
    'a.json': `[\n${rows.join(',\n')}]\n`,
    'a.yml': spellings.map((n, index) => `- { id: i${index}, ticket: ${n}, n: ${n} }\n`).join(''),
  };
  return formats.map((format) => [format, all[format] ?? ''] as const);
}

const check = 'assert: [{ max_chars: 9 }]\n';

const all = [...filesOf(numbers, ['a.csv', 'a.jsonl', 'a.json', 'a.yml']), ...filesOf(yamlNumbers, ['a.csv', 'a.yml'])];

for (const [file, content] of all) {
  const spellings = content.includes('007') ? yamlNumbers : numbers;
  test(`a number that becomes text is sent, grouped and counted as ${file} writes it: ${spellings[0]}`, (t) => {
    const keys = `dataset: { file: ${file}, id: id, cluster: n, slices: [n] }\n`;
    const { cases, datasets, problems } = loadDataset(t, oneCase(keys + check), { [file]: content });
    const index = datasets.get('tickets');
    const [one] = cases;
    assert.ok(index && one?.dataset, JSON.stringify(problems));
    const { inputs, slices } = one.dataset;
    const sent = index.ids().map((_: string, position: number) => inputTexts(index.read(position), inputs)['ticket']);
    assert.deepEqual([...sent].sort(), [...spellings].sort());
    assert.deepEqual([...(slices[0]?.values ?? [])].map(({ value }) => value).sort(), [...spellings].sort());
  });
}

test('the digest of a data set is the same in every format', (t) => {
  const digests = filesOf(numbers, ['a.csv', 'a.jsonl', 'a.json', 'a.yml']).map(([file, content]) => {
    const keys = oneCase(`dataset: { file: ${file}, id: id, slices: [n] }\n${check}`);
    return loadDataset(t, keys, { [file]: content }).cases[0]?.dataset?.digest;
  });
  assert.equal(new Set(digests).size, 1);
});

/** Returns the ids of the items that a condition keeps. */
function kept(t: Parameters<typeof loadDataset>[0], condition: string, file: string, content: string) {
  const keys = oneCase(`dataset: { file: ${file}, id: id, ${condition} }\n${check}`);
  const { datasets, problems } = loadDataset(t, keys, { [file]: content });
  return { ids: [...(datasets.get('tickets')?.ids() ?? [])].sort().join(' '), problems };
}

const texts =
  '{"id":"a","ticket":"x","v":"1.10"}\n{"id":"b","ticket":"y","v":"1.1"}\n{"id":"c","ticket":"z","v":"007"}\n';

const csvTexts = 'id,ticket,v\na,x,1.10\nb,y,1.1\nc,z,007\n';

const yamlTexts =
  '- { id: a, ticket: x, v: "1.10" }\n- { id: b, ticket: y, v: "1.1" }\n- { id: c, ticket: z, v: "007" }\n';

const jsonTexts = `[${texts.trim().replaceAll('\n', ',')}]`;

const inFormats = [
  ['a.csv', csvTexts],
  ['a.jsonl', texts],
  ['a.json', jsonTexts],
  ['a.yml', yamlTexts],
] as const;

for (const [condition, ids] of [
  ['where: { v: 1.10 }', 'a'],
  ['where: { v: [1.1, 007] }', 'b c'],
  ['unless: { v: 1.10 }', 'b c'],
  ['unless: { v: 007 }', 'a b'],
] as const) {
  for (const [file, content] of inFormats) {
    test(`a text of ${file} is compared with a condition as it is written: ${condition}`, (t) => {
      assert.deepEqual(kept(t, condition, file, content), { ids, problems: [] });
    });
  }
}

for (const [condition, ids] of [
  ['where: { n: 1.10 }', 'a b'],
  ['where: { n: 10 }', 'c'],
  ['where: { n: "0x0A" }', 'c'],
  ['unless: { n: 1.1 }', 'c'],
] as const) {
  test(`a number is compared by value: ${condition}`, (t) => {
    const items =
      '{"id":"a","ticket":"x","n":1.1}\n{"id":"b","ticket":"y","n":1.100}\n{"id":"c","ticket":"z","n":1e1}\n';
    assert.deepEqual(kept(t, condition, 'a.jsonl', items), { ids, problems: [] });
  });
}

test('a truth value is compared by value, and a text as it is written', (t) => {
  const items = '{"id":"a","ticket":"x","b":true}\n{"id":"b","ticket":"y","b":false}\n';
  assert.deepEqual(kept(t, 'where: { b: TRUE }', 'a.jsonl', items), { ids: 'a', problems: [] });
  assert.deepEqual(kept(t, 'unless: { b: true }', 'a.csv', 'id,ticket,b\na,x,TRUE\nb,y,FALSE\n'), {
    ids: 'a b',
    problems: [
      'eval.yml:4:47 warning EVA_DATA_VALUE:nowhere no item has "true" in "b" (correct the value, or remove it from unless)',
    ],
  });
});

test('an empty value of unless guards against items to come', (t) => {
  assert.deepEqual(kept(t, 'unless: { v: "" }', 'a.csv', csvTexts), { ids: 'a b c', problems: [] });
});

test('the values of only are numbers of the file, however both are written', (t) => {
  const keys =
    'dataset: { file: a.jsonl, id: id, slices: [{ field: n, only: [1.1], criteria: { proportion_gte: { proportion: 0.1 } } }] }\n';
  const items = '{"id":"a","ticket":"x","n":1.10}\n{"id":"b","ticket":"y","n":2}\n';
  const { cases, problems } = loadDataset(t, oneCase(keys + check), { 'a.jsonl': items });
  const values = cases[0]?.dataset?.slices[0]?.values.map(({ value, reported }) => [value, reported === true]);
  assert.deepEqual(values, [
    ['1.10', false],
    ['2', true],
  ]);
  assert.deepEqual(
    problems.filter((problem) => problem.includes('slice_only')),
    [],
  );
});

test('a class may be a number of the file, however both are written', (t) => {
  const keys =
    'dataset: { file: a.jsonl, id: id }\nthen:\n  - class: { expected: { field: n }, of: ["1.1", "2"] }\n    criteria: { f1_gte: { class: each, proportion: 0.1 } }\n';
  const items = '{"id":"a","ticket":"x","n":1.10}\n{"id":"b","ticket":"y","n":2}\n';
  const { cases, datasets, problems } = loadDataset(t, oneCase(keys), { 'a.jsonl': items });
  assert.deepEqual(
    problems.filter((problem) => problem.includes('EVA_DATA_VALUE')),
    [],
  );
  const [one] = cases;
  const index = datasets.get('tickets');
  assert.ok(one && index);
  const grader = itemCase(one, index.read(index.ids().indexOf('a')), 'a').expectations[0]?.grader;
  assert.equal(grader?.grader === 'class' && grader.params.expected, '1.1');
  assert.equal(countsOfItems(index, 'n').length, 2);
});

test('a comparison with a number takes its text in the file and its shortest text', (t) => {
  const keys =
    'dataset: { file: a.jsonl, id: id }\nassert: [{ equals: { field: n } }, { not_contains: { field: n } }, { starts_with: { field: m } }, { contains_any: { field: l } }, { at_least: { count: 1, of: [{ equals: { field: n } }, { contains: a }] } }]\n';
  const items = '{"id":"a","ticket":"x","n":42.0,"m":1.5,"l":[1.10,2]}\n';
  const { cases, datasets, problems } = loadDataset(t, oneCase(keys), { 'a.jsonl': items });
  const index = datasets.get('tickets');
  const [one] = cases;
  assert.ok(one && index, JSON.stringify(problems));
  const grader = itemCase(one, index.read(0), 'a').expectations[0]?.grader;
  assert.deepEqual(grader?.grader === 'trial_passes' && grader.params.checks.map(({ op, value }) => ({ op, value })), [
    { op: 'equals_any', value: ['42.0', '42'] },
    { op: 'not_contains_any', value: ['42.0', '42'] },
    { op: 'starts_with', value: '1.5' },
    { op: 'contains_any', value: ['1.10', '1.1', '2'] },
    { op: 'at_least', value: { count: 1, of: [{ equals_any: ['42.0', '42'] }, { contains: 'a' }] } },
  ]);
});
