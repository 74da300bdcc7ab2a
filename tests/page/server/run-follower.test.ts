import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { RunFollower } from '#page/server/run-follower.js';
import { sampleCase, sampleResult } from '../../report/run-sample.js';
import { storeRuns } from '../../support/reported-runs.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { tempLibrary } from '../../support/temp-library.js';

const held = { about: 'contains: "x"', holds: true, reason: 'found' };

const spent = { outcome: 'missing', reason: 'the budget of 3 calls is used up' } as const;

test('a trial without a reply counts neither as one that passed nor as one that did not, and its reason is told', async (t) => {
  const root = tempLibrary(t, {});
  const trials = [held, { ...held, holds: false }, held, held, held].map((finding, at) => ({
    findings: [finding],
    ...(at > 2 && { outcome: spent }),
  }));
  const run_id = '20260110T120000Z-aaaaaa';
  const result = resultOf({ run_id, state: 'unfinished', cases: [sampleResult('happy', null, trials)] });
  const plan = planOf({ cases: [sampleCase('happy', 3, 20)] });
  await storeRuns(root, [{ plan, result }]);
  const follower = new RunFollower(join(root, '.eva/runs', run_id), plan);
  t.after(() => follower.close());
  while (follower.read().isMore);
  const { cases, why_missing, latest } = follower.state();
  assert.deepEqual(
    cases.map(({ done, not_passed, missing }) => [done, not_passed, missing]),
    [[3, 1, 2]],
  );
  assert.equal(why_missing?.raw, spent.reason);
  assert.deepEqual(
    latest.map(({ outcome }) => outcome),
    ['failed'],
  );
});
