import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { JsonObject } from '#model/data/json.js';
import { checkOf, importAsserts } from '../assertions/import-asserts.js';
import { factsOf, writeFiles } from './run-code.js';

type Given = Parameters<typeof importAsserts>[1];

/** Imports one assertion and runs its program on replies. Returns whether the check holds; the last line of its output if it crashes. */
function resultsOf(t: TestContext, assertion: JsonObject, replies: readonly string[], given: Given = {}) {
  const { assert: checks, files, findings } = importAsserts([assertion], given);
  assert.deepEqual(findings, []);
  const folder = writeFiles(t, files);
  const [program = '', ...words] = (checks[0]?.['command'] ?? []) as readonly string[];
  const inputs = Object.fromEntries(
    Object.entries(given.vars ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return replies.map((reply) => {
    const path = join(folder, 'context.json');
    writeFileSync(path, JSON.stringify({ response: reply, ...factsOf(reply, inputs) }));
    const { status, stderr } = spawnSync(program, words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, EVA_CONTEXT: path },
    });
    const isCrash = stderr.includes('Traceback');
    return isCrash ? (stderr.trim().split('\n').at(-1) ?? '') : status === 0;
  });
}

test('one line is an expression, and several lines are a body', (t) => {
  assert.deepEqual(resultsOf(t, { type: 'python', value: "'x' in output" }, ['xy', 'y']), [true, false]);
  const value = 'if "x" in output:\n  return True\nreturn {"pass": False, "score": 0, "reason": "no x"}\n';
  assert.deepEqual(resultsOf(t, { type: 'python', value }, ['xy', 'y']), [true, false]);
  assert.deepEqual(resultsOf(t, { type: 'not-python', value }, ['xy', 'y']), [false, true]);
});

test('numbers, texts and results with a score are compared with the threshold', (t) => {
  const number = (rest: JsonObject) => resultsOf(t, { type: 'python', value: 'float(output)', ...rest }, ['0', '0.5']);
  assert.deepEqual(number({}), [false, true]);
  assert.deepEqual(number({ threshold: 0.6 }), [false, false]);
  const scored = "{'pass_': True, 'score': float(output), 'reason': 'r'}";
  assert.deepEqual(resultsOf(t, { type: 'python', value: scored, threshold: 0.5 }, ['0.4', '0.5']), [false, true]);
  assert.deepEqual(resultsOf(t, { type: 'python', value: 'output' }, ['TRUE', 'false', '0.1', 'x']), [
    true,
    false,
    true,
    "ValueError: could not convert string to float: 'x'",
  ]);
  assert.deepEqual(resultsOf(t, { type: 'not-python', value: 'None' }, ['x']), [
    "TypeError: float() argument must be a string or a real number, not 'NoneType'",
  ]);
});

test('a function comes from a file and sees variables and config', (t) => {
  const files = {
    'lib/grade.py':
      'import re\n\ndef get_assert(output, context):\n    return output == context["vars"]["city"]\n\nasync def longer(output, context):\n    return len(output) > context["vars"]["limits"]["max"] + context["config"]["add"]\n',
  };
  const given = { files, vars: { city: 'Oslo', limits: { max: 2 } } };
  assert.deepEqual(resultsOf(t, { type: 'python', value: 'file://lib/grade.py' }, ['Oslo', 'Rome'], given), [
    true,
    false,
  ]);
  const longer = { type: 'python', value: 'file://lib/grade.py:longer', config: { add: 1 } };
  assert.deepEqual(resultsOf(t, longer, ['abc', 'abcd'], given), [false, true]);
  assert.deepEqual(importAsserts([longer], given).assert, [
    {
      about: 'lib/grade.py:longer',
      command: ['python3', 'checks.py', 'checks/lib/grade.py', 'longer', '{"config":{"add":1},"json":["limits"]}'],
    },
  ]);
});

test('code that a check may not run is left out with the reason', () => {
  const files = {
    'a.py': 'import numpy as np\n',
    'b.py': 'from . import x\n',
    'c.py': 'import re, requests\n',
    'd.py': 'x = 1\n',
  };
  const reasonOf = (value: string) => String(checkOf({ type: 'python', value }, { files }));
  assert.match(reasonOf('file://a.py'), /a\.py: it imports "numpy"/);
  assert.match(reasonOf('file://b.py'), /it imports "\."/);
  assert.match(reasonOf('file://c.py'), /it imports "requests"/);
  assert.match(reasonOf('file://none.py'), /none\.py does not exist/);
  assert.match(reasonOf('file://d.py'), /d\.py has no function get_assert/);
  assert.match(reasonOf('open("x").read() == output'), /it reads files/);
  assert.match(reasonOf('import os\nreturn os.environ'), /it imports "os"/);
  assert.match(reasonOf('context["providerResponse"]["cached"]'), /providerResponse/);
  assert.match(String(checkOf({ type: 'ruby', value: 'true' })), /runs no Ruby/);
});

test('a carriage return does not end the function that code is copied into', (t) => {
  const { assert: checks, files } = importAsserts([
    { type: 'python', value: 'a = 1\rraise SystemExit(9)\rreturn True' },
  ]);
  assert.equal(checks.length, 1);
  const program = files.find(({ path }) => path === 'checks/python_1.py');
  assert.doesNotMatch(String(program?.content), /\r|^raise/m);
  assert.deepEqual(resultsOf(t, { type: 'python', value: "n = 1\rreturn 'x' in output" }, ['xy', 'y']), [true, false]);
});

test('a file and code of an assertion never share a path', () => {
  const files = { 'python_1.py': 'def get_assert(output, context):\n    return False\n' };
  const file = { type: 'python', value: 'file://python_1.py' };
  const inline = { type: 'python', value: 'len(output) > 1' };
  const paths = (asserts: JsonObject[]) =>
    importAsserts(asserts, { files }).assert.map(({ command }) => (command as readonly string[])[2]);
  assert.deepEqual(paths([file, inline]), ['checks/python_1.py', 'checks/python_2.py']);
  assert.deepEqual(paths([inline, file]), ['checks/python_1.py']);
});
