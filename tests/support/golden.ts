import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Compares a text with `tests/fixtures/golden/<name>.txt`; with U=1 in the environment the file is rewritten first. */
export function matchesGolden(name: string, text: string): void {
  const file = join('tests/fixtures/golden', `${name}.txt`);
  if (process.env['U'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'));
}
