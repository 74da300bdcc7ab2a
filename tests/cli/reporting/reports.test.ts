import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { runsIn } from '../../support/stored-runs.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile = (model: string) => `cases:
  - { name: happy, inputs: { code: x }, model: ${model}, assert: [ { contains: good } ] }
`;

/** Makes a library with prompts `one` and `two`. Their models answer well and badly. */
async function library(t: TestContext, files: Files = {}) {
  const server = await startFakeMessagesApi({
    answer: ({ model }) => (model === 'claude-two' ? `bad ${sentinelKey}` : 'good'),
    faults: (_number, { body }) => (body.model === 'claude-three' ? { status: 404 } : null),
  });
  t.after(() => server.close());
  const prompts = ['one', 'two', 'three'].flatMap((id) =>
    Object.entries(goodPrompt()).map(([name, text]) => {
      const content = name.endsWith('eval.yml')
        ? evalFile(`claude-${id}`)
        : String(text).replace('id: diff', `id: ${id}`);
      return [name.replace('/diff/', `/${id}/`), content] as const;
    }),
  );
  const root = tempLibrary(t, { ...Object.fromEntries(prompts), ...files });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  const onGitHub = (...args: readonly string[]) => {
    const job = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(root, 'summary.md') };
    return runEva(args, { cwd: root, env: { ...env, ...job } });
  };
  return { root, server, eva, onGitHub, read: (file: string) => readFileSync(join(root, file), 'utf8') };
}

test('eva report writes the file that eva eval wrote', async (t) => {
  const { eva, read } = await library(t);
  const evaluated = await eva('eval', 'two', '--report', 'json=out/deep/a.json', '--report', 'pretty=a.txt');
  assert.equal(evaluated.exitCode, 1, evaluated.stderr);
  assert.match(evaluated.stdout, /did not pass/);
  assert.match(evaluated.stderr, /json written to out\/deep\/a\.json\npretty written to a\.txt\n$/);
  const reported = await eva('report', '--report', 'json=b.json', '--report=pretty=b.txt');
  assert.equal(reported.exitCode, 1);
  assert.equal(read('b.json'), read('out/deep/a.json'));
  assert.equal(read('b.txt'), read('a.txt'));
  assert.match(read('a.txt'), /did not pass/);
  assert.deepEqual(Object.keys(JSON.parse(read('b.json'))), ['view', 'result']);
});

test('keys are redacted in files', async (t) => {
  const { eva, read } = await library(t);
  await eva('eval', 'two', '--report', 'json=a.json', '--report', 'pretty=a.txt');
  for (const file of ['a.json', 'a.txt']) {
    assert.match(read(file), /bad \[redacted/i, file);
    assert.ok(!read(file).includes(sentinelKey), file);
  }
});

test('without a file the report is on standard output, and all else on standard error', async (t) => {
  const { eva } = await library(t);
  const { stdout, stderr } = await eva('eval', 'one', 'two', '--report', 'json');
  assert.deepEqual(
    JSON.parse(stdout).map(({ id, view }: { id: string; view: { outcome: string } }) => [id, view.outcome]),
    [
      ['one', 'passed'],
      ['two', 'failed'],
    ],
  );
  assert.match(stderr, /2 prompts: 1 passed · 1 did not pass/);
});

test('{id} makes one file for each prompt', async (t) => {
  const { root, eva, read } = await library(t);
  await eva('eval', 'one', 'two', '--report', 'json=out/{id}/eva-{id}.json');
  assert.deepEqual(readdirSync(join(root, 'out')), ['one', 'two']);
  assert.equal(JSON.parse(read('out/two/eva-two.json')).result.id, 'two');
});

test('the id of an edited run leads to no other folder', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'one');
  const dir = join(root, '.eva/runs', runsIn(root)[0] ?? '');
  for (const name of ['plan.json', 'result.json']) {
    const text = readFileSync(join(dir, name), 'utf8');
    writeFileSync(join(dir, name), text.replaceAll('"id": "one"', '"id": "../../one"'));
  }
  const { exitCode, stderr } = await eva('report', '--report', 'json=out/{id}.json');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(readdirSync(join(root, 'out')), ['--..-one.json']);
});

test('a run that an error ended is in the file, with the reason', async (t) => {
  const { eva, read } = await library(t);
  const { exitCode } = await eva('eval', 'three', 'one', '--report', 'json=a.json');
  assert.equal(exitCode, 3);
  const { view, runs } = JSON.parse(read('a.json'));
  assert.deepEqual(
    view.runs.map(({ id, outcome }: { id: { raw: string }; outcome: string }) => [id.raw, outcome]),
    [
      ['three', 'unfinished'],
      ['one', 'passed'],
    ],
  );
  assert.match(view.runs[0].reason.raw, /claude-three/);
  assert.deepEqual([view.outcome, view.exit_code, runs[0].result], ['unfinished', 3, null]);
});

test('a run without a key is in the file', async (t) => {
  const { root, read } = await library(t);
  const env = { CI: 'true' };
  const { exitCode } = await runEva(['eval', 'one', '--report', 'json=a.json'], { cwd: root, env });
  assert.equal(exitCode, 3);
  const { view, result } = JSON.parse(read('a.json'));
  assert.deepEqual([view.outcome, view.runs[0].run_id, result], ['unfinished', null, null]);
  assert.match(view.runs[0].reason.raw, /ANTHROPIC_API_KEY/);
});

test('a report that cannot be written is exit code 3, and stops no other', async (t) => {
  const { root, eva, read } = await library(t);
  mkdirSync(join(root, 'taken'));
  symlinkSync('elsewhere.json', join(root, 'link-one.json'));
  const files = ['json=link-{id}.json', 'json=taken/below.json/x.json', 'pretty=a.txt'];
  writeFileSync(join(root, 'taken/below.json'), '');
  const { exitCode, stderr } = await eva('eval', 'one', ...files.flatMap((file) => ['--report', file]));
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /link-one\.json" is there[\s\S]*EVA_DISK/);
  assert.match(read('a.txt'), /passed/);
  assert.ok(!existsSync(join(root, 'elsewhere.json')));
  assert.deepEqual(readdirSync(join(root, 'taken')), ['below.json'], 'no temporary file is left');
});

test('all mistakes of flags and files are one list, before the first call', async (t) => {
  const { root, server, eva } = await library(t);
  writeFileSync(join(root, 'prompts/two/eval.yml'), 'cases: 5\n');
  const flags = ['jsn', 'json', 'json=a.json', 'pretty=./a.json', 'json=', 'json=prompts/one/eval.yml'];
  const { exitCode, stderr } = await eva(
    'eval',
    'one',
    'two',
    '--json',
    ...flags.flatMap((flag) => ['--report', flag]),
  );
  assert.equal(exitCode, 2);
  assert.match(stderr, /no reporter "jsn"\n {2}did you mean --report json\?/);
  assert.match(stderr, /json and pretty have the same file|"\.\/a\.json"/);
  assert.match(stderr, /standard output is given to json twice/);
  assert.match(stderr, /--report json needs a file/);
  assert.match(stderr, /"prompts\/one\/eval\.yml" is in prompts\//);
  assert.match(stderr, /prompts\/two\/eval\.yml:1/);
  assert.match(stderr, /6 problems/);
  assert.deepEqual([server.requests.length, existsSync(join(root, 'a.json'))], [0, false]);
});

test('--show and --watch need standard output', async (t) => {
  const { eva } = await library(t);
  const { exitCode, stderr } = await eva('eval', 'one', '--show', '--report', 'json');
  assert.equal(exitCode, 2);
  assert.match((await eva('eval', 'one', '--watch', '--report', 'json')).stderr, /--watch prints text/);
  assert.match(stderr, /--show prints text on standard output[\s\S]*--report json=out\/eva\.json/);
});

test('reports of eva.yml are written by eval, below the library, and not by report', async (t) => {
  const config = 'reports:\n  - json=out/{id}.json\n  - pretty=out/eva.txt\n';
  const { root, eva, read } = await library(t, { 'eva.yml': config });
  const cwd = join(root, 'prompts/one');
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
  await runEva(['eval', 'one', '--replay', '--report', `pretty=${root}/out/eva.txt`], { cwd, env });
  assert.deepEqual(readdirSync(join(root, 'out')), ['eva.txt', 'one.json']);
  await eva('eval', 'two');
  assert.match(read('out/eva.txt'), /did not pass/);
  const before = read('out/one.json');
  await eva('report', runsIn(root)[0] ?? '');
  assert.equal(read('out/one.json'), before);
});

test('a flag takes standard output from eva.yml', async (t) => {
  const { eva, read } = await library(t, { 'eva.yml': 'reports: [json, pretty=a.txt]\n' });
  assert.equal(JSON.parse((await eva('eval', 'one')).stdout).id, 'one');
  assert.match((await eva('eval', 'one', '--report', 'pretty')).stdout, /1 passed/);
  assert.match(read('a.txt'), /passed/);
});

test('mistakes in reports: have their place and their line', async (t) => {
  const config =
    'reports:\n  - json=out/a.json\n  - htm=x\n  - json=../x.json\n  - pretty=out/./a.json\n  - json=eva.yml\n';
  const { server, eva } = await library(t, { 'eva.yml': config });
  const { exitCode, stderr } = await eva('eval', 'one');
  assert.equal(exitCode, 2);
  assert.match(stderr, /eva\.yml:3:5 .*"htm"\n *3 \| {3}- htm=x\n/);
  assert.match(stderr, /eva\.yml:4:5 .*\.\.\/x\.json/);
  assert.match(stderr, /eva\.yml:5:5 .*same file/);
  assert.match(stderr, /eva\.yml:6:5 .*is a file of eva/);
  assert.equal(server.requests.length, 0);
  assert.equal((await eva('doctor')).exitCode, 1);
});

test('a link in the library takes no report of eva.yml out of it', async (t) => {
  const { root, eva } = await library(t, { 'eva.yml': 'reports: [json=out/new/a.json]\n' });
  const outside = tempLibrary(t, {});
  symlinkSync(outside, join(root, 'out'));
  const { exitCode, stderr } = await eva('eval', 'one');
  assert.equal(exitCode, 3);
  assert.match(stderr, /EVA_OUTSIDE/);
  assert.ok(!existsSync(join(outside, 'new')));
});

test('if no prompt has changed, reports say so', async (t) => {
  const { eva } = await library(t, { 'eva.yml': 'reports: [json=a.json]\n' });
  const { exitCode, stderr } = await eva('eval', '--changed', 'HEAD', '--json');
  assert.notEqual(exitCode, 0, 'the library is in no repository');
  assert.match(stderr, /EVA_GIT/);
});

test('on GitHub annotations are on standard output, and the summary has every command of the step', async (t) => {
  const { onGitHub, read } = await library(t);
  const first = await onGitHub('eval', 'two');
  assert.match(first.stdout, /did not pass[\s\S]*^::error file=prompts\/two\/eval\.yml,line=2,/m);
  const one = read('summary.md');
  assert.match(one, /^### ✗ .*two/m);
  assert.ok(!one.includes(sentinelKey));
  await onGitHub('eval', 'one');
  assert.ok(read('summary.md').startsWith(one));
  assert.match(read('summary.md').slice(one.length), /^### ✓ .*one/m);
});

test('on GitHub annotations leave data on standard output whole', async (t) => {
  const { onGitHub, read } = await library(t);
  const { stdout, stderr } = await onGitHub('eval', 'two', '--json', '--report', 'markdown=a.md');
  assert.equal(JSON.parse(stdout).id, 'two');
  assert.match(stderr, /^::error file=/m);
  assert.match(read('a.md'), /^### ✗/);
});

test('annotations can be in a file, or left out, and eva report adds none', async (t) => {
  const { root, onGitHub, read } = await library(t);
  const inFile = await onGitHub('eval', 'two', '--report', 'github=a.log');
  assert.doesNotMatch(inFile.stdout + inFile.stderr, /^::/m);
  assert.match(read('a.log'), /^::error file=/m);
  const summary = read('summary.md');
  for (const args of [['eval', 'two', '--no-github'], ['report']]) {
    const { stdout, stderr } = await onGitHub(...args);
    assert.doesNotMatch(stdout + stderr, /^::/m, args.join(' '));
  }
  assert.equal(read('summary.md'), summary);
  assert.deepEqual(
    readdirSync(root).filter((name) => name.startsWith('.summary')),
    [],
  );
});

test('a summary page that is a link is not followed, and the annotations are there', async (t) => {
  const { root, onGitHub } = await library(t);
  writeFileSync(join(root, 'other.md'), 'mine');
  symlinkSync('other.md', join(root, 'summary.md'));
  const { exitCode, stdout, stderr } = await onGitHub('eval', 'two');
  assert.equal(exitCode, 3);
  assert.match(stdout, /^::error/m);
  assert.match(stderr, /summary\.md[\s\S]*EVA_ODD_FILE/);
  assert.equal(readFileSync(join(root, 'other.md'), 'utf8'), 'mine');
});

test('a report replaces an earlier report, and no other file, also through links', async (t) => {
  const { root, server, eva } = await library(t);
  writeFileSync(join(root, 'package.json'), '{ "name": "ours" }\n');
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  mkdirSync(join(root, 'sub/.git'), { recursive: true });
  symlinkSync('.git', join(root, 'out'));
  symlinkSync('prompts', join(root, 'linked'));
  for (const file of [
    'package.json',
    'out/hooks/pre-commit',
    'sub/.git/config',
    'linked/one/eval.yml',
    'sub',
    'EVA.YML',
  ]) {
    const { exitCode, stderr } = await eva('eval', 'one', '--report', `json=${file}`);
    assert.equal(exitCode, 2, `${file}: ${stderr}`);
    writeFileSync(join(root, 'eva.yml'), `reports: ["json=${file}"]\n`);
    const configured = await eva('eval', 'one');
    assert.equal(configured.exitCode, 2, `${file}: ${configured.stderr}`);
    rmSync(join(root, 'eva.yml'));
  }
  assert.equal(server.requests.length, 0, 'each is refused before the first call');
  assert.equal(readFileSync(join(root, 'package.json'), 'utf8'), '{ "name": "ours" }\n');
  for (const name of ['html', 'json', 'junit', 'markdown', 'github', 'pretty']) {
    for (const round of [1, 2]) {
      const { exitCode, stderr } = await eva('eval', 'one', '--report', `${name}=reports/a.${name}`);
      assert.equal(exitCode, 0, `${name}, round ${round}: ${stderr}`);
    }
  }
});

test('a page needs a file: on standard output its texts could hold commands for CI logs', async (t) => {
  const { eva, server } = await library(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'one', '--report', 'html');
  assert.deepEqual([exitCode, stdout, server.requests.length], [2, '', 0]);
  assert.match(stderr, /html=out\/eva\.html/);
});
