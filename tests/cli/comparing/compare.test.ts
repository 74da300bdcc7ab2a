import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { gitIn } from '../../support/git-library.js';
import { startEva, until } from '../../support/interrupted-eva.js';
import { lastRow } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { body, compareRows, evalYml, library } from './quiz-library.js';

test('a version that loses 20 points is worse: the first line says it, and --items shows what got worse without a call', async (t) => {
  const { root, write, eva, calls } = await library(t, (style, item) => style === 'rude' && item % 5 === 0);
  write({ 'prompts/quiz/prompt.md': body('rude') });
  const { exitCode, stdout, stderr } = await eva('compare', 'quiz', 'main');
  assert.equal(exitCode, 1, stderr);
  assert.match(stdout, /^\n ✗ quiz: the working tree is worse than main\n/);
  assert.match(stdout, /A {2}main \([0-9a-f]{7}\) +\d+ trials asked now/);
  assert.match(stdout, /worse by more than 5 points/);
  assert.match(stdout, /eva compare quiz main --items worse {3}\d+ pairs that got worse/);
  assert.match(stderr, /✗ good answers {2}worse/);
  const [row] = compareRows(root);
  assert.equal(row.outcome, 'worse');

  const asked = calls();
  const other = await eva('compare', 'quiz', 'HEAD', '--items', 'worse');
  assert.match(other.stdout, /^\n ✗ quiz: the working tree is worse than HEAD\n/);
  const items = await eva('compare', 'quiz', 'main', '--items', 'worse');
  assert.deepEqual([items.exitCode, calls()], [1, asked]);
  assert.match(items.stdout, /A {5}\[-answer-\] \d+/);
  assert.match(items.stdout, /B {5}\{\+reply\+\} \d+/);
  const data = await eva('compare', 'quiz', 'main', '--items', 'worse', '--json');
  const document = JSON.parse(data.stdout);
  assert.equal(document.schema, 'eva-comparison/1');
  assert.equal(document.items.length, document.cases[0].worse);
  const [first] = document.items;
  const item = first.item.slice(2);
  assert.deepEqual(
    [first.change, first.a.answer, first.b.answer, first.inputs],
    ['worse', `answer ${item}`, `reply ${item}`, { question: `question ${item}` }],
  );
  const better = await eva('compare', 'quiz', 'main', '--items', 'better');
  assert.match(better.stdout, /no pair got better/);
  assert.equal(calls(), asked);
});

test('a noted run answers for the old version, and the new one is not worse', async (t) => {
  const { root, write, eva, calls } = await library(t, (_, item) => item % 25 === 3);
  assert.equal((await eva('eval', 'quiz')).exitCode, 0);
  const before = calls();
  write({ 'prompts/quiz/prompt.md': body('short') });
  const { exitCode, stdout } = await eva('compare', 'quiz', 'main');
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /^\n ✓ quiz: the working tree is not worse than main\n/);
  const [, kept = '0'] = /A {2}main \([0-9a-f]{7}\) +(\d+) replies kept of run [0-9a-f]{6}/.exec(stdout) ?? [];
  const [decided] = lastRow(root).verdicts;
  assert.equal(Number(kept), decided && 'used' in decided ? decided.used : null);
  assert.ok(Number(kept) <= before, 'trials that were under way when the case was settled are asked again');
  assert.match(stdout, /row in \.compare\.jsonl/);
  assert.ok(calls() <= 200 + before - Number(kept), 'the old version is asked only for what decided no case');
  assert.equal(compareRows(root).length, 1);
});

test('--items asks no model: without a stored comparison it names the command that makes one', async (t) => {
  const { write, eva, calls } = await library(t, () => false);
  write({ 'prompts/quiz/prompt.md': body('short') });
  const { exitCode, stderr } = await eva('compare', 'quiz', 'main', '--not-worse-by', '0.1', '--items', 'worse');
  assert.equal(exitCode, 2);
  assert.match(stderr, /no finished comparison of these versions is stored here/);
  assert.match(stderr, /compare them first: eva compare quiz main --not-worse-by 0.1 /);
  assert.equal(calls(), 0);
});

