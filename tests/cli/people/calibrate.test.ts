import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Calibration } from '#model/people/calibration.js';
import { runNames } from '#store/run/run-names.js';
import type { OpenLibrary } from '../../promises/open-library.js';
import { matchesGolden } from '../../support/golden.js';
import { judgedLibrary } from './judged-library.js';
import { label } from './label-by-file.js';

/** A case on 20 items; the judge fails the items 16 to 19, and people decide nothing. */
const keys = [
  'dataset: { file: data/items.csv, claim: file }',
  'rubric: Is it polite?',
  'reference: { field: label }',
  'stop_early: false',
  'criteria: { proportion_gte: { proportion: 0.5 } }',
];
const items = Array.from({ length: 20 }, (_, at) => [`code ${at}.`, 'good'] as const);
const isFailed = (text: string) => /code 1[6-9]\./.test(text);
const reply = (text: string) => `about ${/code \d+\./.exec(text)?.[0] ?? ''} good`;

async function judged(t: TestContext, changes: Parameters<typeof judgedLibrary>[1] = {}): Promise<OpenLibrary> {
  const library = await judgedLibrary(t, { keys, items, reply, score: (text) => (isFailed(text) ? 1 : 5), ...changes });
  const { exitCode, stderr } = await library.eva('eval', 'diff');
  assert.equal(exitCode, 0, stderr);
  return library;
}

/** People fail the items 0, 18 and 19, and pass all others: they differ from the judge on 0, 16 and 17. */
const byPeople = (_at: number, { response = '' }: Readonly<Record<string, string>>) =>
  /code (0|18|19)\./.test(response) ? 'fail' : 'pass';

async function calibrations({ eva }: OpenLibrary, ...flags: readonly string[]): Promise<readonly Calibration[]> {
  const { exitCode, stdout, stderr } = await eva('calibrate', ...flags, '--json');
  assert.equal(exitCode, 0, stderr);
  return JSON.parse(stdout).calibrations;
}

/** Removes the names of runs. */
const steady = (text: string, root: string) =>
  runNames(root).reduce((all, name) => all.replaceAll(name, 'RUN').replaceAll(name.slice(-6), 'RUN'), text);

test('calibrate shows agreement, errors of the judge, and the share that satisfies people', async (t) => {
  const library = await judged(t);
  await label(library, 'ann', byPeople, '-n', '20');
  const { exitCode, stdout } = await library.eva('calibrate');
  assert.equal(exitCode, 0);
  matchesGolden('cli/calibrate', steady(stdout, library.root));
  const [one] = await calibrations(library, 'diff');
  assert.ok(one?.agreement);
  const { both_pass, judge_only, people_only, both_fail } = one.agreement;
  assert.deepEqual([both_pass, judge_only, people_only, both_fail], [15, 1, 2, 2]);
  const { labels, passed, of, estimate, lower, upper } = one.people ?? assert.fail();
  assert.deepEqual([labels, passed, of, estimate, lower, upper], [20, 17, 20, 0.85, 0.85, 0.85]);
});

test('--items shows both texts and all words on each answer on which they differ, those of kind judges first', async (t) => {
  const library = await judged(t);
  await label(library, 'ann', byPeople, '-n', '20');
  const { exitCode, stdout } = await library.eva('calibrate', '--items');
  assert.equal(exitCode, 0);
  matchesGolden('cli/calibrate-items', steady(stdout, library.root).replace(/[0-9a-f]{12}/g, 'ITEM'));
});

test('labels of a part of the sample bound all answers, and a bound is about the unbroken start of the sample', async (t) => {
  const library = await judged(t);
  await label(library, 'ann', (at) => (at === 8 ? '' : 'pass'), '-n', '12');
  const [one] = await calibrations(library);
  assert.deepEqual([one?.labelled, one?.people?.labels, one?.people?.passed], [11, 8, 8]);
  // Of 20 answers, 8 drawn, all good: the least K with P(Hyp(20, K, 8) = 8) of 0.05 or more is 15.
  assert.equal(one?.people?.lower, 0.75);
});

test('several people: the majority counts, and alpha is that of the answers with several labels', async (t) => {
  const library = await judged(t);
  await label(library, 'ann', byPeople, '-n', '20');
  await label(library, 'bob', (at) => (at < 10 ? 'pass' : ''), '-n', '20');
  const [one] = await calibrations(library);
  assert.equal(one?.between_raters?.answers, 10);
  assert.deepEqual(
    one?.raters.map(({ rater, labels }) => [rater, labels]),
    [
      ['ann', 20],
      ['bob', 10],
    ],
  );
});

