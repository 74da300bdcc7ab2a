import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openLibrary } from '../../promises/open-library.js';
import { goodEval, goodMeta, goodPrompt } from '../../support/temp-library.js';
import { type DiskCall, namesOf, traceDisk } from '../../support/traced-fs.js';

const prompts = 12;

/** Evaluates a library, and lists the calls that changed or synced its files. */
async function traced(t: Parameters<typeof openLibrary>[0], evalFile: string, count: number) {
  const [meta, body] = [goodMeta, goodPrompt()['prompts/diff/prompt.xml'] ?? ''];
  const files = Array.from({ length: count }, (_, at) => ({
    [`prompts/p${at}/meta.yml`]: meta.replace('id: diff', `id: p${at}`),
    [`prompts/p${at}/prompt.xml`]: body,
    [`prompts/p${at}/eval.yml`]: evalFile.replace('happy', `happy ${at}`),
  }));
  const library = await openLibrary(t, { files: Object.assign({}, ...files) });
  const trace = traceDisk(library.root);
  try {
    const { exitCode, stderr } = await library.eva('eval', '--yes');
    assert.equal(exitCode, 0, stderr);
  } finally {
    trace.end();
  }
  return { ...library, calls: trace.calls };
}

/** Returns true for a file of a run or one to which all runs append. */
const isOfRun = ({ call, path }: DiskCall) =>
  call !== 'read' && call !== 'list' && /\/\.eva\/runs\/.|\.(eval|attempts)\.jsonl$/.test(path);

test('a run is synced at most six times, and none of the syncs blocks', async (t) => {
  const { root, calls } = await traced(t, goodEval, prompts);
  const runs = readdirSync(join(root, '.eva/runs')).length;
  assert.equal(runs, prompts + 1);
  const ofRuns = calls.filter(isOfRun);
  assert.deepEqual(namesOf(ofRuns.filter(({ call }) => call === 'blocking_sync')), []);
  const syncs = ofRuns.filter(({ call }) => call === 'sync');
  assert.ok(syncs.length <= 6 * runs, `${syncs.length} syncs of ${runs} runs`);
  const blocking = calls.filter(({ call }) => call === 'blocking_sync');
  assert.ok(blocking.length <= 8, `${namesOf(blocking)}`);
});

test('long inputs add two syncs to a run', async (t) => {
  const { root, calls } = await traced(t, goodEval.replace('x = 1', 'x'.repeat(300)), prompts);
  const runs = readdirSync(join(root, '.eva/runs')).length;
  const syncs = calls.filter((one) => isOfRun(one) && one.call === 'sync');
  assert.ok(syncs.length <= 8 * runs, `${syncs.length} syncs of ${runs} runs`);
});

test('the folder of runs is listed, and the logs are read, as often for many prompts as for few', async (t) => {
  const looks = async (count: number) => {
    const { calls } = await traced(t, goodEval, count);
    const isLook = ({ call, path }: DiskCall) =>
      (call === 'list' && path.endsWith('/.eva/runs')) || (call === 'read' && /\.(eval|attempts)\.jsonl$/.test(path));
    return namesOf(calls.filter(isLook)).toSorted();
  };
  assert.deepEqual(await looks(prompts), await looks(2));
});

test('the files of a run reach the disk in the order in which a kill may leave them, the row last', async (t) => {
  const { root, calls } = await traced(t, goodEval, 0);
  const steps = namesOf(calls.filter(isOfRun)).filter((name, at, all) => name !== all[at - 1]);
  const [run = ''] = readdirSync(join(root, '.eva/runs'));
  assert.deepEqual(steps, [
    'write lock',
    'write journal.jsonl',
    'write plan.json',
    'sync plan.json',
    'rename plan.json',
    'write .attempts.jsonl',
    'write journal.jsonl',
    'write trials.jsonl',
    'sync journal.jsonl',
    'write result.json',
    'sync result.json',
    'rename result.json',
    `sync ${run}`,
    'write .attempts.jsonl',
    'sync .attempts.jsonl',
    'write .eval.jsonl',
    'sync .eval.jsonl',
  ]);
});