test('--plan shows the pairs and their chance, and asks nothing', async (t) => {
  const { write, eva, calls } = await library(t, () => false);
  write({ 'prompts/quiz/prompt.md': body('short') });
  const text = await eva('compare', 'quiz', 'main', '--plan', '--not-worse-by', '0.1');
  assert.equal(text.exitCode, 0, text.stderr);
  assert.match(text.stdout, /is B worse than A by 10 points or more\?/);
  assert.match(text.stdout, /good answers +100 +\d+% +\d+/);
  assert.doesNotMatch(text.stdout, /Budget/);
  write({ 'eva.yml': 'budget: { max_calls: 150 }\n' });
  const limited = await eva('compare', 'quiz', 'main', '--plan');
  assert.match(limited.stdout, /Budget +150 calls, for both sides together: /);
  assert.match(limited.stdout.replace(/\s+/g, ' '), /may leave 50 calls out/);
  const lower = await eva('compare', 'quiz', 'main', '--plan', '--max-calls', '70', '--allow-short-budget', '--json');
  assert.deepEqual(JSON.parse(lower.stdout).budget, { max_calls: 70 });
  const data = await eva('compare', 'quiz', 'main', '--plan', '--json');
  const { outlooks, a, b } = JSON.parse(data.stdout);
  assert.deepEqual([outlooks[0].n, a.trials, a.kept, b.trials], [100, 100, 0, 100]);
  assert.equal(calls(), 0);
});

test('a comment in eval.yml changes neither prompt nor models: both sides are the same, and nothing is asked', async (t) => {
  const { root, write, eva, calls } = await library(t, () => true);
  write({ 'prompts/quiz/eval.yml': `# a comment\n${evalYml(100)}` });
  const { exitCode, stdout } = await eva('compare', 'quiz', 'main');
  assert.equal(exitCode, 0);
  assert.match(stdout, /^\n ✓ quiz: the working tree asks the same as main, so it is not worse\n/);
  assert.deepEqual([calls(), compareRows(root)[0].same], [0, true]);
});

test('two models are compared on the files, without a row', async (t) => {
  const { root, eva } = await library(t, () => false);
  const { exitCode, stdout } = await eva(
    'compare',
    'quiz',
    '--model',
    'claude-opus-4-7',
    '--model',
    'claude-haiku-4-5',
  );
  assert.equal(exitCode, 0);
  assert.match(stdout, /^\n ✓ quiz: claude-haiku-4-5 is not worse than claude-opus-4-7\n/);
  assert.deepEqual(compareRows(root), []);
});

test('two stored runs are compared without a call, a row or a folder', async (t) => {
  const { root, write, eva, calls } = await library(t, (style, item) => style === 'rude' && item % 5 === 0, {
    more: '# all\n',
  });
  await eva('eval', 'quiz');
  write({ 'prompts/quiz/prompt.md': body('rude') });
  await eva('eval', 'quiz');
  const folder = join(root, '.eva/runs');
  const names = readdirSync(folder).sort();
  const [asked, [a = '', b = '']] = [calls(), names];
  const { exitCode, stdout } = await eva(
    'compare',
    'quiz',
    a,
    b,
    '--not-worse-by',
    '0.3',
    '--items',
    'changed',
    '--full',
  );
  assert.match(stdout, /^\n . quiz: run [0-9a-f]{6} is not worse than run [0-9a-f]{6}\n/m);
  assert.match(stdout, /no call was made · no row: stored runs were compared/);
  assert.match(stdout, /\d+ pairs? changed\n/);
  assert.deepEqual([exitCode, calls(), readdirSync(folder).sort(), compareRows(root)], [0, asked, names, []]);
});

