import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { type Files, tempLibrary } from '../../support/temp-library.js';

const gitEnv = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the .gitignore of a library that `eva init` makes in a folder with these files, without its comments. */
async function ignoredIn(t: TestContext, files: Files, dir = '.'): Promise<string> {
  const root = tempLibrary(t, files);
  await runEva(['init', dir, '--yes'], { cwd: root });
  const once = read(root, join(dir, '.gitignore'));
  await runEva(['init', dir, '--yes'], { cwd: root });
  assert.equal(read(root, join(dir, '.gitignore')), once, 'a second call adds nothing');
  return once.replace(/^#.*\n/gm, '');
}

test('the last pattern of a .gitignore decides whether git ignores the runs', async (t) => {
  const after = {
    '.eva/\n!.eva/\n': '.eva/\n!.eva/\n\n.eva/\n',
    '.eva\n!/.e*\n': '.eva\n!/.e*\n\n.eva/\n',
    '!.eva\n**/.eva\n': '!.eva\n**/.eva\n',
    '!.eva/\r\n/.eva/**\r\n': '!.eva/\r\n/.eva/**\r\n',
    '.*\n!.git*\n': '.*\n!.git*\n',
    ' .eva/\n': ' .eva/\n\n.eva/\n',
    '.eva/\t\n': '.eva/\t\n\n.eva/\n',
    'a/.eva/\n': 'a/.eva/\n\n.eva/\n',
  };
  for (const [before, wanted] of Object.entries(after))
    assert.equal(await ignoredIn(t, { '.gitignore': before }), wanted, JSON.stringify(before));
});

test('git ignores packages where a package.json or node_modules is', async (t) => {
  const both = 'node_modules/\n\n.eva/\n';
  const package_ = { 'package.json': '{}' };
  assert.equal(await ignoredIn(t, {}), '.eva/\n');
  assert.equal(await ignoredIn(t, package_), both);
  assert.equal(await ignoredIn(t, { 'node_modules/a/index.js': '' }), both);
  assert.equal(await ignoredIn(t, { ...package_, '.gitignore': '*.log' }), `*.log\n\n${both}`);
  const undone = 'node_modules\n.eva\n!node_modules\n';
  assert.equal(await ignoredIn(t, { ...package_, '.gitignore': undone }), `${undone}\nnode_modules/\n`);
});

test('packages that a .gitignore of the repository above ignores get no second line', async (t) => {
  const below = (above: string, own = {}) =>
    ignoredIn(t, { '.git/HEAD': '', '.gitignore': above, 'evals/package.json': '{}', ...own }, 'evals');
  const both = 'node_modules/\n\n.eva/\n';
  assert.equal(await below('node_modules/\n'), '.eva/\n');
  assert.equal(await below('/node_modules/\n'), both, 'that of the top alone');
  for (const bound of ['node_modules/*\n', 'node_modules/**\n']) assert.equal(await below(bound), both, bound);
  assert.equal(await below('**/node_modules/**\n'), '.eva/\n');
  assert.equal(await below('node_modules/\n!node_modules/\n'), both);
  assert.equal(await below('node_modules/\n', { 'evals/.gitignore': '!node_modules\n' }), `!node_modules\n\n${both}`);
  const noRepository = { '.gitignore': 'node_modules/\n', 'evals/package.json': '{}' };
  assert.equal(await ignoredIn(t, noRepository, 'evals'), both);
});

test('a .gitignore above that is a link or a pipe is not read', async (t) => {
  const secret = tempLibrary(t, { ignore: 'node_modules/\n' });
  const files = { '.git/HEAD': '', '.gitignore': { link: join(secret, 'ignore') }, 'evals/package.json': '{}' };
  assert.equal(await ignoredIn(t, files, 'evals'), 'node_modules/\n\n.eva/\n');
});

test('git agrees about what is ignored', async (t) => {
  const root = tempLibrary(t, { 'package.json': '{}', 'node_modules/a/index.js': '', '.eva/runs/r/plan.json': '' });
  writeFileSync(join(root, '.gitignore'), '.eva/\nnode_modules\n!.eva/\n!node_modules\n');
  await runEva(['init', '--yes'], { cwd: root });
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', env: gitEnv });
  git('init', '-q');
  assert.doesNotMatch(git('ls-files', '--others', '--exclude-standard'), /^(\.eva|node_modules)\//m);
});
