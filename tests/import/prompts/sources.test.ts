import assert from 'node:assert/strict';
import test from 'node:test';
import { bodies, read, said } from './reading.js';

test('a text is a prompt, and a path is the prompts of its file', () => {
  const result = read('["Say {{x}}", file://a.txt, b.md, prompts/c.j2, "Is it either {{a}} or {{b}}, and/or {{c}}?"]', {
    'a.txt': '\n First {{a}}\r\n---\n\n  ---  \nSecond\n---\n',
    'b.md': '# B\n---\n{{b}}\n',
    'prompts/c.j2': 'C {{c}}\n',
  });
  assert.deepEqual(bodies(result), [
    'Say {{x}}',
    'First {{a}}',
    'Second',
    '# B\n---\n{{b}}\n',
    'C {{c}}\n',
    'Is it either {{a}} or {{b}}, and/or {{c}}?',
  ]);
  assert.deepEqual(said(result), []);
  assert.deepEqual(
    result.prompts.map(({ title, node, body }) => [
      title,
      node.place().file,
      node.place().line,
      body.kind === 'text' && body.file,
    ]),
    [
      ['Say', 'promptfooconfig.yaml', 1, 'prompt.txt'],
      ['a 1', 'a.txt', 2, 'prompt.txt'],
      ['a 2', 'a.txt', 6, 'prompt.txt'],
      ['b', 'b.md', 1, 'prompt.md'],
      ['c', 'prompts/c.j2', 1, 'prompt.txt'],
      ['Is it either or and or', 'promptfooconfig.yaml', 1, 'prompt.txt'],
    ],
  );
});

test('a prompt with a name is known by its label, id and path', () => {
  const { prompts } = read(
    '[{ raw: "Hi {{x}}", label: short, id: p1, config: { temperature: 0 } }, { id: file://a.j2, label: long }]',
    { 'a.j2': 'A' },
  );
  assert.deepEqual(
    prompts.map(({ names, title, config }) => [title, names, config?.value]),
    [
      ['short', ['short', 'p1'], { temperature: 0 }],
      ['long', ['long', 'file://a.j2', 'a.j2', 'long: A'], undefined],
    ],
  );
});

test('a mapping gives paths a label', () => {
  const { prompts } = read('{ a.txt: first, "Say {{x}}": second }', { 'a.txt': 'A' });
  assert.deepEqual(
    prompts.map(({ title, names }) => [title, names[0]]),
    [
      ['first', 'first'],
      ['second', 'second'],
    ],
  );
});

test('a pattern and a folder are the prompts of their files', () => {
  const files = { 'p/b.txt': 'B', 'p/a.txt': 'A', 'p/notes.xml': '<x/>', 'p/q/c.txt': 'C' };
  assert.deepEqual(bodies(read('file://p/*.txt', files)), ['A', 'B']);
  assert.deepEqual(bodies(read('[p/**/*.txt]', files)), ['A', 'B', 'C']);
  assert.deepEqual(bodies(read('file://p', files)), ['A', 'B']);
});

test('rows of CSV and lines of JSONL are prompts', () => {
  const result = read('[a.csv, b.csv, c.jsonl]', {
    'a.csv': 'prompt,label\n"Say ""{{x}}"", please",polite\n,none\n Go ,\n',
    'b.csv': 'Prompt\nOne\n\nTwo\n',
    'c.jsonl': '[{"role":"user","content":"{{x}}"}]\n\n"text"\n',
  });
  assert.deepEqual(bodies(result), [
    'Say "{{x}}", please',
    'Go',
    'One',
    'Two',
    [{ role: 'user', content: '{{x}}' }],
    '"text"',
  ]);
  assert.equal(result.prompts[0]?.title, 'polite');
});

test('a YAML file with a list of prompts is that list', () => {
  const result = read('file://all.yaml', { 'all.yaml': '- Say {{x}}\n- id: p\n  raw: Go\n' });
  assert.deepEqual(bodies(result), ['Say {{x}}', 'Go']);
});

test('prompts from programs and services, and files that are missing or outside, block with their reason', () => {
  const result = read(
    '[{ label: x }, 5, "exec:make.sh", file://p.py:build, gen.js, ./run.sh, "langfuse://x:1", file://no.txt, file://../up.txt, file:///etc/passwd, a.pdf, no/*.txt]',
    { 'a.pdf': '%PDF-1.4' },
  );
  assert.deepEqual(result.prompts, []);
  assert.deepEqual(said(result), [
    'blocks x: this prompt has no text: `raw`, or `id` with a path (promptfooconfig.yaml:1)',
    'blocks prompts: this prompt has no text: `raw`, or `id` with a path (promptfooconfig.yaml:1)',
    'blocks exec:make.sh: a program makes its text, and an import executes nothing (promptfooconfig.yaml:1)',
    'blocks file://p.py:build: a program makes its text, and an import executes nothing (promptfooconfig.yaml:1)',
    'blocks gen.js: a program makes its text, and an import executes nothing (promptfooconfig.yaml:1)',
    'blocks ./run.sh: a program makes its text, and an import executes nothing (promptfooconfig.yaml:1)',
    'blocks langfuse://x:1: Langfuse has its text, and an import opens no connection (promptfooconfig.yaml:1)',
    'blocks file://no.txt: there is no such file (promptfooconfig.yaml:1)',
    'blocks file://../up.txt: it is outside of the folder of the configuration, and eva reads nothing there (promptfooconfig.yaml:1)',
    'blocks file:///etc/passwd: it is outside of the folder of the configuration, and eva reads nothing there (promptfooconfig.yaml:1)',
    'blocks a.pdf: promptfoo reads no prompts from `.pdf` files (promptfooconfig.yaml:1)',
    'blocks no/*.txt: no file fits this pattern (promptfooconfig.yaml:1)',
  ]);
});

test('a path with a template says so, and a text with one is no path', () => {
  const result = read('["file://{{ env.DIR }}/a.txt", "Is it {{a}} or/and {{b}}.txt"]');
  assert.deepEqual(bodies(result), ['Is it {{a}} or/and {{b}}.txt']);
  assert.deepEqual(said(result), [
    'blocks file://{{ env.DIR }}/a.txt: its path is a template, and eva reads no environment variable (promptfooconfig.yaml:1)',
  ]);
});

test('a template that is not carried over is named at its line', () => {
  const result = read('[a.txt, "{{ range(9) }}"]', { 'a.txt': 'One\n---\nTwo\n{% if x %}y{% endif %}\n' });
  assert.deepEqual(bodies(result), ['One']);
  assert.deepEqual(said(result), [
    'blocks template: eva has no counterpart for the block `{% if %}` (a.txt:4)',
    'blocks template: eva has no counterpart for the call `range(…)` (promptfooconfig.yaml:1)',
  ]);
});

test('config beside a text file is ignored, as promptfoo does', () => {
  const result = read('[{ id: file://a.txt, config: { temperature: 1 } }]', { 'a.txt': 'A' });
  assert.equal(result.prompts[0]?.config, undefined);
  assert.deepEqual(said(result), ['noted config: promptfoo ignores it beside a text file (promptfooconfig.yaml:1)']);
});
