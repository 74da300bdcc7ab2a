import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRunRows } from '#store/logs/eval-log.js';
import { tempLibrary } from '../support/temp-library.js';

const script = fileURLToPath(new URL('../support/append-run-rows.js', import.meta.url));
const each = 200;

/** Bytes of the rows of each of the eight. Those of 60 kB are as long as rows get before they are cut. */
const sizes = [600, 600, 1200, 4096, 10_000, 20_000, 40_000, 59_000];

function appendIn(root: string, writer: number, bytes: number): Promise<number | null> {
  const args = [script, root, String(writer), String(each), String(bytes)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
}

for (const [left, already, unreadable] of [
  ['nothing', '', 0],
  ['half a row, as a crash leaves it', '{"ts":"2026-01-10T12:00:00.000Z","all_pas', 1],
  ['zeros, as a power cut leaves them', '\0'.repeat(300), 1],
] as const) {
  test(`eight processes with ${each} rows each leave 1,600 whole rows, where the log held ${left}`, async (t) => {
    const root = tempLibrary(t, { '.eval.jsonl': already });
    const ended = await Promise.all(sizes.map((bytes, writer) => appendIn(root, writer, bytes)));
    assert.deepEqual(
      ended,
      sizes.map(() => 0),
    );
    const { rows, bad } = readRunRows(root);
    assert.equal(bad.length, unreadable);
    const names = rows.map(({ value }) => String(value['run_id']));
    assert.equal(names.length, 8 * each);
    sizes.forEach((_, writer) => {
      const own = names.filter((name) => name.startsWith(`${writer}-`));
      assert.deepEqual(
        own,
        Array.from({ length: each }, (_, n) => `${writer}-${n}`),
        'each writer finds its rows in the order in which it wrote them',
      );
    });
    // A writer that meets another's row half-way takes it for a torn one: that costs a blank line, which no reader minds.
    const lines = readFileSync(join(root, '.eval.jsonl'), 'latin1').split('\n');
    assert.equal(lines.filter((line) => line !== '').length, 8 * each + unreadable, 'and nothing else');
  });
}
