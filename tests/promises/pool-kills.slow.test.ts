import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readJournal } from '#store/run/journal.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { startEva } from '../support/interrupted-eva.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';
import { randomFrom } from './mutate.js';

const prompts = 12;
const trials = 3;
const places = 6;
const kills = 3;

const idOf = (at: number) => `p${String(at).padStart(2, '0')}`;
const ids = Array.from({ length: prompts }, (_, at) => idOf(at));
/** The prompts whose replies are wrong. */
const wrong = new Set(['p03', 'p09']);

const files = Object.assign(
  { 'eva.yml': `concurrency: ${places}\n` },
  ...ids.map((id) => ({
    [`prompts/${id}/prompt.xml`]: `<prompt>Prompt ${id}: {{code}}</prompt>\n`,
    [`prompts/${id}/eval.yml`]: `defaults: { model: claude-x, sample_size: ${trials}, stop_early: false }\ncases:\n  - { name: one, inputs: { code: x }, assert: [ { contains: good } ] }\n`,
  })),
);

/** Waits until the condition is true or the program has ended. */
async function until(condition: () => boolean, child: { readonly exitCode: number | null }): Promise<void> {
  while (!condition() && child.exitCode === null) await setTimeout(5);
}

/** Returns true if `--resume` can go on: a kill may come after the folder `.eva` and before the file of the group. */
function isNoted(root: string): boolean {
  const groups = join(root, '.eva/groups');
  return rowsIn(root).length > 0 || (existsSync(groups) && readdirSync(groups).some((name) => name.endsWith('.json')));
}

test('a command that is killed at any moment goes on: each prompt gets one row with its verdict, and no kept reply is asked for again', async (t) => {
  const random = randomFrom(20261129);
  const server = await startFakeMessagesApi({
    faults: () => ({ delayMs: Math.floor(random() * 60) }),
    answer: (body) => (wrong.has(/Prompt (p\d+)/.exec(JSON.stringify(body))?.[1] ?? '') ? 'bad' : 'good'),
  });
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  let killed = 0;
  for (let library = 0; library < 15; library++) {
    const root = tempLibrary(t, files);
    const before = server.requests.length;
    let hasBegun = false;
    for (let kill = 0; kill < kills; kill++) {
      const eva = startEva(['eval', ...(hasBegun ? ['--resume'] : ['--yes'])], root, server.url);
      const asked = server.requests.length + Math.floor(random() * 12);
      await until(() => existsSync(join(root, '.eva')) && server.requests.length >= asked, eva.child);
      await setTimeout(random() * 80);
      const hasEnded = eva.child.exitCode !== null;
      if (!hasEnded) {
        await eva.end('SIGKILL');
        await server.quiet();
        killed += 1;
      }
      hasBegun ||= isNoted(root);
      if (hasEnded) break;
    }
    const command = hasBegun ? ['eval', '--resume'] : ['eval', '--yes'];
    const last = await runEva(command, { cwd: root, env });
    // a kill may have come after the last row
    const isOver = last.exitCode === 2 && last.stderr.includes('EVA_NOTHING_TO_RESUME');
    assert.ok(isOver || last.exitCode === 1, `library ${library}: ${last.exitCode} ${last.stderr}`);
    const rows = rowsIn(root);
    assert.deepEqual(rows.map(({ id }) => id).sort(), ids, `library ${library}`);
    for (const { id, all_passed } of rows)
      assert.equal(all_passed, !wrong.has(String(id)), `library ${library}: ${id}`);
    // a run that is killed while it opens leaves a folder without a journal
    const folders = readdirSync(join(root, '.eva/runs')).map((run) => join(root, '.eva/runs', run));
    const journals = folders.filter((dir) => existsSync(join(dir, 'journal.jsonl'))).map((dir) => readJournal(dir));
    const kept = journals.reduce((sum, { replies }) => sum + [...replies].length, 0);
    assert.equal(kept, prompts * trials, `library ${library}`);
    const sent = server.requests.length - before;
    assert.ok(sent <= prompts * trials + kills * places, `library ${library}: ${sent} requests`);
    assert.deepEqual(readdirSync(join(root, '.eva/groups')), [], `library ${library}`);
  }
  t.diagnostic(`${killed} kills`);
  assert.ok(killed >= 30, `${killed} kills`);
});
