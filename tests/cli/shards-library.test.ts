import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { builtInJudge } from '#library/cases/case-settings.js';
import type { RunRow } from '#model/run/run.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { comparable } from '../support/recipe-machines.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const price = '{ input: 1, output: 5 }';
const items = Array.from(
  { length: 31 },
  (_, at) => `item ${at},${at % 5 === 0 ? 'bad' : 'good'},customer ${at % 23},l${at % 2}`,
);

/** A library of a small prompt, one with variants, one on data with clusters and slices, and one with a case that stops early. */
const evals: Readonly<Record<string, string>> = {
  small: `defaults: { model: claude-x }
triggering: { should_match: [change this], should_not_match: [explain this] }
cases:
  - { name: one, inputs: { code: one }, assert: [ { contains: good } ] }
`,
  variants: `defaults:
  models: [{ name: large, model: claude-x }, { name: tiny, model: claude-y }]
cases:
  - { name: both, inputs: { code: both }, sample_size: 30, stop_early: false, assert: [ { contains: good } ], criteria: { proportion_gte: { proportion: 0.4 } } }
  - { name: one, models: [large], inputs: { code: other }, sample_size: 4, assert: [ { contains: good } ] }
`,
  data: `defaults: { model: claude-x }
cases:
  - name: tickets
    dataset:
      file: data/items.csv
      inputs: { code: text }
      draws: 2
      cluster: customer
      slices: [{ field: language, criteria: { proportion_gte: { proportion: 0.3 } }, must: not_fail }]
    assert: [ { contains: { field: label } } ]
    criteria: { proportion_gte: { proportion: 0.2 } }
    stop_early: false
`,
  early: `defaults: { model: claude-x }
cases:
  - name: early
    inputs: { code: sequential }
    sample_size: 15
    sequential: true
    assert: [ { contains: o } ]
    criteria: { proportion_gte: { proportion: 0.5 } }
`,
};

