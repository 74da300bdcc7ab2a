import assert from 'node:assert/strict';
import { appendFileSync, cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { gitIn } from '../support/git-library.js';
import { allCalls, comparable, concurrency, machines, rowsOfOne } from '../support/recipe-machines.js';
import { rowsIn } from '../support/rows-in.js';

/** The program gitlab-ci-local, which npm installs, and the folder of the Node 22 that it needs. */
const program = process.env['GITLAB_CI_LOCAL'] ?? '';
const node = process.env['GITLAB_CI_NODE'] ?? process.execPath;

for (const kills of [0, 1, 2, 3, 4, 5])
  test(`GitLab: ${kills} of 5 jobs are killed at random moments and started again by name, and the row is that of one machine`, async (t) => {
    const own = await machines(t);
    const expected = await rowsOfOne(own);
    const before = own.server.requests.length;
    const root = own.machine();
    cpSync('examples/ci/gitlab/shards.gitlab-ci.yml', join(root, '.gitlab-ci.yml'));
    appendFileSync(join(root, '.gitignore'), 'node_modules\nruns\n.gitlab-ci-local\n');
    gitIn(root, 'init', '-q');
    gitIn(root, 'add', '.');
    gitIn(root, 'commit', '-q', '--message', 'library');
    gitIn(root, 'remote', 'add', 'origin', 'git@example.com:team/library.git');
    const flags = '--force-shell-executor --shell-isolation --variable CI_PIPELINE_ID=77';
    const run = (job: string, moments: readonly number[]) =>
      own.run(`PATH="$PATH:${dirname(node)}"; "${node}" "${program}" ${flags} ${job} >&2`, root, {}, moments);
    const failed: number[] = [];
    for (const shard of [1, 2, 3, 4, 5]) {
      const moments = shard <= kills ? [1 + Math.floor(Math.random() * 12)] : [];
      const { exitCode, stderr } = await run(`"shard: [${shard}/5]"`, moments);
      if (exitCode !== 0) failed.push(shard);
      assert.equal(exitCode === 0, moments.length === 0, stderr);
    }
    for (const shard of failed) {
      const again = await run(`"shard: [${shard}/5]"`, []);
      assert.equal(again.exitCode, 0, again.stderr);
    }
    const merged = await run('merge', []);
    assert.equal(merged.exitCode, 0, merged.stderr);
    const calls = own.server.requests.length - before;
    t.diagnostic(`${kills} killed: ${calls} calls, all are ${allCalls}`);
    assert.deepEqual(rowsIn(root).map(comparable), expected);
    assert.ok(calls <= allCalls + kills * concurrency);
  });
