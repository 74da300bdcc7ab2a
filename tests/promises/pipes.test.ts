import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type OpenLibrary, openLibrary } from './open-library.js';
import { type SpawnOptions, spawnEva } from './spawn-eva.js';

const long = `<diff>${'0123456789'.repeat(110_000)}`;

/** What eva prints in the good library where the shell says; with --json that is 1.1 MB. */
async function piped(t: TestContext, shell: string, ...args: readonly string[]) {
  const library = await openLibrary(t, { answer: () => (args.includes('--json') ? long : '<diff>') });
  const options: SpawnOptions = { cwd: library.root, env: library.env, shell };
  return { ...library, output: await spawnEva(args, options) };
}

function assertOneGreenRow({ root }: OpenLibrary): void {
  const rows = readFileSync(join(root, '.eval.jsonl'), 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    rows.map((row) => JSON.parse(row).all_passed),
    [true],
  );
}

/** Reads nothing before the run is over, when eva waits for room in a pipe that is full. */
const slowReader = '{ until [ -s .eval.jsonl ]; do sleep 0.02; done; sleep 0.1; cat; }';

test('a document of 1.1 MB comes through a pipe whole, however slowly it is read', async (t) => {
  const { output, ...library } = await piped(
    t,
    `{ eva; echo "exit $?" >&2; } | ${slowReader}`,
    'eval',
    'diff',
    '--json',
  );
  assert.match(output.stderr, /exit 0\n$/);
  assert.equal(JSON.parse(output.stdout).cases[0].trials[0].turns[0].app_response, long);
  assertOneGreenRow(library);
});

const leavers: readonly (readonly [reader: string, what: string])[] = [
  ['head -1', 'reads one line and leaves'],
  ['head -c 100000 >/dev/null', 'reads a part and leaves'],
  ['true', 'reads nothing'],
];

const commands = [['eval', 'diff', '--json'], ['doctor'], ['--help']];

for (const [reader, what] of leavers) {
  for (const args of commands) {
    test(`eva ${args.join(' ')} is quiet towards a reader that ${what}, and its exit code is its own`, async (t) => {
      const { output } = await piped(t, `{ eva; echo "exit $?" >&2; } | ${reader}`, ...args);
      assert.match(output.stderr, /exit 0\n$/);
      assert.doesNotMatch(output.stderr, /EPIPE|\n\s+at |EVA_/);
    });
  }
}

test('what was printed to a reader that left is no reason to lose the row', async (t) => {
  const { output, ...library } = await piped(t, 'eva | head -1', 'eval', 'diff', '--json');
  assert.equal(output.stdout, '{\n');
  assertOneGreenRow(library);
});

test('errors of a reader that closed standard error too are nobody’s trouble', async (t) => {
  const { output } = await piped(t, '{ eva 2>&1; echo "exit $?" >&3; } 3>&2 | true', 'eval', 'nope');
  assert.equal(output.stderr, 'exit 2\n');
});

const hasFull = existsSync('/dev/full');

test('an output that takes nothing is said to have taken nothing: exit 3', { skip: !hasFull }, async (t) => {
  for (const args of commands) {
    const { output, ...library } = await piped(t, 'eva > /dev/full', ...args);
    assert.equal(output.exitCode, 3, output.stderr);
    assert.match(output.stderr, /\(ENOSPC\)[\s\S]*EVA_DISK/);
    assert.doesNotMatch(output.stderr, /\n\s+at /);
    if (args[0] === 'eval') assertOneGreenRow(library);
  }
});

test('a standard error that takes nothing does not end a run: its row is written, then exit 3', {
  skip: !hasFull,
}, async (t) => {
  const { output, ...library } = await piped(t, 'eva 2> /dev/full', 'eval', 'diff');
  assert.equal(output.exitCode, 3);
  assert.match(output.stdout, /1 passed/);
  assertOneGreenRow(library);
});
