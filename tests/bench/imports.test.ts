import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** What benchmarks import from the built code, which no compiler checks: file, module and name. */
function* imported(): Generator<readonly [string, string, string]> {
  for (const name of readdirSync('bench', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const file = join('bench', name);
    const imports = /import \{([^}]*)\} from '(\.[^']*\/dist\/[^']*)'/g;
    for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(imports))
      for (const one of names.split(',')) yield [file, resolve(dirname(file), from), one.trim().replace(/ as .*/, '')];
  }
}

test('what benchmarks import from the built code is there', async () => {
  const missing: string[] = [];
  let found = 0;
  for (const [file, module, name] of imported()) {
    if (name === '') continue;
    const exported = await import(pathToFileURL(module).href);
    if (name in exported) found += 1;
    else missing.push(`${file}: ${name}`);
  }
  assert.deepEqual(missing, []);
  assert.ok(found > 30, `only ${found} names`);
});
