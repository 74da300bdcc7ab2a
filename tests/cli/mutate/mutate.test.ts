import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { MutationReport } from '#model/run/mutation.js';
import type { Fault } from '../../support/fake-http.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { runEva } from '../../support/run-eva.js';
import { sentinelKey } from '../../support/secrets.js';
import { tempLibrary } from '../../support/temp-library.js';
import { noteLibrary, startObedientModel } from './obedient-model.js';

async function evaluated(t: TestContext, faultOf?: (body: string) => Fault) {
  const { server, env } = await startObedientModel(faultOf);
  t.after(() => server.close());
  const root = tempLibrary(t, noteLibrary());
  const { exitCode, stderr } = await runEva(['eval', 'note'], { cwd: root, env });
  assert.equal(exitCode, 0, stderr);
  const eva = (...args: readonly string[]) => runEva(args, { cwd: root, env });
  const mutate = (...args: readonly string[]) => eva('mutate', 'note', ...args);
  const reportOf = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await mutate('--json', ...args);
    return { exitCode, stderr, report: (stdout === '' ? null : JSON.parse(stdout)) as MutationReport };
  };
  return { root, eva, mutate, reportOf, calls: () => server.requests.length };
}

/** Returns the changed text and the kind of each mutant that ended so. */
function ended({ mutants }: MutationReport, result: MutationReport['mutants'][number]['result']): readonly string[] {
  return mutants
    .filter((one) => one.result === result)
    .map(({ kind, at, change }) => {
      const [piece] = change.filter((one) => one.kind !== 'same');
      return `${at.line} ${kind} ${piece?.text.replace(/<.*?>/g, '')}`;
    });
}

test('With a model that obeys each rule, exactly the changes of the rules that no case tests survive', async (t) => {
  const { reportOf } = await evaluated(t);
  const { exitCode, report } = await reportOf();
  assert.equal(exitCode, 1);
  assert.deepEqual(ended(report, 'survived'), [
    '8 drop_rule Never mention a discount.',
    '8 negate Never',
    '9 drop_rule End with "Yours, Lindgren". You must not sign with a first name.',
    '9 drop_sentence End with "Yours, Lindgren".',
    '9 drop_sentence You must not sign with a first name.',
    '9 negate must not',
  ]);
  assert.deepEqual(ended(report, 'killed'), [
    '2 blank_input {{name}}',
    '5 drop_rule Begin with "Dear" and the name.',
    '6 drop_rule Write at most 2 sentences.',
    '6 negate at most',
    '6 swap_number 2',
    '7 drop_rule Always name the number of the order.',
    '7 negate Always',
    '12 blank_input {{order}}',
  ]);
  assert.deepEqual([report.score.killed, report.score.of, report.state], [8, 14, 'finished']);
  assert.ok(report.mutants.every((one) => one.result !== 'killed' || one.killed_by === 'greeting'));
});

test('A mutant ends at the first case that does not pass, and the cheap case is asked first', async (t) => {
  const { reportOf, calls } = await evaluated(t);
  const before = calls();
  const { report } = await reportOf();
  assert.deepEqual(report.cases, ['greeting', 'long note']);
  // 8 mutants end with their first trial, 6 survive two trials of one case and four of the other
  assert.equal(calls() - before, 8 + 6 * 6);
  assert.equal(report.replies.model, 44);
});

test('A mutation run leaves no run, no row and no attempt', async (t) => {
  const { root, reportOf } = await evaluated(t);
  const logs = () => ['.eval.jsonl', '.attempts.jsonl'].map((name) => readFileSync(join(root, name), 'utf8'));
  const before = [logs(), readdirSync(join(root, '.eva/runs'))];
  await reportOf();
  assert.deepEqual([logs(), readdirSync(join(root, '.eva/runs'))], before);
});

