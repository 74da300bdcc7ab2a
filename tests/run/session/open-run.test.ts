import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultRunSettings } from '#model/run/run.js';
import { BudgetLedger } from '#run/collect/budget.js';
import { openPrompt } from '#run/prompt/open-prompt.js';
import { openRun } from '#run/session/open-run.js';
import { newRunPlace } from '#run/session/run-deps.js';
import { openPool } from '#run/session/run-pool.js';
import { AttemptTimes } from '#store/logs/attempts-log.js';
import { holderOfRun } from '#store/run/run-folder.js';
import { NewRunNames } from '#store/run/run-names.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const env = { ANTHROPIC_API_KEY: 'none' };

test('a run that fails to open closes its journal and releases its lock', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const open = openPrompt(root, 'diff');
  const { signal } = new AbortController();
  const ends = { stop: signal, signal, abort: () => {} };
  const place = await newRunPlace(open, () => {});
  await place.journal.close();
  let closed = 0;
  const journal = Object.create(place.journal, {
    replies: {
      value: () => {
        throw new Error('unreadable');
      },
    },
    drop: { value: () => (closed += 1) },
  });
  assert.ok(holderOfRun(place.dir));
  const options = { root, env, user: { dataDir: root, uid: undefined }, manner: defaultRunSettings };
  const { lanes, pool } = openPool([{ open, options }], () => {});
  const share = {
    names: new NewRunNames(root),
    times: new AttemptTimes(root),
    lanes,
    seat: pool.seat(),
    ledger: new BudgetLedger({}),
    turn: undefined,
  };
  const placeOf = async () => ({ ...place, journal });
  await assert.rejects(
    openRun({ open, options, reopen: () => open, placeOf }, share, ends, () => {}),
    /unreadable/,
  );
  assert.deepEqual([closed, holderOfRun(place.dir)], [1, null]);
});
