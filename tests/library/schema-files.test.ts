import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { checksOfGrader } from '#model/grader.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const mebibyte = 1024 * 1024;

/** Returns a schema of this size that is quick to parse. */
const schema = (bytes: number) => {
  const bare = { type: 'object', description: '' };
  return JSON.stringify({ ...bare, description: 'x'.repeat(bytes - JSON.stringify(bare).length) });
};

/** Loads a prompt with one case per named file. */
function load(t: TestContext, named: readonly string[], files: Files) {
  return loadChecks(
    t,
    named.map((file) => ({ json_schema: file })),
    files,
  );
}

/** Loads a prompt with one case per check. */
function loadChecks(t: TestContext, checks: readonly object[], files: Files) {
  const cases = checks.map((check, at) => ({ name: `case ${at}`, inputs: { code: 'x' }, assert: [check] }));
  const evalFile = JSON.stringify({ defaults: { model: 'm' }, cases });
  const root = tempLibrary(t, { ...goodPrompt(), ...files, 'prompts/diff/eval.yml': evalFile });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  return loadCases(root, prompt, loadConfig(root).value);
}

test('a schema file that many cases name is read once', (t) => {
  const { value, problems } = load(t, ['a.json', 'prompts/diff/a.json', 'link.json'], {
    'prompts/diff/a.json': schema(100),
    'link.json': { link: 'prompts/diff/a.json' },
  });
  assert.deepEqual(said(problems), []);
  const [first, ...others] = (value?.cases ?? []).map(({ expectations: [expectation] }) =>
    expectation?.grader.grader === 'trial_passes' ? expectation.grader.params.checks[0]?.value : undefined,
  );
  assert.equal(typeof first, 'object');
  assert.equal(others.length, 2);
  for (const other of others) assert.equal(other, first);
});

test('schema files of 8 MiB in total are read, and any further file is refused at the place of its name', (t) => {
  const names = Array.from({ length: 10 }, (_, at) => `${at}.json`);
  const files = Object.fromEntries(names.map((name) => [name, schema(mebibyte)]));
  const eight = names.slice(0, 8);
  assert.deepEqual(said(load(t, [...eight, ...eight], files).problems), []);
  const message =
    'EVA_TOO_LARGE:schemas the schema files of this eval.yml are larger than 8 MiB together (shorten the schemas, share one between cases, or move cases into another prompt)';
  assert.deepEqual(
    said(load(t, [...names, '0.json'], files).problems).map((line) => line.replace(/^eval\.yml:1:\d+ /, '')),
    [message, message],
  );
});

test('a check of calls has the schema of the file that it names, also inside at_least', (t) => {
  const named = { called: { tool: 'refund', arguments_schema: 'a.json' } };
  const { value, problems } = loadChecks(
    t,
    [named, { at_least: { count: 1, of: [{ ...named, about: 'a refund' }] } }],
    {
      'a.json': schema(100),
    },
  );
  assert.deepEqual(said(problems), []);
  const read = { tool: 'refund', arguments_schema: JSON.parse(schema(100)) };
  assert.deepEqual(
    (value?.cases ?? [])
      .flatMap(({ expectations }) => expectations.flatMap(({ grader }) => checksOfGrader(grader)))
      .map(({ op, value }) => ({ op, value })),
    [
      { op: 'called', value: read },
      { op: 'called', value: read },
    ],
  );
});
