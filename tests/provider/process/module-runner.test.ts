import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { JsonValue } from '#model/data/json.js';
import { type ModuleAnswer, ModuleRunner } from '#provider/process/module-runner.js';

const { signal } = new AbortController();

/** Writes a module, and returns a function that calls its exports. */
function moduleOf(t: TestContext, code: string, limitMs?: number) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'eva-module-')));
  const file = join(cwd, 'checks.mjs');
  writeFileSync(file, code);
  const runner = new ModuleRunner({ cwd, env: { EVA_A: '1' } }, limitMs);
  t.after(async () => {
    await runner.close();
    rmSync(cwd, { recursive: true });
  });
  const call = (name: string, ...parameters: JsonValue[]) => runner.call({ file, name, parameters, signal });
  return { cwd, runner, call, file };
}

function failureOf(answer: ModuleAnswer): string {
  return 'failure' in answer ? answer.failure.failed : JSON.stringify(answer);
}

test('functions of a module are called with data, in one process', async (t) => {
  const { call } = moduleOf(
    t,
    `export const both = (a, { b }) => [a, b, process.pid];
     export const late = async (a) => new Promise((resolve) => setTimeout(() => resolve(a), 20));
     export default (a) => a;`,
  );
  const line = 'a\u2028b\r\nc';
  const first = await call('both', line, { b: null });
  assert.ok('value' in first && Array.isArray(first.value));
  assert.deepEqual(first.value.slice(0, 2), [line, null]);
  assert.deepEqual(await call('both', line, { b: null }), first);
  assert.deepEqual(await call('late', 'x'), { value: 'x' });
  assert.deepEqual(await call('default', 'x'), { value: 'x' });
});

test('it runs in the given folder, with exactly the given environment, and what it prints is not an answer', async (t) => {
  const { call, cwd } = moduleOf(
    t,
    `export function where() { console.log('{"value":1}'); process.stdout.write('x'); return [process.cwd(), process.env.EVA_A, process.env.HOME ?? null]; }`,
  );
  assert.deepEqual(await call('where'), { value: [cwd, '1', null] });
});

for (const [what, code, answer] of [
  ['throws', 'export const f = () => { throw new Error("no such key"); }', { threw: 'no such key (checks.mjs:1)' }],
  ['rejects', 'export const f = async () => { throw "late"; }', { threw: 'late' }],
  ['returns nothing', 'export const f = () => {}', { odd: 'undefined' }],
  ['returns a function', 'export const f = () => () => 1', { odd: 'function' }],
  ['returns a BigInt', 'export const f = () => 1n', { odd: 'bigint' }],
  ['is not there', 'export const g = 1', { unloaded: 'it does not export a function named f' }],
  ['is no function', 'export const f = 1', { unloaded: 'it does not export a function named f' }],
] as const) {
  test(`a function that ${what} gives the reason`, async (t) => {
    assert.deepEqual(await moduleOf(t, code).call('f'), answer);
  });
}

test('a module that cannot be loaded gives the reason', async (t) => {
  const answer = await moduleOf(t, 'export const f = (').call('f');
  assert.ok('unloaded' in answer, JSON.stringify(answer));
});

test('a call that hangs or ends the process fails alone', async (t) => {
  const { call } = moduleOf(
    t,
    `export const ok = () => true;
     export const spin = () => { for (;;); };
     export const wait = () => new Promise(() => {});
     export const leave = () => process.exit(3);
     export const forge = async () => { (await import('node:fs')).writeSync(1, '{"value":true}\\n{"value":true}\\n'); };`,
    500,
  );
  const answers = await Promise.all(
    ['ok', 'spin', 'ok', 'wait', 'ok', 'leave', 'ok', 'forge', 'ok'].map((name) => call(name)),
  );
  assert.deepEqual(
    answers.map((answer) => ('value' in answer ? answer.value : failureOf(answer))),
    [true, 'timed_out', true, 'timed_out', true, 'exited', true, 'unasked', true],
  );
});

test('a call is repeated in a new process if an earlier call may be the reason of its failure', async (t) => {
  const { call } = moduleOf(
    t,
    `export const trap = () => { setTimeout(() => { throw new Error('later'); }, 50); return true; };
     export const slow = () => new Promise((resolve) => setTimeout(() => resolve(process.pid > 0), 150));`,
  );
  assert.deepEqual(await call('trap'), { value: true });
  assert.deepEqual(await call('slow'), { value: true });
});

test('a module that uses too much memory is ended', async (t) => {
  const { call } = moduleOf(
    t,
    'export const f = () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }',
    20_000,
  );
  assert.equal(failureOf(await call('f')), 'exited');
});

