import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../../support/fake-chat-api.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { type FileContent, goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = `defaults: { model: openai:large, temperature: 0.5, judge: { model: openai:judge } }
cases:
  - { name: happy, inputs: { code: alpha, tone: kind }, assert: [ { contains: alpha } ] }
  - { name: from a file, inputs: { tone: kind }, files: { code: code.txt }, assert: [ { command: [./check.sh] } ] }
triggering: { should_match: [change x] }
`;

const short: Readonly<Record<string, FileContent>> = {
  'prompts/short/meta.yml': goodMeta.replace('id: diff', 'id: short').replace('status: draft', 'status: tested'),
  'prompts/short/prompt.xml': 'Short: {{code}}\n',
  'prompts/short/eval.yml': 'cases_of: diff\n',
};

/** Makes a library with the prompt `short`, which has the cases of `diff`, and a server that echoes. */
async function twoPrompts(t: TestContext, files: Readonly<Record<string, FileContent>> = {}) {
  const server = await startFakeChatApi({
    answer: ({ model, messages, tools, tool_choice }) =>
      tool_choice
        ? {
            tool_input: {
              reason: 'so',
              ...('score' in tools[0].function.parameters.properties ? { score: 5 } : { decision: 'YES' }),
            },
          }
        : `${model}: ${messages[0].content}`,
  });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': `${goodMeta}  - name: tone\n`,
    'prompts/diff/prompt.xml': 'Change {{code}}, {{tone}}.\n',
    'prompts/diff/eval.yml': evalFile,
    'prompts/diff/code.txt': 'beta',
    'prompts/diff/check.sh': '#!/bin/sh\ngrep -q beta\n',
    ...short,
    ...files,
  });
  const { chmodSync } = await import('node:fs');
  chmodSync(join(root, 'prompts/diff/check.sh'), 0o755);
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: sentinelKey };
  const eva = (...args: readonly string[]) =>
    runEva([...args, ...(args[0] === 'eval' ? ['--trust'] : [])], { cwd: root, env });
  return { root, server, eva };
}

test('a prompt with cases_of has the cases, defaults and paths of the other, and opens its own gate', async (t) => {
  const { root, server, eva } = await twoPrompts(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'short');
  assert.equal(exitCode, 0, stdout + stderr);
  const [row] = rowsIn(root);
  assert.deepEqual([row?.id, row?.total, row?.passed, row?.override], ['short', 2, 2, undefined]);
  assert.deepEqual(server.requests.map(({ body }) => [body.model, body.temperature, body.messages[0].content]).sort(), [
    ['large', 0.5, 'Short: alpha\n'],
    ['large', 0.5, 'Short: beta\n'],
  ]);
  assert.match(stderr, /EVA_UNKNOWN_INPUT/);
  assert.equal(stderr.match(/does not declare/g)?.length, 1);
  const promoted = await eva('promote', 'short', '--check');
  assert.equal(promoted.exitCode, 0, promoted.stdout);
});

test('the own defaults win field by field, and triggering is its own', async (t) => {
  const own = 'cases_of: diff\ndefaults: { model: openai:tiny }\ntriggering: { should_match: [shorten x] }\n';
  const { root, server, eva } = await twoPrompts(t, { 'prompts/short/eval.yml': own });
  const { exitCode, stdout } = await eva('eval', 'short');
  assert.equal(exitCode, 0, stdout);
  assert.equal(rowsIn(root)[0]?.total, 3);
  const asked = server.requests.map(({ body }) => `${body.model} ${body.temperature}`);
  assert.deepEqual([...new Set(asked)].sort(), ['judge undefined', 'tiny 0.5']);
});

test('--cases-of takes the cases of another prompt once, in a row that opens no gate', async (t) => {
  const own =
    'defaults: { model: openai:tiny }\ncases:\n  - { name: own, inputs: { code: gamma }, assert: [ { contains: gamma } ] }\n';
  const { root, eva } = await twoPrompts(t, { 'prompts/short/eval.yml': own });
  const { exitCode, stdout } = await eva('eval', 'short', '--cases-of', 'diff');
  assert.equal(exitCode, 0, stdout);
  const [row] = rowsIn(root);
  assert.deepEqual([row?.total, row?.override, row?.cases_of, row?.variant], [2, true, 'diff', undefined]);
  assert.equal((await eva('promote', 'short', '--check')).exitCode, 1);
  await eva('eval', 'short');
  assert.equal((await eva('promote', 'short', '--check')).exitCode, 0);
});

test('--cases-of with the prompt itself is a run of its files', async (t) => {
  const { root, eva } = await twoPrompts(t);
  assert.equal((await eva('eval', 'diff', '--cases-of', 'diff')).exitCode, 0);
  await eva('eval', 'diff');
  assert.deepEqual(
    rowsIn(root).map(({ override, cases_of, try: number }) => [override, cases_of, number]),
    [
      [undefined, undefined, 1],
      [undefined, undefined, 2],
    ],
  );
});

