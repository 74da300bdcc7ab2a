import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import { bytes } from '../../support/media.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { type FileContent, goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const levels = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`level_${at + 1}`, `level ${at + 1}`]));

/** Makes a library in which the prompt `short` has the cases of `diff`, and a server whose models repeat the last message. */
async function versions(t: TestContext, files: Readonly<Record<string, FileContent>>) {
  const server = await startFakeChatApi({
    answer: ({ messages, tool_choice }) => {
      const { name } = tool_choice?.function ?? {};
      if (name === 'rubric') return { tool_input: levels };
      if (name === 'next_message') return { tool_input: { message: 'Change it.', next: 'continue' } };
      if (name === 'verdict') return { tool_input: { reason: 'so', score: 5 } };
      if (name) return { tool_input: { reason: 'so', decision: 'YES' } };
      return JSON.stringify(messages.at(-1).content);
    },
  });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/prompt.xml': 'Change {{code}}.\n',
    'prompts/short/meta.yml': goodMeta.replace('id: diff', 'id: short'),
    'prompts/short/prompt.xml': 'Short: {{code}}\n',
    'prompts/short/eval.yml': 'cases_of: diff\n',
    ...files,
  });
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const run = async (...args: readonly string[]) => runEva([...args], { cwd: root, env });
  const eva = async (...args: readonly string[]) => {
    const output = await run(...args);
    assert.equal(output.exitCode, 0, output.stdout + output.stderr);
    return output;
  };
  return { root, server, run, eva };
}

const repeated = `defaults: { model: openai:large }
cases:
  - { name: often, inputs: { code: alpha }, sample_size: 6, stop_early: false, assert: [ { contains: Short } ] }
  - { name: once, inputs: { code: beta }, assert: [ { contains: beta } ] }
`;

/** Collects two shards with these arguments, each in its own folder below `shards`. */
async function collect(root: string, eva: (...args: readonly string[]) => Promise<unknown>, args: readonly string[]) {
  for (const shard of ['1', '2']) {
    await eva('eval', ...args, '--shard', `${shard}/2`);
    if (!existsSync(join(root, '.eva/runs'))) continue; // a shard without work
    cpSync(join(root, '.eva/runs'), join(root, 'shards', `${args.join('-')}-${shard}`), { recursive: true });
    rmSync(join(root, '.eva/runs'), { recursive: true });
  }
}

test('merged shards of a prompt with cases_of have the row of a whole run', async (t) => {
  const { root, server, eva } = await versions(t, { 'prompts/diff/eval.yml': repeated });
  await collect(root, eva, ['short']);
  const asked = server.requests.length;
  await eva('merge', 'shards', '--trust');
  assert.equal(server.requests.length, asked, 'a merge calls no model');
  await eva('eval', 'short', '--trust');
  const [merged, whole] = rowsIn(root);
  assert.deepEqual([merged?.id, merged?.total, merged?.passed, merged?.override], ['short', 2, 2, undefined]);
  const digests = [merged, whole].map((row) => ({ ...row?.evidence, oldest_reply: null }));
  assert.deepEqual(digests[0], digests[1]);
});

test('shards with --cases-of are merged with the same cases, in a row that opens no gate', async (t) => {
  const { root, eva } = await versions(t, { 'prompts/diff/eval.yml': repeated, 'prompts/short/eval.yml': null });
  await collect(root, eva, ['short', '--cases-of', 'diff', '--model', 'openai:tiny']);
  await eva('merge', 'shards');
  const [row] = rowsIn(root);
  assert.deepEqual([row?.total, row?.passed, row?.override, row?.cases_of], [2, 2, true, 'diff']);
  assert.equal(row?.variant, 'openai:tiny');
});

const ofVariants = `defaults:
  models: [{ name: large, model: openai:large }, { name: small, model: openai:tiny }]
cases:
  - { name: both, inputs: { code: alpha }, assert: [ { contains: alpha } ] }
  - { name: large, models: [large], inputs: { code: beta }, assert: [ { contains: beta } ] }
`;

test('shards of several variants are merged at once, each variant to a row of its own', async (t) => {
  const { root, eva } = await versions(t, { 'prompts/diff/eval.yml': ofVariants });
  await collect(root, eva, ['short']);
  await eva('merge', 'shards');
  assert.deepEqual(
    rowsIn(root).map(({ variant, passed, total }) => [variant, passed, total]),
    [
      ['large', 2, 2],
      ['small', 1, 1],
    ],
  );
});

