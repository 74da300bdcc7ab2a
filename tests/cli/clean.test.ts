import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { lockRun } from '#store/run/run-folder.js';
import { openLibrary } from '../promises/open-library.js';
import { runEva } from '../support/run-eva.js';
import { copyUnfinished, renameRun, runsIn } from '../support/stored-runs.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const old = '20200101T000000Z-aaaaaa';
const oldOpen = '20200102T000000Z-bbbbbb';
const oldRunning = '20200103T000000Z-cccccc';
const future = '20991231T000000Z-dddddd';

/** Makes a library with old runs, a new one, and one dated in the future. All but the unfinished and the running one have a row. */
async function libraryWithRuns(t: TestContext) {
  const library = await openLibrary(t);
  const { root, eva } = library;
  const make = async () => {
    await eva('eval', 'diff');
    return runsIn(root).at(-1) ?? '';
  };
  renameRun(root, await make(), old);
  copyUnfinished(root, old, oldOpen);
  copyUnfinished(root, old, oldRunning);
  const lock = lockRun(join(root, '.eva/runs', oldRunning), oldRunning, () => undefined);
  t.after(() => lock.release());
  const recent = await make();
  renameRun(root, await make(), future);
  return { ...library, recent };
}

test('without a selection nothing is removed, and the flags are shown', async (t) => {
  const { root, eva } = await libraryWithRuns(t);
  const before = runsIn(root);
  for (const args of [['clean'], ['clean', '--unfinished'], ['clean', '--dry-run']]) {
    const { stdout, exitCode } = await eva(...args);
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /^\n {2}5 runs, [\d.]+ kB in \.eva\/runs\/\n {4}3 .* finished\n {4}1 .* unfinished.*\n {4}1 .* running now/,
    );
  }
  assert.deepEqual(runsIn(root), before);
});

test('an age removes only finished runs; running runs and runs dated in the future stay', async (t) => {
  const { root, eva, recent } = await libraryWithRuns(t);
  const log = readFileSync(join(root, '.eval.jsonl'), 'utf8');
  const { stdout, exitCode, stderr } = await eva('clean', '--older-than', '30d');
  assert.equal(exitCode, 0, stderr);
  assert.match(
    stdout,
    new RegExp(`^\\n {2}removed 1 run, [\\d.]+ kB\\n {4}${old} {2}diff, [\\d.]+ kB\\n {2}4 runs stay, `),
  );
  assert.deepEqual(runsIn(root), [oldOpen, oldRunning, recent, future]);
  assert.equal(readFileSync(join(root, '.eval.jsonl'), 'utf8'), log, 'rows stay');
});

test('runs that followed one dated in the future are removed when they are old', async (t) => {
  const { root, eva } = await libraryWithRuns(t);
  await eva('eval', 'diff');
  const later = runsIn(root).at(-1) ?? '';
  assert.ok(later > future, 'its name follows that of the future');
  assert.equal((await eva('clean', '--older-than', '30d')).stdout.includes(later), false);
  utimesSync(join(root, '.eva/runs', later, 'plan.json'), 1, Date.now() / 1000 - 40 * 86_400);
  const { stdout, exitCode } = await eva('clean', '--older-than', '30d');
  assert.equal(exitCode, 0);
  assert.match(stdout, new RegExp(`removed 1 run, [\\d.]+ kB\\n {4}${later} `));
  assert.ok(!runsIn(root).includes(later));
});

test('--unfinished also removes unfinished runs, but no running ones', async (t) => {
  const { root, eva, recent } = await libraryWithRuns(t);
  const { stdout } = await eva('clean', '--older-than', '4w', '--unfinished');
  assert.match(stdout, new RegExp(`${oldOpen} {2}diff, [\\d.]+ kB, unfinished\\n`));
  assert.deepEqual(runsIn(root), [oldRunning, recent, future]);
});

