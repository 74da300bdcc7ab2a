import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { XMLParser } from 'fast-xml-parser';
import { parse } from 'yaml';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { gitIn, gitLibrary } from '../support/git-library.js';
import { githubParser } from '../support/github-parser.js';
import { sentinelKey } from '../support/secrets.js';
import { testShell } from '../support/shell.js';
import { blockOf } from './marked-outputs.js';

const workflow = 'examples/ci/github/prompts.yml';
const pipeline = 'examples/ci/gitlab/.gitlab-ci.yml';
const jenkinsfile = 'examples/ci/jenkins/Jenkinsfile';

const textOf = (file: string) => readFileSync(file, 'utf8');

test("GitHub's own parser finds no mistake in the workflows and the action", async () => {
  const { inWorkflow, inAction } = await githubParser();
  for (const text of [textOf(workflow), textOf('.github/workflows/ci.yml'), blockOf('docs/guide/ci.md', '# .github')])
    assert.deepEqual(inWorkflow(text), []);
  assert.deepEqual(inAction(textOf('action.yml')), []);
  assert.notDeepEqual(inWorkflow(textOf(workflow).replace('steps:', 'step:')), []);
  assert.notDeepEqual(inAction(textOf('action.yml').replace('shell: bash', '')), []);
});

/** The keywords of GitLab for a job, of those that an example may use. */
const jobKeywords =
  /^(after_script|artifacts|before_script|cache|image|interruptible|needs|parallel|retry|rules|script|services|stage|tags|timeout|variables)$/;

test('the pipeline for GitLab has a job of known keywords, which uploads its results', () => {
  const { prompts, ...others } = parse(textOf(pipeline));
  assert.deepEqual(others, {});
  for (const key of Object.keys(prompts)) assert.match(key, jobKeywords);
  assert.deepEqual(Object.keys(prompts.artifacts).sort(), ['paths', 'reports', 'when']);
  assert.ok(lines.gitlab().some((line) => line.includes(`junit=${prompts.artifacts.reports.junit} `)));
});

/** The keys of a hook of pre-commit. */
const hookKeys =
  /^(id|name|description|entry|language|files|exclude|types|types_or|pass_filenames|always_run|args|stages|require_serial|verbose|minimum_pre_commit_version)$/;

test('the hooks of pre-commit have what pre-commit needs, and run for the files of a library', () => {
  for (const hook of parse(textOf('.pre-commit-hooks.yaml'))) {
    for (const key of Object.keys(hook)) assert.match(key, hookKeys);
    for (const key of ['id', 'name', 'entry', 'language']) assert.ok(hook[key] !== '', key);
    assert.equal(hook.language, 'node');
    for (const path of ['prompts/route/prompt.md', 'evals/prompts/route/eval.yml', 'data/tickets.csv', 'eva.yml'])
      assert.match(path, new RegExp(hook.files));
    assert.doesNotMatch('src/index.ts', new RegExp(hook.files));
  }
});

/** The lines of shell that each example runs, in their order. */
const lines = {
  github: (): readonly string[] =>
    parse(textOf(workflow)).jobs.prompts.steps.flatMap(({ run }: { readonly run?: string }) => run ?? []),
  gitlab: (): readonly string[] => parse(textOf(pipeline)).prompts.script,
  jenkins: (): readonly string[] => [...textOf(jenkinsfile).matchAll(/^ *sh '(.*)'$/gm)].map(([, line = '']) => line),
  action: (): readonly string[] => [parse(textOf('action.yml')).runs.steps[0].run],
};

