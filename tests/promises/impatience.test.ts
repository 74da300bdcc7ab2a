import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startEva, until } from '../support/interrupted-eva.js';
import type { EvaOutput } from '../support/run-eva.js';
import { goodMeta } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - { name: one, inputs: { code: one }, assert: [ { contains: good } ] }
  - { name: two, inputs: { code: two }, assert: [ { contains: good } ] }
`;
const meta = goodMeta.replace('status: draft', 'status: tested');

interface Library {
  readonly root: string;
  readonly url: string;
  readonly eva: (...args: string[]) => Promise<EvaOutput>;
  /** How many of the next calls are refused, and how many of those after them get a bad answer. */
  readonly luck: { bad: number; refused: number };
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** What promote says on one line, with no failed attempt allowed, and with no limit. */
  readonly promote: (rules?: string) => Promise<EvaOutput>;
}

/** A tested prompt of two cases, and a model whose luck is in the test's hands. */
async function openTested(t: TestContext, cases = evalFile, delayMs = 0): Promise<Library> {
  const luck = { bad: 0, refused: 0 };
  const { root, server, eva } = await openLibrary(t, {
    files: { 'prompts/diff/meta.yml': meta, 'prompts/diff/eval.yml': cases, 'eva.yml': 'concurrency: 1\n' },
    answer: () => (luck.refused-- > 0 ? { stop_reason: 'refusal' } : luck.bad-- > 0 ? 'bad' : 'good'),
    faults: () => (delayMs > 0 ? { delayMs } : null),
  });
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  return {
    root,
    url: server.url,
    luck,
    eva,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    write,
    promote: async (rules = 'max_failed_runs: 0') => {
      write('prompts/diff/meta.yml', `${meta}promotion: { ${rules} }\n`);
      const output = await eva('promote', 'diff', '--check');
      return { ...output, stdout: output.stdout.replaceAll(/\s+/g, ' ') };
    },
  };
}

const lastOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');

/** A red run, then a green one. */
async function redThenGreen(library: Library) {
  library.luck.bad = 1;
  assert.equal((await library.eva('eval', 'diff')).exitCode, 1);
  const red = lastOf(library.read('.eval.jsonl'));
  assert.equal((await library.eva('eval', 'diff')).exitCode, 0);
  return { red: red.run_id, green: lastOf(library.read('.eval.jsonl')).run_id };
}

/** The lines of a log without those of a run. */
function without(run: string, text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.includes(run))
    .join('\n');
}

test('a first run that passes opens the gate where no failed attempt is allowed', async (t) => {
  const library = await openTested(t);
  await library.eva('eval', 'diff');
  assert.equal((await library.promote()).exitCode, 0);
});

test('each case repeated with --record until it is green, then played with --replay: named, refused, and never real', async (t) => {
  const library = await openTested(t);
  for (const name of ['one', 'two']) {
    library.luck.bad = 3;
    const codes: number[] = [];
    while (codes.at(-1) !== 0 && codes.length < 6) {
      codes.push((await library.eva('eval', 'diff', '--case', name, '--record')).exitCode);
    }
    assert.deepEqual(codes, [1, 1, 1, 0]);
  }
  const replayed = await library.eva('eval', 'diff', '--replay');
  assert.equal(replayed.exitCode, 0);
  const refused = await library.promote();
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stdout, /✗ real run \S+ .* 2 runs/);
  assert.match(refused.stdout, /✗ failed_runs 6 .* at most 0 may count/);
  const unlimited = await library.promote('max_age_days: 30');
  assert.equal(unlimited.exitCode, 1, 'not real, whatever is allowed');
  assert.match(unlimited.stdout, /✓ failed_runs 6 earlier attempts/);
});

test('the best of twelve collections of each shard, merged: named, and refused', async (t) => {
  const library = await openTested(t, evalFile.replaceAll('assert:', 'sample_size: 2, assert:'));
  const runs = join(library.root, '.eva/runs');
  const best = join(library.root, 'best');
  mkdirSync(best);
  for (const index of [1, 2]) {
    for (let round = 1; round <= 12; round += 1) {
      const before = new Set(round === 1 && index === 1 ? [] : readdirSync(runs));
      library.luck.bad = round === 12 ? 0 : 1;
      assert.equal((await library.eva('eval', 'diff', '--shard', `${index}/2`)).exitCode, 0);
      const [collected = ''] = readdirSync(runs).filter((run) => !before.has(run));
      if (round === 12) cpSync(join(runs, collected), join(best, collected), { recursive: true });
    }
  }
  const merged = await library.eva('merge', 'best');
  assert.equal(merged.exitCode, 0, merged.stdout + merged.stderr);
  const refused = await library.promote();
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stdout, /did not pass: .*\(shard 1\/2 once more\)/);
  assert.match(refused.stdout, /failed_runs 22 .* at most 0 may count/);
  assert.equal((await library.promote('max_failed_runs: 21')).exitCode, 1);
  const named = await library.promote('max_failed_runs: 22');
  assert.equal(named.exitCode, 0, named.stdout);
});

test('Ctrl-C at the first red mark, then a green run: named, and refused', async (t) => {
  const library = await openTested(t, evalFile, 300);
  library.luck.bad = 1;
  const eva = startEva(['eval', 'diff'], library.root, library.url);
  await until(() => eva.stderr().includes('one'), eva);
  assert.equal((await eva.end('SIGINT')).exitCode, 130);
  library.luck.bad = 0;
  assert.equal((await library.eva('eval', 'diff')).exitCode, 0);
  const refused = await library.promote();
  assert.equal(refused.exitCode, 1);
  assert.match(
    refused.stdout,
    /failed_runs 1 earlier attempt on these very files counts: did not pass: run \S+; at most 0 may count/,
  );
});

const bar = `defaults: { model: claude-x }
cases:
  - name: most
    inputs: { code: x }
    sample_size: 40
    assert: [ { contains: good } ]
    criteria: [ { proportion_gte: { proportion: 0.7 } } ]