/** Cases with a scenario whose behaviour has no rubric. */
const scenario = (model: string, more = '') => `defaults:
  ${model}
  judge: { model: openai:judge }
  user_simulator: { model: openai:user }
cases:
  - { name: happy, inputs: { code: alpha }, assert: [ { contains: alpha } ] }
scenarios:
  - title: asks
    given: A person.
    when: The person asks for a change.
    inputs: { code: alpha }
    sample_size: 30
    then: [ { expected_behavior: It is kind., criteria: { proportion_gte: { min_score: 6, proportion: 0.5 } } } ]
    ${more}
`;

test('eva rubric shows and writes the rubrics of the prompt with the cases', async (t) => {
  const { root, run, eva } = await versions(t, { 'prompts/diff/eval.yml': scenario('model: openai:large') });
  assert.equal((await run('rubric', 'short')).exitCode, 1);
  assert.match((await run('eval', 'short', '--shard', '1/2')).stderr, /eva rubric diff --write/);
  await eva('rubric', 'short', '--write', '--trust');
  const [own = '', other = ''] = ['short', 'diff'].map((id) => join(root, 'prompts', id, 'rubrics.yml'));
  assert.equal(existsSync(own), false);
  assert.match(readFileSync(other, 'utf8'), /It is kind\./);
  const { stdout } = await eva('rubric', 'diff', '--json');
  const [{ source, at }] = JSON.parse(stdout).behaviors;
  assert.deepEqual([source, at.file], ['frozen', 'prompts/diff/rubrics.yml']);
});

test('eva rubric shows and writes the rubrics of all variants, each rubric once', async (t) => {
  for (const more of ['', 'models: [openai:tiny]']) {
    const file = scenario('models: [openai:large, openai:tiny]', more);
    const { server, run, eva } = await versions(t, { 'prompts/diff/eval.yml': file });
    assert.equal((await run('rubric', 'short')).exitCode, 1);
    const { stdout } = await eva('rubric', 'short', '--write', '--json');
    assert.deepEqual(
      JSON.parse(stdout).behaviors.map(({ cases, source }: { cases: string[]; source: string }) => [cases, source]),
      [[['asks'], 'frozen']],
    );
    assert.equal(server.requests.length, 1);
  }
});

test('runs of a group that write a rubric stay in their group', async (t) => {
  const file = scenario('models: [openai:large, openai:tiny]');
  const { root, run } = await versions(t, { 'prompts/diff/eval.yml': file });
  const { stderr } = await run('eval', 'diff');
  assert.match(stderr, /wrote the rubric/);
  const [first, second] = rowsIn(root);
  assert.ok(first?.group, stderr);
  assert.equal(second?.group, first.group);
});

test('two prompts with the same cases have a missing rubric written once', async (t) => {
  const { server, run } = await versions(t, { 'prompts/diff/eval.yml': scenario('model: openai:large') });
  const { stderr } = await run('eval', 'diff', 'short');
  const written = server.requests.filter(({ body }) => body.tool_choice?.function.name === 'rubric');
  assert.equal(written.length, 1);
  assert.equal(stderr.match(/wrote the rubric/g)?.length, 1);
});

const chats = `defaults: { model: openai:large }
cases:
  - name: sees both
    inputs: { code: alpha, receipt: receipt.png }
    assert: [ { contains: image_url } ]
`;

test('files of cases are those of the prompt with the cases, files of the body those of its own folder', async (t) => {
  const body = `- role: user
  content:
    - text: "{{code}}"
    - file: logo.png
    - file: { input: receipt }
`;
  const meta = `${goodMeta}  - name: receipt\n`;
  const png = (text: string) => bytes('\x89PNG\r\n\x1a\n', text);
  const { server, eva } = await versions(t, {
    'prompts/diff/eval.yml': chats,
    'prompts/diff/meta.yml': meta,
    'prompts/diff/prompt.xml': null,
    'prompts/diff/messages.yml': body,
    'prompts/diff/receipt.png': png('receipt of diff'),
    'prompts/diff/logo.png': png('logo of diff'),
    'prompts/short/meta.yml': meta.replace('id: diff', 'id: short'),
    'prompts/short/prompt.xml': null,
    'prompts/short/messages.yml': body,
    'prompts/short/receipt.png': png('receipt of short'),
    'prompts/short/logo.png': png('logo of short'),
  });
  await eva('eval', 'short');
  const [request] = server.requests;
  const [, ...images] = request?.body.messages[0].content ?? [];
  const sent = images.map(({ image_url: { url } }: { image_url: { url: string } }) =>
    Buffer.from(url.split(',')[1] ?? '', 'base64')
      .toString('latin1')
      .slice(8),
  );
  assert.deepEqual(sent, ['logo of short', 'receipt of diff']);
});

