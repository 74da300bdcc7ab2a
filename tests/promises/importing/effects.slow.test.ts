import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { argumentsFor, fixtureJobs, hostileJobs, resultsIn } from './jobs.js';

const noticing = ['--import', fileURLToPath(new URL('./notice-effects.js', import.meta.url))];
const program = fileURLToPath(new URL('./import-each.js', import.meta.url));

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'eva-effects-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program under the eyes of `notice-effects`. Returns what was noticed. */
function noticedOf(folder: string, args: readonly string[]): readonly string[] {
  const noticed = join(folder, 'noticed.txt');
  const { status, stderr } = spawnSync(process.execPath, [...noticing, ...args], {
    env: { PATH: process.env['PATH'], HOME: folder, NOTICED: noticed },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return existsSync(noticed) ? readFileSync(noticed, 'utf8').trimEnd().split('\n') : [];
}

test('an import starts no process and no thread, opens no connection and executes no code of a configuration', (t) => {
  const folder = temporaryFolder(t);
  const jobs = [...fixtureJobs(folder), ...hostileJobs(folder)];
  const [file, results] = argumentsFor(folder, jobs);
  assert.deepEqual(noticedOf(folder, [program, file, results]), []);
  assert.equal(Object.keys(resultsIn(results)).length, jobs.length);
});

const effects: Readonly<Record<string, readonly [code: string, ...noticed: string[]]>> = {
  'a process': ["import { spawnSync } from 'node:child_process'; spawnSync('true');", 'spawnSync'],
  'a process, without waiting': ["import { execFile } from 'node:child_process'; execFile('true');", 'execFile'],
  'a connection': ["import { connect } from 'node:net'; connect(9, '127.0.0.1').on('error', () => {});", 'connect'],
  'a request': ["await fetch('http://127.0.0.1:9').catch(() => {});", 'fetch'],
  'a name that is looked up': ["import { lookup } from 'node:dns'; lookup('localhost', () => {});", 'lookup'],
  'a thread': ["import { Worker } from 'node:worker_threads'; new Worker('1', { eval: true });", 'Worker'],
  'code in a script': ["import { runInThisContext } from 'node:vm'; runInThisContext('1');", 'runInThisContext'],
  'a script': ["import { Script } from 'node:vm'; new Script('1').runInThisContext();", 'runInThisContext'],
  'code in a function': [
    "import { compileFunction } from 'node:vm'; compileFunction('return 1')();",
    'compileFunction',
  ],
  'code that is evaluated': ["new Function('return 1')();", 'Function'],
  'code of a configuration': ['globalThis.executedByImport = true;', 'code of a configuration'],
};

for (const [name, [code, ...noticed]] of Object.entries(effects)) {
  test(`the test of effects notices ${name}`, (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'control.mjs');
    writeFileSync(file, code);
    const found = noticedOf(folder, [file]);
    for (const one of noticed) assert.ok(found.includes(one), found.join());
  });
}

test('code that is only compiled is no effect', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'control.mjs');
  writeFileSync(file, "import { compileFunction, Script } from 'node:vm'; compileFunction('x'); new Script('y');");
  assert.deepEqual(noticedOf(folder, [file]), []);
});
