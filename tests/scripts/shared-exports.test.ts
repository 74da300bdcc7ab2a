import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { tempLibrary } from '../support/temp-library.js';

const { sharedExports } = await import(pathToFileURL(resolve('scripts/shared-exports.js')).href);

test('a name that several modules of a bundle export is found with its files', (t) => {
  const root = tempLibrary(t, {
    'a.js': 'export async function run() {}\nexport const own = 1;\nconst hidden = 2;\n',
    'b.js': "const walk = 1;\nexport { walk as run, walk };\nexport { other } from './c.js';\nconst hidden = 3;\n",
    'c.js': 'export class other {}\n// export const own = 1\nconst text = ` export const own`;\n',
  });
  const [a, b, c] = ['a.js', 'b.js', 'c.js'].map((name) => join(root, name));
  assert.deepEqual(sharedExports([a, b, c]), [`run in ${a} and ${b}`, `other in ${b} and ${c}`]);
  assert.deepEqual(sharedExports([a, c]), []);
});
