import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { modelUnderTest } from '#model/case.js';
import { EvaError } from '#model/problem.js';
import { planComparison } from '#run/compare/plan-comparison.js';
import type { AskedComparison, CompareOptions, PlannedComparison } from '#run/compare/planned-comparison.js';
import { userIn } from '#run/prompt/user.js';
import { gitIn, gitLibrary } from '../../support/git-library.js';
import { goodMeta, goodPrompt as smallPrompt, tempLibrary } from '../../support/temp-library.js';

const evalYml = 'prompts/diff/eval.yml';
const body = 'prompts/diff/prompt.xml';
const signal = new AbortController().signal;
const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ANTHROPIC_API_KEY: 'k' };

async function planned(
  t: TestContext,
  root: string,
  words: readonly string[] = [],
  given: Partial<CompareOptions> & { readonly id?: string } = {},
): Promise<PlannedComparison> {
  const { id = 'diff', ...options } = given;
  const user = userIn({ env, uid: process.getuid?.() });
  const found = await planComparison(id, { root, env, user, words, ...options }, signal);
  t.after(() => found.close());
  return found;
}

async function asked(...given: Parameters<typeof planned>): Promise<AskedComparison> {
  const found = await planned(...given);
  return found.way === 'asked' ? found : assert.fail(found.way);
}

/** The keys, places and messages of the problems with which a comparison is refused. */
async function refused(...given: Parameters<typeof planned>) {
  const error = await planned(...given).then(
    () => assert.fail('is not refused'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EvaError)) throw error;
  return error.problems.map(({ code, variant, at, hint }) => ({
    key: variant === undefined ? code : `${code}:${variant}`,
    file: at?.file,
    line: at?.line,
    hint: hint ?? '',
  }));
}

const goodPrompt = () => ({ ...smallPrompt(), [evalYml]: evalWith('claude-opus-4-7') });

const keysOf = (problems: readonly { readonly key: string }[]) => problems.map(({ key }) => key);
const modelsOf = ({ run }: AskedComparison['a']) =>
  run.open.plan.cases.map(({ subject }) => modelUnderTest(subject)?.model);
const privateFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`eva-commit-`) && name.includes(`-${process.pid}-`));

const evalWith = (model: string, more = '') => `defaults:
  model: ${model}
cases:
  - name: happy
    inputs: { code: "x = 1" }
    sample_size: 100
    assert: [ contains: good ]
${more}`;
const newCase = `  - name: sad
    inputs: { code: "y" }
    sample_size: 100
    assert: [ contains: bad ]
`;

test('a git ref gives its body and models, and the working tree its cases', async (t) => {
  const { root, write } = gitLibrary(t, { ...goodPrompt(), [evalYml]: evalWith('claude-opus-4-1') });
  write({ [body]: '<task>Change {{code}} well.</task>\n', [evalYml]: evalWith('claude-opus-4-7', newCase) });
  const { a, b, same, isOfFiles, against, question, partial } = await asked(t, root, ['main']);
  assert.deepEqual([same, isOfFiles, against, partial], [false, true, 'main', false]);
  assert.deepEqual(question, { margin: 0.05, alpha: 0.05 });
  assert.match(a.name.label, /^main \([0-9a-f]{7}\)$/);
  assert.deepEqual([a.name.kind, b.name.kind, b.name.label], ['ref', 'tree', 'working tree']);
  const [ofA, ofB] = [a.run.open.plan, b.run.open.plan];
  assert.equal(ofA.body, '<task>Change {{code}} and nothing else.</task>\n');
  assert.equal(ofB.body, '<task>Change {{code}} well.</task>\n');
  assert.deepEqual(modelsOf(a), ['claude-opus-4-1', 'claude-opus-4-1']);
  assert.deepEqual(modelsOf(b), ['claude-opus-4-7', 'claude-opus-4-7']);
  assert.deepEqual([ofA.evidence.cases, ofA.evidence.judge], [ofB.evidence.cases, ofB.evidence.judge]);
  assert.notEqual(ofA.evidence.prompt, ofB.evidence.prompt);
  assert.deepEqual([ofA.compare?.side, ofB.compare?.side], ['a', 'b']);
  assert.equal(ofA.compare?.comparison, ofB.compare?.comparison);
  assert.equal(a.run.open.root, root);
  assert.deepEqual([a.kept, b.kept], [null, null]);
});

