import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { sha256 } from '#model/data/digest.js';
import type { OpenLibrary } from '../../promises/open-library.js';
import { attemptsOf, lastEnd } from '../../support/attempts-of.js';
import { lastRow, rowsIn } from '../../support/rows-in.js';
import { judgedLibrary, labelledItems, labelledTrials } from './judged-library.js';
import { label } from './label-by-file.js';

/** A library with a run that waits for 15 labels. */
async function waiting(t: TestContext, options: Parameters<typeof judgedLibrary>[1] = {}): Promise<OpenLibrary> {
  const library = await judgedLibrary(t, options);
  const { exitCode, stderr } = await library.eva('eval', 'diff');
  assert.equal(exitCode, 1, stderr);
  assert.equal(lastEnd(library.root).outcome, 'waiting');
  return library;
}

test('the last label decides a run that waited: it passes, and its row is written', async (t) => {
  const library = await waiting(t);
  const { exitCode, stdout, stderr } = await label(library, 'ann', (at) => (at < 14 ? 'pass' : 'fail'));
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /15 labels of ann added/);
  assert.match(stdout, /✓ passed[\s\S]*row in \.eval\.jsonl/);
  const { all_passed, partial, verdicts } = lastRow(library.root);
  assert.deepEqual([all_passed, partial, rowsIn(library.root).length], [true, false, 1]);
  const [, byPeople] = verdicts;
  assert.ok(byPeople && 'people' in byPeople);
  assert.deepEqual(byPeople.people, { labels: 15, missing: 0, passed: 14, failed: 1, unlabelled: 0 });
  const { outcome, red, cases } = lastEnd(library.root);
  assert.deepEqual(
    { outcome, red, cases },
    { outcome: 'passed', red: false, cases: { passed: 1, failed: 0, open: 0 } },
  );
  assert.deepEqual(
    attemptsOf(library.root).map(({ event }) => event),
    ['begin', 'end', 'end'],
  );
});

test('a run that labels decided opens the gates of promote like any other', async (t) => {
  const library = await waiting(t);
  await label(library, 'ann', () => 'pass');
  assert.equal((await library.eva('promote', 'diff')).exitCode, 0);
  const { exitCode, stdout } = await library.eva('promote', 'diff');
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /✓ real +every reply of run \S+ came from 127\.0\.0\.1/);
});

test('a run is not decided while a line of labels cannot be read: it could be another label', async (t) => {
  const library = await waiting(t);
  const labels = join(library.root, 'prompts/diff/labels.jsonl');
  writeFileSync(labels, '<<<<<<< HEAD\n');
  const refused = await label(library, 'ann', () => 'pass');
  assert.equal(refused.exitCode, 2, refused.stderr);
  assert.match(refused.stderr.replace(/\s+/g, ' '), /line 1 of prompts\/diff\/labels\.jsonl .* EVA_LABEL/);
  assert.equal(lastEnd(library.root).outcome, 'waiting');
  writeFileSync(labels, readFileSync(labels, 'utf8').replace('<<<<<<< HEAD\n', ''));
  assert.equal((await library.eva('label', '--rater', 'ann')).exitCode, 0);
  assert.equal(lastEnd(library.root).outcome, 'passed');
});

test('labels that show the opposite make the run red', async (t) => {
  const library = await waiting(t);
  const { exitCode, stdout } = await label(library, 'ann', (at) => (at < 4 ? 'pass' : 'fail'));
  assert.equal(exitCode, 1);
  assert.match(stdout, /✗ did not pass: ✗ 1 failed/);
  const { outcome, red } = lastEnd(library.root);
  assert.deepEqual([outcome, red, lastRow(library.root).all_passed], ['failed', true, false]);
  const check = await library.eva('promote', 'diff', '--check');
  assert.match(check.stdout, /did not pass \(0 of 1; not:\s+polite\)/);
});

test('labels of some answers decide nothing, and say how many are missing', async (t) => {
  const library = await waiting(t);
  const { exitCode, stdout } = await label(library, 'ann', (at) => (at < 9 ? 'pass' : ''));
  assert.equal(exitCode, 3);
  assert.match(stdout, /the verdict waits for 6 labels: eva label \S+/);
  assert.deepEqual(rowsIn(library.root), []);
});

test('two people complete a sample together; a tie and a skip count against the claim', async (t) => {
  const library = await waiting(t);
  await label(library, 'ann', (at) => (at < 10 ? 'pass' : ''));
  const words = ['fail', 'skip', 'pass'];
  const { stdout } = await label(library, 'bob', (at) => words[at] ?? (at < 10 ? '' : 'pass'));
  const [, byPeople] = lastRow(library.root).verdicts;
  assert.ok(byPeople && 'people' in byPeople, stdout);
  assert.deepEqual(byPeople.people, { labels: 15, missing: 0, passed: 14, failed: 0, unlabelled: 1 });
});

test('a decided run stays as it is: later labels change neither row nor result, and recompute agrees', async (t) => {
  const library = await waiting(t);
  await label(library, 'ann', () => 'pass');
  const { exitCode } = await label(library, 'bob', () => 'fail');
  assert.equal(exitCode, 0);
  assert.equal(rowsIn(library.root).length, 1);
  const recomputed = await library.eva('report', '--recompute');
  assert.equal(recomputed.exitCode, 0, recomputed.stdout);
});

