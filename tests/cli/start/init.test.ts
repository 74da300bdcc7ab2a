import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { meantStart, starts } from '#provider/types/starts.js';
import { runEva } from '../../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { treeHash } from '../../support/tree-hash.js';

const keys = { ANTHROPIC_API_KEY: 'key-of-a-test-1', OPENAI_API_KEY: 'key-of-a-test-2' };
const places = {
  AZURE_OPENAI_API_KEY: 'key-of-a-test-3',
  AZURE_OPENAI_ENDPOINT: 'https://ours.openai.azure.com',
  AWS_REGION: 'us-east-1',
  CLOUD_ML_REGION: 'global',
  ANTHROPIC_VERTEX_PROJECT_ID: 'ours',
};
const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');

for (const { name, subject } of starts) {
  test(`a library for ${name} passes on its recordings, and doctor finds nothing`, async (t) => {
    const root = tempLibrary(t, {});
    const model = subject === null ? ['--model', 'own'] : [];
    const dataHome = { XDG_DATA_HOME: join(tempLibrary(t, {}), 'data') };
    const made = await runEva(['init', '--provider', name, ...model], { cwd: root, env: dataHome });
    assert.equal(made.exitCode, 0, made.stderr);
    const replayed = await runEva(['eval', 'hello', '--replay', '--json'], { cwd: root, env: dataHome });
    assert.equal(replayed.exitCode, 0, replayed.stderr);
    assert.equal(JSON.parse(replayed.stdout).evidence.synthetic, true);
    const env = { ...keys, ...places, ...dataHome };
    const checked = await runEva(['doctor', '--json'], { cwd: root, env });
    assert.deepEqual(
      JSON.parse(checked.stdout).library.filter(({ code }: { code: string }) => code !== 'EVA_NO_KEY'),
      [],
    );
    assert.equal(checked.exitCode, 0, checked.stdout);
  });
}

test('a first scenario in a new library needs the key of its provider alone', async (t) => {
  for (const judge of [[], ['--judge', 'openai:own']]) {
    const root = tempLibrary(t, {});
    await runEva(['init', '--provider', 'openai', ...judge], { cwd: root });
    mkdirSync(join(root, 'prompts/chat'));
    writeFileSync(join(root, 'prompts/chat/prompt.md'), 'You are the help desk.\n');
    const criteria = '{ mean_lt: { threshold: 9 } }';
    writeFileSync(
      join(root, 'prompts/chat/eval.yml'),
      `scenarios:\n  - { title: a, given: b, when: c, then: [{ metric: per_conversation.turn_count, criteria: ${criteria} }] }\n`,
    );
    const { stdout } = await runEva(['doctor', '--json'], { cwd: root, env: { OPENAI_API_KEY: 'key-of-a-test-1' } });
    assert.deepEqual(
      JSON.parse(stdout).library.filter(({ code }: { code: string }) => code === 'EVA_NO_KEY'),
      [],
    );
  }
});

test('a second call changes nothing, and completes a library of which files are missing', async (t) => {
  const root = tempLibrary(t, {});
  const init = () => runEva(['init', '--provider', 'openai'], { cwd: root });
  await init();
  const whole = treeHash(root);
  assert.equal((await init()).exitCode, 0);
  assert.equal(treeHash(root), whole);
  const bytes = bytesOf(root);
  for (const missing of ['eva.yml', '.gitignore', 'prompts/hello/recordings.jsonl', 'prompts/hello', 'prompts']) {
    rmSync(join(root, missing), { recursive: true });
    assert.equal((await init()).exitCode, 0, missing);
    assert.deepEqual(bytesOf(root), bytes, missing);
  }
});

/** Returns the text of every file below a directory by its path. */
function bytesOf(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.filter((name) => statSync(join(root, name)).isFile()).map((name) => [name, read(root, name)]),
  );
}

test('files of a repository keep their bytes, and get the lines that they lack with their line ends', async (t) => {
  const root = tempLibrary(t, {
    '.gitignore': 'node_modules/\r\n*.log',
    '.gitattributes': '*.jsonl merge=union\n* eol=lf\n',
  });
  await runEva(['init', '--yes'], { cwd: root });
  assert.equal(
    read(root, '.gitignore'),
    'node_modules/\r\n*.log\r\n\r\n# Runs and cache of eva on this machine\r\n.eva/\r\n',
  );
  assert.equal(read(root, '.gitattributes'), '*.jsonl merge=union\n* eol=lf\n');
});

