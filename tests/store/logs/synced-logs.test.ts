import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { EvaError } from '#model/problem.js';
import { appendAttempt } from '#store/logs/attempts-log.js';
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
const logs: Readonly<Record<string, (root: string) => void>> = {
  '.eval.jsonl': (root) => appendRunRow(root, runRow()),
  '.attempts.jsonl': (root) => appendAttempt(root, attemptBegin()),
  '.compare.jsonl': (root) => appendCompareRow(root, compareRow()),
  '.promotions.jsonl': (root) => appendPromotion(root, promotion),
};

/** Lists the system calls on the log while appending. Lets each of them fail in turn. */
function callsOf(append: () => void, file: string): readonly string[] {
  const calls: string[] = [];
  for (let call = 1; call <= 10; call++) {
    const disk = failDisk({ isCounted: (path) => path === file, call, code: 'EIO', lasting: 'once' });
    try {
      append();
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
  test(`a line of ${name} is on the disk before eva continues, and a failed sync is reported`, (t) => {
    const root = tempLibrary(t, {});
    const file = join(root, name);
    assert.deepEqual(
      callsOf(() => append(root), file),
      ['openSync', 'writeSync', 'fsyncSync'],
    );
  });
}
