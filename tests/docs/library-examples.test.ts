import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testedPackage } from '../support/tested-package.js';

const page = readFileSync('docs/reference/library.md', 'utf8');
const run = promisify(execFile);

interface Program {
  readonly file: string;
  readonly text: string;
}

/** The blocks of TypeScript, those of one section as one program. A block with a name is a module that others import. */
function programs(): readonly Program[] {
  return page.split(/^## /m).flatMap((section, index) => {
    const blocks = [...section.matchAll(/^```ts(?: file=(\S+))?\n([\s\S]*?)^```$/gm)];
    const named = blocks.flatMap(([, file, text = '']) => (file === undefined ? [] : [{ file, text }]));
    const rest = blocks.flatMap(([, file, text = '']) => (file === undefined ? [text] : []));
    return [...named, ...(rest.length > 0 ? [{ file: `section-${index}.ts`, text: rest.join('\n') }] : [])];
  });
}

const config = {
  extends: resolve('tsconfig.json'),
  compilerOptions: { composite: false, incremental: false, declaration: false, rootDir: '.', outDir: 'made' },
  include: ['*.ts'],
};

test('every example of docs/reference/library.md compiles and runs', async (t) => {
  const parent = fileURLToPath(new URL('dist-tests', testedPackage)); // from where 'eva-harness' is that package
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'library-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const all = programs();
  assert.ok(all.length > 8, `${all.length} programs`);
  for (const { file, text } of all) writeFileSync(join(dir, file), text);
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', dir]).catch((error) =>
    assert.fail(error.stdout),
  );
  for (const { file } of all) {
    await t.test(file, async () => {
      await run(process.execPath, [join(dir, 'made', file.replace(/ts$/, 'js'))], { cwd: dir, env: {} });
    });
  }
});

test('docs/reference/library.md has every public name', () => {
  const index = readFileSync('src/index.ts', 'utf8');
  const names = [...index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.replace(/\btype\b/, '').trim()),
  );
  assert.ok(names.length > 50, `${names.length} names`);
  assert.deepEqual(
    names.filter((name) => name !== '' && !new RegExp(`\\b${name}\\b`).test(page)),
    [],
  );
});
