import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { attemptsOn } from '#run/attempts/attempts.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { openLibrary } from '../promises/open-library.js';
import { attemptsOf } from '../support/attempts-of.js';
import { rowsIn } from '../support/rows-in.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - { name: one, inputs: { code: one }, sample_size: 2, assert: [ { contains: good } ] }
  - { name: two, inputs: { code: two }, sample_size: 2, assert: [ { contains: good } ] }
`;

interface Row {
  readonly what: string;
  /** The command lines after `eva`, in order. A function changes files between them. */
  readonly steps: readonly (string | ((root: string) => void))[];
  /** The kinds of the written rows: `partial` or `full`. */
  readonly rows: readonly string[];
  readonly attempts: number;
}

const byHand = (root: string) => {
  const path = join(root, 'prompts/diff/recordings.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"recorded"', '"synthetic"'));
};

const table: readonly Row[] = [
  { what: 'a full run', steps: ['eval diff'], rows: ['full'], attempts: 1 },
  {
    what: 'a full run that is resumed',
    steps: ['eval diff --max-calls 1 --allow-short-budget', 'eval diff --resume --max-calls 9'],
    rows: ['full'],
    attempts: 1,
  },
  {
    what: 'a full run with hits of the cache of another',
    steps: ['eval diff --cache', 'eval diff --cache'],
    rows: ['full', 'full'],
    attempts: 2,
  },
  {
    what: 'a replay of one noted whole run',
    steps: ['eval diff --record', 'eval diff --replay'],
    rows: ['full', 'full'],
    attempts: 1,
  },
  {
    what: 'a replay of partial runs',
    steps: ['eval diff --record --case one', 'eval diff --record --case two', 'eval diff --replay'],
    rows: ['partial', 'partial', 'full'],
    attempts: 3,
  },
  { what: '--case', steps: ['eval diff --case one'], rows: ['partial'], attempts: 1 },
  {
    what: 'shards, each collected once, merged',
    steps: ['eval diff --shard 1/2', 'eval diff --shard 2/2', 'merge .eva/runs'],
    rows: ['full'],
    attempts: 1,
  },
  {
    what: 'a shard collected again',
    steps: ['eval diff --shard 1/2', 'eval diff --shard 1/2', 'eval diff --shard 1/2', 'eval diff --shard 2/2'],
    rows: [],
    attempts: 3,
  },
  { what: 'a run over its budget', steps: ['eval diff --max-calls 1 --allow-short-budget'], rows: [], attempts: 1 },
  {
    what: 'replies that were written by hand',
    steps: ['eval diff --record', byHand, 'eval diff --replay'],
    rows: ['full', 'full'],
    attempts: 1,
  },
];

for (const { what, steps, rows, attempts } of table) {
  test(`${what}: ${rows.length} rows and ${attempts} attempts`, async (t) => {
    const files = { 'prompts/diff/eval.yml': evalFile };
    const { root, eva } = await openLibrary(t, { files, answer: () => 'good' });
    for (const step of steps) {
      if (typeof step !== 'string') step(root);
      else assert.ok([0, 3].includes((await eva(...step.split(' '))).exitCode), step);
    }
    const written = rowsIn(root);
    assert.deepEqual(
      written.map(({ partial }) => (partial ? 'partial' : 'full')),
      rows,
    );
    const [{ evidence } = assert.fail('no attempt was noted')] = attemptsOf(root);
    assert.equal(attemptsOn(evidence, readAttempts(root).rows).length, attempts);
    const noted = new Set(attemptsOf(root).map(({ run_id }) => run_id));
    assert.ok(
      written.every(({ run_id }) => noted.has(run_id)),
      'a row whose run is not noted',
    );
  });
}
