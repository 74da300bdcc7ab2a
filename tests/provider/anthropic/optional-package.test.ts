import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EvaError } from '#model/problem.js';
import { installLine, loadPackage, requireOf } from '#provider/anthropic/optional-package.js';
import { gitIn } from '../../support/git-library.js';
import { tempLibrary } from '../../support/temp-library.js';

const name = '@anthropic-ai/bedrock-sdk';
const wanted = { provider: 'bedrock', name };
const folder = `project/node_modules/${name}`;
const manifestOf = (version?: string) =>
  JSON.stringify({ name, version, main: 'index.js', exports: { '.': './index.js' } });

/** Writes files, and returns the URL of eva's code in a project beside them. */
function evaIn(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = tempLibrary(t, { 'project/node_modules/eva-harness/dist/index.js': '', ...files });
  return pathToFileURL(`${root}/project/node_modules/eva-harness/dist/index.js`).href;
}

const whole = {
  [`${folder}/package.json`]: manifestOf('1.2.3'),
  [`${folder}/index.js`]: "exports.loaded = 'yes';",
};

test('a package beside eva is loaded', (t) => {
  assert.deepEqual({ ...loadPackage<object>(wanted, evaIn(t, whole)) }, { loaded: 'yes' });
});

const flaws: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['missing', {}, 'missing'],
  ['of an old version', { ...whole, [`${folder}/package.json`]: manifestOf('0.29.1') }, 'version'],
  ['without a version', { ...whole, [`${folder}/package.json`]: manifestOf() }, 'version'],
  ['without a part that it needs', { ...whole, [`${folder}/index.js`]: "require('@smithy/none');" }, 'broken'],
  ['damaged', { ...whole, [`${folder}/index.js`]: 'exports.(' }, 'broken'],
];

for (const [state, files, variant] of flaws) {
  test(`a package that is ${state} is EVA_NO_PACKAGE:${variant}`, (t) => {
    const from = evaIn(t, files);
    assert.throws(
      () => loadPackage(wanted, from),
      (error) => {
        assert.ok(error instanceof EvaError, String(error));
        const [found] = error.problems;
        assert.deepEqual([found?.code, found?.variant, error.exitCode], ['EVA_NO_PACKAGE', variant, 2]);
        assert.ok(found?.hint?.includes(`npm install --save-dev ${name}`));
        return true;
      },
    );
  });
}

test('a package that git tracks is not loaded: a clone can bring it', (t) => {
  const from = evaIn(t, whole);
  const root = fileURLToPath(new URL('../../../..', from));
  gitIn(root, 'init', '-q');
  assert.deepEqual({ ...loadPackage<object>(wanted, from) }, { loaded: 'yes' });
  gitIn(root, 'add', '-f', 'project');
  assert.throws(() => loadPackage(wanted, from), /git tracks/);
  assert.throws(() => requireOf(wanted, from), /git tracks/);
});

for (const [place, env] of [
  ['the home', (planted: string) => ({ HOME: planted })],
  ['NODE_PATH', (planted: string) => ({ NODE_PATH: join(planted, '.node_modules') })],
] as const) {
  test(`a package in a folder of ${place} is not loaded`, (t) => {
    const eva = evaIn(t, {});
    const planted = tempLibrary(
      t,
      Object.fromEntries(
        Object.entries(whole).map(([path, text]) => [path.replace('project/node_modules', '.node_modules'), text]),
      ),
    );
    const loader = new URL('../../../dist/provider/anthropic/optional-package.js', import.meta.url).href;
    const script = `
      const { createRequire } = await import('node:module');
      console.log(createRequire('${eva}').resolve('${name}'));
      const { loadPackage } = await import('${loader}');
      try { loadPackage(${JSON.stringify(wanted)}, '${eva}'); } catch ({ problems }) { console.log(problems[0].variant); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env['PATH'], ...env(planted) },
      encoding: 'utf8',
    });
    assert.deepEqual(stdout.trim().split('\n'), [
      join(realpathSync(planted), '.node_modules', name, 'index.js'),
      'missing',
    ]);
  });
}

test('a package in the library is not looked at', (t) => {
  const planted = Object.fromEntries(
    Object.entries(whole).map(([path, text]) => [path.replace('project', 'lib'), text]),
  );
  const from = evaIn(t, { ...planted, [`lib/node_modules/${name}/index.js`]: 'process.exitCode = 9;' });
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(new URL('../../../../lib/', from).pathname);
  assert.throws(() => loadPackage(wanted, from), /EVA_NO_PACKAGE|not installed/);
});

for (const [path, line] of [
  ['/home/u/app/node_modules/eva-harness/dist/x.cjs', `npm install --save-dev ${name}`],
  ['/home/u/app/node_modules/.pnpm/e@1/node_modules/eva-harness/dist/x.cjs', `npm install --save-dev ${name}`],
  ['/usr/lib/node_modules/eva-harness/dist/x.cjs', `npm install --global ${name}`],
  ['/home/u/.npm/_npx/0a1b/node_modules/eva-harness/dist/x.cjs', `npm install --save-dev eva-harness ${name}`],
  ['/home/u/eva/dist/x.js', `npm install --save-dev ${name}`],
] as const) {
  test(`eva in ${path} suggests ${line}`, () => assert.equal(installLine(name, pathToFileURL(path).href), line));
}
