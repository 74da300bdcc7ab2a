import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Promotion } from '#gate/promote.js';
import type { CompareRow } from '#model/pairs/compare-row.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { gitIn, gitLibrary } from '../../support/git-library.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';

const languages = ['en', 'de', 'fr', 'nl'] as const;
const items = 200;

const bodyOf = (rules: readonly string[]) =>
  `You sort tickets.\n\n${rules.map((rule) => `- ${rule}\n`).join('')}\nTicket: {{ticket}}\n`;
const ruleFor = (language: string) => `Read tickets in ${language} word by word.`;
const version1 = bodyOf(languages.map(ruleFor));
/** Dutch has lost its rule. */
const version2 = bodyOf(languages.slice(0, 3).map(ruleFor));
const version3 = bodyOf([...languages.map(ruleFor), 'Answer with one word.']);

const meta = (status: string) => `title: Triage
status: ${status} # moves with eva promote
description: Sorts tickets. Use when one comes in.
`;

const evalYml = (rule: string) => `compare: ${rule}
defaults: { model: claude-opus-4-7 }
cases:
  - name: tickets
    dataset: { file: data/tickets.csv, id: id, slices: [language] }
    sample_size: ${items}
    assert: [{ equals: { field: label } }]
    criteria: [{ proportion_gte: { proportion: 0.75 } }]
`;

const tickets = `id,ticket,language,label\n${Array.from({ length: items }, (_, index) => {
  const language = languages[index % languages.length];
  return `t${index},ticket ${index} (${language}),${language},label ${index % 7}\n`;
}).join('')}`;

/**
 * Answers as a model does that needs a rule for each language: without it, it is wrong in 6 of 10 tickets. With all rules it is wrong in one of 40.
 */
function answerTo(request: string): string {
  const [, index = '', language = ''] = /ticket (\d+) \((\w+)\)/.exec(request) ?? [];
  const at = Number(index);
  const isWrong = request.includes(ruleFor(language)) ? at % 40 === 7 : Math.floor(at / 4) % 10 < 6;
  return isWrong ? 'no idea' : `label ${at % 7}`;
}

interface World {
  readonly root: string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly commit: (message: string) => string;
  readonly eva: (...argv: readonly string[]) => ReturnType<typeof runEva>;
  /** Returns the exit code, and the unmet gates with what to type. */
  readonly check: (root?: string) => Promise<readonly [exitCode: number, ...unmet: (readonly [string, string])[]]>;
  readonly read: (file: string) => string;
  readonly comparisons: () => readonly CompareRow[];
  /** Returns the number of calls since the last time. */
  readonly newCalls: () => number;
}

/** Makes a git repository with a library whose only prompt is a draft of version 1. */
async function world(t: TestContext, rule: string): Promise<World> {
  let calls = 0;
  const api = await startFakeMessagesApi({
    answer: (body) => {
      calls += 1;
      return answerTo(JSON.stringify(body));
    },
  });
  t.after(() => api.close());
  const { root, write, commit } = gitLibrary(t, {
    'prompts/triage/meta.yml': meta('draft'),
    'prompts/triage/prompt.md': version1,
    'prompts/triage/eval.yml': evalYml(rule),
    'data/tickets.csv': tickets,
    '.gitignore': '.eva/\n',
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: api.url };
  const run = (cwd: string, argv: readonly string[]) => runEva(argv, { cwd, env });
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  let counted = 0;
  return {
    root,
    write,
    commit,
    read,
    eva: (...argv) => run(root, argv),
    check: async (cwd = root) => {
      const { stdout, exitCode } = await run(cwd, ['promote', 'triage', '--check', '--json']);
      const { gates } = JSON.parse(stdout) as Promotion;
      return [exitCode, ...gates.filter(({ met }) => !met).map(({ gate, remedy }) => [gate, remedy ?? ''] as const)];
    },
    comparisons: () =>
      read('.compare.jsonl')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as CompareRow),
    newCalls: () => {
      const since = calls - counted;
      counted = calls;
      return since;
    },
  };
}

const succeeds = async (output: ReturnType<typeof runEva>) => {
  const { exitCode, stdout, stderr } = await output;
  assert.equal(exitCode, 0, stdout + stderr);
  return stdout;
};

const needsEval = ['fresh', 'run: eva eval triage'] as const;
const needsComparison = ['compare', 'run: eva compare triage'] as const;

