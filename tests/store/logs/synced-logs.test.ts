import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { EvaError } from '#model/problem.js';
import { appendAttempt, syncAttempts } from '#store/logs/attempts-log.js';
import { appendCompareRow } from '#store/logs/compare-log.js';
import { appendRunRow } from '#store/logs/eval-log.js';
import { appendPromotion } from '#store/logs/prompt-logs.js';
import { attemptBegin } from '../../support/attempt-lines.js';
import { compareRow } from '../../support/compare-rows.js';
import { failDisk } from '../../support/failing-fs.js';
import { runRow } from '../../support/run-row.js';
import { tempLibrary } from '../../support/temp-library.js';

const promotion = {
  ts: '2026-01-10T12:00:00.000Z',
  from: 'tested',
  to: 'ready',
  forced: false,
  unmet: [],
  run_id: null,
  evidence: null,
  claims: [],
  eva_version: '0.1.0',
} as const;

/** Functions that append to a log, by the name of the file. */
const logs: Readonly<Record<string, (root: string) => Promise<void>>> = {
  '.eval.jsonl': (root) => appendRunRow(root, runRow()),
  '.attempts.jsonl': async (root) => {
    appendAttempt(root, attemptBegin());
    await syncAttempts(root);
  },
  '.compare.jsonl': async (root) => appendCompareRow(root, compareRow()),
  '.promotions.jsonl': async (root) => appendPromotion(root, promotion),
};

/** The logs of runs are synced without blocking. */
const inBackground = ['openSync', 'writeSync', 'openSync', 'fsync'];

/** Lists the system calls on the log while appending. Lets each of them fail in turn. */
async function callsOf(append: () => Promise<void>, file: string): Promise<readonly string[]> {
  const calls: string[] = [];
  for (let call = 1; call <= 10; call++) {
    const disk = failDisk({ isCounted: (path) => path === file, call, code: 'EIO', lasting: 'once' });
    try {
      await append();
      return calls;
    } catch (error) {
      assert.ok(error instanceof EvaError && error.problems[0]?.code === 'EVA_DISK', String(error));
      calls.push(...disk.failed().map((failed) => failed.split(' ')[0] ?? ''));
    } finally {
      disk.repair();
    }
  }
  return assert.fail('more than ten calls');
}

for (const [name, append] of Object.entries(logs)) {
  test(`a line of ${name} is on the disk before eva continues, and a failed sync is reported`, async (t) => {
    const root = tempLibrary(t, {});
    const file = join(root, name);
    assert.deepEqual(
      await callsOf(() => append(root), file),
      /eval|attempts/.test(name) ? inBackground : ['openSync', 'writeSync', 'fsyncSync'],
    );
  });
}
