import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { RunRow } from '#model/run/run.js';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = `defaults:
  models:
    - openai:large
    - { name: small, model: openai:tiny, temperature: 0 }
cases:
  - { name: happy, inputs: { code: alpha }, assert: [ { contains: alpha } ] }
  - { name: long, models: [openai:large], inputs: { code: beta }, assert: [ { contains: beta } ] }
`;

/** Makes a library with two variants, and a server whose model `tiny` fails. Returns a function that runs eva in it. */
async function variantLibrary(t: TestContext, file = evalFile) {
  const server = await startFakeChatApi({
    answer: ({ model, messages }) => (model === 'tiny' ? 'no' : String(messages[0].content)),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': file });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  return { root, server, eva };
}

function factsOf(rows: readonly RunRow[]) {
  return rows.map(({ variant, override, total, passed }) => ({ variant, override, total, passed }));
}

test('eval makes a run and a row for each variant, and returns the worst exit code', async (t) => {
  const { root, eva } = await variantLibrary(t);
  const { exitCode, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 1, stderr);
  const rows = [...rowsIn(root)].sort((a, b) => String(a.variant).localeCompare(String(b.variant)));
  assert.deepEqual(factsOf(rows), [
    { variant: 'openai:large', override: undefined, total: 2, passed: 2 },
    { variant: 'small', override: undefined, total: 1, passed: 0 },
  ]);
});

test('--model chooses a variant by its name or its model, and the row counts', async (t) => {
  const { root, eva } = await variantLibrary(t);
  await eva('eval', 'diff', '--model', 'small');
  await eva('eval', 'diff', '--model', 'openai:tiny');
  await eva('eval', 'diff', '--model', 'small', '--model', 'openai:tiny');
  const [first, second, third, ...others] = rowsIn(root);
  assert.deepEqual(others, []);
  assert.deepEqual([first?.variant, second?.variant, third?.variant], ['small', 'small', 'small']);
  assert.deepEqual([first?.try, second?.try, third?.try], [1, 2, 3]);
});

test('--model with another model makes a row that is marked, and warns that it opens no gate', async (t) => {
  const { root, eva, server } = await variantLibrary(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'diff', '--model', 'openai:other');
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout.replaceAll(/\s+/g, ' '), / ! a run with another model .* opens no gate/);
  assert.deepEqual(factsOf(rowsIn(root)), [{ variant: 'openai:other', override: true, total: 1, passed: 1 }]);
  assert.deepEqual([...new Set(server.requests.map(({ body }) => body.model))], ['other']);
});

test('--model with the model of a file without variants is the run of the file', async (t) => {
  const { root, eva } = await variantLibrary(
    t,
    'defaults: { model: openai:large }\ncases:\n  - { name: happy, inputs: { code: alpha }, assert: [ { contains: alpha } ] }\n',
  );
  await eva('eval', 'diff');
  await eva('eval', 'diff', '--model', 'openai:large');
  const [first, second] = rowsIn(root);
  assert.deepEqual([second?.variant, second?.override, second?.try], [undefined, undefined, 2]);
  assert.deepEqual(second?.evidence.models, first?.evidence.models);
});

test('--case runs only the variants that ask the case', async (t) => {
  const { root, eva } = await variantLibrary(t);
  assert.equal((await eva('eval', 'diff', '--case', 'long')).exitCode, 0);
  assert.deepEqual(factsOf(rowsIn(root)), [{ variant: 'openai:large', override: undefined, total: 1, passed: 1 }]);
  await eva('eval', 'diff', '--case', 'long', '--case', 'happy');
  assert.deepEqual(
    rowsIn(root)
      .slice(1)
      .map(({ variant, total }) => `${variant} ${total}`)
      .sort(),
    ['openai:large 2', 'small 1'],
  );
  const { exitCode, stderr } = await eva('eval', 'diff', '--case', 'long', '--model', 'small');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_UNKNOWN_CASE/);
});

test('a variant is resumed as it began', async (t) => {
  const twice = evalFile.replaceAll('{ name: happy,', '{ name: happy, sample_size: 2, stop_early: false,');
  const { root, eva } = await variantLibrary(t, twice);
  assert.equal((await eva('eval', 'diff', '--model', 'small', '--max-calls', '1', '--allow-short-budget')).exitCode, 3);
  const { exitCode, stderr } = await eva('eval', 'diff', '--resume', '--max-calls', '9');
  assert.equal(exitCode, 1, stderr);
  assert.deepEqual(factsOf(rowsIn(root)), [{ variant: 'small', override: undefined, total: 1, passed: 0 }]);
});

test('a run with another model is resumed with it', async (t) => {
  const twice = evalFile.replaceAll('{ name: happy,', '{ name: happy, sample_size: 2,');
  const { root, eva } = await variantLibrary(t, twice);
  assert.equal(
    (await eva('eval', 'diff', '--model', 'openai:other', '--max-calls', '1', '--allow-short-budget')).exitCode,
    3,
  );
  assert.equal((await eva('eval', 'diff', '--resume', '--max-calls', '9')).exitCode, 0);
  assert.deepEqual(factsOf(rowsIn(root)), [{ variant: 'openai:other', override: true, total: 1, passed: 1 }]);
});

test('a resume with another --model or --cases-of is refused', async (t) => {
  const twice = evalFile.replaceAll('{ name: happy,', '{ name: happy, sample_size: 2, stop_early: false,');
  const { eva } = await variantLibrary(t, twice);
  assert.equal((await eva('eval', 'diff', '--model', 'small', '--max-calls', '1', '--allow-short-budget')).exitCode, 3);
  for (const flags of [
    ['--model', 'openai:large'],
    ['--cases-of', 'diff'],
  ]) {
    const { exitCode, stderr } = await eva('eval', 'diff', '--resume', '--max-calls', '9', ...flags);
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_USAGE/);
  }
  const same = await eva('eval', 'diff', '--resume', '--max-calls', '9', '--model', 'small');
  assert.equal(same.exitCode, 1, same.stderr);
});
