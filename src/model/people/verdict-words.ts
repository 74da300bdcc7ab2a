import type { LabelVerdict } from './label.js';

const words: Readonly<Record<LabelVerdict, readonly string[]>> = {
  pass: ['pass', 'passed', 'p', 'yes', 'y', 'true', 'ok', '1', '✓', '✔', '☑', '✅'],
  fail: ['fail', 'failed', 'f', 'no', 'n', 'false', '0', '✗', '✘', '❌'],
  skipped: ['skip', 'skipped', 's', '?'],
};

/** Returns the verdict that a word means, in any case and between spaces; null for any other word. */
export function verdictOf(word: string): LabelVerdict | null {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/\ufe0f$/, '');
  const known = Object.entries(words).find(([, own]) => own.includes(plain));
  return known ? (known[0] as LabelVerdict) : null;
}
