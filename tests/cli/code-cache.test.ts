import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { CodeCache } from '#cli/code-cache.js';
import { tempLibrary } from '../support/temp-library.js';

const modules = {
  'a.cjs':
    "exports.name = () => 'a of ' + require('./b.cjs').name() + require('node:path').basename(__filename); exports.early = require('./b.cjs');",
  'b.cjs': "const a = require('./a.cjs'); exports.name = () => 'b, '; exports.knows = () => typeof a.name;",
};

interface A {
  name(): string;
  readonly early: { knows(): string };
}

/** Makes a folder with two modules that require each other. Returns the path of one, and that of a folder for their compiled code. */
function makeModules(t: TestContext): { readonly path: string; readonly folder: string } {
  const root = tempLibrary(t, {});
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(root, name), text);
  return { path: join(root, 'a.cjs'), folder: join(root, 'cache/eval') };
}

function loaded(path: string, folder: string): CodeCache {
  const cache = new CodeCache(folder, dirname(path));
  const a = cache.load(path) as A;
  assert.equal(a.name(), 'a of b, a.cjs');
  assert.equal(a.early.knows(), 'function', 'modules that require each other');
  assert.equal(cache.load(path), a, 'a module runs once');
  return cache;
}

test('compiled code is saved once, in files that only this user can read', (t) => {
  const { path, folder } = makeModules(t);
  loaded(path, folder).save();
  assert.deepEqual(readdirSync(folder).sort(), ['a.cjs', 'b.cjs']);
  const modes = [folder, join(folder, 'a.cjs')].map((entry) => statSync(entry).mode & 0o777);
  assert.deepEqual(modes, [0o700, 0o600]);
  const cache = loaded(path, folder);
  rmSync(folder, { recursive: true });
  cache.save();
  assert.equal(existsSync(folder), false, 'the second process had nothing to save');
});

/** Returns the size of all large objects on the heap, which are long texts. */
function bytesOfTexts(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => space_name.includes('large_object'));
  return spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}

test('the text of a module is on the heap once, so that a short command collects no garbage', (t) => {
  const { path, folder } = makeModules(t);
  const size = 900_000; // Node keeps a text of more than a million bytes outside of the heap
  writeFileSync(path, Buffer.concat([Buffer.from("exports.name = 'a'; //"), Buffer.alloc(size, '.')]));
  const before = bytesOfTexts();
  new CodeCache(folder, dirname(path)).load(path);
  const grown = bytesOfTexts() - before;
  assert.ok(grown < 1.5 * size, `the heap grew by ${grown} bytes for ${size}`);
});

for (const [what, damage] of Object.entries<(code: Buffer) => Buffer>({
  'was cut': (code) => code.subarray(0, code.length / 2),
  'is empty': () => Buffer.alloc(0),
  'has other bytes': (code) => Buffer.concat([code.subarray(0, 100), code.subarray(100).map((byte) => byte ^ 0xff)]),
})) {
  test(`compiled code that ${what} is replaced`, (t) => {
    const { path, folder } = makeModules(t);
    loaded(path, folder).save();
    const file = join(folder, 'a.cjs');
    const damaged = damage(readFileSync(file));
    writeFileSync(file, damaged);
    loaded(path, folder).save();
    assert.notDeepEqual(readFileSync(file), damaged);
    const cache = loaded(path, folder);
    rmSync(folder, { recursive: true });
    cache.save();
    assert.equal(existsSync(folder), false, 'the next process had nothing to save');
  });
}

test('compiled code of another text is not used, even if it has the same length', (t) => {
  const { path, folder } = makeModules(t);
  loaded(path, folder).save();
  writeFileSync(path, modules['a.cjs'].replace('a of ', 'A OF '));
  assert.equal((new CodeCache(folder, dirname(path)).load(path) as A).name(), 'A OF b, a.cjs');
});

test('files of no module, and pipes and links in place of a file, are ignored', (t) => {
  const { path, folder } = makeModules(t);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'other.cjs'), 'code of a module that is gone');
  execFileSync('mkfifo', [join(folder, 'a.cjs')]);
  symlinkSync('/dev/zero', join(folder, 'b.cjs'));
  loaded(path, folder);
});

test('compiled code of another V8 is replaced', (t) => {
  const { path, folder } = makeModules(t);
  loaded(path, folder).save();
  const file = join(folder, 'a.cjs');
  const code = readFileSync(file).subarray(32);
  code.writeUInt32LE(code.readUInt32LE(4) ^ 1, 4); // the digest of V8's version
  const digest = createHash('sha256').update(modules['a.cjs']).update(code).digest();
  writeFileSync(file, Buffer.concat([digest, code]));
  // In this process V8 remembers the code itself.
  const script = `import { CodeCache } from ${JSON.stringify(import.meta.resolve('#cli/code-cache.js'))};
    const cache = new CodeCache(${JSON.stringify(folder)}, ${JSON.stringify(dirname(path))});
    cache.load(${JSON.stringify(path)});
    cache.save();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
  assert.notDeepEqual(readFileSync(file).subarray(0, 32), digest);
});

test('the columns of errors are those of the file', (t) => {
  const { path, folder } = makeModules(t);
  writeFileSync(path, 'exports.fail = () => { throw new Error(); };');
  const { fail } = new CodeCache(folder, dirname(path)).load(path) as { fail(): void };
  assert.throws(fail, ({ stack }: Error) => stack?.includes('a.cjs:1:30') === true);
});

test('a folder that cannot be made costs nothing but time', (t) => {
  const { path, folder } = makeModules(t);
  mkdirSync(join(folder, '..'));
  writeFileSync(folder, 'a file');
  loaded(path, folder).save();
  assert.equal(readFileSync(folder, 'utf8'), 'a file');
});

test('code that cannot be saved leaves no file behind', (t) => {
  const { path, folder } = makeModules(t);
  mkdirSync(join(folder, 'a.cjs'), { recursive: true });
  loaded(path, folder).save();
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.endsWith('.cjs')),
    [],
  );
});