test('a changed rubric and a changed response make labels useless, and they are counted', async (t) => {
  const library = await judged(t);
  await label(library, 'ann', byPeople, '-n', '20');
  const path = join(library.root, 'prompts/diff/labels.jsonl');
  const [first = ''] = readFileSync(path, 'utf8').split('\n');
  appendFileSync(path, `${JSON.stringify({ ...JSON.parse(first), rater: 'bob', response: 'f'.repeat(64) })}\n`);
  const [before] = await calibrations(library);
  assert.deepEqual(before?.unused, { other_rubric: 0, other_answer: 1, gone: 0 });
  const file = join(library.root, 'prompts/diff/eval.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Is it polite?', 'Is it very polite?'));
  await library.eva('eval', 'diff');
  const [after] = await calibrations(library);
  assert.deepEqual([after?.labelled, after?.agreement, after?.drift], [0, null, null]);
  assert.deepEqual(after?.unused, { other_rubric: 21, other_answer: 0, gone: 0 });
});

test('labels of an earlier run with the same rubric estimate the next one, and show drift once it is labelled', async (t) => {
  let kind = false;
  const library = await judged(t, { score: (text) => (isFailed(text) && !kind ? 1 : 5) });
  await label(library, 'ann', byPeople, '-n', '20');
  const [earlier = ''] = runNames(library.root);
  kind = true;
  await library.eva('eval', 'diff', '--no-cache');
  const [unlabelled] = await calibrations(library);
  // The judge passes 20 of 20 now; it erred on 2 of 17 good and 1 of 3 bad answers: 1.13, cut to 1.
  assert.deepEqual(unlabelled?.about_share, { estimate: 1, labels: 20 });
  assert.deepEqual(unlabelled?.drift?.runs, [earlier]);
  const { stdout } = await library.eva('calibrate');
  matchesGolden('cli/calibrate-earlier', steady(stdout, library.root));
  await label(library, 'ann', (at) => (at < 10 ? 'fail' : 'pass'), '-n', '20');
  const [drifted] = await calibrations(library);
  assert.deepEqual([drifted?.about_share, drifted?.agreement?.tilt], [null, 0.5]);
  assert.ok((drifted?.drift?.p_value ?? 1) < 0.05);
  rmSync(join(library.root, '.eva/runs', earlier), { recursive: true });
  const [gone] = await calibrations(library);
  assert.deepEqual([gone?.drift, gone?.unused.gone], [null, 20]);
});

test('checks beside a rubric do not count as the judge', async (t) => {
  const library = await judged(t, { keys: [...keys, 'assert: [ { not_contains: "code 3." } ]'] });
  await label(library, 'ann', byPeople, '-n', '20');
  const [one] = await calibrations(library);
  assert.equal(one?.judge_passed, null);
  assert.equal(one?.agreement?.agreement.k, 17);
});

test('expected behaviours of a then: list are calibrated by their lowest passing score', async (t) => {
  const library = await judged(t, {
    keys: [
      'dataset: { file: data/items.csv, claim: file }',
      'stop_early: false',
      'then:',
      '  - expected_behavior: It is polite.',
      '    rubric: { 1: a, 2: b, 3: c, 4: d, 5: e, 6: f, 7: g, 8: h, 9: i, 10: j }',
      '    criteria: { proportion_gte: { min_score: 5, proportion: 0.5 } }',
    ],
  });
  await label(library, 'ann', () => 'pass', '-n', '20');
  const [one] = await calibrations(library);
  assert.deepEqual([one?.about, one?.agreement?.people_only, one?.judge_passed], ['It is polite.', 4, null]);
});

test('hostile names, notes and answers are shown as text', async (t) => {
  const library = await judged(t, { reply: (text) => `\u001b[31m${reply(text)}` });
  await label(library, 'a\u202enn', byPeople, '-n', '20');
  const shown = [await library.eva('calibrate'), await library.eva('calibrate', '--items', '--full')];
  for (const { stdout, exitCode } of shown) {
    assert.equal(exitCode, 0);
    assert.doesNotMatch(stdout, /[\u001b\u202e]/);
  }
});