test('a folder that eva did not name is not removed', async (t) => {
  const { root, eva } = await libraryWithRuns(t);
  const others = ['20200101T000000Z-notes', '20200101T000000Z-aaaaaa.bak', '20201301T000000Z-aaaaaa', 'mydata'];
  for (const name of others) {
    mkdirSync(join(root, '.eva/runs', name));
    writeFileSync(join(root, '.eva/runs', name, 'data'), '1');
  }
  const { exitCode } = await eva('clean', '--older-than', '1h', '--max-size', '0B', '--unfinished');
  assert.equal(exitCode, 0);
  assert.deepEqual(runsIn(root), [...others, oldRunning].sort());
});

test('a size removes the oldest runs, and keeps the newest', async (t) => {
  const { root, eva } = await libraryWithRuns(t);
  const { stdout } = await eva('clean', '--max-size', '1kB', '--json');
  const { removed, kept, dry_run, leftovers } = JSON.parse(stdout);
  assert.equal(dry_run, false);
  assert.deepEqual(leftovers, { files: 0, bytes: 0 });
  assert.equal(removed[0].run_id, old);
  assert.ok(!removed.some((run: { state: string }) => run.state !== 'finished'));
  assert.deepEqual(
    runsIn(root),
    kept.map((run: { run_id: string }) => run.run_id),
  );
  await eva('clean', '--max-size', '1TB', '--unfinished');
  assert.equal(runsIn(root).length, kept.length);
});

test('a dry run lists the same runs and removes none', async (t) => {
  const { root, eva } = await libraryWithRuns(t);
  const before = runsIn(root);
  const dry = await eva('clean', '--older-than', '1h', '--unfinished', '--dry-run', '--json');
  assert.deepEqual(runsIn(root), before);
  const wet = await eva('clean', '--older-than', '1h', '--unfinished', '--json');
  assert.deepEqual(JSON.parse(dry.stdout).removed, JSON.parse(wet.stdout).removed);
  assert.deepEqual(
    JSON.parse(dry.stdout).removed.map((run: { run_id: string }) => run.run_id),
    [old, oldOpen],
  );
});

test('temporary files of killed processes are removed too', async (t) => {
  const { root, eva } = await libraryWithRuns(t);
  mkdirSync(join(root, '.eva/.trash-0123456789ab'));
  writeFileSync(join(root, '.eva/.trash-0123456789ab/plan.json'), '12345');
  const temporary = join(root, 'prompts/diff/.meta.yml.0123456789ab.tmp');
  writeFileSync(temporary, '1234567');
  utimesSync(temporary, 0, 0);
  const dry = await eva('clean', '--older-than', '99w', '--dry-run');
  assert.doesNotMatch(dry.stdout, /swept/);
  const { stdout } = await eva('clean', '--older-than', '99w');
  assert.match(stdout, /\b2 files .*12 bytes/);
  assert.ok(!existsSync(temporary));
});

for (const args of [
  ['--older-than', '30'],
  ['--older-than', '3 days'],
  ['--older-than', '-3d'],
  ['--older-than', ''],
  ['--max-size', '500'],
  ['--max-size', 'all'],
  ['--max-size', '1e9B'],
]) {
  test(`eva clean ${args.join(' ')} is refused, and nothing is removed`, async (t) => {
    const { root, eva } = await libraryWithRuns(t);
    const { exitCode, stderr } = await eva('clean', ...args);
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_USAGE/);
    assert.equal(runsIn(root).length, 5);
  });
}

test('a library without runs has nothing to clean', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  assert.match((await runEva(['clean'], { cwd: root })).stdout, /no runs in \.eva\/runs\//);
  const bounded = await runEva(['clean', '--max-size', '0MB'], { cwd: root });
  assert.equal(bounded.exitCode, 0);
  assert.match(bounded.stdout, /no run .*\n.*no run /);
});

test('runs behind a link out of the library are not removed', async (t) => {
  const { root: other } = await libraryWithRuns(t);
  const root = tempLibrary(t, { ...goodPrompt(), '.eva': { link: join(other, '.eva') } });
  const { exitCode, stderr } = await runEva(['clean', '--max-size', '0MB', '--unfinished'], { cwd: root });
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_ODD_FILE/);
  assert.equal(runsIn(other).length, 5);
});