test('A budget that is spent leaves mutants without an end, and the same command asks only the rest', async (t) => {
  const { reportOf, calls } = await evaluated(t);
  const before = calls();
  const first = await reportOf('--max-calls', '10', '--allow-short-budget');
  assert.deepEqual([first.exitCode, first.report.state, calls() - before], [3, 'unfinished', 10]);
  assert.match(first.stderr, /10 replies are kept; continue: eva mutate note\n/);
  const second = await reportOf();
  assert.deepEqual([second.exitCode, second.report.state, calls() - before], [1, 'finished', 44]);
  const third = await reportOf();
  assert.deepEqual([third.report.mutants, calls() - before], [second.report.mutants, 44]);
});

test('After a case is added, only that case is asked about the mutants that survived', async (t) => {
  const { root, eva, reportOf, calls } = await evaluated(t);
  const survivors = (await reportOf()).report.score;
  const path = join(root, 'prompts/note/eval.yml');
  const third = '  - { name: third, inputs: { name: Eve, order: C-3 }, assert: [{ contains: C-3 }] }\n';
  writeFileSync(path, `${readFileSync(path, 'utf8')}${third}`);
  await eva('eval', 'note');
  const before = calls();
  const { report } = await reportOf();
  assert.ok(report.cases.includes('third'));
  assert.ok(calls() - before <= 2 * 14 && survivors.of === 14, `${calls() - before} calls`);
});

test('Equivalent mutants are not run and not in the score', async (t) => {
  const { root, reportOf, calls } = await evaluated(t);
  const { report } = await reportOf();
  const [first] = report.mutants.filter(({ result }) => result === 'survived');
  const entries = [
    'equivalent:',
    `  - { mutant: "${first?.id}", because: said twice }`,
    '  - { mutant: "00000000", because: gone }',
  ];
  writeFileSync(join(root, 'prompts/note/mutations.yml'), `${entries.join('\n')}\n`);
  const before = calls();
  const again = await reportOf();
  assert.equal(calls(), before);
  assert.match(again.stderr, /mutations\.yml:3:15/);
  assert.deepEqual([again.report.score.killed, again.report.score.of], [8, 13]);
  assert.equal(ended(again.report, 'equivalent').length, 1);
});

test('A sample is the same for the same seed, and its bound is for all mutants', async (t) => {
  const { reportOf } = await evaluated(t);
  const { report } = await reportOf('--sample', '6', '--seed', '3');
  assert.equal(report.mutants.length, 6);
  assert.deepEqual(report.sample, { size: 6, seed: 3, of: 14 });
  assert.ok((report.score.lower ?? 1) < (report.score.value ?? 0));
  const again = await reportOf('--sample', '6', '--seed', '3');
  assert.deepEqual(
    again.report.mutants.map(({ id }) => id),
    report.mutants.map(({ id }) => id),
  );
  const all = await reportOf('--sample', '100');
  assert.equal(all.report.score.lower, 8 / 14);
});

test('The plan calls no model and writes nothing', async (t) => {
  const { root, mutate, calls } = await evaluated(t);
  const before = calls();
  const { exitCode, stdout } = await mutate('--plan');
  assert.deepEqual([exitCode, calls() - before, existsSync(join(root, '.eva/mutations'))], [0, 0, false]);
  assert.match(stdout, /note: 14 mutants/);
  assert.match(stdout, /about 84 calls, .* at most 84 calls/s);
  const ofKind = await mutate('--plan', '--kind', 'swap_number', '--json');
  assert.deepEqual(JSON.parse(ofKind.stdout).mutants, { swap_number: 1 });
});

test('A mutant whose request the provider rejects is not in the score', async (t) => {
  const { reportOf, mutate } = await evaluated(t, (body) => (body.includes('most 2') ? null : { status: 400 }));
  const { exitCode, report } = await reportOf();
  assert.deepEqual([exitCode, report.state, report.score.of], [1, 'finished', 11]);
  assert.deepEqual(ended(report, 'rejected'), [
    '6 drop_rule Write at most 2 sentences.',
    '6 negate at most',
    '6 swap_number 2',
  ]);
  const { stdout } = await mutate('--kind', 'swap_number', '--max-calls', '1', '--allow-short-budget');
  assert.match(stdout, /1 mutant without an end: the provider rejects its request/);
});

