import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readJournal } from '#store/run/journal.js';
import { type ConversationApi, startConversationApi } from '../support/conversation-api.js';
import { tempLibrary } from '../support/temp-library.js';
import { randomFrom } from './mutate.js';

const program = fileURLToPath(new URL('library-user.js', import.meta.url));
const concurrency = 4;

interface Ended {
  /** What the program printed; empty if it was killed. */
  readonly printed: string;
  /** Requests that reached the server from this process. */
  readonly requests: number;
}

/** Runs the program until it ends, or kills it with SIGKILL once it has made so many requests. */
export async function start({ env, server }: ConversationApi, folder: string, killAfter: number): Promise<Ended> {
  const before = server.requests.length;
  const args = folder === '' ? [program] : [program, folder];
  const child = spawn(process.execPath, args, { env: { ...env, PATH: process.env['PATH'] } });
  let printed = '';
  let errors = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  child.stderr.on('data', (bytes) => {
    errors += bytes;
  });
  const timer = setInterval(() => {
    if (server.requests.length - before >= killAfter) child.kill('SIGKILL');
  }, 1);
  await ended(child);
  clearInterval(timer);
  assert.equal(errors, '');
  return { printed, requests: server.requests.length - before };
}

async function ended(child: ChildProcess): Promise<void> {
  await once(child, 'close');
}

/** Counts the replies of models in the only run of a folder; 0 if there is none. */
function kept(folder: string): number {
  const runs = join(folder, '.eva', 'runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  assert.ok(names.length <= 1, `one evaluation has ${names.length} runs`);
  const [name] = names;
  if (name === undefined || !existsSync(join(runs, name, 'journal.jsonl'))) return 0;
  return [...readJournal(join(runs, name)).replies].filter(({ model }) => model !== undefined).length;
}

/** Kills one evaluation so many times, and lets it end. Returns what it printed, and the requests that each process made beyond new replies. */
async function killed(t: TestContext, api: ConversationApi, kills: number, random: () => number) {
  const folder = tempLibrary(t, {});
  const surplus: number[] = [];
  const moments: number[] = [];
  for (let time = 0; time < kills; time += 1) {
    const before = kept(folder);
    const { printed, requests } = await start(api, folder, 1 + Math.floor(random() * 28));
    if (printed !== '') return { printed, surplus, moments };
    moments.push(kept(folder));
    surplus.push(requests - (kept(folder) - before));
  }
  const before = kept(folder);
  const { printed, requests } = await start(api, folder, Number.POSITIVE_INFINITY);
  assert.equal(requests, kept(folder) - before, 'the last process requested a reply twice');
  return { printed, surplus, moments };
}

/** Kills evaluations so many times each. Checks that none requests a reply of its journal again, and that each decides as if it had never been killed. */
export async function assertKillsLoseNothing(t: TestContext, chains: number, kills: number): Promise<void> {
  const api = await startConversationApi(t);
  const random = randomFrom(20261122);
  const whole = await start(api, tempLibrary(t, {}), Number.POSITIVE_INFINITY);
  assert.match(whole.printed, /"outcome":"passed"/);
  const runs = [];
  for (let run = 0; run < chains; run += 1) runs.push(await killed(t, api, kills, random));
  const moments = runs.flatMap((run) => run.moments);
  const surplus = runs.flatMap((run) => run.surplus);
  t.diagnostic(`${whole.requests} requests without a kill; killed with ${moments.join(', ')} replies in the journal`);
  t.diagnostic(`requests in progress at a kill, which brought no reply: ${surplus.join(', ')}`);
  assert.equal(moments.length, chains * kills);
  assert.ok(surplus.every((requests) => requests >= 0 && requests <= concurrency));
  for (const { printed } of runs) assert.equal(printed, whole.printed);
}
