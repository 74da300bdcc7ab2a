import assert from 'node:assert/strict';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { defaultRunSettings, type RunResult } from '#model/run/run.js';
import { appendRunRow } from '#store/logs/eval-log.js';
import { createJournal } from '#store/run/journal.js';
import { removeRuns } from '#store/run/kept-runs.js';
import { createRunFolder, lockRun, writePlan, writeResult } from '#store/run/run-folder.js';
import { listRuns } from '#store/run/run-list.js';
import { errorOf } from '../../support/error-of.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { runRow } from '../../support/run-row.js';
import { keyOf, storedReply } from '../../support/stored-reply.js';
import { tempLibrary } from '../../support/temp-library.js';

/** Makes a run with a plan and a journal of two replies and a note, and a result if one is given. */
async function makeRun(root: string, runId: string, result?: Partial<RunResult>): Promise<string> {
  const dir = createRunFolder(root, runId);
  const journal = createJournal(dir, { run_id: runId, id: 'diff', eva_version: '0.1.0' });
  journal.put(storedReply());
  journal.note({ note: 'batch_submitted', id: 'b' });
  journal.put(storedReply({ key: keyOf('b') }));
  await journal.close();
  await writePlan(dir, planOf());
  if (result) await writeResult(dir, resultOf({ run_id: runId, ...result }));
  return dir;
}

function listed(root: string): readonly string[] {
  return listRuns(root).map(({ run_id, id, state, isDone, replies }) =>
    [run_id, id, state, isDone ? 'done' : 'open', replies].join(' | '),
  );
}

test('runs are listed oldest first, with their state and whether they are done', async (t) => {
  const root = tempLibrary(t, { 'prompts/diff': { directory: true } });
  await makeRun(root, 'r5');
  await makeRun(root, 'r1', {});
  await makeRun(root, 'r2', {});
  await appendRunRow(root, runRow({ run_id: 'r2' }));
  await makeRun(root, 'r3', { state: 'unfinished' });
  await makeRun(root, 'r4', { shard: { index: 1, of: 2 } });
  await makeRun(root, 'r6', { shard: { index: 2, of: 2 }, state: 'unfinished' });
  await makeRun(root, 'r7', { id: 'of-a-program' });
  assert.deepEqual(listed(root), [
    'r1 | diff | finished | open | 6',
    'r2 | diff | finished | done | 6',
    'r3 | diff | unfinished | open | 2',
    'r4 | diff | finished | done | 6',
    'r5 | diff | unfinished | open | 2',
    'r6 | diff | unfinished | open | 2',
    'r7 | of-a-program | finished | done | 6',
  ]);
});

test('a running run is listed with its process', async (t) => {
  const root = tempLibrary(t, {});
  const lock = lockRun(await makeRun(root, 'r1'), 'r1', () => assert.fail());
  assert.deepEqual(
    listRuns(root).map(({ state, pid }) => [state, pid]),
    [['running', process.pid]],
  );
  lock.release();
  assert.deepEqual(
    listRuns(root).map(({ state, pid }) => [state, pid]),
    [['unfinished', null]],
  );
});

test('a run is listed with the size of its files, and with its shard', async (t) => {
  const root = tempLibrary(t, {});
  const dir = await makeRun(root, 'r1');
  await writePlan(dir, planOf({ manner: { ...defaultRunSettings, shard: { index: 2, of: 5 } } }));
  const bytes = ['plan.json', 'journal.jsonl'].reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  assert.deepEqual(listRuns(root), [
    {
      run_id: 'r1',
      id: 'diff',
      state: 'unfinished',
      pid: null,
      began: null,
      isDone: false,
      bytes,
      shard: { index: 2, of: 5 },
      isReplay: false,
      isMerged: false,
      replies: 2,
    },
  ]);
});

test('a run whose files cannot be read is still listed, and so are the others', async (t) => {
  const root = tempLibrary(t, {
    '.eva/runs/a-empty': { directory: true },
    '.eva/runs/b-garbage/plan.json': '{',
    '.eva/runs/b-garbage/result.json': '[',
    '.eva/runs/b-garbage/journal.jsonl': '\0\0',
    '.eva/runs/c-links/plan.json': { link: '/dev/zero' },
    '.eva/runs/c-links/result.json': { link: '/dev/zero' },
    '.eva/runs/c-links/journal.jsonl': { link: '/dev/zero' },
    '.eva/runs/c-links/lock': { link: '/dev/zero' },
    '.eva/runs/d-odd/result.json': { directory: true },
    '.eva/runs/not-a-run.txt': '',
    '.eva/runs/linked': { link: '/' },
  });
  await makeRun(root, 'e-good');
  assert.deepEqual(listed(root), [
    'a-empty |  | unfinished | open | ',
    'b-garbage |  | unfinished | open | 0',
    'c-links |  | unfinished | open | ',
    'd-odd |  | unfinished | open | ',
    'e-good | diff | unfinished | open | 2',
  ]);
});

