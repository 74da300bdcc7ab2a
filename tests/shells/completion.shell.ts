import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { complete, shells, type Typed } from './complete.js';

function library(t: TestContext): string {
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/digest/prompt.md': 'x', 'prompts/_old/prompt.md': 'x' });
  mkdirSync(join(root, 'prompts/.hidden'));
  mkdirSync(join(root, '.eva/runs/20261122T060000Z-abcdef'), { recursive: true });
  mkdirSync(join(root, 'deep/er'), { recursive: true });
  symlinkSync('diff', join(root, 'prompts/linked'));
  return root;
}

for (const shell of shells) {
  const words = (t: TestContext, line: string, typed: Partial<Typed> = {}) =>
    complete(t, shell, { line, cwd: library(t), ...typed });

  test(`${shell}: commands`, (t) => {
    assert.deepEqual(words(t, 'eva ev'), ['eval']);
    const all = words(t, 'eva ');
    for (const name of ['eval', 'doctor', 'cache', 'completion']) assert.ok(all.includes(name), all.join());
    assert.deepEqual(words(t, 'eva completion '), ['bash', 'fish', 'zsh']);
  });

  if (shell !== 'fish')
    test(`${shell}: what follows npx eva`, (t) => {
      assert.deepEqual(words(t, 'npx eva ev'), ['eval']);
      assert.deepEqual(words(t, 'npx eva cache clear --old'), ['--older-than']);
      assert.deepEqual(words(t, 'npx eva eval dig'), ['digest']);
      assert.deepEqual(words(t, `npx eva eval --root ${library(t)} dig`, { cwd: '/' }), ['digest']);
      assert.deepEqual(words(t, 'npx other ev'), []);
    });

  test(`${shell}: subcommands`, (t) => {
    assert.deepEqual(words(t, 'eva cache cl'), ['clear']);
    assert.deepEqual(words(t, 'eva cache clear --old'), ['--older-than']);
    assert.deepEqual(words(t, 'eva help ev'), ['eval']);
  });

  test(`${shell}: flags of the command`, (t) => {
    assert.deepEqual(words(t, 'eva eval --max-t'), ['--max-tokens']);
    assert.deepEqual(words(t, 'eva eval diff --repl'), ['--replay']);
    assert.deepEqual(words(t, 'eva doctor --max-t'), []);
  });

  test(`${shell}: prompts, from a folder inside the library too`, (t) => {
    assert.deepEqual(words(t, 'eva eval '), ['diff', 'digest', 'linked']);
    assert.deepEqual(words(t, 'eva eval dig'), ['digest']);
    assert.deepEqual(words(t, 'eva eval diff dig'), ['digest']);
    assert.deepEqual(words(t, 'eva promote dif'), ['diff']);
    assert.deepEqual(words(t, 'eva eval diff --cases-of di'), ['diff', 'digest']);
    assert.deepEqual(words(t, 'eva eval dig', { cwd: join(library(t), 'deep/er') }), ['digest']);
  });

  test(`${shell}: prompts of the library that --root or EVA_ROOT names`, (t) => {
    const root = library(t);
    assert.deepEqual(words(t, `eva eval --root ${root} dig`, { cwd: '/' }), ['digest']);
    assert.deepEqual(words(t, 'eva eval dig', { cwd: '/', env: { EVA_ROOT: root } }), ['digest']);
    assert.deepEqual(words(t, 'eva eval dig', { cwd: '/proc' }), []);
  });

  test(`${shell}: runs`, (t) => {
    assert.deepEqual(words(t, 'eva report 2026'), ['20261122T060000Z-abcdef']);
    assert.deepEqual(words(t, 'eva eval --resume 2026'), ['20261122T060000Z-abcdef']);
  });

  test(`${shell}: names of folders are data`, (t) => {
    const root = library(t);
    const hostile = [
      '$(touch hit)',
      '`touch hit`',
      'a;touch hit',
      '-rf',
      'a b',
      "a'b",
      'a"b',
      'a\nb',
      'a\x1b[31m',
      '*',
      '~',
      'ok.1',
    ];
    for (const name of hostile) mkdirSync(join(root, 'prompts', name));
    assert.deepEqual(words(t, 'eva eval ', { cwd: root }), ['diff', 'digest', 'linked', 'ok.1']);
    assert.equal(existsSync(join(root, 'hit')), false);
    const odd = tempLibrary(t, { '$(touch hit)*/prompts/inner/prompt.md': 'x' });
    const inside = join(odd, '$(touch hit)*');
    assert.deepEqual(words(t, 'eva eval in', { cwd: inside }), ['inner']);
    assert.equal(existsSync(join(inside, 'hit')), false);
  });
}
