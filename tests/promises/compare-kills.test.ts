import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAttempts } from '#store/logs/attempts-log.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import { readJournal } from '#store/run/journal/read-journal.js';
import { itemFiles, type TwoModels, twoModels } from '../engine/comparing/two-models.js';
import { tempLibrary } from '../support/temp-library.js';
import { randomFrom } from './mutate.js';

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
async function killed(t: TestContext, api: TwoModels, moments: readonly number[], whole: string) {
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

test('a comparison that is killed at any moment asks for no reply of its journals again, and comes to the same result', async (t) => {
  const api = await twoModels(t, items, { wrong: ({ item, side }) => side === 'b' && item === 3 });
  const whole = await start(api, tempLibrary(t, itemFiles(items)), 0);
  assert.match(whole.printed, /"state":"finished"/);
  const random = randomFrom(20261124);
  const kills: number[] = [];
  for (let run = 0; run < 9; run++) {
    const first = 1 + Math.floor(random() * whole.calls);
    const others = [random(), random()].map((share) => 1 + Math.floor(share * (whole.calls / 2)));
    kills.push(...(await killed(t, api, [first, ...others], whole.printed)));
  }
  // the last steps: results, comparison.json, the end of the attempt and the row
  for (let last = 0; last < 7; last++) kills.push(...(await killed(t, api, [whole.calls - last], whole.printed)));
  t.diagnostic(`${whole.calls} changes of the disk; killed with ${kills.join(', ')} replies in the journals`);
  assert.ok(kills.length >= 30, `${kills.length} kills`);
});