test('--cases-of works without an eval.yml, and equal evidence is that of the files', async (t) => {
  const { root, eva } = await twoPrompts(t, { 'prompts/short/eval.yml': null });
  assert.equal((await eva('eval', 'short', '--cases-of', 'diff')).exitCode, 0);
  writeFileSync(join(root, 'prompts/short/eval.yml'), 'cases_of: diff\n');
  assert.equal((await eva('eval', 'short', '--cases-of', 'diff')).exitCode, 0);
  const [first, second] = rowsIn(root);
  assert.deepEqual([first?.override, second?.override, second?.try], [true, undefined, 2]);
  assert.deepEqual(first?.evidence.cases, second?.evidence.cases);
});

test('a run with --cases-of is resumed with the same cases', async (t) => {
  const { root, eva } = await twoPrompts(t, { 'prompts/short/eval.yml': null });
  assert.equal(
    (await eva('eval', 'short', '--cases-of', 'diff', '--max-calls', '1', '--allow-short-budget')).exitCode,
    3,
  );
  const { exitCode, stdout, stderr } = await eva('eval', 'short', '--resume', '--max-calls', '9');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.deepEqual([rowsIn(root)[0]?.cases_of, rowsIn(root)[0]?.passed], ['diff', 2]);
});

const three = `defaults:
  models: [openai:large, openai:middle, { name: small, model: openai:tiny, temperature: 0 }]
cases:
  - { name: happy, inputs: { code: alpha }, assert: [ { contains: alpha } ] }
  - { name: long, models: [openai:large, small], inputs: { code: beta }, assert: [ { contains: beta } ] }
`;

test('three models and two versions of a prompt: a gate opens once all its variants have passed', async (t) => {
  const files = {
    'prompts/diff/eval.yml': three,
    'prompts/diff/prompt.xml': 'Change {{code}}.\n',
    'prompts/diff/meta.yml': goodMeta.replace('status: draft', 'status: tested'),
  };
  const { root, eva } = await twoPrompts(t, files);
  const missing = async (id: string) => {
    const { stdout } = await eva('promote', id, '--check', '--json');
    const { gates } = JSON.parse(stdout) as { gates: { met: boolean; variant?: string }[] };
    return gates.flatMap(({ met, variant }) => (met ? [] : [variant]));
  };
  await eva('eval', 'short', '--model', 'small', '--model', 'openai:large');
  assert.deepEqual(await missing('short'), ['openai:middle']);
  assert.deepEqual(await missing('diff'), ['openai:large', 'openai:middle', 'small']);
  const { exitCode, stdout } = await eva('eval', 'diff', 'short');
  assert.equal(exitCode, 0, stdout);
  assert.deepEqual(
    rowsIn(root)
      .slice(2)
      .map(({ id, variant, total }) => `${id} ${variant} ${total}`)
      .sort(),
    [
      'diff openai:large 2',
      'diff openai:middle 1',
      'diff small 2',
      'short openai:large 2',
      'short openai:middle 1',
      'short small 2',
    ],
  );
  assert.deepEqual([...(await missing('short')), ...(await missing('diff'))], []);
});

test('beside cases_of, own checks, rubric and extract of defaults win over those of the other prompt', async (t) => {
  const { root, server, eva } = await twoPrompts(t, {
    'prompts/diff/eval.yml': `defaults:
  model: openai:large
  judge: { model: openai:judge }
  assert: [ { contains: never said } ]
  rubric: Is it long?
  extract: { tag: none }
cases:
  - { name: happy, inputs: { code: alpha } }
`,
    'prompts/short/eval.yml': `cases_of: diff
defaults:
  judge: { model: openai:strict }
  assert: [ { contains: { text: "{{code}}" } }, { max_chars: 5 } ]
  rubric: [Is it short?]
  extract: { matches: 'a\\w+a' }
`,
  });
  const { exitCode, stdout, stderr } = await eva('eval', 'short');
  const judged = server.requests.filter(({ body }) => body.tool_choice);
  assert.equal(judged.length, 1, stdout + stderr);
  assert.match(JSON.stringify(judged[0]?.body.messages), /Is it short\?/);
  assert.equal(judged[0]?.body.model, 'strict');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(rowsIn(root)[0]?.passed, 1);
});

test('a mistake in own defaults beside cases_of is reported in the own file', async (t) => {
  const { eva } = await twoPrompts(t, {
    'prompts/short/eval.yml': 'cases_of: diff\ndefaults:\n  assert: [ { contains: { text: "{{cod}}" } } ]\n',
  });
  const { exitCode, stderr } = await eva('eval', 'short');
  assert.equal(exitCode, 2);
  assert.match(stderr, /prompts\/short\/eval\.yml:3:\d+[\s\S]*EVA_UNKNOWN_REFERENCE/);
});
