import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before, type TestContext } from 'node:test';
import { fixtureJobs, hostileJobs } from '../promises/importing/jobs.js';
import { spawnImports } from '../promises/importing/spawn-imports.js';
import { launcher } from '../support/tested-package.js';
import { requireTracing, systemCallsIn, tracedNode } from './system-calls.js';

before(requireTracing);

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'eva-traced-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program of Node under strace. Returns what it asked of the operating system. */
function traced(folder: string, args: readonly string[]) {
  const log = join(folder, 'strace.log');
  const [command = '', ...words] = tracedNode(log);
  const { status, stderr } = spawnSync(command, [...words, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr, ...systemCallsIn(log) };
}

/** What no import may open: files outside of the folder of the configuration, and programs. */
const forbidden =
  /\/outside\/|^\/etc\/(?:passwd|shadow)|^\/proc\/(?:self|\d+)\/environ|^\/dev\/zero|\/hostile\/secret\./;

test('no process is started, no connection opened and no file read outside of the folder by any import', (t) => {
  const folder = temporaryFolder(t);
  const log = join(folder, 'strace.log');
  const jobs = [...fixtureJobs(folder), ...hostileJobs(folder), ...hostileJobs(folder, true)];
  const results = spawnImports(folder, jobs, { before: tracedNode(log) });
  assert.equal(Object.keys(results).length, jobs.length);
  const { effects, opened } = systemCallsIn(log);
  assert.deepEqual(effects, []);
  assert.deepEqual(
    opened.filter((path) => forbidden.test(path)),
    [],
  );
  for (const { dir, name } of jobs.filter((job) => existsSync(job.into))) {
    assert.ok(
      opened.some((path) => path.startsWith(dir)),
      `the log shows that ${name} was read`,
    );
  }
});

test('the command itself starts nothing either', (t) => {
  const folder = temporaryFolder(t);
  const [job] = fixtureJobs(folder);
  assert.ok(job);
  const { status, stderr, effects } = traced(folder, [launcher, 'import', 'promptfoo', job.dir, '--into', job.into]);
  assert.equal(status, 0, stderr);
  assert.deepEqual(effects, []);
});

const controls: Readonly<Record<string, readonly [code: string, call: RegExp]>> = {
  'a process': ["import { spawnSync } from 'node:child_process'; spawnSync('true');", /^execve\(.*true/],
  'a fork without another program': [
    "import { spawnSync } from 'node:child_process'; spawnSync('/there/is/no/such/program');",
    /^(?:v?fork|clone3?)\(/,
  ],
  'a connection': [
    "import { connect } from 'node:net'; connect(9, '127.0.0.1').on('error', () => {});",
    /^connect\(.*127\.0\.0\.1/,
  ],
  'a request': ["await fetch('http://127.0.0.1:49151').catch(() => {});", /^connect\(/],
  'a server': [
    "import { createServer } from 'node:net'; const s = createServer().listen(0, () => s.close());",
    /^bind\(/,
  ],
  'a message': [
    "import { createSocket } from 'node:dgram'; const s = createSocket('udp4'); s.send('x', 9, '127.0.0.1', () => s.close());",
    /^socket\(/,
  ],
};

for (const [name, [code, call]] of Object.entries(controls)) {
  test(`the test of system calls notices ${name}`, (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'control.mjs');
    writeFileSync(file, code);
    const { effects } = traced(folder, [file]);
    assert.ok(
      effects.some((effect) => call.test(effect)),
      effects.join('\n'),
    );
  });
}

test('the test of system calls notices a file that is read, and takes threads for no process', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'control.mjs');
  writeFileSync(
    file,
    "import { readFileSync } from 'node:fs'; import { Worker } from 'node:worker_threads'; readFileSync('/etc/passwd'); new Worker('1', { eval: true });",
  );
  const { effects, opened } = traced(folder, [file]);
  assert.deepEqual(effects, []);
  assert.ok(opened.some((path) => forbidden.test(path)));
});