test('an eva.yml keeps its bytes, and its models answer the sample prompt', async (t) => {
  const root = tempLibrary(t, { 'eva.yml': 'defaults: { model: "openai:own" } # ours\n' });
  const { exitCode } = await runEva(['init'], { cwd: root });
  assert.equal(exitCode, 0);
  assert.equal(read(root, 'eva.yml'), 'defaults: { model: "openai:own" } # ours\n');
  assert.match(read(root, 'prompts/hello/eval.yml'), /^defaults:\n {2}judge: \{ model: "openai:gpt-6-luna" \}$/m);
  assert.equal((await runEva(['eval', 'hello', '--replay'], { cwd: root })).exitCode, 0);
});

test('prompts with models of their own get neither an eva.yml nor a sample', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  await runEva(['init', '--yes'], { cwd: root });
  assert.deepEqual(readdirSync(root).sort(), ['.gitattributes', '.gitignore', 'prompts']);
  assert.deepEqual(readdirSync(join(root, 'prompts')), ['diff']);
});

test('the provider whose key is set is the default, and the output says why', async (t) => {
  const root = tempLibrary(t, {});
  const { stdout } = await runEva(['init', '--json'], { cwd: root, env: { OPENAI_API_KEY: 'key-of-a-test-2' } });
  const { provider, needs, model } = JSON.parse(stdout);
  assert.deepEqual({ provider, needs, model }, { provider: 'openai', needs: [], model: 'openai:gpt-6.2-sol' });
});

test('an eva.yml that was there is not trusted by a first command', async (t) => {
  const config =
    'defaults: { model: "theirs:m" }\nproviders: { theirs: { type: openai, base_url: "http://127.0.0.1:9/v1" } }\n';
  const root = tempLibrary(t, { 'eva.yml': config });
  const env = { XDG_DATA_HOME: join(tempLibrary(t, {}), 'data') };
  for (const _time of [1, 2]) {
    const { stdout, exitCode } = await runEva(['init', '--json'], { cwd: root, env });
    assert.deepEqual([exitCode, JSON.parse(stdout).isTrusted], [0, false]);
  }
  const own = tempLibrary(t, {});
  const { stdout } = await runEva(['init', '--provider', 'ollama', '--json'], { cwd: own, env });
  assert.equal(JSON.parse(stdout).isTrusted, true, 'its user has named the provider');
});

test('a sample prompt that somebody has changed is left alone', async (t) => {
  const root = tempLibrary(t, {});
  await runEva(['init', '--provider', 'openai'], { cwd: root });
  const evalFile = join(root, 'prompts/hello/eval.yml');
  writeFileSync(evalFile, `${readFileSync(evalFile, 'utf8')}# ours\n`);
  rmSync(join(root, 'prompts/hello/recordings.jsonl'));
  const before = treeHash(root);
  const { stdout } = await runEva(['init', '--provider', 'openai', '--json'], { cwd: root });
  assert.equal(JSON.parse(stdout).sample, null);
  assert.equal(treeHash(root), before);
});

test('the judge that an eva.yml names is that of the library', async (t) => {
  const root = tempLibrary(t, { 'eva.yml': 'defaults: { judge: { model: "openai:own" } }\n' });
  const { stdout } = await runEva(['init', '--json'], { cwd: root });
  assert.equal(JSON.parse(stdout).judge, 'openai:own');
});

