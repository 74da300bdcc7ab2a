import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { rowsIn } from '../../support/rows-in.js';
import { caseOnData, csvOf, dataLibrary, goodItems } from './data-library.js';

const items = goodItems(60, (at) => `l${at % 13}`).map(
  ([code, label, language], at) => [code, at % 9 === 0 ? 'bad' : label, language ?? ''] as const,
);
const evalFile = caseOnData(
  '    stop_early: false\n',
  'file: data/items.csv, draws: 2, cluster: language, slices: [language]',
);

test('merged shards give the row of a whole run, except for its run, time and calls', async (t) => {
  const { root, eva } = await dataLibrary(t, items, { files: { 'prompts/diff/eval.yml': evalFile } });
  for (const shard of ['1/3', '2/3', '3/3']) {
    const { exitCode, stdout, stderr } = await eva('eval', 'diff', '--shard', shard);
    assert.equal(exitCode, 0, stdout + stderr);
  }
  const merged = await eva('merge', '.eva/runs');
  assert.equal(merged.exitCode, 0, merged.stdout + merged.stderr);
  const again = await eva('report', '--recompute');
  assert.equal(again.exitCode, 0, again.stdout + again.stderr);
  await eva('eval', 'diff');
  const [first, second] = rowsIn(root).map(({ ts, run_id, duration_s, sources, shards, evidence, ...row }) => {
    const { oldest_reply, ...digests } = evidence;
    return { ...row, try: 1, evidence: digests };
  });
  assert.deepEqual(first, second);
});

test('shards of different data are not merged', async (t) => {
  const { root, eva } = await dataLibrary(t, items, { files: { 'prompts/diff/eval.yml': evalFile } });
  await eva('eval', 'diff', '--shard', '1/2');
  writeFileSync(join(root, 'prompts/diff/data/items.csv'), csvOf(items.slice(1)));
  await eva('eval', 'diff', '--shard', '2/2');
  const { exitCode, stderr } = await eva('merge', '.eva/runs');
  assert.equal(exitCode, 2);
  assert.match(stderr, /data\/items\.csv changed[\s\S]*EVA_BAD_MERGE/);
  assert.deepEqual(rowsIn(root), []);
});
