import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = (model: string) => `cases:
  - { name: happy, inputs: { code: x }, model: ${model}, assert: [ { contains: good } ] }
`;

/** Makes a library with prompts `one`, `two`, `three`. Their models answer well, badly, and not at all. */
async function library(t: TestContext) {
  const ids = ['one', 'two', 'three'];
  const server = await startFakeMessagesApi({
    answer: ({ model }) => (model === 'claude-two' ? 'bad' : 'good'),
    faults: (_number, { body }) => (body.model === 'claude-three' ? { status: 404 } : null),
  });
  t.after(() => server.close());
  const files = ids.flatMap((id) =>
    Object.entries(goodPrompt()).map(([name, text]) => {
      const content = name.endsWith('eval.yml')
        ? evalFile(`claude-${id}`)
        : String(text).replace('id: diff', `id: ${id}`);
      return [name.replace('/diff/', `/${id}/`), content] as const;
    }),
  );
  const root = tempLibrary(t, Object.fromEntries(files));
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, eva: (...args: string[]) => runEva(args, { cwd: root, env }) };
}

const idsOfRows = (root: string) => rowsIn(root).map(({ id }) => id);

const commands: readonly (readonly [readonly string[], number, readonly string[]])[] = [
  [['one'], 0, ['one']],
  [['one', 'one'], 0, ['one']],
  [['one', 'two'], 1, ['one', 'two']],
  [['two', 'one'], 1, ['two', 'one']],
  [['three', 'two', 'one'], 3, ['two', 'one']],
];

for (const [ids, exitCode, rows] of commands) {
  test(`eva eval ${ids.join(' ')} has the exit code of its worst run, ${exitCode}, and makes all runs`, async (t) => {
    const { root, eva } = await library(t);
    const output = await eva('eval', ...ids);
    assert.equal(output.exitCode, exitCode, output.stdout + output.stderr);
    assert.deepEqual(idsOfRows(root), rows);
  });
}

test('several prompts are numbered, and an error that ends one run is below the others', async (t) => {
  const { eva } = await library(t);
  const { stderr } = await eva('eval', 'three', 'one');
  assert.match(stderr, /^\d\d:\d\d:\d\d \[2\/2\] one [\s\S]*EVA_UNKNOWN_MODEL\n/m);
});

test('all prompts are read before the first call, and all problems are reported together', async (t) => {
  const { root, server, eva } = await library(t);
  writeFileSync(join(root, 'prompts/two/eval.yml'), 'cases: 5\n');
  const output = await eva('eval', 'one', 'two', 'four');
  assert.equal(output.exitCode, 2);
  assert.match(output.stderr, /prompts\/two\/eval\.yml:1/);
  assert.match(output.stderr, /"four"[\s\S]*EVA_UNKNOWN_PROMPT/);
  assert.match(output.stderr, /2 problems/);
  assert.deepEqual([server.requests.length, idsOfRows(root)], [0, []]);
});

test('a problem of eva.yml that concerns several prompts is reported once', async (t) => {
  const { root, eva } = await library(t);
  writeFileSync(join(root, 'eva.yml'), 'concurrency: none\n');
  const { exitCode, stderr } = await eva('eval', 'one', 'two');
  assert.equal(exitCode, 2);
  assert.equal(stderr.match(/eva\.yml:1/g)?.length, 1, stderr);
});

test('--json of several prompts is a list of the results', async (t) => {
  const { eva } = await library(t);
  const ids = (text: string) => (JSON.parse(text) as readonly RunResult[]).map(({ id }) => id);
  assert.deepEqual(ids((await eva('eval', 'one', 'three', 'two', '--json')).stdout), ['one', 'three', 'two']);
  assert.equal(
    (JSON.parse((await eva('eval', 'one', '--json')).stdout) as RunResult).id,
    'one',
    'of one it is its result',
  );
});

test('several runs end with one summary: a line per run, the total cost, and the exit code', async (t) => {
  const { root, eva } = await library(t);
  writeFileSync(
    join(root, 'eva.yml'),
    'prices: { claude-one: { input: 1000, output: 0 }, claude-two: { input: 2000, output: 0 } }\n',
  );
  const { stdout, exitCode } = await eva('eval', 'one', 'two', 'three');
  assert.equal(exitCode, 3);
  const rows = rowsIn(root);
  const [costOne = 0, costTwo = 0] = ['one', 'two'].map((id) => rows.find((row) => row.id === id)?.cost_usd ?? 0);
  assert.ok(costOne > 0 && costTwo > 0);
  const usd = (dollars: number) => `\\$${dollars.toFixed(2)}`;
  assert.match(
    stdout,
    new RegExp(
      [
        `\\n ✓ one    1 of 1 passed +${usd(costOne)} +\\d+m?s`,
        ` ✗ two    1 failed +${usd(costTwo)} +\\d+m?s`,
        ' \\? three  unfinished +– +–',
        ` 3 prompts: 1 passed · 1 did not pass · 1 unfinished · cost of 1 not known +${usd(costOne + costTwo)} +\\d+m?s`,
        ' exit 3: eva eval --resume goes on\\n$',
      ].join('\\n'),
    ),
  );
});

test('with --json the summary is on standard error, and a single prompt has no summary', async (t) => {
  const { eva } = await library(t);
  const several = await eva('eval', 'one', 'two', '--json');
  assert.equal((JSON.parse(several.stdout) as unknown[]).length, 2);
  assert.match(several.stderr, / ✓ one +1 of 1 passed .*\n ✗ two +1 failed .*\n 2 prompts: .*\n exit 1\n$/);
  const single = await eva('eval', 'one');
  assert.doesNotMatch(single.stdout + single.stderr, / prompts: /);
});
