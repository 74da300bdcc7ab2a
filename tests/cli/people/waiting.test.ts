import assert from 'node:assert/strict';
import test from 'node:test';
import { attemptsOf, lastEnd } from '../../support/attempts-of.js';
import { rowsIn } from '../../support/rows-in.js';
import { judgedLibrary, labelledItems, labelledTrials } from './judged-library.js';

const runName = /\d{8}T\d{6}Z-[0-9a-f]{6}/;

test('a run whose criterion waits for labels ends without a row, with exit 1 and the command that labels', async (t) => {
  const { root, eva } = await judgedLibrary(t);
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 1, stderr);
  assert.match(stdout, /~ waits for 15 labels/);
  assert.match(stdout, /no row before the labels/);
  assert.match(stdout, /eva label +people label 15 answers, which decides it/);
  assert.deepEqual(rowsIn(root), []);
  const { outcome, red, cases } = lastEnd(root);
  assert.deepEqual(
    { outcome, red, cases },
    { outcome: 'waiting', red: false, cases: { passed: 0, failed: 0, open: 1 } },
  );
  assert.ok(attemptsOf(root).every(({ event }) => event !== 'red'));
});

test('all trials are asked, although the claim of the judge is settled early', async (t) => {
  const { eva } = await judgedLibrary(t);
  await eva('eval', 'diff');
  const { stdout } = await eva('report', '--json');
  const { waits_for, state, all_passed, cases } = JSON.parse(stdout);
  assert.deepEqual({ waits_for, state, all_passed }, { waits_for: 15, state: 'finished', all_passed: false });
  assert.equal(cases[0].trials.length, 20);
  assert.deepEqual(
    cases[0].verdicts.map(({ outcome, people }: { outcome: string; people?: object }) => [outcome, people ?? null]),
    [
      ['passed', null],
      ['inconclusive', { labels: 15, missing: 15, passed: 0, failed: 0, unlabelled: 0 }],
    ],
  );
});

test('a run that did not pass anyway waits for no labels: it is red and has a row', async (t) => {
  const { root, eva } = await judgedLibrary(t, { score: () => 1 });
  const { exitCode, stdout } = await eva('eval', 'diff');
  assert.equal(exitCode, 1);
  assert.doesNotMatch(stdout, /eva label/);
  assert.deepEqual([lastEnd(root).outcome, lastEnd(root).red, rowsIn(root).length], ['failed', true, 1]);
});

test('a run that waits is not resumed, is kept by clean, and is listed by log', async (t) => {
  const { eva } = await judgedLibrary(t);
  await eva('eval', 'diff');
  const [run = ''] = runName.exec((await eva('report', '--json')).stdout) ?? [];
  const again = await eva('eval', 'diff', '--resume');
  assert.equal(again.exitCode, 2, again.stderr);
  assert.match(again.stderr, /EVA_NOTHING_TO_RESUME/);
  const named = await eva('eval', 'diff', '--resume', run);
  assert.match(named.stderr, /has all its replies, and waits for 15 labels of people\n.*eva label /s);
  const { stdout } = await eva('log');
  assert.match(stdout, /~ .*1 inconclusive · waits for labels/);
  await eva('clean', '--older-than', '0s');
  assert.match((await eva('log')).stdout, new RegExp(run.slice(-6)));
});

test('a stored run that waits is recomputed as it is', async (t) => {
  const { eva } = await judgedLibrary(t, { keys: labelledItems() });
  await eva('eval', 'diff');
  const { exitCode, stdout } = await eva('report', '--recompute');
  assert.equal(exitCode, 0, stdout);
});

test('promote says that the newest run waits, and how to label it', async (t) => {
  const { eva } = await judgedLibrary(t);
  await eva('eval', 'diff');
  const { exitCode, stdout } = await eva('promote', 'diff', '--check');
  assert.equal(exitCode, 1);
  assert.match(
    stdout,
    /there is no full run of this prompt in \.eval\.jsonl; run \S+ of these\s+files waits for 15 labels/,
  );
  assert.match(stdout, /run: eva label \S+/);
});

test('a case that fails by another criterion keeps the run from waiting', async (t) => {
  const keys = [
    ...labelledTrials,
    'then:',
    '  - assert: [ { contains: absent } ]',
    '    criteria: { proportion_gte: { proportion: 0.5 } }',
  ];
  const { root, eva } = await judgedLibrary(t, { keys });
  await eva('eval', 'diff');
  assert.deepEqual([rowsIn(root).length, lastEnd(root).outcome], [1, 'failed']);
});

test('the shards of a run that waits are merged into one that waits', async (t) => {
  const { root, eva } = await judgedLibrary(t);
  await eva('eval', 'diff', '--shard', '1/2');
  await eva('eval', 'diff', '--shard', '2/2');
  const { exitCode, stdout, stderr } = await eva('merge', '.eva/runs');
  assert.equal(exitCode, 1, stderr);
  assert.match(stdout, /waits for 15 labels/);
  assert.deepEqual([rowsIn(root).length, lastEnd(root).outcome], [0, 'waiting']);
});

test('answers that were refused or empty need no label, and can decide the run by themselves', async (t) => {
  let asked = 0;
  const some = await judgedLibrary(t, { reply: () => (asked++ < 4 ? ' ' : 'good') });
  await some.eva('eval', 'diff');
  const { waits_for } = JSON.parse((await some.eva('report', '--json')).stdout);
  assert.ok(waits_for < 15 && waits_for >= 11, String(waits_for));
  assert.equal((await some.eva('report', '--recompute')).exitCode, 0);
  const keys = labelledTrials.filter((key) => !key.includes('0.5'));
  const all = await judgedLibrary(t, { keys, reply: () => ' ' });
  const { exitCode } = await all.eva('eval', 'diff');
  assert.deepEqual([exitCode, lastEnd(all.root).outcome, rowsIn(all.root).length], [1, 'failed', 1]);
  assert.equal((await all.eva('report', '--recompute')).exitCode, 0);
});
