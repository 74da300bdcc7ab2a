import assert from 'node:assert/strict';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startConversationApi } from '../support/conversation-api.js';
import { runEva } from '../support/run-eva.js';
import { scenarioFile, scenarioLibrary } from '../support/scenario-library.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';

const checked = goodEval.replace('contains: "<diff>"', 'command: [sh, check.sh]');

function library(t: TestContext, files: Files = {}) {
  const script = { 'prompts/diff/check.sh': 'exit 0\n', 'prompts/diff/eval.yml': checked };
  const root = tempLibrary(t, { ...goodPrompt(), ...script, ...files });
  const dataHome = tempLibrary(t, {});
  return { dataHome, eva: (...args: string[]) => runEva(args, { cwd: root, env: { XDG_DATA_HOME: dataHome } }) };
}

const other = (name: string, file: string, text: string): Files => ({
  [`prompts/${name}/meta.yml`]: goodMeta.replace('id: diff', `id: ${name}`),
  [`prompts/${name}/prompt.xml`]: '{{code}}\n',
  [`prompts/${name}/${file}`]: text,
});

const broken: readonly (readonly [what: string, files: Files, code: RegExp])[] = [
  ['eval.yml', other('edit', 'eval.yml', 'cases: [\n'), /warning: .*EVA_YAML_SYNTAX/s],
  ['meta.yml', other('edit', 'meta.yml', 'status: none\n'), /warning: .*EVA_BAD_VALUE/s],
  ['folder', { 'prompts/edit': { link: '/usr' } }, /warning: .*EVA_BAD_ID/s],
];
for (const [what, files, code] of broken) {
  test(`a broken ${what} of one prompt is a warning, and the programs of the others are trusted`, async (t) => {
    const { eva } = library(t, files);
    const trusted = await eva('trust', '--yes', '--json');
    assert.equal(trusted.exitCode, 0, trusted.stderr);
    assert.match(trusted.stderr, code);
    const shown = JSON.parse(trusted.stdout) as { argv: string[]; trusted: boolean }[];
    assert.deepEqual(
      shown.map(({ argv, trusted: before }) => [argv, before]),
      [[['sh', 'check.sh'], false]],
    );
    assert.match((await eva('trust')).stdout, /1 program, all trusted/);
  });
}

test('the program of a readable case is shown, even if another line is wrong', async (t) => {
  const { eva } = library(t, { 'prompts/diff/eval.yml': `${checked}  - name: broken\n    asert: []\n` });
  const { stdout, stderr, exitCode } = await eva('trust', '--yes');
  assert.equal(exitCode, 0);
  assert.match(stdout, /runs {6}sh check\.sh/);
  assert.match(stderr, /EVA_UNKNOWN_KEY/);
});

test('a prompt without eval.yml causes no warning', async (t) => {
  const { eva } = library(t, other('edit', 'notes.txt', ''));
  const { stderr, exitCode } = await eva('trust', '--yes');
  assert.deepEqual([exitCode, stderr.split(';')[0]], [0, 'trusted']);
});

test('a broken eva.yml is an error, since it names programs of all prompts', async (t) => {
  const { eva } = library(t, { 'eva.yml': 'concurrency: 0\n' });
  const { stderr, exitCode } = await eva('trust', '--yes');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_OUT_OF_RANGE/);
});

test('a key that eva.yml takes from another variable needs trust', async (t) => {
  const { eva } = library(t, { 'eva.yml': 'providers: { gate: { type: openai, api_key_env: GITHUB_TOKEN } }\n' });
  const { stdout, exitCode } = await eva('trust', '--yes');
  assert.equal(exitCode, 0);
  assert.match(stdout, /provider gate {2}\(not trusted\)\n {4}with key .* GITHUB_TOKEN/);
});

test('a trust.json of another user is refused', { skip: process.getuid?.() !== 0 }, async (t) => {
  const { eva, dataHome } = library(t);
  await eva('trust', '--yes');
  chownSync(join(dataHome, 'eva/trust.json'), 65_534, 65_534);
  const { stderr, exitCode } = await eva('eval', 'diff');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_TRUST_FILE/);
});

test('an application runs after it is trusted with its variables, and a further variable revokes the trust', async (t) => {
  const script = `require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
    console.log(JSON.stringify({ response: process.env.SHOP_REGION + ', ' + process.env.SHOP_OTHER }));
  });`;
  const evalFile = (env: readonly string[]) =>
    scenarioFile({
      sample_size: 1,
      app: { command: [process.execPath, 'shop.cjs'], env },
      then: [{ assert: [{ contains: 'north' }], criteria: { proportion_gte: { proportion: 0.01 } } }],
    });
  const root = scenarioLibrary(
    t,
    {},
    { 'prompts/bot/shop.cjs': script, 'prompts/bot/eval.yml': evalFile(['SHOP_REGION']) },
  );
  const { env } = await startConversationApi(t);
  const given = { ...env, SHOP_REGION: 'north', SHOP_OTHER: 'secret', XDG_DATA_HOME: tempLibrary(t, {}) };
  const eva = (...args: string[]) => runEva(args, { cwd: root, env: given });

  const refused = await eva('eval', 'bot', '--allow-underpowered');
  assert.equal(refused.exitCode, 2);
  assert.match(refused.stderr, /scenario "Bot lets the user in" .*shop\.cjs"\].* SHOP_REGION[\s\S]*EVA_NOT_TRUSTED/);
  const shown = await eva('trust', 'bot', '--yes');
  assert.match(shown.stdout, /application of scenario Bot lets the user in {2}\(not trusted\)/);
  assert.match(shown.stdout, /gets {6}.* SHOP_REGION\n/);
  const ran = await eva('eval', 'bot', '--allow-underpowered', '--record');
  assert.doesNotMatch(ran.stderr, /EVA_NOT_TRUSTED/);
  const recorded = readFileSync(join(root, 'prompts/bot/recordings.jsonl'), 'utf8');
  assert.match(recorded, /"north, undefined"/);

  writeFileSync(join(root, 'prompts/bot/eval.yml'), evalFile(['SHOP_REGION', 'SHOP_OTHER']));
  const again = await eva('eval', 'bot', '--allow-underpowered');
  assert.equal(again.exitCode, 2);
  assert.match(again.stderr, / SHOP_REGION, SHOP_OTHER[\s\S]*EVA_NOT_TRUSTED/);
  const replayed = await eva('eval', 'bot', '--allow-underpowered', '--replay');
  assert.doesNotMatch(replayed.stderr, /EVA_NOT_TRUSTED/, 'a replay starts no application');
});

test('the file of a group that strangers wrote lets no program run', async (t) => {
  const manner = { stop_early: true, batch: false, shard: null, merged: null, fail_fast: false, replay: false };
  const flags = {
    manner: { ...manner, allow_underpowered: false, record: false, budget: null },
    trust: true,
    user: {},
  };
  const id = '20260131T101502Z-4f3a9c';
  const group = JSON.stringify({ group: 1, id, flags, runs: [{ id: 'diff' }] });
  const { eva } = library(t, { [`.eva/groups/${id}.json`]: group });
  const { exitCode, stderr } = await eva('eval', '--resume');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_NOT_TRUSTED/);
});
