import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { listRuns } from '#store/run/run-list.js';
import { runDirOf } from '#store/run/run-names.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { startEva, until } from '../../support/interrupted-eva.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const trials = 6;
const evalFile = (models: string) => `defaults: { models: ${models} }
cases:
  - { name: happy, inputs: { code: x }, sample_size: ${trials}, assert: [ { contains: good } ] }
`;

/** Makes a library with the prompts `diff` and `patch`, each with two models. `refusing` is a model that the server does not know for a time. */
async function library(t: TestContext, { delayMs = 0, concurrency = 2 } = {}) {
  const world = { refusing: '' };
  const server = await startFakeMessagesApi({
    answer: () => 'good',
    faults: (_number, { body }) =>
      body['model'] === world.refusing ? { status: 404, message: 'no more of this' } : { delayMs },
  });
  t.after(() => server.close());
  const files = {
    'prompts/diff/eval.yml': evalFile('[claude-a, claude-b]'),
    'eva.yml': `concurrency: ${concurrency}\n`,
  };
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  cpSync(join(root, 'prompts/diff'), join(root, 'prompts/patch'), { recursive: true });
  writeFileSync(join(root, 'prompts/patch/meta.yml'), goodMeta.replace('id: diff', 'id: patch'));
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, world, eva: (...args: readonly string[]) => runEva(args, { cwd: root, env }) };
}

const runsOf = (root: string) =>
  rowsIn(root)
    .map(({ id, variant }) => `${id} ${variant}`)
    .sort();

test('--resume without an id goes on with every run of a killed group, and asks for no reply twice', async (t) => {
  const { root, server, eva } = await library(t, { delayMs: 40, concurrency: 16 });
  const killed = startEva(['eval', 'diff', 'patch'], root, server.url);
  const kept = () => listRuns(root).map(({ replies = 0 }) => replies);
  await until(() => kept().length === 4 && kept().every((number) => number > 0), killed);
  await killed.end('SIGKILL');
  await server.quiet();
  const before = { asked: server.requests.length, kept: kept().reduce((sum, number) => sum + number) };
  const { exitCode, stdout, stderr } = await eva('eval', '--resume');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(runsOf(root), ['diff claude-a', 'diff claude-b', 'patch claude-a', 'patch claude-b']);
  assert.equal(new Set(rowsIn(root).map(({ group }) => group)).size, 1);
  assert.equal(server.requests.length - before.asked, 4 * trials - before.kept);
  assert.match(stdout, / {3}diff\n[\s\S]* {3}patch\n/);
});

test('a second Ctrl-C in a group names once what is kept, and how to go on', async (t) => {
  const { root, server } = await library(t, { delayMs: 1500 });
  const eva = startEva(['eval', 'diff'], root, server.url);
  await until(() => server.requests.length > 3, eva);
  eva.child.kill('SIGINT');
  await until(() => eva.stderr().includes('stopping'), eva);
  assert.equal((await eva.end('SIGINT')).exitCode, 130);
  assert.doesNotMatch(eva.stderr(), /interrupted/);
  assert.equal(eva.stderr().match(/^ {2}eva eval diff --resume$/gm)?.length, 1, eva.stderr());
});

test('a resumed look says that it judges nothing, and how to judge', async (t) => {
  const { root, server, eva } = await library(t, { delayMs: 300 });
  const killed = startEva(['eval', 'diff', '--look'], root, server.url);
  await until(() => server.requests.length > 2, killed);
  await killed.end('SIGINT');
  const { stderr } = await eva('eval', '--resume');
  assert.match(stderr, /^resuming \S+, a look [\s\S]*?: eva eval diff\n/m);
});

test('an interrupt names each run with its settled cases, and says once that eva stops and how to go on', async (t) => {
  const { root, server } = await library(t, { delayMs: 500 });
  const eva = startEva(['eval', 'diff', 'patch'], root, server.url);
  await until(() => server.requests.length > 3, eva);
  assert.equal((await eva.end('SIGINT')).exitCode, 130);
  const said = eva.stderr();
  assert.equal(said.match(/^stopping/gm)?.length, 1, said);
  assert.equal(said.match(/--resume\n/g)?.length, 1, said);
  const runs = ['diff × claude-a', 'diff × claude-b', 'patch × claude-a', 'patch × claude-b'];
  for (const name of runs) assert.match(said, new RegExp(` \\? ${name}  interrupted`));
  assert.doesNotMatch(eva.stdout(), /--resume/);
  assert.match(eva.stdout(), /(happy +\? +\?\n[\s\S]*){2}/);
});

test('reports of an interrupted group say what is kept, and how to go on', async (t) => {
  const { root, server, eva } = await library(t, { delayMs: 300 });
  const cut = startEva(['eval', 'diff'], root, server.url);
  await until(() => listRuns(root).filter(({ replies = 0 }) => replies > 0).length === 2, cut);
  assert.equal((await cut.end('SIGINT')).exitCode, 130);
  const table = await eva('report', '--group');
  assert.match(table.stdout, /claude-a is unfinished: \d+ repl\w+ \w+ kept[\s\S]*claude-b is unfinished: \d+ repl/);
  assert.match(table.stdout, /eva eval diff --resume \S+\n exit 3/);
  for (const options of [['--case', 'happy'], ['--failed'], ['--full'], ['--out', 'g.csv'], ['--json']]) {
    const { exitCode, stderr } = await eva('report', '--group', ...options);
    assert.equal(exitCode, 3);
    assert.match(
      stderr,
      /claude-a is unfinished[\s\S]*claude-b is unfinished[\s\S]*2 of 2 runs[\s\S]*--resume/,
      `${options}`,
    );
  }
  const unknown = await eva('report', '--group', '--case', 'nope');
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.stderr, /EVA_UNKNOWN_CASE/);
  const command = /eva (eval diff --resume \S+)/.exec(table.stdout)?.[1]?.split(' ') ?? [];
  assert.equal((await eva(...command)).exitCode, 0);
  assert.deepEqual(runsOf(root), ['diff claude-a', 'diff claude-b']);
  const { stdout, stderr } = await eva('report', '--group', '--case', 'happy');
  assert.doesNotMatch(stdout + stderr, /unfinished|--resume/);
});

