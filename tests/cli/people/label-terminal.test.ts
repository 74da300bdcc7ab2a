import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { lastEnd } from '../../support/attempts-of.js';
import { judgedRun, ticketsCase } from '../../support/judged-run.js';
import { type OnTerminal, onTerminal } from '../../support/pseudo-terminal.js';
import { lastRow, rowsIn } from '../../support/rows-in.js';

const ann = ['label', '--rater', 'ann'];

/** The case of `judgedRun`, decided by 20 labels. */
const byPeople = ticketsCase.replace('proportion: 0.1', 'proportion: 0.5, by: people, labels: 20');

/** Writes lines, each when the answer of its number is shown. */
async function writeEach(eva: OnTerminal, lines: string, { first = 1, of = 20 } = {}) {
  for (const [at, line] of [...lines].entries()) {
    await eva.until(`${first + at} of ${of} `);
    eva.press(`${line}\n`);
  }
}

test('twenty answers are labelled on a terminal, left with Ctrl-C and continued, which decides the run; then exported and imported', async (t) => {
  const run = await judgedRun(t, { items: 20, cases: byPeople });
  const { root, labels } = run;
  assert.deepEqual([lastEnd(root).outcome, rowsIn(root)], ['waiting', []]);
  const begun = onTerminal(t, ann, { cwd: root });
  await writeEach(begun, 'pfppspppf');
  await begun.until('10 of 20 ');
  begun.press('\u0003');
  assert.equal(await begun.ended(), 130);
  assert.match(begun.output(), /9 of 20 answers labelled by ann/);
  assert.equal(labels().length, 9);
  assert.deepEqual([lastEnd(root).outcome, rowsIn(root)], ['waiting', []]);

  const continued = onTerminal(t, ann, { cwd: root, columns: 40 });
  await continued.until('10 of 20 · 9 labelled');
  await writeEach(continued, 'ppppppppppf', { first: 10 });
  assert.equal(await continued.ended(), 0);
  assert.equal(labels().length, 20);
  assert.equal(new Set(labels().map(({ item }) => item)).size, 20);
  assert.deepEqual([lastEnd(root).outcome, lastRow(root).all_passed, rowsIn(root).length], ['passed', true, 1]);

  const exported = await run.eva(...ann, '--export', 'labels.csv');
  assert.equal(exported.exitCode, 0, exported.stderr);
  const imported = await run.eva('label', '--rater', 'ben', '--import', 'labels.csv');
  assert.match(imported.stdout, /^20 labels of ben added/);
  const of = (rater: string) =>
    labels().flatMap((one) => (one['rater'] === rater ? [[one['item'], one['verdict']]] : []));
  assert.deepEqual(of('ben'), of('ann'));
});

test('a kill at any moment loses no label whose next answer was shown, and leaves no line that cannot be read', async (t) => {
  const run = await judgedRun(t, { items: 20 });
  const path = join(run.root, 'prompts', 'diff', 'labels.jsonl');
  const saved = () => (existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []);
  let shown = 0;
  for (let kill = 0; kill < 8; kill++) {
    const eva = onTerminal(t, ann, { cwd: run.root });
    await eva.until(` · ${saved().filter(Boolean).length} labelled`);
    const before = saved().filter(Boolean).length;
    assert.ok(before >= shown, 'no label is lost');
    eva.press('p\n');
    await eva.until(`${before + 2} of 20 · ${before + 1} labelled`);
    shown = before + 1;
    eva.press('f\n');
    await new Promise((resolve) => setTimeout(resolve, kill));
    eva.kill();
    await eva.ended();
    assert.ok(saved().length >= shown);
    for (const line of saved()) JSON.parse(line);
  }
  const all = run.labels();
  assert.equal(new Set(all.map(({ item }) => item)).size, all.length, 'no answer was asked twice');
});

test('a line that a power cut left behind counts for nobody, and its answer is asked again', async (t) => {
  const run = await judgedRun(t);
  const eva = onTerminal(t, ann, { cwd: run.root });
  await writeEach(eva, 'pp', { of: 5 });
  await eva.until('3 of 5 ');
  eva.press('q\n');
  await eva.ended();
  const path = join(run.root, 'prompts', 'diff', 'labels.jsonl');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, -40));
  const again = onTerminal(t, ann, { cwd: run.root });
  await again.until('2 of 5 · 1 labelled');
  await writeEach(again, 'ffff', { first: 2, of: 5 });
  assert.equal(await again.ended(), 0);
  const [first, torn, ...others] = readFileSync(path, 'utf8').trimEnd().split('\n');
  assert.ok(first && JSON.parse(first));
  assert.throws(() => JSON.parse(torn ?? ''));
  assert.equal(others.length, 4);
  for (const line of others) JSON.parse(line);
});
