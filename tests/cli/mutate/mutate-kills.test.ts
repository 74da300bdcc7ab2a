import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startEva, until } from '../../support/interrupted-eva.js';
import { runEva } from '../../support/run-eva.js';
import { assertKillsLoseNothing, library } from './killed-mutation.js';

test('a mutation run that is killed asks for no reply again, and reports as if it had never been killed', (t) =>
  assertKillsLoseNothing(t, 1, 2));

test('an interrupted mutation run says how to continue, and exits with the code of the signal', async (t) => {
  const { root, env, server, calls } = await library(t);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const eva = startEva(['mutate', 'note', '--kind', 'negate'], root, server.url);
    const before = calls();
    await until(() => calls() >= before + 2, eva);
    const { exitCode } = await eva.end(signal);
    assert.equal(exitCode, code);
    assert.match(
      eva.stderr(),
      /interrupted after \d+ of 4 mutants: .* kept; continue: eva mutate note --kind negate\n/,
    );
    assert.equal(eva.stdout(), '');
  }
  const { exitCode, stderr } = await runEva(['mutate', 'note', '--kind', 'negate'], { cwd: root, env });
  assert.equal(exitCode, 1);
  assert.match(stderr, /continuing: \d+ repl(y is|ies are) there already/);
  assert.equal(readdirSync(join(root, '.eva/mutations')).length, 1);
});

test('a mutation run is not continued if a reply was taken out of its journal', async (t) => {
  const { root, env, server, calls } = await library(t);
  const eva = startEva(['mutate', 'note', '--kind', 'negate'], root, server.url);
  await until(() => calls() >= 4, eva);
  await eva.end('SIGTERM');
  const [run = ''] = readdirSync(join(root, '.eva/mutations'));
  const journal = join(root, '.eva/mutations', run, 'journal.jsonl');
  const [header, _reply, ...others] = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, [header, ...others].join('\n'));
  const before = calls();
  const { exitCode, stderr } = await runEva(['mutate', 'note', '--kind', 'negate'], { cwd: root, env });
  assert.deepEqual([exitCode, calls()], [3, before], stderr);
  assert.match(stderr, /EVA_BAD_RUN/);
});

test('two mutation runs of one prompt at the same time: the second is refused', async (t) => {
  const { root, env, server, calls } = await library(t);
  const first = startEva(['mutate', 'note', '--json'], root, server.url);
  await until(() => calls() >= 2, first);
  first.child.kill('SIGSTOP');
  const { exitCode, stderr } = await runEva(['mutate', 'note'], { cwd: root, env });
  first.child.kill('SIGCONT');
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /EVA_RUN_IN_USE/);
  await first.end('SIGTERM');
});
