import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';

const messages = `- { role: system, content: Sort messages. }
- role: user
  content: [{ text: "Sort {{code}}" }, { file: receipt.png }]
`;

const evalFile = `defaults: { model: openai:large, extract: { tag: answer } }
cases:
  - name: parcel
    inputs: { code: late }
    assert:
      - { equals: shipping, about: the label }
      - at_least: { count: 1, of: [{ contains: ship, about: names it }, { contains: bill }] }
  - name: agent
    inputs: { code: order }
    tools: [{ name: search, input_schema: { type: object } }]
    assert: [{ called: search }]
`;

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Makes a library with a prompt of two messages and an image, and a server that calls a tool if there is one. */
async function library(t: TestContext, files: Readonly<Record<string, string>> = {}) {
  const server = await startFakeChatApi({
    answer: ({ tools }) =>
      tools ? { text: '', calls: [['search', '{"query":"order"}']] } : 'Thinking.\n<answer>shipping</answer>',
  });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/prompt.xml': null,
    'prompts/diff/messages.yml': messages,
    'prompts/diff/eval.yml': evalFile,
    ...files,
  });
  writeFileSync(join(root, 'prompts/diff/receipt.png'), png);
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  return { root, server, eva: (...args: readonly string[]) => runEva(args, { cwd: root, env }) };
}

test('a report of one case shows messages, files, pieces and counted checks, and result.json has them', async (t) => {
  const { server, eva } = await library(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.match(JSON.stringify(server.requests[0]?.body.messages), /data:image\/png;base64/);
  const { stdout: shown } = await eva('report', '--case', 'parcel');
  for (const line of [
    /^ +sent +system: Sort messages\.$/m,
    /^ +sent +user: Sort late$/m,
    /^ +sent +user: file prompts\/diff\/receipt\.png \(image\/png, 16 bytes\)$/m,
    /^ +extract shipping$/m,
    /^ +✓ check the label /m,
    /^ +✓ names it /m,
    /^ +✗ contains: "bill" /m,
  ]) {
    assert.match(shown, line);
  }
  const { stdout: json } = await eva('report', '--json');
  const [parcel] = JSON.parse(json).cases;
  assert.equal(parcel.scores[0].extracted, 'shipping');
  assert.deepEqual(
    parcel.scores[0].findings[1].counted.checks.map(({ about, holds }: { about: string; holds: boolean }) => [
      about,
      holds,
    ]),
    [
      ['names it', true],
      ['contains: "bill"', false],
    ],
  );
  assert.equal(parcel.trials[0].turns[0].messages.length, 2);
});

test('a CSV file has a column for tool calls if a trial has any', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff');
  await eva('report', '--out', 'all.csv');
  const [header, , agent] = readFileSync(join(root, 'all.csv'), 'utf8').split('\r\n');
  assert.match(header ?? '', /,reply,reason,prompt,variant,tool_calls$/);
  assert.match(agent ?? '', /"\[\{""name"":""search"",""arguments"":\{""query"":""order""\}\}\]"$/);
  await eva('report', '--case', 'parcel', '--out', 'one.csv');
  assert.match(readFileSync(join(root, 'one.csv'), 'utf8'), /,reply,reason,prompt,variant\r\n/);
});

test('--show prints every reply below the result, and is refused with --json', async (t) => {
  const { eva } = await library(t);
  const { exitCode, stdout } = await eva('eval', 'diff', '--show');
  assert.equal(exitCode, 0, stdout);
  assert.ok(stdout.indexOf('<answer>shipping</answer>') > stdout.indexOf('exit 0'));
  assert.match(stdout, /call +search \{"query":"order"\}/);
  assert.equal(stdout.match(/✓ passed/g)?.length, 1);
  const plain = await eva('eval', 'diff');
  assert.doesNotMatch(plain.stdout, /<answer>/);
  assert.equal((await eva('eval', 'diff', '--show', '--json')).exitCode, 2);
});

test('--show prints the replies of each run of a group under its name', async (t) => {
  const { eva } = await library(t, {
    'prompts/diff/eval.yml': evalFile.replace('model: openai:large', 'models: [openai:large, openai:small]'),
  });
  const { exitCode, stdout } = await eva('eval', 'diff', '--show');
  assert.equal(exitCode, 0, stdout);
  assert.match(
    stdout,
    /exit 0[\s\S]*^ diff × openai:large$[\s\S]*<answer>[\s\S]*^ diff × openai:small$[\s\S]*<answer>/m,
  );
});

test('the report of a variant names it, and the replies of a group have no further verdict', async (t) => {
  const { eva } = await library(t, {
    'prompts/diff/eval.yml': evalFile.replace(
      'model: openai:large',
      'models: [openai:large, { name: hot, model: openai:large, temperature: 1 }]',
    ),
  });
  await eva('eval', 'diff');
  const { stdout: runs } = await eva('log', '--json');
  const ids: readonly string[] = JSON.parse(runs).map(({ run_id }: { run_id: string }) => run_id);
  const reports = await Promise.all(ids.map(async (id) => (await eva('report', id)).stdout));
  assert.equal(reports.filter((one) => one.includes(' hot (openai:large) ')).length, 1);
  const { stdout } = await eva('report', '--group', '--case', 'parcel');
  assert.doesNotMatch(stdout, /✓ passed/);
  assert.match(stdout, /^ diff × hot$/m);
});

const echo = { type: 'command', command: ['node', 'echo.mjs'] };

/** Makes a library whose model answers with its prompt, and whose prompt has an optional input. */
function echoLibrary(t: TestContext, testCase: object): string {
  return tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': goodMeta.replace('required: true', 'required: false'),
    'echo.mjs': "let text = ''; for await (const part of process.stdin) text += part; console.log(text);\n",
    'eva.yml': JSON.stringify({ defaults: { model: 'command:echo' }, providers: { echo } }),
    'data.csv': 'id,code\nt-1,one\nt-2,two\n',
    'prompts/diff/eval.yml': JSON.stringify({ cases: [testCase] }),
  });
}

test('a case with messages shows what was asked, although an input of its prompt is blank', async (t) => {
  const messages = [
    { role: 'user', content: 'Where is it?' },
    { role: 'assistant', content: 'Which order?' },
    { role: 'user', content: 'The parcel of Monday' },
  ];
  const root = echoLibrary(t, { name: 'asks', messages, assert: [{ contains: 'refund' }] });
  const { stdout } = await runEva(['eval', 'diff', '--trust', '--show'], { cwd: root });
  const [result] = stdout.split('sent ');
  assert.match(result ?? '', /user +The parcel of Monday/);
  assert.match(stdout, /sent +user: Where is it\?\n +sent +assistant: Which order\?\n +user +The parcel of Monday/);
  assert.doesNotMatch(stdout, /input +\(empty\)/);
});

test('a report of looks at a data set names the item of each reply', async (t) => {
  const dataset = { file: 'data.csv', id: 'id', draws: 2 };
  const root = echoLibrary(t, { name: 'items', dataset, assert: [{ contains: 'one' }] });
  await runEva(['eval', 'diff', '--trust', '--look'], { cwd: root });
  const { stdout } = await runEva(['report', '--full'], { cwd: root });
  assert.deepEqual(stdout.match(/item t-.*/g)?.sort(), [
    'item t-1',
    'item t-1, answer 2',
    'item t-2',
    'item t-2, answer 2',
  ]);
});