test('a model whose name is a word of YAML is a text', async (t) => {
  const root = tempLibrary(t, {});
  const env = { XDG_DATA_HOME: join(tempLibrary(t, {}), 'data') };
  await runEva(['init', '--provider', 'ollama', '--model', 'true'], { cwd: root, env });
  assert.match(read(root, 'eva.yml'), /^ {2}"true": \{ input: 0/m);
});

test('a package above the library is installed', async (t) => {
  const root = tempLibrary(t, { 'node_modules/@anthropic-ai/bedrock-sdk/package.json': '{}' });
  const { stdout } = await runEva(['init', 'evals', '--provider', 'bedrock', '--json'], { cwd: root });
  assert.deepEqual(JSON.parse(stdout).needs, ['export AWS_REGION=us-east-1']);
});

test('a line of .gitignore with a longer name does not cover the runs', async (t) => {
  const root = tempLibrary(t, { '.gitignore': '.evaluations/\n# .eva/\n' });
  await runEva(['init', '--yes'], { cwd: root });
  assert.match(read(root, '.gitignore'), /\n\.eva\/\n$/);
});

test('a package in the folder itself is named by a path that begins with a dot', async (t) => {
  const root = tempLibrary(t, { 'node_modules/eva-harness/schemas/eval.schema.json': '{}' });
  await runEva(['init', '--yes'], { cwd: root });
  const path = './node_modules/eva-harness/schemas/eva-config.schema.json';
  assert.equal(read(root, 'eva.yml').split('\n')[0], `# yaml-language-server: $schema=${path}`);
});

test('the schema line leads to the package that is installed in the folder or above it', async (t) => {
  const installed = { 'node_modules/eva-harness/schemas/eval.schema.json': '{}' };
  const root = tempLibrary(t, installed);
  await runEva(['init', 'evals', '--yes'], { cwd: root });
  const line = (file: string) => read(root, file).split('\n')[0];
  const schemas = 'node_modules/eva-harness/schemas';
  assert.equal(line('evals/eva.yml'), `# yaml-language-server: $schema=../${schemas}/eva-config.schema.json`);
  const evalFile = 'evals/prompts/hello/eval.yml';
  assert.equal(line(evalFile), `# yaml-language-server: $schema=../../../${schemas}/eval.schema.json`);
  assert.ok(existsSync(join(root, 'evals/prompts/hello', '../../..', schemas, 'eval.schema.json')));
});

test('the workflow lies in the root of the repository, and runs for all paths', async (t) => {
  const root = tempLibrary(t, { '.git/HEAD': '', 'package.json': '{}', 'package-lock.json': '{}' });
  await runEva(['init', 'evals', '--provider', 'openai', '--ci', 'github'], { cwd: root });
  const workflow = read(root, '.github/workflows/eva.yml');
  assert.doesNotMatch(workflow, /paths:/);
  assert.match(workflow, /--changed "refs\/remotes\/origin\/\$BASE"/);
  assert.match(workflow, /run: npm ci$/m);
  assert.match(workflow, /fetch-depth: 0/);
  assert.match(workflow, /OPENAI_API_KEY: \$\{\{ secrets\.OPENAI_API_KEY \}\}/);
});

test('nothing is written where a link, a directory or another library is in the way', async (t) => {
  const outside = tempLibrary(t, { file: 'theirs\n' });
  for (const name of ['.gitignore', '.gitattributes', 'eva.yml', 'prompts', 'prompts/hello', '.github']) {
    const root = tempLibrary(t, {});
    if (name.includes('/')) mkdirSync(join(root, 'prompts'));
    symlinkSync(join(outside, 'file'), join(root, name));
    const before = treeHash(root);
    const { exitCode, stderr } = await runEva(['init', '--yes', '--ci', 'github'], { cwd: root });
    assert.equal(exitCode, 2, `${name}: ${stderr}`);
    assert.match(stderr, /EVA_ODD_FILE/);
    assert.equal(treeHash(root), before, name);
  }
  assert.equal(read(outside, 'file'), 'theirs\n');
});

test('a failure leaves whole files, and the same command completes the library', async (t) => {
  const root = tempLibrary(t, { prompts: { directory: true } });
  writeFileSync(join(root, 'prompts/hello'), 'in the way');
  assert.equal((await runEva(['init', '--yes'], { cwd: root })).exitCode, 2);
  rmSync(join(root, 'prompts/hello'));
  assert.equal((await runEva(['init', '--yes'], { cwd: root })).exitCode, 0);
  assert.equal((await runEva(['eval', 'hello', '--replay'], { cwd: root })).exitCode, 0);
});

test('the next init removes what a killed one left half-written', async (t) => {
  const whole = tempLibrary(t, {});
  await runEva(['init', '--yes'], { cwd: whole });
  const half = (file: string) => `.${file}.0123456789ab.tmp`;
  const folder = `prompts/${half('hello')}`;
  const files = [half('.gitignore'), half('.gitattributes'), half('eva.yml'), `${folder}/${half('eval.yml')}`];
  const root = tempLibrary(t, Object.fromEntries(files.map((file) => [file, 'half'])));
  const then = new Date(Date.now() - 60_000);
  for (const name of [...files, folder]) utimesSync(join(root, name), then, then);
  assert.equal((await runEva(['init', '--yes'], { cwd: root })).exitCode, 0);
  assert.deepEqual(bytesOf(root), bytesOf(whole));
  assert.deepEqual(readdirSync(join(root, 'prompts')), ['hello']);
});

test('flags without effect are refused: a judge beside an eva.yml with another, models beside prompts with their own', async (t) => {
  const ours = { 'eva.yml': 'defaults: { model: claude-a, judge: { model: claude-b } }\n' };
  const root = tempLibrary(t, { ...goodPrompt(), ...ours });
  const before = treeHash(root);
  assert.match((await runEva(['init', '--judge', 'claude-c'], { cwd: root })).stderr, /EVA_EXISTS/);
  assert.equal(treeHash(root), before);
  assert.equal((await runEva(['init', '--judge', 'claude-b'], { cwd: root })).exitCode, 0);
  const prompts = tempLibrary(t, goodPrompt());
  for (const flags of [
    ['--judge', 'claude-c'],
    ['--provider', 'openai'],
  ]) {
    assert.match((await runEva(['init', ...flags], { cwd: prompts })).stderr, /EVA_EXISTS/);
  }
  assert.equal((await runEva(['init', '--provider', 'openai', '--ci', 'github'], { cwd: prompts })).exitCode, 0);
});

test('a library whose prompts name their models gets no advice about keys of others', async (t) => {
  const root = tempLibrary(t, {
    'prompts/mine/prompt.md': 'x\n',
    'prompts/mine/eval.yml': 'defaults: { model: "openai:own" }\ncases: []\n',
  });
  const { needs, model } = JSON.parse((await runEva(['init', '--yes', '--json'], { cwd: root })).stdout);
  assert.equal(model, 'openai:own');
  assert.deepEqual(needs, ['export OPENAI_API_KEY=…']);
  const silent = tempLibrary(t, { 'prompts/mine/prompt.md': 'x\n', 'prompts/mine/eval.yml': 'cases: []\n' });
  assert.deepEqual(JSON.parse((await runEva(['init', '--yes', '--json'], { cwd: silent })).stdout).needs, []);
});

test('a workflow is announced with the secrets and sign-ins that it needs', async (t) => {
  const needsOf = async (provider: string) => {
    const args = ['init', '--provider', provider, '--ci', 'github', '--json'];
    return JSON.parse((await runEva(args, { cwd: tempLibrary(t, {}) })).stdout).workflowNeeds;
  };
  assert.deepEqual(await needsOf('openai'), { secrets: ['OPENAI_API_KEY'], signIns: [], local: [] });
  assert.deepEqual((await needsOf('vertex')).signIns, ['Claude on Google Vertex AI']);
  assert.deepEqual((await needsOf('ollama')).local, ['Ollama, on this machine']);
});

test('a workflow checks out the large files of a repository that has some', async (t) => {
  const root = tempLibrary(t, { '.git/HEAD': '', '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' });
  assert.equal((await runEva(['init', '--provider', 'openai', '--ci', 'github'], { cwd: root })).exitCode, 0);
  assert.match(read(root, '.github/workflows/eva.yml'), /fetch-depth: 0, lfs: true \}/);
});

test('names that people have for providers lead to them', () => {
  const names = {
    claude: 'anthropic',
    gpt: 'openai',
    ChatGPT: 'openai',
    aws: 'bedrock',
    google: 'vertex',
    gcp: 'vertex',
  };
  const more = { microsoft: 'azure', local: 'ollama', 'claude-code': 'claude-cli', antropic: 'anthropic' };
  for (const [name, meant] of Object.entries({ ...names, ...more })) assert.equal(meantStart(name)?.name, meant, name);
  assert.equal(meantStart('gemini'), undefined);
});

const impossible = [
  ['--provider', 'bedrock', '--model', 'claude-sonnet-5-5'],
  ['--provider', 'bedrock', '--judge', 'claude-haiku-5-5'],
  ['--provider', 'vertex', '--model', 'gpt-6'],
  ['--provider', 'openai', '--model', 'chat:gpt-6'],
];

for (const flags of impossible) {
  test(`init ${flags.join(' ')} is refused before anything is written`, async (t) => {
    const root = tempLibrary(t, {});
    const made = await runEva(['init', ...flags], { cwd: root, env: {} });
    assert.equal(made.exitCode, 2, made.stderr);
    assert.deepEqual(readdirSync(root), []);
  });
}