test('recompute notices a changed label in a result', async (t) => {
  const library = await waiting(t);
  await label(library, 'ann', () => 'pass');
  const path = join(library.root, '.eva/runs', lastEnd(library.root).run_id, 'result.json');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"verdict":"pass"', '"verdict":"fail"'));
  assert.equal((await library.eva('report', '--recompute')).exitCode, 1);
});

test('a decision that was killed before its row is completed with its own labels', async (t) => {
  const library = await waiting(t);
  await label(library, 'ann', () => 'pass');
  const row = readFileSync(join(library.root, '.eval.jsonl'), 'utf8');
  rmSync(join(library.root, '.eval.jsonl'));
  const { exitCode } = await label(library, 'bob', () => 'fail');
  assert.equal(exitCode, 0);
  assert.equal(readFileSync(join(library.root, '.eval.jsonl'), 'utf8'), row);
  assert.equal(attemptsOf(library.root).filter(({ event }) => event === 'end').length, 2);
});

test('a decision that was killed right after its result is completed: one end of the attempt, and one row', async (t) => {
  const library = await waiting(t);
  await label(library, 'ann', () => 'pass');
  const row = readFileSync(join(library.root, '.eval.jsonl'), 'utf8');
  rmSync(join(library.root, '.eval.jsonl'));
  const log = join(library.root, '.attempts.jsonl');
  const [begin = '', waits = ''] = readFileSync(log, 'utf8').split('\n');
  writeFileSync(log, `${begin}\n${waits}\n`);
  await label(library, 'bob', () => 'fail');
  assert.equal(readFileSync(join(library.root, '.eval.jsonl'), 'utf8'), row);
  assert.deepEqual(
    attemptsOf(library.root).map((line) => ('outcome' in line ? line.outcome : line.event)),
    ['begin', 'waiting', 'passed'],
  );
});

test('labels of another answer are not used: another response, another rubric, another run', async (t) => {
  const library = await waiting(t);
  let open: Readonly<Record<string, string>> = {};
  await label(library, 'ann', (at, row) => {
    open = row;
    return at === 14 ? '' : 'pass';
  });
  const path = join(library.root, 'prompts/diff/labels.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const response = sha256(open['response'] ?? '');
  const wanted = { ...JSON.parse(lines.at(-1) ?? ''), draw: Number(open['draw']), response };
  const other = 'f'.repeat(64);
  for (const changed of [{ response: other }, { expectation: other }, { run_id: '20260101T000000Z-000000' }])
    appendFileSync(path, `${JSON.stringify({ ...wanted, ...changed })}\n`);
  const { stdout } = await library.eva('label', '--rater', 'ann', '--import', 'labels.csv');
  assert.match(stdout, /the verdict waits for 1 label:/);
  appendFileSync(path, `${JSON.stringify(wanted)}\n`);
  const { exitCode } = await library.eva('label', '--rater', 'ann', '--import', 'labels.csv');
  assert.equal(exitCode, 0, 'the same label with the right digests decides');
});

test('an answer that was refused or empty needs no label', async (t) => {
  let asked = 0;
  const library = await waiting(t, { keys: labelledTrials, reply: () => (asked++ < 2 ? ' ' : 'good') });
  const { exitCode, stdout } = await label(library, 'ann', () => 'pass');
  assert.equal(exitCode, 0, stdout);
  const [, byPeople] = lastRow(library.root).verdicts;
  assert.ok(byPeople && 'people' in byPeople && byPeople.people);
  const { passed, failed } = byPeople.people;
  assert.equal(passed + failed, 15);
});

test('labels of a whole file are divided by what the judge says', async (t) => {
  const items = Array.from({ length: 130 }, (_, at) => [`code ${at}`, 'good'] as const);
  const isGood = (text: string) => !/code \d*[37]\b/.test(text);
  const library = await waiting(t, {
    keys: labelledItems(110, 'file'),
    items,
    reply: (text) => (isGood(text) ? 'good' : 'rude'),
    score: (text) => (text.includes('rude') ? 1 : 5),
  });
  const { exitCode, stdout } = await label(library, 'ann', (_at, { response }) =>
    response === 'rude' ? 'fail' : 'pass',
  );
  assert.equal(exitCode, 0, stdout);
  const [, byPeople] = lastRow(library.root).verdicts;
  assert.ok(byPeople && 'people' in byPeople && byPeople.people?.strata);
  const { judged, judge_passed, m1, x1, m0, x0 } = byPeople.people.strata;
  assert.deepEqual([judged, judge_passed, m1 + m0, x1, x0], [130, 104, 110, m1, 0]);
});

test('a replay that labels decide is another attempt on the same replies', async (t) => {
  const library = await waiting(t);
  await label(library, 'ann', (at) => (at < 4 ? 'pass' : 'fail'));
  await library.eva('eval', 'diff', '--record');
  await label(library, 'ann', (at) => (at < 4 ? 'pass' : 'fail'));
  await library.eva('eval', 'diff', '--replay');
  assert.equal(lastEnd(library.root).outcome, 'waiting');
  const waits = await library.eva('promote', 'diff', '--check');
  assert.doesNotMatch(waits.stdout, /3 tries/);
  await label(library, 'ann', () => 'pass');
  assert.deepEqual([lastEnd(library.root).outcome, lastEnd(library.root).kind], ['passed', 'replay']);
});
