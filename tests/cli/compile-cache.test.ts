import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { compileCacheFolder } from '#cli/compile-cache.js';
import { tempLibrary } from '../support/temp-library.js';

const uid = process.getuid?.() ?? 0;
const modeOf = (path: string) => statSync(path).mode & 0o7777;

/** Makes an empty home directory. */
function emptyHome(t: TestContext): string {
  return realpathSync(tempLibrary(t, {}));
}

test('the cache is in the home of the user and private', (t) => {
  const home = emptyHome(t);
  const folder = join(home, '.cache/eva/compile-cache');
  assert.equal(compileCacheFolder({ HOME: home }, uid), folder);
  for (const path of [folder, dirname(folder), join(home, '.cache')]) assert.equal(modeOf(path), 0o700, path);
  assert.equal(compileCacheFolder({ HOME: home }, uid), folder, 'the second time');
});

test('XDG_CACHE_HOME overrides the folder if it is an absolute path', (t) => {
  const home = emptyHome(t);
  const named = { HOME: home, XDG_CACHE_HOME: join(home, 'caches') };
  assert.equal(compileCacheFolder(named, uid), join(home, 'caches/eva/compile-cache'));
  for (const XDG_CACHE_HOME of ['', '.', 'caches', '../caches', '~/caches']) {
    const folder = compileCacheFolder({ HOME: home, XDG_CACHE_HOME }, uid);
    assert.equal(folder, join(home, '.cache/eva/compile-cache'), XDG_CACHE_HOME);
  }
});

for (const mode of [0o777, 0o1777, 0o770, 0o755, 0o702]) {
  for (const part of ['eva', 'eva/compile-cache']) {
    test(`there is no cache if ${part} has the mode ${mode.toString(8)}`, (t) => {
      const home = emptyHome(t);
      compileCacheFolder({ HOME: home }, uid);
      chmodSync(join(home, '.cache', part), mode);
      assert.equal(compileCacheFolder({ HOME: home }, uid), null);
    });
  }
}

for (const part of ['eva', 'eva/compile-cache']) {
  test(`there is no cache if ${part} is a symbolic link`, (t) => {
    const home = emptyHome(t);
    mkdirSync(join(home, 'elsewhere/compile-cache'), { recursive: true, mode: 0o700 });
    const path = join(home, '.cache', part);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    symlinkSync(join(home, 'elsewhere'), path);
    assert.equal(compileCacheFolder({ HOME: home }, uid), null);
  });

  test(`there is no cache if ${part} belongs to another user`, { skip: uid === 0 ? false : 'needs root' }, (t) => {
    const home = emptyHome(t);
    compileCacheFolder({ HOME: home }, uid);
    chownSync(join(home, '.cache', part), 65534, 65534);
    assert.equal(compileCacheFolder({ HOME: home }, uid), null);
  });
}

test('there is no cache below a folder in which other users may rename files', (t) => {
  const home = emptyHome(t);
  chmodSync(home, 0o777);
  assert.equal(compileCacheFolder({ HOME: home }, uid), null);
  chmodSync(home, 0o1777);
  assert.notEqual(compileCacheFolder({ HOME: home }, uid), null, 'a sticky one keeps them from it');
});

test('there is no cache if its folder cannot be created, and a missing home stays missing', (t) => {
  const home = emptyHome(t);
  assert.equal(compileCacheFolder({ HOME: join(home, 'missing') }, uid), null);
  assert.equal(compileCacheFolder({ HOME: home, XDG_CACHE_HOME: join(home, 'missing/caches') }, uid), null);
  assert.equal(existsSync(join(home, 'missing')), false);
  assert.equal(compileCacheFolder({ HOME: home }, undefined), null);
});
