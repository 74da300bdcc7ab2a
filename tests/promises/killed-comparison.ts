import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAttempts } from '#store/logs/attempts-log.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import { readJournal } from '#store/run/journal.js';
import { itemFiles, type TwoModels, twoModels } from '../run/compare/two-models.js';
import { tempLibrary } from '../support/temp-library.js';

const program = fileURLToPath(new URL('compare-user.js', import.meta.url));
const items = 20;

interface Ended {
  /** What the program printed; empty if it was killed. */
  readonly printed: string;
  /** The number of calls that changed the disk, if it ended. */
  readonly calls: number;
  /** The number of requests that reached the server. */
  readonly requests: number;
}

/** Runs the program until it ends, or until it kills itself at a call that changes the disk. */
async function start({ env, server }: TwoModels, root: string, killAt: number): Promise<Ended> {
  const before = server.requests.length;
  const child = spawn(process.execPath, [program, root, String(killAt)], {
    env: { ...env, PATH: process.env['PATH'] },
  });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  child.stderr.on('data', (bytes) => {
    errors += bytes;
  });
  const [code, signal] = await once(child, 'close');
  assert.ok(signal === 'SIGKILL' || code === 0, errors);
  await server.quiet();
  return { printed, calls: Number(errors), requests: server.requests.length - before };
}

/** Counts the replies in the journals of a library. */
function kept(root: string): number {
  const runs = join(root, '.eva', 'runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  const journals = names.filter((name) => existsSync(join(runs, name, 'journal.jsonl')));
  return journals.reduce((sum, name) => sum + [...readJournal(join(runs, name)).replies].length, 0);
}

/** Kills a comparison several times, and lets it end. Checks what it printed and left. Returns the replies that it had at each kill. */
export async function killed(
  t: TestContext,
  api: TwoModels,
  moments: readonly number[],
  whole: string,
): Promise<readonly number[]> {
  const root = tempLibrary(t, itemFiles(items));
  const replies: number[] = [];
  for (const moment of moments) {
    const before = kept(root);
    const { printed, requests } = await start(api, root, moment);
    if (printed !== '') break;
    const surplus = requests - (kept(root) - before);
    assert.ok(surplus >= 0 && surplus <= 4, `${surplus} requests more than replies`);
    replies.push(kept(root));
  }
  const before = kept(root);
  const { printed, requests } = await start(api, root, 0);
  assert.equal(printed, whole);
  assert.equal(requests, kept(root) - before, 'the last process requested a reply twice');
  assert.equal(readCompareRows(root).rows.length, 1, 'one row');
  const begins = readAttempts(root).rows.filter(({ value }) => value.event === 'begin');
  assert.ok(begins.length === 1 && begins[0]?.value.kind === 'compare', `${begins.length} attempts`);
  return replies;
}

/** Starts the models, and runs the comparison once without a kill. */
export async function undisturbed(t: TestContext): Promise<{ readonly api: TwoModels; readonly whole: Ended }> {
  const api = await twoModels(t, items, { wrong: ({ item, side }) => side === 'b' && item === 3 });
  const whole = await start(api, tempLibrary(t, itemFiles(items)), 0);
  assert.match(whole.printed, /"state":"finished"/);
  return { api, whole };
}
