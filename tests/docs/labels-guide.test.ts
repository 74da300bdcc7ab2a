import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sampleSize } from '#stats/binomial.js';
import { csvRows } from '../support/judged-run.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';
import { blockOf, checkMarkedOutputs } from './marked-outputs.js';

const page = 'docs/guide/labels.md';

/** The answers that the person of the page fails, with her notes. */
const failed: Readonly<Record<string, string>> = {
  aefb745efc21: 'the five years are for the motor',
  '4875256e09cd': 'dangerous with hot liquids',
  a69c228943e0: '',
  a7a327342b39: 'the handbook says nothing of a cup',
};

/** Fills the exported file as a person would: a verdict for each answer, and some notes. */
function fill(path: string): void {
  const rows = csvRows(readFileSync(path, 'utf8'));
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const records = rows.map((row) => {
    const note = failed[row['item'] ?? ''];
    return Object.values({ ...row, verdict: note === undefined ? 'pass' : 'fail', note: note ?? '' });
  });
  const lines = [Object.keys(rows[0] ?? {}), ...records].map((record) => `${record.map(cell).join(',')}\r\n`);
  writeFileSync(path, lines.join(''));
}

test('the guide of labels shows what the commands print', async (t) => {
  const root = tempLibrary(t, {});
  cpSync('prompts', join(root, 'prompts'), { recursive: true });
  const file = join(root, 'prompts/handbook-answers/eval.yml');
  const bar = '      - proportion_gte: { proportion: 0.85 }';
  const line = blockOf(page, '    criteria:').split('\n')[2];
  writeFileSync(file, readFileSync(file, 'utf8').replace(bar, `${bar}\n${line}`));
  const { exitCode, stdout } = await runEva(['eval', 'handbook-answers', '--replay'], { cwd: root });
  assert.equal(exitCode, 1, 'it waits for labels');
  assert.match(stdout, /waits for 30 labels/);
  const steady = (text: string) => text.replace(/\b(label|calibrate|run|report) [0-9a-f]{6}\b/g, '$1 4f3a9c');
  await checkMarkedOutputs(page, (kind, command) => {
    if (command.includes('--import')) fill(join(root, 'to-label.csv'));
    const onTerminal = kind === 'on a terminal';
    return { cwd: root, env: { EVA_RATER: 'ann', NO_COLOR: '1' }, steady, ...(onTerminal && { typed: 'q' }) };
  });
});

test('the guide of labels says how many labels show a claim in 8 of 10 runs', () => {
  const designs: readonly (readonly [bar: number, rate: number])[] = [
    [0.7, 0.85],
    [0.8, 0.9],
    [0.85, 0.95],
    [0.9, 0.97],
  ];
  const labels = designs.map(([p0, p1]) => sampleSize({ p0, p1, alpha: 0.05, power: 0.8 }).n_first);
  assert.ok(readFileSync(page, 'utf8').includes(`| labels | ${labels.join(' | ')} |`), labels.join(' '));
});