test('Without a key no recording is played: it cannot answer for a changed body', async (t) => {
  const { root } = await evaluated(t);
  const { exitCode, stderr } = await runEva(['mutate', 'note'], { cwd: root });
  assert.equal(exitCode, 3);
  assert.match(stderr, /EVA_NO_KEY/);
  assert.doesNotMatch(stderr, /--replay/);
  assert.equal(existsSync(join(root, '.eva/mutations')), false);
});

test('Without a provider that answers, mutants have no end and nothing is said to be tested', async (t) => {
  let isDown = false;
  const { reportOf } = await evaluated(t, () => (isDown ? { status: 401 } : null));
  isDown = true;
  const { exitCode, stderr } = await reportOf();
  assert.equal(exitCode, 3);
  assert.match(stderr, /EVA_KEY_REFUSED/);
});

test('eva cache counts and clears the replies to mutants', async (t) => {
  const { root, reportOf, eva } = await evaluated(t);
  await reportOf('--kind', 'negate');
  const { entries } = JSON.parse((await eva('cache', 'stats', '--json')).stdout);
  assert.ok(entries > 0);
  assert.equal(JSON.parse((await eva('cache', 'clear', '--json')).stdout).entries, entries);
  assert.equal(existsSync(join(root, '.eva/mutations')), false);
});

test('eva doctor shows the problems of mutations.yml, and a file with a similar name', async (t) => {
  const { root, eva } = await evaluated(t);
  writeFileSync(join(root, 'prompts/note/mutations.yaml'), 'equivalent: []\n');
  assert.match((await eva('doctor', 'note')).stdout, /mutations\.yaml/);
  writeFileSync(join(root, 'prompts/note/mutations.yml'), 'equivalent:\n  - { mutant: 3f2a, because: said twice }\n');
  const { exitCode, stdout } = await eva('doctor', 'note');
  assert.equal(exitCode, 1);
  assert.match(stdout, /mutations\.yml:2:15 .*"3f2a" is no id of a mutant/);
});

test('Mutants of messages.yml are asked the items of a data set, and an exchange is an example', async (t) => {
  const { server, env } = await startFake(t);
  const root = tempLibrary(t, {
    'prompts/sort/messages.yml': [
      '- { role: system, content: "Sort the ticket. Never shout. Answer in one word." }',
      '- { role: user, content: "where is it" }',
      '- { role: assistant, content: "delivery" }',
      '- { role: user, content: "{{ticket}}" }',
      '',
    ].join('\n'),
    'prompts/sort/data/tickets.csv': `id,ticket\n${Array.from({ length: 6 }, (_one, at) => `T${at},ticket ${at}`).join('\n')}\n`,
    'prompts/sort/eval.yml': [
      'defaults: { model: claude-opus-4-7 }',
      'cases:',
      '  - name: tickets',
      '    dataset: { file: data/tickets.csv, id: id, inputs: { ticket: ticket } }',
      '    assert: [{ equals: delivery }]',
      '',
    ].join('\n'),
  });
  const first = await runEva(['eval', 'sort'], { cwd: root, env });
  assert.equal(first.exitCode, 0, first.stderr);
  const before = server.requests.length;
  const { exitCode, stdout } = await runEva(['mutate', 'sort', '--json'], { cwd: root, env });
  assert.equal(exitCode, 1);
  const report = JSON.parse(stdout) as MutationReport;
  assert.deepEqual(ended(report, 'killed'), [
    '1 drop_sentence Answer in one word.',
    '2 remove_example user: where is it\nassistant: delivery',
  ]);
  assert.deepEqual(ended(report, 'survived'), [
    '1 drop_sentence Sort the ticket.',
    '1 drop_sentence Never shout.',
    '1 negate Never',
  ]);
  assert.equal(report.replies.model, server.requests.length - before);
});

/** Starts a model that answers with the word of its example, and with a sentence unless the prompt asks for one word. */
async function startFake(t: TestContext) {
  const server = await startFakeMessagesApi({
    answer: ({ system, messages }) => {
      if (messages.length === 1) return 'billing';
      return JSON.stringify(system).includes('one word') ? 'delivery' : 'It is delivery.';
    },
  });
  t.after(() => server.close());
  return { server, env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url } };
}
