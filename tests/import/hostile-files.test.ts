import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { hostileFolders, makeHostileFolder } from './hostile-files.js';

test('each hostile folder is made with a configuration', () => {
  for (const folder of hostileFolders.filter(({ large }) => !large)) {
    const temporary = mkdtempSync(join(tmpdir(), 'eva-hostile-'));
    try {
      const names = readdirSync(makeHostileFolder(folder, temporary));
      assert.ok(
        names.some((name) => name.startsWith('promptfooconfig.')),
        folder.name,
      );
    } finally {
      rmSync(temporary, { recursive: true });
    }
  }
});

test('hostile folders have names of their own', () => {
  const names = hostileFolders.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('each hostile folder of plain files has a line that says what must hold for it', () => {
  const root = 'tests/fixtures/import/hostile';
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const lines = Object.keys(parse(readFileSync(join(root, 'cases.yml'), 'utf8')));
  assert.deepEqual(lines.sort(), folders.map(({ name }) => name).sort());
});
