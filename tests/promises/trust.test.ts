import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { assertRefused, assertRuns, type Danger, dangers, otherKey, watch } from './dangers.js';

for (const danger of [...dangers, otherKey]) {
  test(`${danger.what} does nothing before it is trusted`, async (t) => {
    const library = await watch(t, danger);
    await assertRefused(library);
    assert.equal(existsSync(join(library.root, '.eva')), false, 'not even a folder is made');
  });

  test(`${danger.what} is let through by --trust for one run alone`, async (t) => {
    const library = await watch(t, danger);
    await assertRuns(library, '--trust');
    assert.equal(existsSync(library.dataHome), false, 'nothing is recorded');
    await assertRefused(library);
  });

  test(`${danger.what} runs once it is trusted, and doctor, promote and trust never run it`, async (t) => {
    const library = await watch(t, danger);
    for (const args of [
      ['doctor'],
      ['promote', 'diff'],
      ['promote', 'diff', '--force'],
      ['trust', '--yes'],
      ['trust'],
    ]) {
      const { exitCode } = await library.eva(...args);
      assert.ok(exitCode === 0 || exitCode === 1, args.join(' '));
      assert.equal(library.happened(), false, args.join(' '));
    }
    await assertRuns(library);
    for (const args of [
      ['doctor', '--strict'],
      ['promote', 'diff', '--check'],
      ['trust', 'diff'],
    ]) {
      await library.eva(...args);
      assert.equal(library.happened(), false, args.join(' '));
    }
  });

  test(`${danger.what} is trusted in one library: a copy of it elsewhere has no trust`, async (t) => {
    const library = await watch(t, danger);
    await library.eva('trust', '--yes');
    const copy = join(library.dataHome, 'copy');
    cpSync(library.root, copy, { recursive: true });
    const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: copy, env: library.env });
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_NOT_TRUSTED/);
  });

  for (const [file, from, to] of danger.edits) {
    test(`${danger.what} is trusted no more when ${file} says ${to}`, async (t) => {
      const library = await watch(t, danger);
      await library.eva('trust', '--yes');
      await assertRuns(library);
      library.edit(file, from, to);
      await assertRefused(library);
      library.edit(file, to, from);
      await assertRuns(library);
    });
  }
}

const [check] = dangers as readonly [Danger];

test('a check needs trust in a replay too, since it runs there', async (t) => {
  const library = await watch(t, check);
  await assertRuns(library, '--trust', '--record');
  const { exitCode, stderr } = await library.eva('eval', 'diff', '--replay');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_NOT_TRUSTED/);
  assert.equal(library.happened(), false);
});

for (const danger of [...dangers.slice(2), otherKey]) {
  test(`${danger.what} needs no trust in a replay, where it is not used`, async (t) => {
    const library = await watch(t, danger);
    await assertRuns(library, '--trust', '--record');
    const { exitCode, stderr } = await library.eva('eval', 'diff', '--replay');
    assert.equal(exitCode, 0, stderr);
    assert.equal(library.happened(), false);
  });
}

test('eva trust needs an answer: without a terminal and without --yes it exits 2 and records nothing', async (t) => {
  const library = await watch(t, check);
  const { exitCode, stdout, stderr } = await library.eva('trust');
  assert.equal(exitCode, 2);
  assert.match(stdout, /check\.sh/);
  assert.match(stderr, /EVA_TRUST_UNANSWERED/);
  assert.equal(existsSync(library.dataHome), false);
});

test('what is trusted is recorded for the user alone', async (t) => {
  const library = await watch(t, check);
  assert.equal((await library.eva('trust', '--yes')).exitCode, 0);
  assert.equal(statSync(library.trustFile).mode & 0o777, 0o600);
  chmodSync(library.trustFile, 0o620);
  await assertRefused(library, 'EVA_TRUST_FILE');
});
