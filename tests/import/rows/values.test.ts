import assert from 'node:assert/strict';
import test from 'node:test';
import { importedTests } from './imported-tests.js';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

test('values come from files: texts trimmed, YAML as JSON, pictures as files, patterns as several tests', (t) => {
  const { tests, vars, findings } = importedTests(
    t,
    `tests:
  - vars: { a: file://d/*.txt, b: file://v.yaml, c: file://v.json, d: file://p.PNG }
  - vars: { a: [file://d/x.txt, plain], e: "https://example.com/p.png" }
`,
    { 'd/x.txt': ' X \n', 'd/y.txt': 'Y', 'v.yaml': 'k: [1, two]\n', 'v.json': '{ "a": 1 }\n', 'p.PNG': png },
  );
  const others = { b: '{"k":[1,"two"]}', c: '{ "a": 1 }', d: 'file p.PNG' };
  assert.deepEqual(vars, [
    { a: 'X', ...others },
    { a: 'Y', ...others },
    { a: 'X', e: 'https://example.com/p.png' },
    { a: 'plain', e: 'https://example.com/p.png' },
  ]);
  assert.deepEqual(tests[0]?.vars.a, { kind: 'value', value: 'X', file: 'd/x.txt' });
  assert.deepEqual(tests[0]?.vars.d, { kind: 'media', file: 'p.PNG' });
  assert.deepEqual(findings, []);
});

test('a PDF becomes the file itself, which is listed', (t) => {
  const { tests, findings } = importedTests(t, 'tests: [{ vars: { a: file://a.pdf } }]\n', { 'a.pdf': '%PDF-1.7' });
  assert.deepEqual(tests[0]?.vars.a, { kind: 'media', file: 'a.pdf' });
  assert.deepEqual(findings, [
    'replaced test promptfooconfig.yaml:3 vars.a: promptfoo sends the text of a PDF, and eva the PDF itself',
  ]);
});

test('values from programs, packages and files that eva does not read block their test', (t) => {
  const { tests, findings } = importedTests(
    t,
    `tests:
  - vars: { a: file://v.js }
  - vars: { a: file://v.py }
  - vars: { a: "package:name:fn" }
  - vars: { a: file://v.mp3 }
  - vars: { a: file://../v.txt }
  - vars: { a: file://none.txt }
  - vars: { a: file://none/*.txt }
`,
  );
  const blocked = (line: number, reason: string) => `blocks test promptfooconfig.yaml:${line} vars.a: ${reason}`;
  assert.deepEqual(tests, []);
  assert.deepEqual(findings, [
    blocked(4, 'v.js: its value comes from a program, which eva does not execute'),
    blocked(5, 'v.py: its value comes from a program, which eva does not execute'),
    blocked(6, 'its value comes from a package, which eva does not execute'),
    blocked(7, 'v.mp3: eva sends PNG, JPEG, GIF, WebP and PDF files, and no others'),
    blocked(8, '../v.txt: it is outside of the folder of the configuration, and eva reads nothing there'),
    blocked(9, 'none.txt: there is no such file'),
    blocked(10, 'no file fits this pattern'),
  ]);
});

test('variables are put into each other as promptfoo does', (t) => {
  const { vars, findings } = importedTests(
    t,
    `tests:
  - vars: { a: "hello {{b}}", b: "world {{ c }}", c: "!", n: 5, m: "n is {{n}}" }
  - vars: { a: "{{missing}} {{b}}{{b}}", b: y }
  - vars: { a: "open {{ b", b: y }
  - vars: { a: "end\\n", b: "two\\n\\n" }
  - vars: { a: "{{a}}x", b: "{{l}}", l: [1, 2] }
  - vars: { a: "{{ b | upper }} {{missing}}", b: y }
  - vars: { a: "costs {{b}}", b: "$& $$" }
`,
  );
  assert.deepEqual(vars, [
    { a: 'hello world !', b: 'world !', c: '!', n: 5, m: 'n is 5' },
    { a: '{{missing}} {{b}}{{b}}', b: 'y' },
    { a: 'open {{ b', b: 'y' },
    { a: 'end', b: 'two\n' },
    { a: `{{a}}${'x'.repeat(64)}`, b: '1,2', l: [1, 2] },
    { a: '{{ b | upper }} {{missing}}', b: 'y' },
    { a: 'costs $& $$', b: '$& $$' },
  ]);
  assert.deepEqual(findings, []);
});

test('a value that is more than placeholders, or that puts a picture into a text, blocks its test', (t) => {
  const { tests, findings } = importedTests(
    t,
    `tests:
  - vars: { a: "{{ b | batch(2) }}", b: y }
  - vars: { a: "{% if b %}x{% endif %}", b: y }
  - vars: { a: "see {{b}}", b: file://p.png }
  - vars: { a: "{{ env.HOME | upper }}" }
`,
    { 'p.png': png },
  );
  assert.deepEqual(tests, []);
  assert.deepEqual(findings, [
    'blocks test promptfooconfig.yaml:4 vars.a: the filter `batch`',
    'blocks test promptfooconfig.yaml:5 vars.a: the block `{% if %}`',
    'blocks test promptfooconfig.yaml:6 vars.a: it puts the file of {{b}} into a text',
    'blocks test promptfooconfig.yaml:7 vars.a: environment variables (`env`)',
  ]);
});

test('variables that grow at each step end at once, and too long ones block their test', (t) => {
  const levels = Array.from({ length: 30 }, (_, n) => `v${n + 1}: "${`{{v${n}}}`.repeat(20)}"`).join(', ');
  const { tests, findings } = importedTests(
    t,
    `tests:
  - vars: { v0: "${'x'.repeat(100)}", ${levels} }
  - vars: { a: "${'x'.repeat(90_000)}", b: "${'{{a}} '.repeat(12)}" }
`,
  );
  assert.deepEqual(tests, []);
  assert.deepEqual(findings, [
    'blocks test promptfooconfig.yaml:4 vars.v20: with the values of other variables it is longer than 1000000 characters',
    'blocks test promptfooconfig.yaml:5 vars.b: with the values of other variables it is longer than 1000000 characters',
  ]);
});

test('texts full of open tags end at once', (t) => {
  const text = `${'{{a|'.repeat(40_000)}{#${'{% for '.repeat(1000)}}}`;
  const { tests } = importedTests(t, 'tests: [{ vars: { a: file://a.txt } }]\n', { 'a.txt': text });
  assert.equal(tests.length, 1);
});

test('variables with one value each take little time, however many they are', (t) => {
  const vars = Object.fromEntries(Array.from({ length: 50_000 }, (_, number) => [`v${number}`, 'x']));
  const started = performance.now();
  const { tests } = importedTests(t, 'tests: file://many.json\n', { 'many.json': JSON.stringify([{ vars }]) });
  assert.equal(Object.keys(tests[0]?.vars ?? {}).length, 50_000);
  assert.ok(performance.now() - started < 60_000);
});

test('combinations whose values are too many together are refused', (t) => {
  const vars = Object.fromEntries(Array.from({ length: 2000 }, (_, number) => [`v${number}`, 'x']));
  const list = Array.from({ length: 1000 }, (_, number) => `a${number}`);
  const { tests, findings } = importedTests(t, 'tests: file://many.json\n', {
    'many.json': JSON.stringify([{ vars: { ...vars, list } }]),
  });
  assert.deepEqual(tests, []);
  assert.match(findings[0] ?? '', /make more than 1000000 values/);
});