test('private folders are removed on close, and if a side is refused', async (t) => {
  const { root, write } = gitLibrary(t, goodPrompt());
  const before = privateFolders();
  const found = await asked(t, root, ['main']);
  assert.equal(privateFolders().length, before.length + 1);
  found.close();
  found.close();
  assert.deepEqual(privateFolders(), before);
  write({ [evalYml]: 'cases: [' });
  await refused(t, root, ['main']);
  await refused(t, root, ['main..nothing']);
  assert.deepEqual(privateFolders(), before);
});

test('an equal version is the same', async (t) => {
  const { root } = gitLibrary(t, goodPrompt());
  assert.equal((await asked(t, root, ['main'])).same, true);
});

test('a tag, a commit and two refs name versions', async (t) => {
  const { root, git, write, commit } = gitLibrary(t, goodPrompt());
  git('tag', 'v1');
  const first = git('rev-parse', 'HEAD').trim();
  write({ [body]: '<task>Second {{code}}.</task>\n' });
  const second = commit();
  write({ [body]: '<task>Third {{code}}.</task>\n' });
  assert.equal((await asked(t, root, ['v1'])).a.name.commit, first);
  assert.equal((await asked(t, root, [first.slice(0, 9)])).a.name.commit, first);
  for (const words of [['v1..main'], ['v1', 'main']]) {
    const { a, b, isOfFiles } = await asked(t, root, words);
    assert.deepEqual([a.name.commit, b.name.commit, isOfFiles], [first, second, false]);
    assert.equal(b.run.open.plan.body, '<task>Second {{code}}.</task>\n');
    assert.equal(b.run.open.root, root);
  }
  assert.equal((await asked(t, root, ['v1..'])).b.name.kind, 'tree');
});

test('words that name no two versions are refused', async (t) => {
  const { root, write } = gitLibrary(t, goodPrompt());
  write({
    'prompts/other/meta.yml': goodMeta.replace('id: diff', 'id: other'),
    'prompts/other/prompt.xml': 'x {{code}}\n',
  });
  const name = '20261121T223015Z-4f3a9z';
  write({ [`.eva/runs/${name}/plan.json`]: '{}', '.eva/runs/20261121T223015Z-89e8c8/plan.json': '{}' });
  const [unknown] = await refused(t, root, ['ffffff']);
  assert.equal(unknown?.hint, 'git branch --all shows the branches, git log the commits, eva log the runs');
  for (const [words, key] of [
    [['89e8c8', 'main'], 'EVA_GIT:unknown_ref'],
    [[], 'EVA_USAGE:compare_with_what'],
    [['a', 'b', 'c'], 'EVA_USAGE:compare_words'],
    [['..main'], 'EVA_USAGE:compare_dots'],
    [['main...dev'], 'EVA_USAGE:compare_dots'],
    [[name], 'EVA_USAGE:compare_one_run'],
    [['4f3a9z', 'main'], 'EVA_USAGE:compare_one_run'],
    [['main', 'other'], 'EVA_USAGE:compare_new_prompt'],
    [['nothing'], 'EVA_GIT:unknown_ref'],
    [['--output=x'], 'EVA_GIT:bad_ref'],
    [['ready'], 'EVA_NO_BASELINE:never_ready'],
  ] as const)
    assert.deepEqual(keysOf(await refused(t, root, words)), [key], words.join(' '));
  assert.deepEqual(keysOf(await refused(t, root, ['main'], { models: ['a', 'b'] })), ['EVA_USAGE:compare_models']);
  assert.deepEqual(keysOf(await refused(t, root, [], { models: ['a', 'b', 'c'] })), ['EVA_USAGE:compare_many_models']);
});

