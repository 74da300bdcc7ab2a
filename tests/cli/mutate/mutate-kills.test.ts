import assert from 'node:assert/strict';
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
  const { exitCode } = await runEva(['mutate', 'note', '--kind', 'negate'], { cwd: root, env });
  assert.equal(exitCode, 1);
});
