import assert from 'node:assert/strict';
import test from 'node:test';
import { importedTests } from './imported-tests.js';

test('tests are read from files of each kind, by path or pattern, beside tests of the list', (t) => {
  const { tests, vars, findings } = importedTests(
    t,
    `tests:
  - file://t/*.json
  - t/c.yaml
  - t/d.jsonl
  - { path: t/e.csv }
  - vars: { a: inline }
`,
    {
      't/a.json': '[{"vars": {"a": "json 1"}}, {"vars": {"a": "json 2"}}]',
      't/b.json': '{"vars": {"a": "json 3"}}',
      't/c.yaml': '- vars: { a: yaml 1 }\n- $ref: "#/0"\n- more.yaml\n',
      't/more.yaml': 'vars: { a: yaml 2 }\n',
      't/d.jsonl': '{"vars": {"a": "jsonl 1"}}\n\n{"vars": {"a": ["jsonl 2", "jsonl 3"]}}\n',
      't/e.csv': 'a\ncsv 1\n',
    },
  );
  assert.deepEqual(
    vars.map(({ a }) => a),
    [
      ...['json 1', 'json 2', 'json 3', 'yaml 1', 'yaml 1', 'yaml 2'],
      ...['jsonl 1', 'jsonl 2', 'jsonl 3', 'csv 1', 'inline'],
    ],
  );
  assert.deepEqual(findings, []);
  assert.deepEqual(
    tests.map(({ rowsFile }) => rowsFile),
    [...Array(6).fill(undefined), 't/d.jsonl', 't/d.jsonl', 't/d.jsonl', 't/e.csv', undefined],
  );
  assert.deepEqual(tests.map(({ node }) => `${node.place().file}:${node.place().line}`).slice(6), [
    't/d.jsonl:1',
    't/d.jsonl:3',
    't/d.jsonl:3',
    't/e.csv:2',
    'promptfooconfig.yaml:8',
  ]);
});

test('one path may stand for all tests', (t) => {
  assert.deepEqual(importedTests(t, 'tests: t.yml\n', { 't.yml': '- vars: { a: 1 }\n' }).vars, [{ a: 1 }]);
});

test('a folder stands for the files of tests in it and below it', (t) => {
  const files = {
    't/a.yaml': '- vars: { a: 1 }\n',
    't/below/b.csv': 'a\n2\n',
    't/README.md': 'About these tests\n',
    'n/README.md': 'None here\n',
    'c/make.py': 'print()\n',
  };
  assert.deepEqual(importedTests(t, 'tests: [file://t/, t]\n', files).vars, [
    { a: 1 },
    { a: '2' },
    { a: 1 },
    { a: '2' },
  ]);
  assert.deepEqual(importedTests(t, 'tests: [n, c/]\n', files).findings, [
    'blocks test promptfooconfig.yaml:3 n: there is no file of tests in this folder',
    'blocks test promptfooconfig.yaml:3 c/: c/make.py: they come from a program, which eva does not execute',
  ]);
});

test('a file of tests reads the files that it names, except for its variables', (t) => {
  const { tests, vars } = importedTests(t, 'tests: t/t.yaml\n', {
    't/t.yaml': `- vars: { a: file://v.txt }
  assert:
    - { type: equals, value: file://t/expected.txt }
    - { type: javascript, value: file://t/check.js }
    - { type: contains, value: file://t/none.txt }
- vars: [a.yaml, b.yaml]
  assert: file://t/asserts.yaml
`,
    'v.txt': ' text \n',
    't/expected.txt': 'expected\n',
    't/a.yaml': 'a: one\nb: one\n',
    't/b.yaml': 'b: file://v.txt\n',
    't/asserts.yaml': '- { type: contains, value: x }\n',
  });
  assert.deepEqual(vars, [{ a: 'text' }, { a: 'one', b: ' text ' }]);
  assert.deepEqual(
    tests.map((one) => one.asserts.map((each) => each.child('value')?.value)),
    [['expected\n', 'file://t/check.js', 'file://t/none.txt'], ['x']],
  );
  assert.equal(tests[1]?.asserts[0]?.place().file, 't/asserts.yaml');
});

test('assertions in one line of JSONL have places of their own', (t) => {
  const { tests } = importedTests(t, 'tests: t.jsonl\n', {
    't.jsonl': '{"vars": {}, "assert": [{"type": "contains", "value": "a"}, {"type": "is-json"}]}\n',
  });
  assert.deepEqual(
    tests[0]?.asserts.map((one) => one.place().column),
    [25, 61],
  );
});

const unread: readonly (readonly [source: string, reason: string])[] = [
  [
    'https://docs.google.com/spreadsheets/d/1/edit',
    'they are in a Google sheet, and eva opens no connection during an import',
  ],
  ['huggingface://datasets/a/b', 'they are a data set of Hugging Face, and eva opens no connection during an import'],
  ['https://a.sharepoint.com/t.csv', 'they are in SharePoint, and eva opens no connection during an import'],
  ['https://example.com/t.csv', 'they are at a web address, and eva opens no connection during an import'],
  ['az://account/box/t.csv', 'they are at a web address, and eva opens no connection during an import'],
  ['file://t.xlsx#Sheet1', 'they are in a spreadsheet'],
  ['t.xls', 'they are in a spreadsheet'],
  ['file://t.py:make', 'they come from a program, which eva does not execute'],
  ['t.mjs', 'they come from a program, which eva does not execute'],
  ['../t.csv', 'it is outside of the folder of the configuration, and eva reads nothing there'],
  ['/etc/passwd.csv', 'it is outside of the folder of the configuration, and eva reads nothing there'],
  ['none.csv', 'there is no such file'],
  ['file://{{ env.DIR }}/t.csv', 'its path is a template, and eva reads no environment variable'],
  ['none/*.csv', 'no file fits this pattern'],
];

for (const [source, reason] of unread) {
  test(`tests are not read from ${source}, and that is listed with its reason`, (t) => {
    for (const text of [
      `tests: "${source}"\n`,
      `tests: ["${source}"]\n`,
      `tests: [{ path: "${source}", config: {} }]\n`,
    ]) {
      const { tests, findings } = importedTests(t, text);
      assert.deepEqual(tests, []);
      assert.equal(findings.length, 1);
      assert.match(findings[0] ?? '', /^blocks test promptfooconfig\.yaml:3 /);
      assert.equal(findings[0]?.endsWith(`: ${reason}`), true, findings[0]);
    }
  });
}

test('files of tests that are broken, or that name each other, are listed', (t) => {
  const { findings } = importedTests(t, 'tests: [a.jsonl, b.csv, c.csv, d.yaml, e.yaml, f.yaml]\n', {
    'a.jsonl': '{"vars": {}}\nnot json\n',
    'b.csv': 'a,b\n1,2\n3\n',
    'c.csv': 'a;b\n1;2\n',
    'd.yaml': '- d.yaml\n',
    'e.yaml': '- { a: 1, b: 2 }\n',
    'f.yaml': '- vars: {\n',
  });
  assert.deepEqual(findings.slice(0, 5), [
    'blocks test a.jsonl:2 a.jsonl: this line is no JSON',
    'blocks test b.csv:3 b.csv: a row has 1 value and the header 2',
    'blocks test c.csv:1 c.csv: its columns are not separated by commas, and eva reads no environment variable that says by what',
    'blocks test d.yaml:1 d.yaml: files of tests name each other',
    'blocks test e.yaml:1 test: it has no key of a test, such as vars or assert, but a, b',
  ]);
  assert.equal(findings.length, 6);
});