/** The variables that each service sets for a pull request. */
const variables: Readonly<Record<keyof typeof lines, Readonly<Record<string, string>>>> = {
  github: { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' },
  gitlab: { CI: 'true', GITLAB_CI: 'true', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' },
  jenkins: { CI: 'true', CHANGE_TARGET: 'main' },
  action: { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main', ...inputsOfAction() },
};

/** Returns the variables in which the action gets the defaults of its inputs. */
function inputsOfAction(): Readonly<Record<string, string>> {
  const { inputs } = parse(textOf('action.yml'));
  const name = (key: string) => `EVA_INPUT_${key.toUpperCase().replaceAll('-', '_')}`;
  return Object.fromEntries(Object.keys(inputs).map((key) => [name(key), String(inputs[key].default)]));
}

const files = {
  'package.json': '{ "name": "library" }\n',
  'eva.yml': 'defaults: { model: claude-sonnet-5-5 }\nprices: { claude-sonnet-5-5: { input: 3, output: 15 } }\n',
  'prompts/route/prompt.md': 'Answer {{message}} with one word and nothing else.\n',
  'prompts/route/eval.yml': `cases:
  - name: late-parcel
    inputs: { message: "My parcel is late." }
    assert: [{ equals: delivery }]
`,
};

/** Makes a clone with a branch on which the prompt asks for a sentence, and a model that answers with one if it is asked for one. */
async function pullRequest(t: TestContext) {
  const server = await startFakeMessagesApi({
    answer: ({ messages }) =>
      String(messages[0].content).includes('one word') ? 'delivery' : 'This is for the team delivery.',
  });
  t.after(() => server.close());
  const origin = gitLibrary(t, files);
  const parent = mkdtempSync(join(tmpdir(), 'eva-clone-'));
  t.after(() => rmSync(parent, { recursive: true, force: true }));
  gitIn(parent, 'clone', '-q', origin.root, 'clone');
  const root = join(parent, 'clone');
  gitIn(root, 'switch', '-q', '-c', 'feature');
  appendFileSync(join(root, '.git/info/exclude'), 'node_modules\nout\n');
  const change = (text: string) => {
    writeFileSync(join(root, 'prompts/route/prompt.md'), text);
    gitIn(root, 'commit', '-q', '--all', '--message', 'change');
  };
  const outputs = join(parent, 'outputs.txt');
  const summary = join(parent, 'summary.md');
  const env = {
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: server.url,
    GITHUB_OUTPUT: outputs,
    GITHUB_STEP_SUMMARY: summary,
  };
  return { root, env, change, server, outputs, summary };
}

/** Returns the test cases of a JUnit file that failed, and those that did not. */
function junitCases(file: string): { readonly failed: number; readonly passed: number } {
  const read = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => name === 'testcase' || name === 'testsuite',
  });
  const suites: readonly { readonly testcase?: readonly object[] }[] = read.parse(textOf(file)).testsuites.testsuite;
  const cases = suites.flatMap(({ testcase = [] }) => testcase);
  const failed = cases.filter((one) => 'failure' in one || 'error' in one).length;
  return { failed, passed: cases.length - failed };
}

for (const service of ['github', 'gitlab', 'jenkins', 'action'] as const) {
  test(`${service}: the lines of the example are red for a worse prompt, green for a mended one, and quiet without a change`, async (t) => {
    const { root, env, change, server, outputs, summary } = await pullRequest(t);
    const { run } = testShell(t);
    const job = () => run(lines[service]().join('\n'), { cwd: root, env: { ...env, ...variables[service] } });
    assert.ok(lines[service]().length > 0);

    const quiet = await job();
    assert.equal(quiet.exitCode, 0, quiet.stderr);
    assert.equal(server.requests.length, 0);

    change('Answer {{message}} in a sentence.\n');
    const red = await job();
    assert.equal(red.exitCode, 1, red.stdout + red.stderr);
    assert.deepEqual(junitCases(join(root, 'out/eva.xml')), { failed: 1, passed: 0 });
    assert.match(textOf(join(root, 'out/eva.html')), /late-parcel/);
    if (variables[service]['GITHUB_ACTIONS']) {
      assert.match(red.stdout + red.stderr, /^::error file=prompts\/route\/eval\.yml,/m);
      assert.match(textOf(summary), /late-parcel/);
    }

    change('Answer {{message}} with one word and nothing else, please.\n');
    const green = await job();
    assert.equal(green.exitCode, 0, green.stdout + green.stderr);
    assert.deepEqual(junitCases(join(root, 'out/eva.xml')), { failed: 0, passed: 1 });
    if (service === 'action') assert.equal(textOf(outputs), 'exit-code=0\nexit-code=1\nexit-code=0\n');
  });
}

test('the action takes prompts, a limit and further arguments, and gives none of them to the shell', async (t) => {
  const { root, env, change, server } = await pullRequest(t);
  const { run } = testShell(t);
  change('Answer {{message}} with one word and nothing else, soon.\n');
  const inputs = {
    EVA_INPUT_PROMPTS: 'route\n$(touch pwned)',
    EVA_INPUT_ARGS: '--case late-parcel\n--no-cache',
    EVA_INPUT_MAX_COST: '2',
  };
  const job = (more: Readonly<Record<string, string>>) =>
    run(lines.action().join('\n'), { cwd: root, env: { ...env, ...variables.action, ...inputs, ...more } });
  const refused = await job({});
  assert.equal(refused.exitCode, 2, refused.stdout + refused.stderr);
  assert.ok(!existsSync(join(root, 'pwned')));
  assert.equal(server.requests.length, 0);
  const { exitCode, stdout, stderr } = await job({ EVA_INPUT_PROMPTS: 'route' });
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(server.requests.length, 1);
});

test('the hooks of pre-commit end with 0 for a library without mistakes, and call no model', async (t) => {
  const { root, env, server } = await pullRequest(t);
  const { run } = testShell(t);
  for (const { id, entry } of parse(textOf('.pre-commit-hooks.yaml')) as readonly { id: string; entry: string }[]) {
    const { exitCode, stdout, stderr } = await run(id === 'eva-doctor' ? entry : `${entry} route`, { cwd: root, env });
    assert.equal(exitCode, id === 'eva-doctor' ? 0 : 1, stdout + stderr);
  }
  writeFileSync(join(root, 'prompts/route/eval.yml'), 'cases: [{ nam: x }]\n');
  assert.equal((await run('eva doctor', { cwd: root, env })).exitCode, 1);
  assert.equal(server.requests.length, 0);
});