`;

test('a budget that ends a run after a red trial, of a case that could still pass, is no free look', async (t) => {
  const library = await openTested(t, bar);
  await library.eva('eval', 'diff', '--max-calls', '3', '--allow-short-budget');
  const open = lastOf(library.read('.attempts.jsonl'));
  assert.deepEqual([open.outcome, open.red, open.red_trial], ['unfinished', false, false]);
  await library.eva('eval', 'diff');
  const looked = await library.promote();
  assert.equal(looked.exitCode, 0, 'all three trials were good: nothing was chosen');
  assert.match(looked.stdout, /still open: run \S+/);
  library.luck.bad = 1;
  await library.eva('eval', 'diff', '--max-calls', '3', '--allow-short-budget');
  const peeked = lastOf(library.read('.attempts.jsonl'));
  assert.deepEqual([peeked.outcome, peeked.red, peeked.red_trial], ['unfinished', false, true]);
  await library.eva('eval', 'diff');
  const refused = await library.promote();
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stdout, new RegExp(`abandoned before the end: run ${peeked.run_id}; .*at most 0 may count`));
});

test('with corrected tries each attempt is accepted at its own level, and refused at that of a first one', async (t) => {
  const library = await openTested(t, bar);
  const rules = 'tries: corrected';
  library.write('prompts/diff/meta.yml', `${meta}promotion: { ${rules} }\n`);
  library.luck.bad = 30;
  assert.equal((await library.eva('eval', 'diff')).exitCode, 1);
  library.luck.bad = 0;
  assert.equal((await library.eva('eval', 'diff')).exitCode, 0);
  const second = await library.promote(rules);
  assert.equal(second.exitCode, 0, second.stdout);
  assert.match(second.stdout, /tries run \S+ is attempt 2 on these files/);
  assert.match(second.stdout, /all attempts together: .* at most 5 %/);
  library.write('prompts/diff/meta.yml', `${meta}promotion: { tries: named }\n`);
  assert.equal((await library.eva('eval', 'diff')).exitCode, 0);
  const uncorrected = await library.promote(rules);
  assert.equal(uncorrected.exitCode, 1);
  assert.match(
    uncorrected.stdout,
    /tries run \S+ is attempt 3 on these files, where "most" was decided at 5 %; attempt 3 has at most 0.42 %/,
  );
});

test('a run that is killed before any red, then a green one: named and refused, unless the killed one is resumed', async (t) => {
  const library = await openTested(t, evalFile, 300);
  const eva = startEva(['eval', 'diff'], library.root, library.url);
  await until(() => eva.stderr().includes('one'), eva);
  await eva.end('SIGKILL');
  const { run_id } = lastOf(library.read('.attempts.jsonl'));
  await library.eva('eval', 'diff');
  assert.match(
    (await library.promote()).stdout,
    new RegExp(`abandoned before the end: run ${run_id}; at most 0 may count`),
  );
  assert.equal((await library.eva('eval', 'diff', '--resume', run_id)).exitCode, 0);
  const resumed = await library.promote();
  assert.equal(resumed.exitCode, 0, resumed.stdout);
});

test('nothing is gained by deleting what a red run left: its row, its lines, its folder, or two of them', async (t) => {
  for (const gone of [['row'], ['lines'], ['folder'], ['row', 'lines'], ['row', 'folder'], ['lines', 'folder']]) {
    const library = await openTested(t);
    const { red } = await redThenGreen(library);
    if (gone.includes('row')) library.write('.eval.jsonl', without(red, library.read('.eval.jsonl')));
    if (gone.includes('lines')) library.write('.attempts.jsonl', without(red, library.read('.attempts.jsonl')));
    if (gone.includes('folder')) rmSync(join(library.root, '.eva/runs', red), { recursive: true });
    const { exitCode, stdout } = await library.promote();
    assert.equal(exitCode, 1, gone.join(' and '));
    assert.match(stdout, new RegExp(`did not pass: run ${red}; at most 0 may count`), gone.join(' and '));
  }
});

test('without .attempts.jsonl, or with its beginning alone, a green run is not real', async (t) => {
  const library = await openTested(t);
  const { green } = await redThenGreen(library);
  const lines = library.read('.attempts.jsonl');
  for (const left of ['', without(green, lines)]) {
    library.write('.attempts.jsonl', left);
    const { exitCode, stdout } = await library.promote('max_age_days: 30');
    assert.equal(exitCode, 1);
    assert.match(stdout, /eval run \S+, the most recent full run, is not noted in \.attempts\.jsonl/);
  }
});

test('without .eva a green run stays evidence, and a red one before it stays named', async (t) => {
  const library = await openTested(t);
  const { red } = await redThenGreen(library);
  rmSync(join(library.root, '.eva'), { recursive: true });
  const named = await library.promote('max_failed_runs: 1');
  assert.equal(named.exitCode, 0, named.stdout);
  assert.ok(named.stdout.includes(`did not pass: run ${red}`));
  assert.equal((await library.promote()).exitCode, 1);
});

test('a replay, and a run with the cache, of one whole run are evidence and no further attempts', async (t) => {
  const library = await openTested(t);
  await library.eva('eval', 'diff', '--record');
  await library.eva('eval', 'diff', '--replay');
  assert.equal((await library.promote()).exitCode, 0);
  await library.eva('eval', 'diff', '--cache');
  await library.eva('eval', 'diff', '--cache');
  const cached = await library.promote();
  assert.equal(cached.exitCode, 0, cached.stdout);
});

test('a run with the cache that asks only for the refused replies of another is not real', async (t) => {
  const library = await openTested(t);
  library.luck.refused = 1;
  assert.equal((await library.eva('eval', 'diff', '--cache')).exitCode, 1);
  assert.equal((await library.eva('eval', 'diff', '--cache')).exitCode, 0);
  const { exitCode, stdout } = await library.promote('max_age_days: 30');
  assert.equal(exitCode, 1, stdout);
  assert.match(stdout, /✗ real run \S+ used kept replies .* run: eva eval diff --no-cache/);
});

test('a whole run that takes the replies of a partial one from the cache is not real', async (t) => {
  const library = await openTested(t);
  await library.eva('eval', 'diff', '--case', 'one', '--cache');
  await library.eva('eval', 'diff', '--cache');
  assert.match(
    (await library.promote()).stdout,
    /real run \S+ used kept replies of run \S+, which \.attempts\.jsonl does not note as a whole run .* run: eva eval diff --no-cache/,
  );
  await library.eva('eval', 'diff', '--no-cache');
  assert.equal((await library.promote()).exitCode, 0, 'the remedy helps');
});

test('a run that passed with kept replies says at its end if they are not enough for ready, and what helps', async (t) => {
  const library = await openTested(t);
  library.write('eva.yml', 'cache: true\n');
  const run = async (...args: string[]) => (await library.eva('eval', 'diff', ...args)).stdout.replaceAll(/\s+/g, ' ');
  const warning = /! not enough for ready: .* run: eva eval diff --no-cache/;
  assert.doesNotMatch(await run('--look'), warning);
  assert.match(await run(), warning);
  assert.doesNotMatch(await run('--case', 'one'), warning);
  library.luck.refused = 1;
  assert.doesNotMatch(await run('--no-cache'), warning);
  assert.match(await run(), warning, 'replies of two runs');
  assert.doesNotMatch(await run('--no-cache'), warning);
});

test('a run that passed with all kept replies of one whole run that passed has no such warning', async (t) => {
  const library = await openTested(t);
  await library.eva('eval', 'diff', '--cache');
  const { stdout } = await library.eva('eval', 'diff', '--cache');
  assert.match(stdout, /✓ passed/);
  assert.doesNotMatch(stdout, /ready/);
});

test('doctor warns of a ready prompt whose evidence was tried too often', async (t) => {
  const library = await openTested(t);
  await redThenGreen(library);
  library.write('prompts/diff/meta.yml', `${meta.replace('tested', 'ready')}promotion: { max_failed_runs: 0 }\n`);
  const strict = await library.eva('doctor', 'diff', '--strict');
  assert.equal(strict.exitCode, 1);
  assert.match(
    strict.stdout.replaceAll(/\s+/g, ' '),
    /ready, but 1 earlier attempt on these very files counts: did not pass/,
  );
});