test('two stored runs with too few pairs for the margin are refused, unless the pairs show a loss', async (t) => {
  const { root, write, eva } = await library(t, (style, item) => style === 'rude' && item % 5 > 0);
  await eva('eval', 'quiz');
  write({ 'prompts/quiz/prompt.md': body('rude') });
  await eva('eval', 'quiz');
  const [a = '', b = ''] = readdirSync(join(root, '.eva/runs')).sort();
  const worse = await eva('compare', 'quiz', a, b, '--not-worse-by', '0.01');
  assert.match(worse.stdout, /is worse than run/, worse.stderr);
  assert.equal(worse.exitCode, 1);
  const better = await eva('compare', 'quiz', b, a, '--not-worse-by', '0.01');
  assert.equal(better.exitCode, 2);
  assert.match(better.stderr, /EVA_UNDERPOWERED/);
});

test('a budget leaves replies missing: exit code 3, and the printed command asks for the rest', async (t) => {
  const { root, write, eva, calls } = await library(t, () => false);
  write({ 'prompts/quiz/prompt.md': body('short') });
  const short = await eva('compare', 'quiz', 'main', '--max-calls', '60', '--allow-short-budget');
  assert.equal(short.exitCode, 3, short.stderr);
  assert.match(short.stdout, /^\n \? quiz: not decided yet whether the working tree is worse than main\n/);
  assert.match(short.stdout, /the budget of 60 calls is spent|budget/);
  assert.deepEqual([calls(), compareRows(root)], [60, []]);
  const [asked, other] = ['A', 'B'].map((side) => {
    const [, trials = '0'] = new RegExp(`^   ${side}  .* (\\d+) trials asked now$`, 'm').exec(short.stdout) ?? [];
    return Number(trials);
  });
  assert.equal((asked ?? 0) + (other ?? 0), 60, 'missing replies count as asked');
  const { state, missing_reasons, resume, cases, a, b } = JSON.parse(
    (await eva('compare', 'quiz', 'main', '--max-calls', '60', '--json', '--resume')).stdout,
  );
  const [{ counts, used, trials, missing }] = cases;
  assert.deepEqual([a.asked + b.asked, used], [60, trials - missing]);
  assert.equal(counts.both + counts.neither + counts.only_a + counts.only_b, used);
  assert.deepEqual([state, missing_reasons.length], ['unfinished', 1]);
  assert.match(missing_reasons[0], /budget of 60 calls/);
  assert.match(resume, /^eva compare quiz main --resume --max-calls \d+$/);
  const [, line = ''] = /eva (compare quiz main --resume --max-calls \d+)/.exec(short.stdout) ?? [];
  const rest = await eva(...line.split(' '));
  assert.equal(rest.exitCode, 0, rest.stdout + rest.stderr);
  assert.ok(calls() <= 200, 'no reply is asked for twice');
});

test('--resume continues the comparison of the files as they are, and names the command that begins one', async (t) => {
  const { write, eva, calls } = await library(t, () => false);
  for (const style of ['short', 'terse']) {
    write({ 'prompts/quiz/prompt.md': body(style) });
    await eva('compare', 'quiz', 'main', '--max-calls', '20', '--allow-short-budget');
  }
  assert.equal(calls(), 40);
  write({ 'prompts/quiz/prompt.md': body('long') });
  const changed = await eva('compare', 'quiz', 'main', '--resume');
  assert.equal(changed.exitCode, 2);
  assert.match(changed.stderr, /leave out --resume to compare them: eva compare quiz main /);
  write({ 'prompts/quiz/prompt.md': body('short') });
  const rest = await eva('compare', 'quiz', 'main', '--resume', '--max-calls', '200');
  assert.equal(rest.exitCode, 0, rest.stderr);
});

test('the plan of a run names the comparison that the prompt needs', async (t) => {
  const { eva } = await library(t, () => false, { more: 'compare: { against: main, not_worse_by: 0.1 }\n' });
  const { stdout } = await eva('plan', 'quiz');
  assert.match(stdout, /Compare {2}with main, may lose 10 points: good answers \d+% chance with 100 pairs/);
  const { compare } = JSON.parse((await eva('plan', 'quiz', '--json')).stdout);
  assert.deepEqual([compare.against, compare.not_worse_by, compare.outlooks.length], ['main', 0.1, 1]);
});