const onData = `defaults: { model: openai:large }
cases:
  - name: items
    dataset: { file: data/items.csv, slices: [tone] }
    assert: [ { contains: { field: code } } ]
    stop_early: false
    criteria: { proportion_gte: { proportion: 0.1 } }
`;

test('a data set is read in the folder of the prompt with the cases, also for chosen items and a resume', async (t) => {
  const items = `code,tone\n${Array.from({ length: 12 }, (_, at) => `code${at},kind\n`).join('')}`;
  const { root, server, run, eva } = await versions(t, {
    'prompts/diff/eval.yml': onData,
    'prompts/diff/data/items.csv': items,
    'prompts/short/data/items.csv': 'code,tone\nwrong,wrong\n',
  });
  assert.equal((await run('eval', 'short', '--max-calls', '4', '--allow-short-budget')).exitCode, 3);
  await eva('eval', 'short', '--resume', '--max-calls', '20');
  await eva('eval', 'short', '--items', '3');
  await eva('eval', 'diff');
  const [short, , diff] = rowsIn(root);
  assert.equal(short?.passed, 1);
  assert.equal(short?.evidence.cases, diff?.evidence.cases);
  assert.ok(server.requests.every(({ body }) => /code\d+/.test(JSON.stringify(body.messages))));
});

for (const [own, asked, warnings] of [
  ['', ['large 2', 'small 1'], 0],
  ['defaults: { temperature: 0.5 }', ['large 2', 'small 1'], 0],
  ['defaults: { model: openai:other }', ['undefined 2'], 1],
  ['defaults: { models: [openai:other, { name: small, model: openai:tiny }] }', ['openai:other 2', 'small 2'], 1],
] as const) {
  test(`models of the cases hold for the variants of their file: own "${own}"`, async (t) => {
    const { root, eva } = await versions(t, {
      'prompts/diff/eval.yml': ofVariants,
      'prompts/short/eval.yml': `cases_of: diff\n${own}\n`,
    });
    const { stderr } = await eva('eval', 'short');
    assert.equal(stderr.split('EVA_UNUSED_SETTING').length - 1, warnings, stderr);
    assert.deepEqual(
      rowsIn(root)
        .map(({ variant, total }) => `${variant} ${total}`)
        .sort(),
      asked,
    );
  });
}

test('programs and modules of checks are those of the prompt with the cases, and are in its evidence', async (t) => {
  const files = {
    'prompts/diff/eval.yml': repeated.replace(
      '[ { contains: beta } ]',
      '[ { command: [./check.sh] }, { module: checks.mjs#f } ]',
    ),
    'prompts/diff/check.sh': '#!/bin/sh\nexit 0\n',
    'prompts/diff/checks.mjs': 'export const f = () => true;\n',
  };
  const { root, eva } = await versions(t, files);
  await eva('eval', 'diff', 'short', '--trust', '--case', 'once');
  writeFileSync(join(root, 'prompts/diff/check.sh'), '#!/bin/sh\nexit 0 # changed\n');
  await eva('eval', 'diff', 'short', '--trust', '--case', 'once');
  const [first, second, third, fourth] = rowsIn(root).map(({ evidence }) => evidence.cases);
  assert.deepEqual([second, fourth], [first, third]);
  assert.notEqual(first, third);
});

test('a failing case of another prompt is shown with the path of its file, an own one with its name', async (t) => {
  const { run } = await versions(t, {
    'prompts/diff/eval.yml':
      'defaults: { model: openai:large }\ncases:\n  - { name: happy, inputs: { code: x }, assert: [{ contains: nowhere }] }\n',
  });
  assert.match((await run('eval', 'short')).stdout, / prompts\/diff\/eval\.yml:3\n/);
  assert.match((await run('eval', 'diff')).stdout, / eval\.yml:3\n/);
});
