import assert from 'node:assert/strict';
import test from 'node:test';
import type { Comparison } from '#model/pairs/comparison.js';
import { type CompareContext, compareText } from '#report/compare/compare-text.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { matchesGolden } from '../golden.js';
import { hostile, many, samples } from './sample-comparisons.js';

const context: CompareContext = {
  rowPath: '.compare.jsonl',
  command: 'eva compare support-triage main',
  missing: null,
  runName: (runId) => runId.slice(-6),
  full: false,
};

/** Renders a comparison in so many columns. No line may be wider. */
function shown(comparison: Comparison, columns: number, changes: Partial<CompareContext> = {}): string {
  const isOpen = comparison.state === 'unfinished';
  const reasons = [
    'anthropic gave no reply in 6 attempts: no connection to 127.0.0.1:1',
    'x\u001b[2J'.repeat(40),
    'b',
    'c',
  ];
  const next = { command: 'eva compare support-triage main --resume', how: 'asks for the missing replies' };
  const missing = isOpen ? { reasons, next } : null;
  const hasRow = !isOpen && !comparison.partial && comparison.b.kind === 'tree';
  const own = { ...context, missing, ...(!hasRow && { rowPath: null }), ...changes };
  const text = compareText(comparison, own, { paint: plainPaint, width: columns, columns });
  const isCommand = (line: string) => line.startsWith('   eva '); // a command that wraps cannot be copied
  for (const line of text.split('\n'))
    assert.ok(displayWidth(line) <= columns || isCommand(line), `${columns}: ${line}`);
  return text;
}

for (const [name, comparison] of Object.entries(samples)) {
  test(`the verdict is the first line, and below it are sides, cases and the next command: ${name}`, () => {
    const [text, narrow] = [80, 40, 120].map((columns) => shown(comparison, columns));
    matchesGolden(`pairs/${name}`, name === 'not-worse' ? `${text}\n40 columns\n${narrow}` : `${text}`);
  });
}

test('many cases: those that are not worse share a line, and --full lists all', () => {
  const full = shown(many, 80, { full: true });
  for (const name of ['worse 14', 'case-39', 'small 5']) assert.ok(full.includes(`${name}  `), name);
  matchesGolden('pairs/many', shown(many, 80));
});

test('texts from outside are shown as codes, and no line is too wide', () => {
  for (const columns of [40, 80, 120]) {
    for (const full of [false, true]) {
      const text = shown(hostile, columns, { full, command: 'eva compare x \u001b[2J' });
      assert.doesNotMatch(text, /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]|^\s*::|##\[/m);
    }
  }
  matchesGolden('pairs/hostile', shown(hostile, 80));
});

test('items that are not compared are named by what they have in common, with --full all of them', () => {
  const full = shown(samples['unpaired'] ?? assert.fail(), 80, { full: true }).replace(/\s+/g, ' ');
  assert.match(full, /33 items, 3 only in A, 18 only in B, 12 with other values/);
  assert.match(full, /with other values: t-1000 · .* t-1011 only in A: t-1012 · t-1013 · t-1014 only in B: t-1015/);
  assert.match(full, /t-1019 · 13 more/);
});