test('Ctrl-C keeps the replies of both sides, and the printed command asks for the rest alone', async (t) => {
  const slow = { after: 30 };
  const { root, write, eva, calls, url } = await library(t, () => false, { slow });
  write({ 'prompts/quiz/prompt.md': body('short') });
  const running = startEva(['compare', 'quiz', 'main'], root, url);
  await until(() => calls() > slow.after, running);
  const { exitCode } = await running.end('SIGINT');
  assert.equal(exitCode, 130, running.stderr());
  assert.match(running.stderr(), / \? quiz {2}interrupted after \d+ of at most 200 trials/);
  assert.match(running.stderr(), /nothing is paid twice: eva compare quiz main --resume\n/);
  assert.match(running.stderr(), /a new run on the same files is one more attempt/);
  assert.equal(running.stdout(), '');
  slow.after = Number.POSITIVE_INFINITY;
  const before = calls();
  const rest = await eva('compare', 'quiz', 'main', '--resume');
  assert.equal(rest.exitCode, 0, rest.stderr);
  assert.match(rest.stdout, /^\n ✓ quiz: the working tree is not worse than main\n/);
  const [, kept = '0'] = /(\d+) replies are kept/.exec(running.stderr()) ?? [];
  assert.ok(Number(kept) >= 20, running.stderr());
  assert.ok(calls() - before <= 200 - Number(kept), 'no kept reply is asked for again');
  assert.equal(compareRows(root).length, 1);
});