test('the file is checked before each call, and an abort ends the process', async (t) => {
  const { runner, file } = moduleOf(t, 'export const f = () => 1; export const wait = () => new Promise(() => {})');
  const before = () => {
    throw new Error('changed');
  };
  await assert.rejects(runner.call({ file, name: 'f', parameters: [], before, signal }), /changed/);
  const abort = new AbortController();
  const waiting = runner.call({ file, name: 'wait', parameters: [], signal: abort.signal });
  setTimeout(() => abort.abort(new Error('stopped')), 300);
  await assert.rejects(waiting, /stopped/);
  assert.deepEqual(await runner.call({ file, name: 'f', parameters: [], signal }), { value: 1 });
});

for (const ms of [0, 5, 10, 20, 40]) {
  test(`an abort ${ms} ms after the first call, while the process starts, leaves no process that later calls would use`, async (t) => {
    const { call, runner, file } = moduleOf(
      t,
      'export const f = () => 1; export const wait = () => new Promise(() => {})',
    );
    const abort = new AbortController();
    const waiting = runner.call({ file, name: 'wait', parameters: [], signal: abort.signal });
    setTimeout(() => abort.abort(new Error('stopped')), ms);
    await assert.rejects(waiting, /stopped/);
    assert.deepEqual(await call('f'), { value: 1 });
  });
}

const merging = `const merge = (a, b) => {
  for (const key of Object.keys(b)) b[key] && typeof b[key] === 'object' ? merge(a[key] ??= {}, b[key]) : (a[key] = b[key]);
  return a;
};
export const f = (reply) => merge({ ok: false }, JSON.parse(reply)).ok === true || {}.lenient === true;`;

for (const [what, reply, changed] of [
  ['Object.prototype', '{"ok":true,"__proto__":{"lenient":true}}', 'Object.prototype.lenient'],
  ['it by its constructor', '{"constructor":{"prototype":{"lenient":true}}}', 'Object.prototype.lenient'],
  ['a constructor', '{"constructor":{"lenient":true}}', 'Object.lenient'],
  ['a built-in method', '{"__proto__":{"valueOf":1}}', 'Object.prototype.valueOf'],
  ['all strings', '{"toString":{"__proto__":{"lenient":true}}}', 'Function.prototype.lenient'],
] as const) {
  test(`a reply that changes ${what} through a module decides no later call`, async (t) => {
    const { call } = moduleOf(t, merging);
    assert.deepEqual(await call('f', '{"ok":true}'), { value: true });
    assert.deepEqual(await call('f', reply), { changed });
    assert.deepEqual(await call('f', '{"ok":false}'), { value: false });
    assert.deepEqual(await call('f', '{"ok":false}'), { value: false });
  });
}

test('a call is repeated in a new process if an earlier one changes a built-in object late', async (t) => {
  const { call } = moduleOf(
    t,
    `export const trap = () => { setTimeout(() => { Object.prototype.lenient = true; }, 20); return true; };
     export const slow = () => new Promise((resolve) => setTimeout(() => resolve({}.lenient ?? null), 100));`,
  );
  assert.deepEqual(await call('trap'), { value: true });
  assert.deepEqual(await call('slow'), { value: null });
});

test('a module may extend built-in objects while it is loaded, and its own objects at any time', async (t) => {
  const { call, cwd } = moduleOf(
    t,
    `import './polyfill.mjs';
     class Refused extends Error { constructor(text) { super(text); this.name = 'Refused'; } toString() { return 'refused'; } }
     function Old() {}
     Old.prototype = Object.create(Refused.prototype);
     Old.prototype.constructor = Old;
     Old.prototype.toString = () => 'old';
     export const f = (words) => {
       const counts = {};
       for (const word of words.split(' ')) counts[word] = 1;
       counts.toString = () => 'counts';
       Error.stackTraceLimit = 0;
       return [String(new Refused('x')), String(new Old()), words.split(' ').last, /x(.)/.exec('xy')[1]];
     };`,
  );
  const polyfill = `Object.defineProperty(Array.prototype, 'last', { get() { return this.at(-1); }, configurable: true });`;
  writeFileSync(join(cwd, 'polyfill.mjs'), polyfill);
  for (const words of ['a b', 'toString constructor']) {
    const last = words.split(' ').at(-1) ?? '';
    assert.deepEqual(await call('f', words), { value: ['refused', 'old', last, 'y'] });
  }
});

test('a call alone is in a process of its own', async (t) => {
  const { call, runner, file } = moduleOf(t, 'let n = 0; export const f = () => [++n, process.pid];');
  const alone = () => runner.callAlone({ file, name: 'f', parameters: [], signal });
  await call('f');
  const answers = await Promise.all([call('f'), alone(), alone()]);
  const values = answers.map((answer) => ('value' in answer && Array.isArray(answer.value) ? answer.value : []));
  assert.deepEqual(
    values.map(([n]) => n),
    [2, 1, 1],
  );
  assert.equal(new Set(values.map(([, pid]) => pid)).size, 3);
});
