import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = 'tests/fixtures/golden/report';

/** Compares a text with `tests/fixtures/golden/report/<name>.txt`; with U=1 in the environment the file is rewritten first. */
export function matchesGolden(name: string, text: string): void {
  const file = `${folder}/${name}.txt`;
  if (process.env['U'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'));
}