test('a shallow clone says how to get the ref', async (t) => {
  const { root, git, write, commit } = gitLibrary(t, goodPrompt());
  git('branch', 'old');
  write({ [body]: '<task>New {{code}}.</task>\n' });
  commit();
  const clone = join(tempLibrary(t, {}), 'clone');
  gitIn(root, 'clone', '-q', '--depth=1', `file://${root}`, clone);
  const [found] = await refused(t, clone, ['old']);
  assert.equal(found?.key, 'EVA_GIT:shallow');
  assert.match(found?.hint ?? '', /a branch: git fetch --depth=1 origin .*then name origin\/old/s);
  const [, fetchTag = ''] = /git (fetch --depth=1 origin tag old);/.exec(found?.hint ?? '') ?? [];
  gitIn(root, 'tag', 'old', 'main~1');
  gitIn(root, 'branch', '-D', 'old');
  gitIn(clone, ...fetchTag.split(' '));
  assert.equal((await asked(t, clone, ['old'])).a.name.ref, 'old');
});

test('a version that cannot be read is refused with its problems, at places that name the ref', async (t) => {
  const { root, write, commit } = gitLibrary(t, { ...goodPrompt(), [evalYml]: 'cases: 3\nextra: 1\n' });
  write({ [evalYml]: evalWith('claude-opus-4-7') });
  const [first, ...others] = await refused(t, root, ['main']);
  assert.equal(first?.key, 'EVA_NOT_COMPARABLE:unreadable');
  assert.ok(others.length >= 2, String(others.length));
  assert.ok(others.every(({ file }) => file === `main:${evalYml}`));
  write({ [body]: '' });
  commit();
  write({ [body]: '<task>{{code}}</task>\n' });
  const empty = await refused(t, root, ['main']);
  assert.equal(empty[1]?.file, `main:${body}`);
});

test('a version without the prompt names the ref', async (t) => {
  const { root, git, write } = gitLibrary(t, goodPrompt());
  git('mv', 'prompts/diff', 'prompts/diffs');
  write({ 'prompts/diffs/meta.yml': goodMeta.replace('id: diff', 'id: diffs') });
  gitIn(root, 'commit', '-q', '-a', '-m', 'rename');
  const [found] = await refused(t, root, ['main~1'], { id: 'diffs' });
  assert.equal(found?.key, 'EVA_NOT_COMPARABLE:no_prompt');
  assert.match(found?.hint ?? '', /"diff"/);
});

test('a version without eval.yml is asked with the models of the other side, and says so', async (t) => {
  const { root, write } = gitLibrary(t, { ...goodPrompt(), [evalYml]: null });
  write({ [evalYml]: evalWith('claude-opus-4-7') });
  const { a, warnings } = await asked(t, root, ['main']);
  assert.deepEqual(modelsOf(a), ['claude-opus-4-7']);
  assert.deepEqual(
    warnings.map(({ code, variant }) => `${code}:${variant}`),
    ['EVA_NOT_COMPARABLE:borrowed_models'],
  );
});

test('inputs that the old body lacks are left out, and inputs that only it needs are refused', async (t) => {
  const inputs = (names: readonly string[]) => names.map((name) => `  - { name: ${name}, required: true }\n`).join('');
  const meta = (...names: string[]) => goodMeta.replace(/inputs:[\s\S]*$/, `inputs:\n${inputs(names)}`);
  const { root, write, commit } = gitLibrary(t, { ...goodPrompt(), 'prompts/diff/meta.yml': meta('code') });
  const cases = evalWith('claude-opus-4-7').replace('code: "x = 1"', 'code: x, tone: kind');
  write({
    'prompts/diff/meta.yml': meta('code', 'tone'),
    [body]: '<task>{{code}} {{tone}}</task>\n',
    [evalYml]: cases,
  });
  const { a, b, warnings } = await asked(t, root, ['main']);
  const inputsOf = ({ run }: AskedComparison['a']) =>
    run.open.plan.cases.flatMap(({ subject }) => (subject.kind === 'prompt' ? [subject.inputs] : []));
  assert.deepEqual([inputsOf(a), inputsOf(b)], [[{ code: 'x' }], [{ code: 'x', tone: 'kind' }]]);
  assert.deepEqual(
    warnings.map(({ variant, message }) => [variant, message]),
    [['left_out_inputs', `${a.name.label} does not declare the inputs "tone"`]],
  );
  commit();
  write({
    'prompts/diff/meta.yml': meta('code'),
    [body]: '<task>{{code}}</task>\n',
    [evalYml]: evalWith('claude-opus-4-7'),
  });
  const problems = await refused(t, root, ['main']);
  assert.deepEqual(keysOf(problems), ['EVA_NOT_COMPARABLE:unanswerable', 'EVA_MISSING_INPUT']);
  assert.deepEqual([problems[1]?.file, problems[1]?.line], [evalYml, 5]);
});

