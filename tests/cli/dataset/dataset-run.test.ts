import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { rowsIn } from '../../support/rows-in.js';
import { caseOnData, csvOf, dataLibrary, goodItems } from './data-library.js';

const dataFile = 'prompts/diff/data/items.csv';

/** Returns the content of the requests of a server, in order. */
const codesIn = (
  requests: readonly { readonly body: { readonly messages: readonly { readonly content: string }[] } }[],
) => requests.map(({ body }) => /code \d+/.exec(body.messages[0]?.content ?? '')?.[0]);

const runDirs = (root: string) =>
  readdirSync(join(root, '.eva/runs'))
    .sort()
    .map((name) => join(root, '.eva/runs', name));
/** Returns the ids of the items of a run's trials, in the order of the trials. */
const itemsIn = (dir: string): readonly string[] =>
  readFileSync(join(dir, 'trials.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line).trial]))
    .sort((a, b) => a.index - b.index)
    .map(({ origin }) => origin.item);

const planIn = (dir: string) => JSON.parse(readFileSync(join(dir, 'plan.json'), 'utf8'));

test('a case on a data set asks its items, and its row has counts and a digest', async (t) => {
  const { root, eva, server } = await dataLibrary(t, goodItems(30), {
    files: { 'prompts/diff/eval.yml': caseOnData('    stop_early: false\n') },
  });
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(new Set(codesIn(server.requests)).size, 30);
  const [row] = rowsIn(root);
  const { case: name, items, asked, claim } = row?.datasets?.[0] ?? assert.fail('no data set in the row');
  assert.deepEqual([name, items, asked, claim], ['tickets', 30, 30, 'population']);
  const [dir = assert.fail('no run')] = runDirs(root);
  assert.doesNotMatch(readFileSync(join(dir, 'plan.json'), 'utf8'), /code \d/);
  const again = await eva('report', '--recompute');
  assert.equal(again.exitCode, 0, again.stdout + again.stderr);
});

test('--items asks the first items of the order, --item the named ones; both leave the evidence as it is', async (t) => {
  const { root, eva, server } = await dataLibrary(t, goodItems(30));
  /** Runs `eva eval` and returns the ids of the items that it asks, in their order. */
  const askedBy = async (...args: readonly string[]) => {
    const { exitCode, stderr } = await eva('eval', 'diff', ...args);
    assert.equal(exitCode === 0 || exitCode === 1, true, stderr);
    return itemsIn(runDirs(root).at(-1) ?? '');
  };
  const order = await askedBy();
  assert.deepEqual(await askedBy('--items', '3'), order.slice(0, 3));
  const [first = assert.fail(), second = assert.fail()] = runDirs(root).map(planIn);
  assert.deepEqual([second.partial, second.item_choice, second.evidence], [true, { first: 3 }, first.evidence]);
  const id = order[4] ?? assert.fail('too few items');
  assert.deepEqual(await askedBy('--item', id), [id]);
  const asked = server.requests.length;
  const unknown = await eva('eval', 'diff', '--item', `${id}x`);
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.stderr, new RegExp(`"${id}"\\?[\\s\\S]*EVA_DATA_ID`));
  assert.equal(server.requests.length, asked);
});

test('--items without a data set is refused', async (t) => {
  const plain =
    'defaults: { model: claude-x }\ncases: [{ name: a, inputs: { code: x }, assert: [{ contains: good }] }]\n';
  const { eva, server } = await dataLibrary(t, goodItems(3), { files: { 'prompts/diff/eval.yml': plain } });
  const { exitCode, stderr } = await eva('eval', 'diff', '--items', '2');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_NOTHING_TO_RUN/);
  assert.equal(server.requests.length, 0);
});

test('a run on a data file that changed is not resumed, and the message names the file', async (t) => {
  const { root, eva } = await dataLibrary(t, goodItems(30), {
    files: { 'prompts/diff/eval.yml': caseOnData('    stop_early: false\n') },
  });
  const cut = await eva('eval', 'diff', '--max-calls', '10', '--allow-short-budget');
  assert.equal(cut.exitCode, 3, cut.stdout + cut.stderr);
  writeFileSync(join(root, dataFile), csvOf(goodItems(29)));
  const changed = await eva('eval', 'diff', '--resume', '--max-calls', '100');
  assert.equal(changed.exitCode, 2);
  assert.match(changed.stderr, /data\/items\.csv changed: 30 items[\s\S]*EVA_RUN_CHANGED/);
  writeFileSync(join(root, dataFile), csvOf(goodItems(30)));
  const resumed = await eva('eval', 'diff', '--resume', '--max-calls', '100');
  assert.equal(resumed.exitCode, 0, resumed.stdout + resumed.stderr);
});
