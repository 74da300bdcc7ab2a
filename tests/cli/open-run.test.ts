import assert from 'node:assert/strict';
import test from 'node:test';
import { openRun } from '#cli/evaluating/open-run.js';
import { newRunPlace } from '#cli/evaluating/run-place.js';
import { openPrompt } from '#cli/open-prompt.js';
import { holderOfRun } from '#store/run/run-lock.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const io = { env: { ANTHROPIC_API_KEY: 'none' } } as unknown as Parameters<typeof openRun>[3];

test('a run that cannot be opened whole lets its journal and its lock go', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const open = openPrompt(root, 'diff');
  const { signal } = new AbortController();
  const ends = { stop: signal, signal, abort: () => {} };
  const place = newRunPlace(open, () => {});
  place.journal.close();
  let closed = 0;
  const journal = Object.create(place.journal, {
    replies: {
      value: () => {
        throw new Error('unreadable');
      },
    },
    close: { value: () => (closed += 1) },
  });
  assert.ok(holderOfRun(place.dir));
  const opened = () => openRun(open, () => ({ ...place, journal }), {}, io, ends, { note: () => {}, warn: () => {} });
  await assert.rejects(opened, /unreadable/);
  assert.deepEqual([closed, holderOfRun(place.dir)], [1, null]);
});
