import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runsIn } from '../../support/stored-runs.js';
import { body, library } from './quiz-library.js';

/** A version that answers every fifth question wrongly. */
const isWrong = (style: string, item: number) => style === 'rude' && item % 5 === 0;

test('a comparison writes all reports, and each says that the version is worse', async (t) => {
  const { root, write, eva } = await library(t, isWrong);
  write({ 'prompts/quiz/prompt.md': body('rude') });
  const files = [
    'json=out/a.json',
    'pretty=a.txt',
    'junit=a.xml',
    'markdown=a.md',
    'github=a.log',
    'html=out/{id}.html',
  ];
  const flags = files.flatMap((one) => ['--report', one]);
  const { exitCode, stdout, stderr } = await eva('compare', 'quiz', 'main', ...flags);
  assert.equal(exitCode, 1, stderr);
  assert.match(stderr, /json written to out\/a\.json\npretty written to a\.txt\n/);
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  assert.equal(read('a.txt'), stdout);
  const { view, comparison } = JSON.parse(read('out/a.json'));
  assert.deepEqual([view.kind, view.verdict, comparison.outcome], ['compare', 'worse', 'worse']);
  assert.match(read('a.xml'), /<failure type="failed"/);
  assert.match(read('a.md'), /✗[^\n]*quiz/);
  assert.match(read('a.log'), /^::error title=✗ good answers::worse/);
  assert.match(read('out/quiz.html'), /^<!doctype html>/i);
  assert.match(read('out/quiz.html'), /is worse than main/);
  for (const file of ['a.md', 'out/quiz.html']) assert.match(read(file), /question \d+/, `${file} has the answers`);
});

test('--items adds the chosen pairs to pretty and json, in files too', async (t) => {
  const { root, write, eva } = await library(t, isWrong);
  write({ 'prompts/quiz/prompt.md': body('rude') });
  await eva('compare', 'quiz', 'main');
  const items = ['--items', 'worse', '--report', 'pretty=a.txt', '--report', 'json=a.json'];
  const { stdout } = await eva('compare', 'quiz', 'main', ...items);
  assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), stdout);
  assert.match(stdout, /B {5}\{\+reply\+\} \d+/);
  const { comparison } = JSON.parse(readFileSync(join(root, 'a.json'), 'utf8'));
  assert.equal(comparison.items.length, comparison.cases[0].worse);
});

test('--json prints the comparison with its view, also as --report json, of an unfinished one too', async (t) => {
  const { write, eva } = await library(t, () => false);
  write({ 'prompts/quiz/prompt.md': body('short') });
  const { exitCode, stdout } = await eva(
    'compare',
    'quiz',
    'main',
    '--max-calls',
    '60',
    '--allow-short-budget',
    '--report',
    'json',
  );
  assert.equal(exitCode, 3);
  const { schema, state, resume, view } = JSON.parse(stdout);
  assert.deepEqual([schema, state, view.outcome], ['eva-comparison/1', 'unfinished', 'unfinished']);
  assert.deepEqual(view.next, [{ name: 'resume', command: { raw: resume } }]);
  const finished = await eva('compare', 'quiz', 'main', '--resume', '--max-calls', '400', '--json');
  const document = JSON.parse(finished.stdout);
  assert.deepEqual([document.state, document.view.verdict, document.view.next], ['finished', 'not_worse', []]);
});

test('two stored runs are reported without a call', async (t) => {
  const { root, write, eva, calls } = await library(t, isWrong);
  await eva('eval', 'quiz');
  write({ 'prompts/quiz/prompt.md': body('rude') });
  await eva('eval', 'quiz');
  const [asked, runs] = [calls(), runsIn(root)];
  const { exitCode, stdout, stderr } = await eva(
    'compare',
    'quiz',
    ...runs,
    '--report',
    'junit',
    '--report',
    'html=a.html',
  );
  assert.equal(exitCode, 1, stderr);
  assert.match(stdout, /^<\?xml/);
  assert.match(readFileSync(join(root, 'a.html'), 'utf8'), /quiz/);
  assert.equal(calls(), asked);
});

test('reports: of eva.yml are those of runs: a comparison does not replace their files', async (t) => {
  const { root, write, eva } = await library(t, () => false);
  write({ 'prompts/quiz/prompt.md': body('short'), 'eva.yml': 'reports: [json=out.json]\n' });
  assert.equal((await eva('compare', 'quiz', 'main')).exitCode, 0);
  assert.ok(!existsSync(join(root, 'out.json')));
});

test('a bad report is found before the first call, and --plan takes none', async (t) => {
  const { write, eva, calls } = await library(t, () => false);
  write({ 'prompts/quiz/prompt.md': body('short') });
  const unknown = await eva('compare', 'quiz', 'main', '--report', 'htm=a', '--report', 'json', '--report', 'junit');
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.stderr, /htm[\s\S]*html[\s\S]*json[\s\S]*junit/);
  assert.equal((await eva('compare', 'quiz', 'main', '--plan', '--report', 'json=a.json')).exitCode, 2);
  assert.equal(calls(), 0);
});
