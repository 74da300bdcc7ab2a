import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { EvaOutput } from '../support/run-eva.js';
import { assertNoSecretBelow } from '../support/secrets.js';
import { goodEval, goodMeta } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';
import { spawnEva } from './spawn-eva.js';

const ids = ['diff', 'fix', 'note'];

/** Three prompts alike, whose rows can be told apart. */
const three = Object.fromEntries(
  ids.flatMap((id) => [
    [`prompts/${id}/meta.yml`, `${goodMeta.replace('id: diff', `id: ${id}`)}promotion: { min_uses: 1 }\n`],
    [`prompts/${id}/prompt.xml`, `<task>Change {{code}} and nothing else. This is ${id}.</task>\n`],
    [`prompts/${id}/eval.yml`, goodEval],
  ]),
);

/** Eight at once, of every command that reads or writes what another one may be at; each with the exit code that it has alone. */
const mixtures: readonly (readonly (readonly [exitCode: number, ...args: string[]])[])[] = [
  [
    [0, 'eval', 'diff', '--record'],
    [0, 'eval', 'fix', '--cache', '--json'],
    [0, 'eval', 'diff', '--json'],
    [1, 'promote', 'diff', '--check'],
    [0, 'doctor'],
    [0, 'log', '--json'],
    [0, 'clean', '--older-than', '1h', '--json'],
    [0, 'cache', 'stats', '--json'],
  ],
  [
    [0, 'eval', 'note', '--record'],
    [0, 'eval', 'note', '--cache'],
    [0, 'eval', 'fix', '--record'],
    [0, 'report', '--json'],
    [0, 'log', 'fix'],
    [0, 'trust', '--json'],
    [0, 'clean', '--max-size', '1GB', '--unfinished'],
    [0, 'cache', 'clear', '--older-than', '1h'],
  ],
];

function rowsOf(root: string, file = '.eval.jsonl'): readonly Record<string, unknown>[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function assertEnded(
  { exitCode, stdout, stderr }: EvaOutput,
  [expected, ...args]: readonly [number, ...string[]],
): void {
  assert.equal(exitCode, expected, `${args.join(' ')}: ${stdout}${stderr}`);
  assert.doesNotMatch(stdout + stderr, /\n\s+at |undefined|NaN|\[object/, args.join(' '));
  if (args.includes('--json')) JSON.parse(stdout);
}

test('eight commands at once, in any mixture, each end as they would alone, and no row is lost or mixed', async (t) => {
  const { root, env } = await openLibrary(t, { files: three });
  await spawnEva(['eval', 'diff'], { cwd: root, env });
  for (const mixture of [...mixtures, ...mixtures]) {
    const outputs = await Promise.all(mixture.map(([, ...args]) => spawnEva(args, { cwd: root, env })));
    mixture.forEach((command, index) => {
      const output = outputs[index];
      assert.ok(output);
      assertEnded(output, command);
    });
  }
  const evals = 1 + 2 * mixtures.flat().filter(([, command]) => command === 'eval').length;
  const rows = rowsOf(root);
  assert.equal(rows.length, evals);
  assert.deepEqual([...new Set(rows.map((row) => row['all_passed']))], [true]);
  const names = rows.map((row) => String(row['run_id']));
  assert.equal(new Set(names).size, evals, 'each row is of a run of its own');
  assert.deepEqual(readdirSync(join(root, '.eva/runs')).sort(), [...names].sort(), 'and each run has its folder still');
  const attempts = rowsOf(root, '.attempts.jsonl');
  for (const name of names) {
    assert.ok(existsSync(join(root, '.eva/runs', name, 'result.json')), name);
    const events = attempts.filter(({ run_id }) => run_id === name).map(({ event }) => event);
    assert.deepEqual(events, ['begin', 'end'], name);
  }
  for (const id of ids) assert.equal(rowsOf(root, `prompts/${id}/recordings.jsonl`).length, 1, id);
  const left = readdirSync(root, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    left.filter((name) => /\.tmp$|lock$|trash/.test(name)),
    [],
  );
  assertNoSecretBelow(root);
});