test('on a terminal of 120 columns both answers are side by side', async (t) => {
  const { root, write, eva, env } = await library(t, (style, item) => style === 'rude' && item % 5 === 0);
  write({ 'prompts/quiz/prompt.md': body('rude') });
  await eva('compare', 'quiz', 'main');
  const { stdout } = await runEva(['compare', 'quiz', 'main', '--items', 'worse'], { cwd: root, env, columns: 120 });
  const plain = stdout.replace(/\u001b\[\d+m/g, '');
  assert.match(plain, /^ {5}A main \([0-9a-f]{7}\) ✓ +│ B working tree ✗$/m);
  assert.match(plain, /^ {5}\[-answer-\] (\d+) +│ \{\+reply\+\} \1$/m);
  for (const line of plain.split('\n')) assert.ok(line.length <= 120, line);
});

test('a sequential case goes on after "not worse" if eval.yml asks for "better"', async (t) => {
  const rule = (better: boolean) => `compare: { against: main, not_worse_by: 0.3, better: ${better} }\n`;
  const { root, write, eva } = await library(t, (style, item) => style === 'kind' && item % 4 === 0);
  const eval_yml = evalYml(100).replace('    stop_early: true', '    stop_early: true\n    sequential: true');
  write({ 'prompts/quiz/prompt.md': body('short') });
  for (const better of [false, true]) {
    write({ 'prompts/quiz/eval.yml': `${eval_yml}${rule(better)}` });
    const { exitCode, stderr } = await eva('compare', 'quiz');
    assert.equal(exitCode, 0, stderr);
  }
  assert.deepEqual(
    compareRows(root).map(({ outcome }) => outcome),
    ['not_worse', 'better'],
  );
});

test('the commands of an interrupted comparison repeat its flags, and continue it as they are printed', async (t) => {
  const { root, write, calls, env } = await library(t, () => false);
  write({ 'prompts/quiz/prompt.md': body('short') });
  const elsewhere = dirname(root);
  const run = (line: string) => runEva(line.split(' '), { cwd: elsewhere, env });
  const flags = `--not-worse-by 0.05 --root ${root}`;
  const first = await runEva(
    [
      'compare',
      'quiz',
      'main',
      '--case',
      'good answers',
      ...flags.split(' '),
      '--max-calls',
      '60',
      '--allow-short-budget',
    ],
    { cwd: elsewhere, env },
  );
  assert.equal(first.exitCode, 3, first.stderr);
  assert.deepEqual(compareRows(root), []);
  const log = await run(`log --root ${root}`);
  const wanted = `eva compare quiz main --case 'good answers' --not-worse-by 0.05 --resume --root ${root}`;
  assert.ok(log.stdout.replace(/\s+/g, ' ').includes(wanted), log.stdout);
  const other = await run(`compare quiz main --resume --root ${root}`);
  assert.match(other.stderr, /EVA_NOTHING_TO_RESUME/);
  const [, hint = ''] =
    /eva (compare quiz main --case 'good answers' .* --max-calls \d+)/.exec(first.stdout.replace(/\s+/g, ' ')) ?? [];
  const words = hint.split(" 'good answers' ").map((part) => part.split(' '));
  const rest = await runEva([...(words[0] ?? []), 'good answers', ...(words[1] ?? [])], { cwd: elsewhere, env });
  assert.equal(rest.exitCode, 0, rest.stdout + rest.stderr);
  assert.ok(calls() <= 200, 'no reply is asked for twice');
});

test('without a baseline the hint names a ref that exists, or how to make one', async (t) => {
  const { root, eva } = await library(t, () => false);
  const hint = async (...words: readonly string[]) => (await eva('compare', 'quiz', ...words)).stderr;
  assert.match(await hint(), /^ {2}.*eva compare quiz main\b/m);
  assert.match(await hint('ready'), /name what to compare with: eva compare quiz main;/);
  gitIn(root, 'branch', '-m', 'main', 'trunk');
  assert.match(await hint(), /commit this version, change the prompt, then type: eva compare quiz HEAD/);
  gitIn(root, 'commit', '-q', '--allow-empty', '-m', 'second');
  assert.match(await hint(), /eva compare quiz 'HEAD~1'|eva compare quiz HEAD~1/);
  gitIn(root, 'update-ref', 'refs/remotes/origin/stable', 'HEAD');
  gitIn(root, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/stable');
  assert.match(await hint(), /eva compare quiz origin\/stable\b/);
  rmSync(join(root, '.git'), { recursive: true });
  assert.match(await hint(), /then type: eva compare quiz HEAD/);
});

test('a word that is almost ready or a prompt gets the right one, in and outside of a repository', async (t) => {
  const { root, write, eva } = await library(t, () => false);
  write({ 'prompts/billing-tickets/meta.yml': 'title: Quiz\n', 'prompts/billing-tickets/prompt.md': body('kind') });
  const check = async () => {
    assert.match((await eva('compare', 'quiz', 'reday')).stderr, /did you mean ready\?/);
    assert.match((await eva('compare', 'quiz', 'billing-tickts')).stderr, /did you mean billing-tickets\?/);
  };
  await check();
  rmSync(join(root, '.git'), { recursive: true });
  await check();
  assert.match((await eva('compare', 'quiz', 'unlike')).stderr, /compare two runs: eva compare quiz RUN RUN/);
});

test('eva log shows a comparison on one line with its outcome, and how to see what changed or how to go on', async (t) => {
  const { write, eva } = await library(t, (style, item) => style === 'rude' && item % 5 === 0);
  write({ 'prompts/quiz/prompt.md': body('rude') });
  assert.equal((await eva('compare', 'quiz', 'main')).exitCode, 1);
  const log = await eva('log');
  assert.match(log.stdout, /✗ .* quiz +worse than main \([0-9a-f]{7}\)/);
  assert.match(log.stdout, /the answers that changed in the last comparison: eva compare quiz main --items changed/);
  assert.equal(log.stdout.match(/ quiz /g)?.length, 2, log.stdout);
  const sides = JSON.parse((await eva('log', '--json')).stdout);
  assert.deepEqual(
    sides.map((one: { compare: object }) => Object.keys(one.compare).length),
    [2, 4],
  );
  write({ 'prompts/quiz/prompt.md': body('short') });
  assert.equal((await eva('compare', 'quiz', 'main', '--max-calls', '60', '--allow-short-budget')).exitCode, 3);
  const open = (await eva('log')).stdout;
  assert.match(open, /\? .* quiz +unfinished, 60 kept: --resume/);
  assert.match(open, /1 can be continued: eva compare quiz main --resume/);
});