/** Makes a sparse file with a line end after each 60 MB, which takes no space on the disk. */
function makeHuge(path: string, lines: number): void {
  const fd = openSync(path, 'w');
  for (let line = 1; line <= lines; line += 1) writeSync(fd, '\n', line * 60_000_000);
  closeSync(fd);
}

test('a run with huge files is listed without reading them completely', async (t) => {
  const root = tempLibrary(t, { 'prompts/diff': { directory: true }, '.eva/runs/huge': { directory: true } });
  makeHuge(join(root, '.eva/runs/huge/journal.jsonl'), 5);
  makeHuge(join(root, '.eva/runs/huge/result.json'), 10);
  await makeRun(root, 'r1', {});
  assert.deepEqual(listed(root), ['huge |  | unfinished | open | ', 'r1 | diff | finished | open | 6']);
});

test('a library without runs has an empty list, and listing creates no folder', (t) => {
  const root = tempLibrary(t, {});
  assert.deepEqual(listRuns(root), []);
  assert.deepEqual(readdirSync(root), []);
});

test('removing runs deletes their files and no others', async (t) => {
  const root = tempLibrary(t, {});
  for (const run of ['r1', 'r2', 'r3']) await makeRun(root, run, {});
  assert.deepEqual(removeRuns(root, ['r2']), { removed: ['r2'], refused: [] });
  assert.deepEqual(readdirSync(join(root, '.eva')).sort(), ['.gitignore', 'runs']);
  assert.deepEqual(readdirSync(join(root, '.eva/runs')).sort(), ['r1', 'r3']);
});

test('a running run stays, and others are removed', async (t) => {
  const root = tempLibrary(t, {});
  const lock = lockRun(await makeRun(root, 'r1'), 'r1', () => assert.fail());
  await makeRun(root, 'r2');
  const { removed, refused } = removeRuns(root, ['r1', 'r2']);
  assert.deepEqual(removed, ['r2']);
  assert.deepEqual(
    refused.map(({ run_id, reason }) => [run_id, reason.includes(String(process.pid))]),
    [['r1', true]],
  );
  assert.deepEqual(readdirSync(join(root, '.eva/runs/r1')).sort(), ['journal.jsonl', 'lock', 'plan.json']);
  lock.release();
});

test('an invalid name removes nothing, and a link is not followed', async (t) => {
  const outside = tempLibrary(t, { 'precious.txt': 'here' });
  const root = tempLibrary(t, { '.eva/runs/linked': { link: outside }, 'precious/plan.json': '{}' });
  await makeRun(root, 'r1');
  mkdirSync(join(root, '.eva/runs/r1/below'));
  writeFileSync(join(root, '.eva/runs/r1/below/file'), 'x');
  for (const name of ['../../precious', 'linked', '..', ''])
    assert.ok(removeRuns(root, [name]).refused[0]?.reason.includes(`"${name}"`));
  assert.deepEqual(removeRuns(root, ['r1']).removed, ['r1']);
  assert.equal(readFileSync(join(outside, 'precious.txt'), 'utf8'), 'here');
  assert.equal(readFileSync(join(root, 'precious/plan.json'), 'utf8'), '{}');
});

test('a run with an unreadable lock stays too', (t) => {
  const root = tempLibrary(t, { '.eva/runs/r1/lock': '' });
  assert.match(removeRuns(root, ['r1']).refused[0]?.reason ?? '', /lock/);
  assert.deepEqual(readdirSync(join(root, '.eva/runs/r1')), ['lock']);
});

test('a runs folder that is a link is refused', (t) => {
  const outside = tempLibrary(t, { 'r1/plan.json': '{}' });
  const root = tempLibrary(t, { '.eva/runs': { link: outside } });
  for (const work of [() => listRuns(root), () => removeRuns(root, ['r1'])])
    assert.equal(errorOf(work).code, 'EVA_ODD_FILE');
});

const day = 86_400_000;

test('a run began at the earliest time of its name, its result and its plan', async (t) => {
  const root = tempLibrary(t, {});
  const began = () => listRuns(root).map((one) => one.began);
  const [name, later] = ['20260601T000000Z-aaaaaa', '20991231T000000Z-bbbbbb'];
  const named = Date.UTC(2026, 5, 1);
  await makeRun(root, name);
  assert.deepEqual(began(), [named], 'its files are of today');
  const dir = await makeRun(root, later, { ts: new Date(named + day).toISOString() });
  assert.deepEqual(began(), [named, named + day], 'its result');
  utimesSync(join(dir, 'plan.json'), 1, (named - day) / 1000);
  assert.deepEqual(began(), [named, named - day], 'its plan');
  writeFileSync(join(dir, 'result.json'), 'damaged');
  assert.deepEqual(began(), [named, named - day]);
  mkdirSync(join(root, '.eva/runs/notes'));
  assert.deepEqual(began(), [named, named - day, null], 'what eva has not named');
});
