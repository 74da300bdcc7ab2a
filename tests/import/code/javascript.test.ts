import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { openCodeFiles } from '#import/code/code-files.js';
import type { JsonObject } from '#model/data/json.js';
import { checkOf, importAsserts } from '../assertions/import-asserts.js';
import { callModule, factsOf, writeFiles } from './run-code.js';

type Given = Parameters<typeof importAsserts>[1];

/** Imports one assertion and returns the results of its function on replies. */
async function resultsOf(t: TestContext, assertion: JsonObject, replies: readonly string[], given: Given = {}) {
  const { assert: checks, files, findings } = importAsserts([assertion], given);
  assert.deepEqual(findings, []);
  const folder = writeFiles(t, files);
  const inputs = Object.fromEntries(
    Object.entries(given.vars ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return Promise.all(replies.map((reply) => callModule(folder, checks[0]?.['module'], factsOf(reply, inputs))));
}

test('the module says where each function comes from and has the code as it was written', () => {
  const { assert: checks, files } = importAsserts([
    { type: 'contains', value: 'x' },
    { type: 'javascript', value: 'const n = output.length;\nreturn n > 3;\n' },
    { type: 'javascript', value: 'output.length > 5', threshold: 0.5 },
  ]);
  assert.deepEqual(checks.slice(1), [
    { module: 'checks.mjs#check_1' },
    { about: 'output.length > 5', module: 'checks.mjs#check_2' },
  ]);
  assert.deepEqual(
    files.map(({ path }) => path),
    ['checks.mjs'],
  );
  const text = String(files[0]?.content);
  const start = `// Written by eva import promptfoo from promptfooconfig.yaml. The code of each function is as it was written there.

// promptfooconfig.yaml:2
export function check_1(output, facts) {
  return decide(facts, (context) => {
const n = output.length;
return n > 3;
});
}

// promptfooconfig.yaml:3
export function check_2(output, facts) {
  return decide(facts, (context) => {
return output.length > 5
}, { threshold: 0.5 });
}
`;
  assert.equal(text.slice(0, start.length), start);
});

test('the same code shares a function', () => {
  const same = { type: 'javascript', value: 'output.length > 3' };
  const { assert: checks, copied } = importAsserts([same, { ...same }, { ...same, type: 'not-javascript' }]);
  assert.deepEqual(checks, [
    { about: 'output.length > 3', module: 'checks.mjs#check_1' },
    { about: 'output.length > 3', module: 'checks.mjs#check_1' },
    { about: 'not: output.length > 3', module: 'checks.mjs#check_2' },
  ]);
  assert.deepEqual(
    copied.map(({ file, name, at }) => [file, name, at.line]),
    [
      ['checks.mjs', 'check_1', 1],
      ['checks.mjs', 'check_2', 3],
    ],
  );
});

test('one line is an expression, or declarations with an expression behind them', async (t) => {
  const line = (value: string) => resultsOf(t, { type: 'javascript', value }, ['a;b', 'c']);
  assert.deepEqual(await line("output === 'a;b'"), [true, false]);
  assert.deepEqual(await line("const s = output; s === 'a;b';\n"), [true, false]);
  assert.deepEqual(await line("output.includes('b') ? 1 : 0"), [true, false]);
});

test('a number passes above 0, or from the threshold on', async (t) => {
  const number = (rest: JsonObject) =>
    resultsOf(t, { type: 'javascript', value: 'Number(output)', ...rest }, ['0', '0.5', '1', 'x']);
  assert.deepEqual(await number({}), [false, true, true, false]);
  assert.deepEqual(await number({ threshold: 1 }), [false, false, true, false]);
  assert.deepEqual(await number({ type: 'not-javascript', threshold: 1 }), [true, true, false, true]);
});

test('a result with a reason keeps it, and anything else throws', async (t) => {
  const scored = "({ pass: output === 'a', score: 1, reason: 'because' })";
  assert.deepEqual(await resultsOf(t, { type: 'javascript', value: scored, threshold: 2 }, ['a', 'b']), [
    { pass: true, reason: 'because' },
    { pass: false, reason: 'because' },
  ]);
  assert.deepEqual(await resultsOf(t, { type: 'not-javascript', value: scored }, ['a']), [
    { pass: false, reason: 'the code returned pass: true' },
  ]);
  assert.deepEqual(await resultsOf(t, { type: 'not-javascript', value: 'output' }, ['true']), [
    'threw: the code must return true, false, a number or { pass, score, reason }',
  ]);
  assert.deepEqual(await resultsOf(t, { type: 'javascript', value: 'Promise.resolve(true)' }, ['']), [true]);
});

test('code sees the variables of the test as they are, and its config', async (t) => {
  const given = { vars: { city: 'Oslo', limits: { max: 3 }, unused: 1 } };
  const value = 'output === context.vars.city && context.vars.limits.max === context.config.max';
  const assertion = { type: 'javascript', value, config: { max: 3 } };
  const { assert: checks, needsAllVars } = importAsserts([assertion], given);
  const args = { config: { max: 3 }, json: ['limits'] };
  assert.deepEqual(checks, [{ about: value, module: { use: 'checks.mjs#check_1', args } }]);
  assert.equal(needsAllVars, true);
  assert.deepEqual(await resultsOf(t, assertion, ['Oslo', 'Rome'], given), [true, false]);
  assert.equal(importAsserts([{ type: 'javascript', value: 'output > 1' }]).needsAllVars, false);
});

test('variables in the code are filled in before', async (t) => {
  const value = "output.includes('{{city}}')";
  assert.deepEqual(await resultsOf(t, { type: 'javascript', value }, ['Oslo', 'x'], { vars: { city: 'Oslo' } }), [
    true,
    false,
  ]);
});

test('a function comes from a file, of either kind of module', async (t) => {
  const files = {
    'lib/score.mjs':
      "import { least } from './least.js';\nimport words from './words.json' with { type: 'json' };\nexport const longer = (output) => output.length > least + words.length;\n",
    'lib/least.js': 'export const least = 1;\n',
    'lib/words.json': '["a"]',
    'common.js':
      "const { inspect } = require('util');\nmodule.exports = (output, { vars }) => inspect(output) === vars.shown;\n",
    'named.cjs': 'exports.isShort = (output) => output.length < 3;\n',
  };
  const longer = await resultsOf(t, { type: 'javascript', value: 'file://lib/score.mjs:longer' }, ['ab', 'abc'], {
    files,
  });
  assert.deepEqual(longer, [false, true]);
  const given = { files, vars: { shown: "'x'" } };
  assert.deepEqual(await resultsOf(t, { type: 'javascript', value: 'file://common.js' }, ['x', 'y'], given), [
    true,
    false,
  ]);
  assert.deepEqual(
    await resultsOf(t, { type: 'javascript', value: 'file://named.cjs:isShort' }, ['x', 'long'], { files }),
    [true, false],
  );
  const copies = importAsserts([{ type: 'javascript', value: 'file://lib/score.mjs:longer' }], { files }).files;
  assert.deepEqual(copies.map(({ path }) => path).sort(), [
    'checks.mjs',
    'checks/lib/least.mjs',
    'checks/lib/score.mjs',
    'checks/lib/words.json',
  ]);
});

test('code that a check may not run is left out with the reason', () => {
  const reasons: readonly (readonly [code: string, reason: RegExp])[] = [
    ["require('fs').readFileSync('x')", /requires modules/],
    ["await import('x')", /loads modules while it runs/],
    ["return fetch('http://x').then((r) => r.ok);\n// two lines", /opens connections/],
    ['process.env.KEY === output', /uses the process/],
    ['Math.random() > 0.5', /random numbers/],
    ['new Date() > 5', /reads the clock/],
    ['context.providerResponse.cached', /providerResponse/],
    ['context.logProbs.length', /logProbs/],
    ["context['trace'].spans", /trace/],
    ['const { test } = context; test.vars', /more of `context`/],
    ['output ===', /no code that eva can run/],
    ['return true } }\n{ {', /no code that eva can run/],
  ];
  for (const [value, reason] of reasons) assert.match(String(checkOf({ type: 'javascript', value })), reason, value);
});

test('dates and words in comments or texts are no reason to leave code out', () => {
  for (const value of [
    "new Date('2024-01-01') < new Date(output)",
    'output > 1 // no fetch() here',
    '/a/.test(output)',
  ]) {
    assert.deepEqual(checkOf({ type: 'javascript', value }), [{ about: value, module: 'checks.mjs#check_1' }], value);
  }
});

test('a file that a check may not run is left out with the reason', () => {
  const files = {
    'a.ts': 'export default () => true;',
    'b.mjs': "import x from 'lodash';\nexport default () => x;",
    'c.mjs': "import { readFileSync } from 'node:fs';\nexport default () => readFileSync;",
    'd.js': "const x = require('./other');\nmodule.exports = () => x;",
    'e.mjs': 'export const other = 1;',
    'f.mjs': "import x from '../up.mjs';\nexport default x;",
  };
  const reasonOf = (value: string) => String(checkOf({ type: 'javascript', value }, { files }));
  assert.match(reasonOf('file://a.ts'), /a\.ts is TypeScript/);
  assert.match(reasonOf('file://b.mjs'), /imports "lodash"/);
  assert.match(reasonOf('file://c.mjs'), /imports "node:fs"/);
  assert.match(reasonOf('file://d.js'), /requires "\.\/other"/);
  assert.match(reasonOf('file://e.mjs:wanted'), /does not export wanted/);
  assert.match(reasonOf('file://f.mjs'), /up\.mjs is outside of the folder/);
  assert.match(reasonOf('file://none.js'), /none\.js does not exist/);
  assert.match(reasonOf('package:x:y'), /comes from code/);
});

test('code gets parsed JSON and tool calls as promptfoo gives them', async (t) => {
  const json = { context: { parsesJson: true } };
  assert.deepEqual(await resultsOf(t, { type: 'javascript', value: 'output.a === 1' }, ['{"a":1}', 'x'], json), [
    true,
    false,
  ]);
  const tools = { context: { tools: ['search'] } };
  const value = "output[0].function.name === 'search' && JSON.parse(output[0].function.arguments).q === 'x'";
  const { assert: checks, files } = importAsserts([{ type: 'javascript', value }], tools);
  const folder = writeFiles(t, files);
  const calls = { tool_calls: [{ name: 'search', arguments: { q: 'x' } }] };
  assert.equal(await callModule(folder, checks[0]?.['module'], factsOf('', {}, calls)), true);
});

test('code that looks at variables in other ways gets the names of all that are no texts', () => {
  const vars = { city: 'Oslo', n: 1, list: [2] };
  const argsOf = (value: string) => importAsserts([{ type: 'javascript', value }], { vars }).assert[0]?.['module'];
  const all = { use: 'checks.mjs#check_1', args: { json: ['n', 'list'] } };
  assert.deepEqual(argsOf('Object.keys(context.vars).length > 1'), all);
  assert.deepEqual(argsOf("context.vars['n'] > 1"), { use: 'checks.mjs#check_1', args: { json: ['n'] } });
  assert.equal(argsOf('output > 1'), 'checks.mjs#check_1');
});

test('long code without an end is searched in time', () => {
  for (const part of ['/*', '{', ';', '{test ', 'require(', "context['"]) {
    const start = performance.now();
    checkOf({ type: 'javascript', value: `return 1; ${part.repeat(60_000)}` });
    assert.ok(performance.now() - start < 60_000, part);
  }
});

test('code cannot end the function that it is copied into', () => {
  const codes = [
    'true } globalThis.escaped = 1; function x() {',
    'output.length <!-- 1 ) } globalThis.escaped = 1; function x() {',
    'return 1\n--> } globalThis.escaped = 1; function x() {',
    'const x = 1; x; }',
    '/* never ends',
    'output.length\u2028} globalThis.escaped = 1; function x() {',
  ];
  for (const value of codes) {
    const { assert: checks, findings } = importAsserts([{ type: 'javascript', value }]);
    assert.deepEqual(checks, [], value);
    assert.equal(findings.length, 1, value);
  }
});

test('texts that look like comments of HTML, and ends of comments and scripts, are carried as they are', async (t) => {
  const replies = ['a <!-- b', '</script>', 'x'];
  assert.deepEqual(await resultsOf(t, { type: 'javascript', value: "output.includes('<!--')" }, replies), [
    true,
    false,
    false,
  ]);
  const value = "let n = 3;\nwhile (n --> 0) {}\nreturn `${output}` === '</script>' || output === '*/'";
  assert.deepEqual(await resultsOf(t, { type: 'javascript', value }, replies), [false, true, false]);
});

test('a name of a file never leaves the comment in which it is', () => {
  const file = 'a\nthrow 1;\u2028throw 2;.yaml';
  const code = openCodeFiles(file);
  const at = { file, line: 1 };
  code.addFunction({ kind: 'check', at, helpers: [], write: (name) => `export function ${name}() {}` });
  code.addPython('def main(output, context):\n    return 1\n', at);
  for (const { path, content } of code.files()) {
    if (path !== 'checks.py') assert.doesNotMatch(String(content), /^throw|\u2028/m, path);
  }
});

test('files of code whose copies would have the same path, a hidden one or an odd one are left out', () => {
  const files = {
    'a.js': 'module.exports = () => true;',
    'a.cjs': 'module.exports = () => false;',
    '.git/a.js': 'module.exports = () => true;',
    "a'b.js": 'module.exports = () => true;',
    'b.js': 'if (true) return;',
  };
  const asserts = Object.keys(files).map((path) => ({ type: 'javascript', value: `file://${path}` }));
  const { assert: checks, findings } = importAsserts(asserts, { files });
  assert.equal(checks.length, 1);
  assert.deepEqual(
    findings.map((one) => one.slice(one.indexOf(': ') + 2)),
    [
      'the copy of a.cjs would replace that of another file',
      '.git/a.js is a hidden file, and eva copies no code from there',
      "a'b.js has characters that the name of a module cannot have",
      'b.js is no code that eva can run: Illegal return statement',
    ],
  );
});