test('the whole life of a prompt: ready, edited, refused since it is worse, mended, not worse, ready again', async (t) => {
  const rule = '{ against: ready, cases: [tickets] }';
  const { root, eva, write, commit, check, read, comparisons, newCalls } = await world(t, rule);

  // Version 1 becomes ready: there is nothing to compare it with.
  await succeeds(eva('eval', 'triage'));
  await succeeds(eva('promote', 'triage'));
  assert.deepEqual(await check(), [0]);
  await succeeds(eva('promote', 'triage'));
  commit('Triage is ready');
  await succeeds(eva('doctor', 'triage', '--strict'));

  // Version 2 loses the rule for Dutch. Its cases still pass, and yet the gate refuses it.
  write({ 'prompts/triage/prompt.md': version2 });
  const doctor = await eva('doctor', 'triage', '--strict');
  assert.equal(doctor.exitCode, 1);
  assert.match(doctor.stdout, /there is no comparison with ready/);
  write({ 'prompts/triage/meta.yml': meta('tested') });
  assert.deepEqual(await check(), [1, needsEval, needsComparison]);
  await succeeds(eva('eval', 'triage'));
  assert.deepEqual(await check(), [1, needsComparison]);
  newCalls();
  const worse = await eva('compare', 'triage');
  assert.equal(worse.exitCode, 1, worse.stdout + worse.stderr);
  assert.match(worse.stdout, /triage: the working tree is worse than the ready version/);
  const [refused] = comparisons();
  assert.deepEqual(
    [refused?.against, refused?.outcome, refused?.cases.map((one) => one.case)],
    ['ready', 'worse', ['tickets']],
  );
  assert.equal(newCalls(), (refused?.a.asked ?? 0) + (refused?.b.asked ?? 0));
  assert.ok((refused?.a.kept ?? 0) > 0 && (refused?.b.kept ?? 0) > 0, 'both whole runs are used');
  const isAttempt = read('.attempts.jsonl').includes(`"run_id":"${refused?.run_id}"`);
  assert.equal(isAttempt, (refused?.b.asked ?? 0) > 0, 'a comparison that asks for B is an attempt on it');
  const [exitCode, [gate, remedy] = ['', '']] = await check();
  assert.deepEqual([exitCode, gate], [1, 'compare']);
  assert.match(remedy, /^change what got worse; then run: eva compare triage/);
  const shown = await eva('compare', 'triage', '--items', 'worse', '--json');
  const changed = JSON.parse(shown.stdout).items as readonly { readonly inputs: { readonly ticket: string } }[];
  assert.ok(changed.length > 0 && changed.every(({ inputs }) => inputs.ticket.endsWith('(nl)')));
  assert.equal((await eva('promote', 'triage')).exitCode, 1);
  assert.match(read('prompts/triage/meta.yml'), /status: tested/);

  // Version 3 has the rule again.
  write({ 'prompts/triage/prompt.md': version3 });
  assert.deepEqual(await check(), [1, needsEval, needsComparison]);
  await succeeds(eva('eval', 'triage'));
  const mended = await succeeds(eva('compare', 'triage'));
  assert.match(mended, /triage: the working tree is not worse than the ready version/);
  commit('Ask for one word');

  // A clone decides the same by the files that are committed.
  const clone = mkdtempSync(join(tmpdir(), 'eva-clone-'));
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  gitIn(clone, 'clone', '-q', '--depth', '1', `file://${root}`, 'library');
  newCalls();
  assert.deepEqual(await check(join(clone, 'library')), [0]);
  assert.deepEqual(await check(), [0]);
  await succeeds(eva('promote', 'triage'));
  assert.match(read('prompts/triage/meta.yml'), /status: ready # moves with eva promote/);
  commit('Triage is ready again');
  await succeeds(eva('doctor', 'triage', '--strict'));

  // The ready version is not worse than itself, without a call.
  await succeeds(eva('compare', 'triage'));
  assert.equal(comparisons().at(-1)?.same, true);
  assert.equal(newCalls(), 0);
  assert.deepEqual(
    comparisons().map(({ outcome }) => outcome),
    ['worse', 'not_worse', 'not_worse'],
  );
});

test('on a branch, the gate refuses a version that is worse than main, and keeps its decision after the merge', async (t) => {
  const { root, eva, write, commit, check, comparisons } = await world(t, '{ against: main, not_worse_by: 0.04 }');
  gitIn(root, 'switch', '-q', '-c', 'shorter');
  write({ 'prompts/triage/prompt.md': version2, 'prompts/triage/meta.yml': meta('tested') });
  commit('Shorten the rules');
  await succeeds(eva('eval', 'triage'));
  const next = JSON.parse((await eva('doctor', 'triage', '--json')).stdout).prompts[0].next;
  assert.deepEqual(next, { status: 'ready', needs: 'a comparison with main', command: 'eva compare triage' });
  assert.equal((await eva('compare', 'triage')).exitCode, 1);
  assert.equal((await check())[0], 1);

  write({ 'prompts/triage/prompt.md': version3 });
  await succeeds(eva('eval', 'triage'));
  assert.equal((await check())[1]?.[0], 'compare');
  // A larger margin than eval.yml allows, and some of the cases, are not what is asked for.
  await succeeds(eva('compare', 'triage', '--not-worse-by', '0.2'));
  assert.deepEqual(await check(), [1, needsComparison]);
  const rows = comparisons().length;
  await succeeds(eva('compare', 'triage', '--case', 'tickets'));
  assert.equal(comparisons().length, rows);
  await succeeds(eva('compare', 'triage'));
  assert.deepEqual([comparisons().at(-1)?.against, comparisons().at(-1)?.not_worse_by], ['main', 0.04]);
  assert.deepEqual(await check(), [0]);
  await succeeds(eva('promote', 'triage'));
  commit('Triage is ready');
  gitIn(root, 'switch', '-q', 'main');
  gitIn(root, 'merge', '-q', '--ff-only', 'shorter');
  await succeeds(eva('doctor', 'triage', '--strict'));
});

test('a change of the model alone is compared with the model of the ready version, also once it is committed', async (t) => {
  const { root, eva, write, commit, check, comparisons } = await world(t, '{ against: ready }');
  await succeeds(eva('eval', 'triage'));
  await succeeds(eva('promote', 'triage'));
  await succeeds(eva('promote', 'triage'));
  const first = commit('Triage is ready');
  write({ 'prompts/triage/eval.yml': evalYml('{ against: ready }').replace('claude-opus-4-7', 'claude-haiku-4-5') });
  commit('Use a smaller model');
  write({ 'prompts/triage/meta.yml': meta('tested') });
  commit('Triage is tested');
  await succeeds(eva('eval', 'triage'));
  assert.deepEqual(await check(), [1, needsComparison]);
  await succeeds(eva('compare', 'triage'));
  const [row] = comparisons();
  assert.deepEqual([row?.same, row?.a.commit], [undefined, first]);
  assert.notEqual(row?.a.models, row?.b.models);
  assert.deepEqual(await check(), [0]);
  assert.equal(gitIn(root, 'status', '--short', '--', 'prompts'), '');
});
