import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openLibrary } from '../promises/open-library.js';

const long = 'a long line of a long input\n'.repeat(20_000);

async function library(t: TestContext) {
  const document = {
    defaults: { model: 'claude-opus-4-7', sample_size: 12, stop_early: false },
    cases: [
      { name: 'long', files: { code: 'long.txt' }, assert: [{ contains: '<diff>' }] },
      { name: 'short', inputs: { code: 'x = 1' }, assert: [{ contains: '<diff>' }] },
    ],
  };
  const opened = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': JSON.stringify(document), 'prompts/diff/long.txt': long },
  });
  const runs = () => readdirSync(join(opened.root, '.eva/runs')).filter((name) => !name.startsWith('.'));
  return { ...opened, runs, folder: (run: string) => join(opened.root, '.eva/runs', run) };
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');
const bytesIn = (dir: string) => readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);

test('an input that many trials use is stored once per text that contains it', async (t) => {
  const { eva, runs, folder } = await library(t);
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  const dir = folder(runs()[0] ?? '');
  const inputs = linesOf(join(dir, 'inputs.jsonl')).map((line) => JSON.parse(line));
  const texts = [long, `<task>Change ${long} and nothing else.</task>\n`]; // the value, and the request
  assert.deepEqual(
    inputs.map(({ text }) => text),
    texts,
  );
  assert.ok(bytesIn(dir) < 2.2 * long.length, `${bytesIn(dir)} bytes`);
  assert.equal(statSync(join(dir, 'inputs.jsonl')).mode & 0o777, 0o600);
  const trials = linesOf(join(dir, 'trials.jsonl')).map((line) => JSON.parse(line).trial);
  assert.equal(trials.length, 24);
  for (const { case: name, turns } of trials) {
    const expected = name === 'long' ? { sha256: inputs[1].sha256 } : '<task>Change x = 1 and nothing else.</task>\n';
    assert.deepEqual(turns[0].user_message, expected);
  }
});

test('a run with inputs in inputs.jsonl is reported, recomputed, resumed and compared like any other', async (t) => {
  const { eva, runs, folder } = await library(t);
  assert.equal((await eva('eval', 'diff', '--max-calls', '5', '--allow-short-budget')).exitCode, 3);
  assert.equal((await eva('eval', '--resume', 'diff', '--max-calls', '100')).exitCode, 0);
  const [run = ''] = runs();
  assert.equal(linesOf(join(folder(run), 'inputs.jsonl')).length, 2, 'a resume adds none that is there');
  const told = await eva('report', run, '--json');
  assert.equal(JSON.parse(told.stdout).cases[0].trials[11].turns[0].user_message.includes(long), true);
  assert.equal((await eva('report', '--recompute', run)).exitCode, 0);
});

test('shards with inputs in inputs.jsonl are merged', async (t) => {
  const { eva, runs, folder } = await library(t);
  for (const shard of ['1/2', '2/2']) await eva('eval', 'diff', '--shard', shard);
  const parts = runs().map((run) => folder(run));
  const { exitCode, stderr } = await eva('merge', ...parts);
  assert.equal(exitCode, 0, stderr);
  const merged = runs().find((run) => !parts.includes(folder(run))) ?? '';
  assert.equal(linesOf(join(folder(merged), 'inputs.jsonl')).length, 2);
  assert.equal((await eva('report', '--recompute', merged)).exitCode, 0);
});

for (const [what, spoil] of [
  ['is gone', (file: string) => rmSync(file)],
  [
    'was edited',
    (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('a long line', 'another line')),
  ],
] as const) {
  test(`a run whose inputs.jsonl ${what} is reported as unreadable`, async (t) => {
    const { eva, runs, folder } = await library(t);
    await eva('eval', 'diff');
    const [run = ''] = runs();
    spoil(join(folder(run), 'inputs.jsonl'));
    const { exitCode, stderr } = await eva('report', run);
    assert.equal(exitCode, 3);
    assert.match(stderr, /inputs\.jsonl/);
    assert.match(stderr, /EVA_BAD_RUN/);
  });
}