test('--resume without an id goes on with the only unfinished run of a group', async (t) => {
  const { root, server, world, eva } = await library(t);
  world.refusing = 'claude-b';
  assert.equal((await eva('eval', 'diff')).exitCode, 3);
  world.refusing = '';
  const asked = server.requests.length;
  const { exitCode, stderr } = await eva('eval', '--resume');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(runsOf(root), ['diff claude-a', 'diff claude-b']);
  assert.equal(server.requests.length - asked, trials);
});

test('a resumed run has only what the ended runs of its group left of the budget', async (t) => {
  const { server, world, eva } = await library(t);
  world.refusing = 'claude-b';
  const first = await eva('eval', 'diff', '--max-calls', '9', '--allow-short-budget');
  assert.equal(first.exitCode, 3, first.stderr);
  world.refusing = '';
  const asked = server.requests.length;
  const { exitCode, stderr } = await eva('eval', 'diff', '--resume', '--max-calls', '9');
  assert.equal(exitCode, 3, stderr);
  assert.equal(server.requests.length - asked, 9 - trials);
  const more = await eva('eval', 'diff', '--resume', '--max-calls', '13');
  assert.equal(more.exitCode, 0, more.stderr);
  assert.equal(server.requests.length - asked, trials);
});

/** Runs `diff` with two models. The first one ends; the calls of the second one fail. Then gives their runs built-in prices. */
async function halfEnded({ root, world, eva }: Awaited<ReturnType<typeof library>>, prices: readonly object[]) {
  world.refusing = 'claude-sonnet-4-5';
  writeFileSync(join(root, 'prompts/diff/eval.yml'), evalFile('[claude-haiku-4-5, claude-sonnet-4-5]'));
  assert.equal((await eva('eval', 'diff')).exitCode, 3);
  world.refusing = '';
  for (const [at, { run_id }] of listRuns(root).entries())
    writeFileSync(join(runDirOf(root, run_id), 'prices.json'), JSON.stringify(prices[at]));
}

const cheap = { 'claude-sonnet-4-5': { input: 0.01, output: 0.01, built_in: '2026-03-01' } };

test('a resumed run counts the ended runs of its group with the built-in prices of those', async (t) => {
  const dear = { 'claude-haiku-4-5': { input: 10, output: 100, built_in: '2026-03-01' } };
  const spent = (trials * (12 * 10 + 7 * 100)) / 1e6;
  const limits = [
    { file: 'cache: false\n', options: ['--max-cost', `${spent}`] },
    { file: `budget: { max_cost_usd: ${spent} }\n`, options: [] },
  ];
  for (const { file, options } of limits) {
    const here = await library(t);
    await halfEnded(here, [dear, cheap]);
    writeFileSync(join(here.root, 'eva.yml'), file);
    const asked = here.server.requests.length;
    const { exitCode, stderr } = await here.eva('eval', 'diff', '--resume', ...options);
    assert.equal(exitCode, 3, stderr);
    assert.equal(here.server.requests.length, asked);
    const more = await here.eva('eval', 'diff', '--resume', '--max-cost', `${spent + 0.01}`);
    assert.equal(more.exitCode, 0, more.stderr);
  }
});

test('--max-cost of a resumed run counts no ended run of its group below the built-in price', async (t) => {
  const here = await library(t);
  writeFileSync(join(here.root, 'eva.yml'), 'prices: { claude-haiku-4-5: { input: 0, output: 0 } }\n');
  await halfEnded(here, [{}, cheap]);
  const spent = (trials * (12 * 1 + 7 * 5)) / 1e6;
  const atOfficialServer = { cwd: here.root, env: { ANTHROPIC_API_KEY: sentinelKey } };
  const { exitCode, stdout } = await runEva(
    ['eval', 'diff', '--resume', '--json', '--max-cost', `${spent}`],
    atOfficialServer,
  );
  assert.equal(exitCode, 3, stdout);
  assert.match(stdout, /"[^"]*\$0\.000282[^"]*claude-haiku-4-5[^"]*the price that is set is lower[^"]*"/);
});

test('--resume without an id leaves an earlier unfinished group alone', async (t) => {
  const { root, world, eva } = await library(t);
  world.refusing = 'claude-a';
  await eva('eval', 'diff');
  await eva('eval', 'patch');
  world.refusing = '';
  await eva('eval', '--resume');
  assert.deepEqual(runsOf(root), ['diff claude-b', 'patch claude-a', 'patch claude-b']);
  await eva('eval', '--resume');
  assert.equal(runsOf(root).length, 4);
});

test('--resume without an id goes on with a run that is in no group', async (t) => {
  const { root, world, eva } = await library(t);
  world.refusing = 'claude-a';
  assert.equal((await eva('eval', 'patch', '--model', 'claude-a')).exitCode, 3);
  world.refusing = '';
  assert.equal((await eva('eval', '--resume')).exitCode, 0);
  assert.deepEqual(runsOf(root), ['patch claude-a']);
});

test('--resume without an id is refused if no run is unfinished', async (t) => {
  const { eva } = await library(t);
  for (const run of [() => Promise.resolve(), () => eva('eval', 'diff')]) {
    await run();
    const { exitCode, stderr } = await eva('eval', '--resume');
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_NOTHING_TO_RESUME/);
  }
});
