import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

test('one run writes every file, also with old providers, settings and checks in the schemas', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'eva-generate-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  for (const dir of ['schemas', 'docs/reference']) cpSync(dir, join(cwd, dir), { recursive: true });
  for (const dir of ['src/model', 'src/schema']) mkdirSync(join(cwd, dir), { recursive: true });
  makeOld(join(cwd, 'schemas/eva-config.schema.json'), /"type": \{\s+"description"[\s\S]*(?="rpm": \{)/, [
    '"type": {\n "description": "a provider of an older version" },',
    '"old_setting": { "description": "a setting of an older version", "type": "string" },',
  ]);
  const evalSchema = join(cwd, 'schemas/eval.schema.json');
  makeOld(evalSchema, /"description": "A model: [^"]*"/, ['"description": "A model: old."']);
  makeOld(evalSchema, /"check": \{\s*"title": "Check"[\s\S]*?\},\n(?=\s*"class": \{)/, [
    '"check": { "title": "Check", "properties": { "old_check": {} } },\n',
  ]);
  execFileSync(process.execPath, [resolve('scripts/generate.js')], { cwd });
  const { generate } = await import(pathToFileURL(resolve('scripts/generate.js')).href);
  for (const [path, text] of Object.entries<string>(await generate())) {
    const written = readFileSync(join(cwd, path), 'utf8');
    if (path.endsWith('.json')) assert.deepEqual(JSON.parse(written), JSON.parse(text), path);
    else assert.equal(written, text, path);
  }
});

/** Replaces a generated part of a file by that of an older version. */
function makeOld(path: string, part: RegExp, lines: readonly string[]): void {
  const text = readFileSync(path, 'utf8');
  assert.match(text, part);
  writeFileSync(
    path,
    text.replace(part, () => lines.join('\n')),
  );
}