async function library(t: TestContext) {
  const server = await startFakeMessagesApi({
    answer: ({ messages, model, tool_choice }) => {
      if (tool_choice) return { tool_input: { reason: 'so', decision: 'YES' } };
      const digest = createHash('sha256')
        .update(JSON.stringify([messages, model]))
        .digest();
      return (digest[0] ?? 0) < 200 ? 'good' : 'bold';
    },
  });
  t.after(() => server.close());
  const files = Object.entries(evals).flatMap(([id, text]) => [
    [`prompts/${id}/meta.yml`, goodMeta.replace('id: diff', `id: ${id}`)],
    [`prompts/${id}/prompt.xml`, '<task>Change {{code}}.</task>\n'],
    [`prompts/${id}/eval.yml`, text],
  ]);
  const data = ['text,label,customer,language', ...items, ''].join('\n');
  const root = tempLibrary(t, {
    ...Object.fromEntries(files),
    'prompts/data/data/items.csv': data,
    'eva.yml': `concurrency: 1\nprices: { claude-x: ${price}, claude-y: ${price}, ${builtInJudge.model}: ${price} }\n`,
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, eva: (...args: string[]) => runEva(args, { cwd: root, env }) };
}

/** Returns a row as it is compared, whatever its attempt. */
const withoutTry = (row: RunRow) => ({ ...comparable(row), try: 1 });

function inOrder(rows: readonly RunRow[]): readonly RunRow[] {
  const key = ({ id, variant }: RunRow) => `${id} ${variant}`;
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Moves the runs of a machine to a folder of their own, as a service that keeps artifacts does. */
function keepRuns(root: string, name: string): readonly string[] {
  const runs = join(root, '.eva/runs');
  if (!existsSync(runs)) return [];
  const ids = readdirSync(runs);
  cpSync(runs, join(root, 'kept', name), { recursive: true });
  rmSync(runs, { recursive: true });
  return ids;
}

for (const of of [2, 5]) {
  test(`a library on ${of} shards has the rows of one machine`, async (t) => {
    const { root, server, eva } = await library(t);
    let runs = 0;
    for (let index = 1; index <= of; index++) {
      const { exitCode, stderr, stdout } = await eva('eval', '--yes', '--shard', `${index}/${of}`);
      assert.equal(exitCode, 0, stderr + stdout);
      runs += keepRuns(root, `${index}/of/this/job`).length;
    }
    const asked = server.requests.length;
    const merged = await eva('merge', 'kept');
    assert.equal(server.requests.length, asked);
    assert.ok(existsSync(join(root, '.eval.jsonl')), merged.stderr + merged.stdout);
    const ofShards = rowsIn(root);
    rmSync(join(root, '.eval.jsonl'));
    const whole = await eva('eval', '--yes');
    assert.equal(merged.exitCode, whole.exitCode, merged.stderr + merged.stdout);
    const ofWhole = rowsIn(root);
    assert.deepEqual([ofShards.length, ofWhole.length], [5, 5]);
    const groups = new Set(ofShards.map(({ group }) => group));
    assert.deepEqual([groups.size, groups.has(undefined)], [1, false], 'the rows of a merge are a group');
    // A case that is split asks everything, so its numbers are others than those of a run that stops early.
    const isSame = ({ id }: RunRow) => id !== 'early' || of === 2;
    assert.deepEqual(inOrder(ofShards).filter(isSame).map(withoutTry), inOrder(ofWhole).filter(isSame).map(withoutTry));
    assert.deepEqual(
      inOrder(ofShards).map(({ all_passed }) => all_passed),
      inOrder(ofWhole).map(({ all_passed }) => all_passed),
    );
    assert.ok(runs < 5 * of, 'prompts that are not in a share are not begun');
  });
}

test('tasks that failed or never ran: the printed commands collect the rest, and retries are no further attempt', async (t) => {
  const { root, eva } = await library(t);
  assert.equal((await eva('eval', '--yes', '--shard', '1/3')).exitCode, 0);
  const broken = await eva('eval', '--yes', '--shard', '2/3', '--max-calls', '60', '--allow-short-budget');
  assert.equal(broken.exitCode, 3, broken.stdout);
  keepRuns(root, 'first');
  assert.doesNotMatch((await eva('report', '--runs', 'kept')).stderr, /failed/, 'a shard has no verdict');
  mkdirSync(join(root, 'other'));
  const lacking = await eva('merge', 'other', 'kept', '--root', root);
  assert.equal(lacking.exitCode, 3, lacking.stdout);
  const commands = [...lacking.stderr.matchAll(/^ {2}shard \d .* {3}eva (eval .*)$/gm)].map(
    ([, command = '']) => command,
  );
  assert.deepEqual(commands, [
    `eval --yes --shard 2/3 --root ${root} --runs kept`,
    `eval --yes --shard 3/3 --root ${root} --runs other`,
  ]);
  for (const command of commands) assert.equal((await eva(...command.split(' '))).exitCode, 0);
  const merged = await eva('merge', 'other', 'kept');
  const rows = inOrder(rowsIn(root));
  rmSync(join(root, '.eval.jsonl'));
  rmSync(join(root, '.attempts.jsonl'));
  const whole = await eva('eval', '--yes');
  assert.equal(merged.exitCode, whole.exitCode, merged.stderr);
  const isSame = ({ id }: RunRow) => id !== 'early';
  assert.deepEqual(rows.filter(isSame).map(withoutTry), inOrder(rowsIn(root)).filter(isSame).map(withoutTry));
  assert.deepEqual([...new Set(rows.map((row) => row.try))], [1]);
  const leftOut = rows.reduce((sum, { shards }) => sum + (shards?.left_out.replies ?? 0), 0);
  assert.equal(leftOut, 0, 'the replies of the broken process are used');
});

test('a resumed shard begins the prompts of its share that it had not begun', async (t) => {
  const { root, eva } = await library(t);
  const broken = await eva('eval', '--yes', '--shard', '1/2', '--max-calls', '40', '--allow-short-budget');
  assert.equal(broken.exitCode, 3, broken.stdout);
  assert.match(broken.stderr, /prompts? not begun/);
  const resumed = await eva('eval', '--resume', '--max-calls', '9999');
  assert.equal(resumed.exitCode, 0, resumed.stderr + resumed.stdout);
  assert.equal((await eva('eval', '--yes', '--shard', '2/2')).exitCode, 0);
  const merged = await eva('merge', '.eva/runs');
  assert.notEqual(merged.exitCode, 3, merged.stderr);
  assert.equal(rowsIn(root).length, 5);
});

test('a share keeps to its part of a budget, also where a resume counts what earlier processes of an ended run spent', async (t) => {
  const { server, eva } = await library(t);
  const limit = ['--max-calls', '60', '--allow-short-budget'];
  for (let round = 0; round < 3; round++) {
    assert.equal((await eva('eval', '--yes', '--shard', '1/2', '--runs', 'kept', ...limit)).exitCode, 3);
    await eva('eval', '--resume', '--runs', 'kept');
  }
  assert.equal(server.requests.length, 30);
});

test('--partial gives no range for a case that may stop early, and writes no report', async (t) => {
  const { eva } = await library(t);
  assert.equal((await eva('eval', '--yes', '--shard', '2/2')).exitCode, 0);
  const partial = await eva('merge', '.eva/runs', '--partial');
  assert.match(partial.stdout, /^ {3}early +early +0 of at most 15 · 0 right · may stop early$/m);
  const refused = await eva('merge', '.eva/runs', '--partial', '--json');
  assert.deepEqual([refused.exitCode, refused.stdout], [2, '']);
});

test('shards of a prompt that is gone are refused', async (t) => {
  const { root, eva } = await library(t);
  for (const of of ['1/2', '2/2']) assert.equal((await eva('eval', 'small', 'early', '--shard', of)).exitCode, 0);
  rmSync(join(root, 'prompts/early'), { recursive: true });
  const refused = await eva('merge', '.eva/runs');
  assert.equal(refused.exitCode, 2, refused.stderr);
  assert.match(refused.stderr, /no prompt "early"/);
});