test('items keep their order and ids for a version without one of the inputs', async (t) => {
  const meta = (names: string) => goodMeta.replace(/inputs:[\s\S]*$/, `inputs: [${names}]\n`);
  const items = Array.from({ length: 30 }, (_, i) => JSON.stringify({ code: `c${i % 10}`, tone: `t${i}` })).join('\n');
  const { root, write } = gitLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/meta.yml': meta('{ name: code, required: true }'),
    'prompts/diff/items.jsonl': `${items}\n`,
  });
  const both = '{ name: code, required: true }, { name: tone, required: true }';
  write({
    'prompts/diff/meta.yml': meta(both),
    [body]: '<task>{{code}} {{tone}}</task>\n',
    [evalYml]: `defaults: { model: claude-opus-4-7 }
cases:
  - { name: items, dataset: { file: items.jsonl }, assert: [ contains: good ] }
`,
  });
  const { a, b } = await asked(t, root, ['main'], { margin: 0.3 });
  const drawn = ({ run }: AskedComparison['a']) => {
    const [testCase] = run.open.plan.cases;
    const sample = run.open.sampleOf(testCase ?? assert.fail());
    return Array.from({ length: 30 }, (_, index) => sample.at(index));
  };
  const [ofA, ofB] = [drawn(a), drawn(b)];
  assert.deepEqual(
    ofA.map(({ origin }) => origin?.item),
    ofB.map(({ origin }) => origin?.item),
  );
  const codes = (all: typeof ofA) =>
    all.map(({ testCase: { subject } }) => (subject.kind === 'prompt' ? subject.inputs['code'] : undefined));
  assert.deepEqual(codes(ofA), codes(ofB));
  const keys = ofA.map(({ draw }, index) => `${codes(ofA)[index]} ${draw}`);
  assert.equal(new Set(keys).size, 30);
});

test('files of messages are read from the version that has them', async (t) => {
  const png = (byte: number) => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, byte]);
  const messages = 'prompts/diff/messages.yml';
  const { root, write } = gitLibrary(t, {
    ...goodPrompt(),
    [body]: null,
    [messages]: '- role: user\n  content:\n    - file: image.png\n    - text: "{{code}}"\n',
    'prompts/diff/image.png': png(1),
    [evalYml]: evalWith('claude-opus-4-7'),
  });
  write({ 'prompts/diff/image.png': png(2) });
  const { a } = await asked(t, root, ['main']);
  const { version_roots = [] } = a.run.open;
  assert.equal(version_roots.length, 1);
  assert.ok(existsSync(join(version_roots[0] ?? '', 'prompts/diff/image.png')));
});

