import assert from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { readModuleFiles } from '#library/modules.js';
import { type Files, tempLibrary } from '../support/temp-library.js';

const main = 'prompts/diff/checks.mjs';

function read(t: TestContext, code: string, others: Files = {}) {
  const root = tempLibrary(t, { [main]: code, ...others });
  const { files, exports, problems } = readModuleFiles(root, join(root, main));
  const name = (path: string) => relative(realpathSync(root), path);
  return {
    root,
    files: files.map(({ path }) => name(path)),
    digests: files.map(({ sha256 }) => sha256),
    exports,
    problems: problems.map(({ code, variant, at }) => `${code}:${variant} ${at?.file}:${at?.line}:${at?.column}`),
  };
}

test('a module has every file that it imports, each once, with its digest', (t) => {
  const found = read(
    t,
    `import { a } from './a.mjs';
import words from '../../shared/words.json' with { type: 'json' };
import 'node:fs';
export * as b from "./lib/b.mjs";
export function polite() {}
export { a as other };`,
    {
      'prompts/diff/a.mjs': "import './lib/b.mjs'; import './checks.mjs';",
      'prompts/diff/lib/b.mjs': "export const b = '../x'; // import './no.mjs'",
      'shared/words.json': '[]',
    },
  );
  assert.deepEqual(found.problems, []);
  assert.deepEqual(found.files, [main, 'prompts/diff/a.mjs', 'prompts/diff/lib/b.mjs', 'shared/words.json']);
  assert.deepEqual(new Set(found.digests.map((one) => one.length)), new Set([64]));
  assert.deepEqual(found.exports, ['b', 'polite', 'other']);
});

test('a changed import changes the digests', (t) => {
  const { root, digests } = read(t, "import './a.mjs'", { 'prompts/diff/a.mjs': '1' });
  writeFileSync(join(root, 'prompts/diff/a.mjs'), '2');
  const now = readModuleFiles(root, join(root, main)).files.map(({ sha256 }) => sha256);
  assert.equal(now[0], digests[0]);
  assert.notEqual(now[1], digests[1]);
});

test('names are unknown if the module passes on all names of another', (t) => {
  assert.equal(read(t, "export * from './a.mjs';", { 'prompts/diff/a.mjs': 'export const a = 1' }).exports, null);
});

for (const [what, code, problem] of [
  ['a package', "\nimport x from 'lodash';", 'EVA_UNTRUSTABLE:package prompts/diff/checks.mjs:2:16'],
  ['a built-in module without node:', "import 'fs';", 'EVA_UNTRUSTABLE:package prompts/diff/checks.mjs:1:9'],
  ['a URL', "import 'data:text/javascript,1';", 'EVA_UNTRUSTABLE:package prompts/diff/checks.mjs:1:9'],
  ['an absolute path', "import '/etc/x.mjs';", 'EVA_UNTRUSTABLE:package prompts/diff/checks.mjs:1:9'],
  ['a dynamic import', "const x = await import('./a.mjs');", 'EVA_UNTRUSTABLE:dynamic prompts/diff/checks.mjs:1:24'],
  ['a dynamic import in a template', '`${import("x")}`', 'EVA_UNTRUSTABLE:dynamic prompts/diff/checks.mjs:1:11'],
  ['a path outside', "export { a } from '../../../a.mjs';", 'EVA_UNTRUSTABLE:outside prompts/diff/checks.mjs:1:20'],
  ['an encoded path outside', "import '../..%2f../a.mjs';", 'EVA_UNTRUSTABLE:outside prompts/diff/checks.mjs:1:9'],
  ['CommonJS', "import './b.cjs';", 'EVA_UNTRUSTABLE:kind prompts/diff/checks.mjs:1:9'],
  ['a file that is not there', "import './gone.mjs';", 'EVA_NO_FILE:named prompts/diff/checks.mjs:1:9'],
  [
    'a syntax error',
    'const a = 1;\nconst b = ();}\nconst c = 2;',
    'EVA_UNTRUSTABLE:syntax prompts/diff/checks.mjs:2:12',
  ],
  ['a link that leaves the library', "import './out.mjs';", 'EVA_UNTRUSTABLE:outside prompts/diff/checks.mjs:1:9'],
] as const) {
  test(`${what} is a problem at its import`, (t) => {
    const others = { 'prompts/diff/b.cjs': '1', 'prompts/diff/out.mjs': { link: '/etc/hostname' } };
    assert.deepEqual(read(t, code, others).problems, [problem]);
  });
}

test('what only looks like an import is none', (t) => {
  const { problems } = read(
    t,
    `// import 'x'
/* import('x') */
const a = "import('x')", b = /import('x')/, c = \`import 'x'\`;
const d = import.meta.url, e = { import: 1 }, f = e.import;`,
  );
  assert.deepEqual(problems, []);
});

test('the node: modules that read what is no evidence are named, also those of imports', (t) => {
  const root = tempLibrary(t, {
    [main]: "import 'node:path'; import './a.mjs'; import { readFile } from 'node:fs/promises'; import 'node:fsx';",
    'prompts/diff/a.mjs': "import 'node:child_process'; import 'node:assert/strict'; export * from 'node:fs/promises';",
  });
  assert.deepEqual(readModuleFiles(root, join(root, main)).readers, ['node:child_process', 'node:fs/promises']);
});