test('ready is the newest commit with the version that was promoted', async (t) => {
  const { root, write, commit } = gitLibrary(t, { ...goodPrompt(), [evalYml]: evalWith('claude-opus-4-7') });
  const { b } = await asked(t, root, ['main']);
  const row = (to: string, evidence: unknown) =>
    JSON.stringify({ ts: '2026-11-21T22:30:15Z', from: 'tested', to, evidence, claims: [] });
  const log = 'prompts/diff/.promotions.jsonl';
  write({ [log]: `${row('ready', b.run.open.plan.evidence)}\n` });
  const ready = commit();
  write({ [body]: '<task>Later {{code}}.</task>\n' });
  commit();
  write({ [body]: '<task>Latest {{code}}.</task>\n', 'prompts/other/notes.txt': 'x' });
  for (const words of [['ready'], []]) {
    const { a, against } = await asked(t, root, words);
    assert.deepEqual([a.name.commit, a.name.kind, against], [ready, 'ready', 'ready']);
    assert.match(a.name.label, /^ready \(/);
  }
  write({ [log]: `${row('ready', { ...b.run.open.plan.evidence, prompt: '0'.repeat(64) })}\n` });
  assert.deepEqual(keysOf(await refused(t, root, ['ready'])), ['EVA_NO_BASELINE:not_committed']);
  const clone = join(tempLibrary(t, {}), 'clone');
  commit();
  gitIn(root, 'clone', '-q', '--depth=1', `file://${root}`, clone);
  const [shallow] = await refused(t, clone, ['ready']);
  assert.match(shallow?.hint ?? '', /git fetch --unshallow/);
  rmSync(join(root, '.git'), { recursive: true });
  const [bare] = await refused(t, root, ['ready']);
  assert.deepEqual([bare?.key, bare?.hint], ['EVA_GIT:no_repository', 'compare two runs: eva compare diff RUN RUN']);
});

test('compare: of eval.yml names the version, the margin and the cases', async (t) => {
  const { root, write } = gitLibrary(t, { ...goodPrompt(), [evalYml]: evalWith('claude-opus-4-7', newCase) });
  write({
    [body]: '<task>New {{code}}.</task>\n',
    [evalYml]: `${evalWith('claude-opus-4-7', newCase)}compare: { against: main, not_worse_by: 0.2, cases: [ happy ] }\n`,
  });
  const { a, question, only, partial, run } = await asked(t, root).then((one) => ({ ...one, run: one.b.run }));
  assert.deepEqual([a.name.ref, question.margin, only, partial], ['main', 0.2, ['happy'], false]);
  assert.deepEqual(
    run.open.plan.cases.map(({ name }) => name),
    ['happy'],
  );
  const named = await asked(t, root, ['main'], { cases: ['sad'], margin: 0.3 });
  assert.deepEqual([named.question.margin, named.only, named.partial], [0.3, ['sad'], true]);
});

test('models, variants and other prompts are sides', async (t) => {
  const variants = evalWith('x').replace(
    'model: x',
    'models: [ { name: small, model: claude-haiku-4-5 }, claude-opus-4-7 ]',
  );
  const { root, write } = gitLibrary(t, {
    ...goodPrompt(),
    [evalYml]: variants,
    'prompts/other/meta.yml': goodMeta.replace('id: diff', 'id: other'),
    'prompts/other/prompt.xml': '<task>Other {{code}}</task>\n',
    'prompts/other/eval.yml': evalWith('claude-opus-4-1'),
  });
  write({ [body]: '<task>New {{code}}.</task>\n' });
  const two = await asked(t, root, [], { models: ['small', 'claude-opus-4-7'] });
  assert.deepEqual([modelsOf(two.a), modelsOf(two.b)], [['claude-haiku-4-5'], ['claude-opus-4-7']]);
  assert.deepEqual([two.a.name.kind, two.a.name.label, two.b.name.label], ['model', 'small', 'claude-opus-4-7']);
  assert.deepEqual([two.same, two.a.run.open.plan.variant?.variant], [false, 'small']);
  const [several] = await refused(t, root, ['main']);
  assert.equal(several?.key, 'EVA_USAGE:compare_variants');
  const one = await asked(t, root, ['main'], { models: ['small'] });
  assert.deepEqual(
    [modelsOf(one.a), modelsOf(one.b), one.isOfFiles],
    [['claude-haiku-4-5'], ['claude-haiku-4-5'], true],
  );
  const overridden = await asked(t, root, ['main'], { models: ['claude-sonnet-4-5'] });
  assert.deepEqual([modelsOf(overridden.a), overridden.isOfFiles], [['claude-sonnet-4-5'], false]);
  const prompts = await asked(t, root, ['other'], { models: ['small'] });
  assert.deepEqual(
    [prompts.a.name.kind, prompts.a.run.open.plan.id, prompts.b.run.open.plan.id],
    ['prompt', 'other', 'diff'],
  );
  assert.deepEqual(modelsOf(prompts.a), ['claude-opus-4-1']);
});

test('programs of a commit are never started', async (t) => {
  const scenario = (
    script: string,
  ) => `defaults: { user_simulator: { model: claude-haiku-4-5 }, judge: { model: claude-haiku-4-5 } }
scenarios:
  - title: talk
    given: x
    when: y
    sample_size: 100
    app: { command: [ sh, ${script} ] }
    then: [ { expected_behavior: polite, criteria: { proportion_gte: { min_score: 6, proportion: 0.5 } } } ]
`;
  const { root, write, commit } = gitLibrary(t, {
    ...goodPrompt(),
    [evalYml]: scenario('app.sh'),
    'prompts/diff/app.sh': 'echo 1\n',
  });
  write({ 'prompts/diff/app.sh': 'echo 2\n' });
  assert.deepEqual(keysOf(await refused(t, root, ['main'], { trust: true })), ['EVA_NOT_COMPARABLE:application']);
  const checked = evalWith('claude-opus-4-7').replace('contains: good', 'command: [ sh, check.sh ]');
  write({ [evalYml]: checked, 'prompts/diff/check.sh': 'exit 0\n' });
  commit();
  write({ [body]: '<task>New {{code}}.</task>\n' });
  const same = await asked(t, root, ['main~0..main'], { trust: true });
  assert.deepEqual(
    same.b.run.open.programs.map(({ cwd }) => cwd),
    [join(root, 'prompts/diff')],
  );
  write({ 'prompts/diff/check.sh': 'exit 1\n' });
  assert.deepEqual(keysOf(await refused(t, root, ['main~1..main'], { trust: true })), ['EVA_NOT_COMPARABLE:program']);
});

test('servers of a commit are never asked', async (t) => {
  const config = (url: string) =>
    `providers: { mine: { type: openai, base_url: "${url}", api_key_env: MINE } }\ndefaults: { model: "mine:x" }\n`;
  const { root, write } = gitLibrary(t, {
    ...goodPrompt(),
    'eva.yml': config('http://127.0.0.1:1/evil'),
    [evalYml]: 'cases: [ { name: a, inputs: { code: x }, sample_size: 100, assert: [ contains: x ] } ]\n',
  });
  write({ 'eva.yml': config('http://127.0.0.1:2/good'), [body]: '<task>New {{code}}.</task>\n' });
  const { a, b } = await asked(t, root, ['main'], { trust: true });
  assert.deepEqual(a.run.open.config.providers, b.run.open.config.providers);
  assert.match(JSON.stringify(a.run.open.config.providers), /good/);
  const ofCommits = await asked(t, root, ['main', 'main'], { trust: true });
  for (const { run } of [ofCommits.a, ofCommits.b]) assert.match(JSON.stringify(run.open.config.providers), /good/);
});

test('a link of a commit leads nowhere outside', async (t) => {
  const secret = join(tempLibrary(t, { 'secret.txt': 'top secret {{code}}' }), 'secret.txt');
  const { root, write } = gitLibrary(t, {
    ...goodPrompt(),
    [body]: { link: secret },
    [evalYml]: evalWith('claude-opus-4-7'),
  });
  write({ [body]: null });
  write({ [body]: '<task>{{code}}</task>\n' });
  assert.equal((await refused(t, root, ['main']))[0]?.key, 'EVA_NOT_COMPARABLE:unreadable');
});

test('shown cases are not compared', async (t) => {
  const look = '  - { name: shown, inputs: { code: z }, look: true }\n';
  const { root, write } = gitLibrary(t, { ...goodPrompt(), [evalYml]: evalWith('claude-opus-4-7', look) });
  write({ [body]: '<task>New {{code}}.</task>\n' });
  const { a, b } = await asked(t, root, ['main']);
  for (const { run } of [a, b])
    assert.deepEqual(
      run.open.plan.cases.map(({ name }) => name),
      ['happy'],
    );
  assert.deepEqual(keysOf(await refused(t, root, ['main'], { cases: ['shown'] })), ['EVA_NOT_COMPARABLE:looks']);
});

test('cases with too few pairs for the margin are refused if they are named, or if no other is left', async (t) => {
  const few = newCase.replace('sample_size: 100', 'sample_size: 20');
  const { root, write } = gitLibrary(t, { ...goodPrompt(), [evalYml]: evalWith('claude-opus-4-7', few) });
  write({ [body]: '<task>New {{code}}.</task>\n' });
  assert.equal((await asked(t, root, ['main'])).b.run.open.plan.cases.length, 2);
  assert.deepEqual(keysOf(await refused(t, root, ['main'], { cases: ['sad'] })), ['EVA_UNDERPOWERED:margin']);
  assert.deepEqual(keysOf(await refused(t, root, ['main'], { margin: 0.001 })), [
    'EVA_UNDERPOWERED:margin',
    'EVA_UNDERPOWERED:margin',
  ]);
  assert.equal((await asked(t, root, ['main'], { cases: ['sad'], margin: 0.3 })).partial, true);
});

test('scenarios whose application is a model, and queries of triggering, are asked as the version says', async (t) => {
  const scenario = (
    model: string,
  ) => `defaults: { model: ${model}, user_simulator: { model: claude-haiku-4-5 }, judge: { model: claude-haiku-4-5 } }
triggering: { should_match: [ change this ] }
scenarios:
  - title: talk
    given: x
    when: y
    inputs: { code: z }
    sample_size: 100
    then: [ { expected_behavior: polite, criteria: { proportion_gte: { min_score: 6, proportion: 0.5 } } } ]
`;
  const { root, write } = gitLibrary(t, { ...goodPrompt(), [evalYml]: scenario('claude-opus-4-1') });
  write({
    [evalYml]: scenario('claude-opus-4-7'),
    'prompts/diff/meta.yml': goodMeta.replace('Writes a small diff.', 'Writes any diff.'),
  });
  const { a, b, same } = await asked(t, root, ['main']);
  assert.equal(same, false);
  assert.deepEqual(
    [modelsOf(a), modelsOf(b)].map((all) => all.at(-1)),
    ['claude-opus-4-1', 'claude-opus-4-7'],
  );
  const described = ({ run }: AskedComparison['a']) =>
    run.open.plan.cases.flatMap(({ subject }) => (subject.kind === 'trigger' ? [subject.routing.description] : []));
  assert.match(described(a)[0] ?? '', /^Writes a small diff/);
  assert.match(described(b)[0] ?? '', /^Writes any diff/);
});

test('a prompt with the cases of another one is compared on those', async (t) => {
  const other = {
    'prompts/other/meta.yml': goodMeta.replace('id: diff', 'id: other'),
    'prompts/other/prompt.xml': '<task>Other {{code}}</task>\n',
    'prompts/other/eval.yml': 'cases_of: diff\ndefaults: { model: claude-opus-4-1 }\n',
  };
  const { root, write } = gitLibrary(t, { ...goodPrompt(), ...other });
  write({
    'prompts/other/prompt.xml': '<task>Another {{code}}</task>\n',
    [evalYml]: evalWith('claude-opus-4-7', newCase),
  });
  const { a, b } = await asked(t, root, ['main'], { id: 'other' });
  assert.deepEqual(
    [modelsOf(a), modelsOf(b)],
    [
      ['claude-opus-4-1', 'claude-opus-4-1'],
      ['claude-opus-4-1', 'claude-opus-4-1'],
    ],
  );
  assert.deepEqual([a.run.open.cases_id, a.run.open.plan.body], ['diff', '<task>Other {{code}}</task>\n']);
});

test('a stopped search for a version leaves no folder behind', async (t) => {
  const { root, write } = gitLibrary(t, goodPrompt());
  write({ [body]: '<task>New {{code}}.</task>\n' });
  const before = privateFolders();
  const stop = new AbortController();
  const user = userIn({ env, uid: process.getuid?.() });
  let close = () => {};
  const found = planComparison(
    'diff',
    {
      root,
      env,
      user,
      words: ['main'],
      onOpen: (given) => {
        close = given;
      },
    },
    stop.signal,
  );
  stop.abort(new Error('stopped'));
  await assert.rejects(found);
  close();
  assert.deepEqual(privateFolders(), before);
});
