import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { noSources, type ReplySources } from '#model/reply/reply-sources.js';
import { openLibrary } from '../promises/open-library.js';
import { attemptsOf, eventsOf, lastEnd } from '../support/attempts-of.js';
import { failDisk } from '../support/failing-fs.js';
import type { FakeMessagesOptions } from '../support/fake-messages-api.js';
import { lastRow } from '../support/rows-in.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import type { Files } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x }
cases:
  - { name: one, inputs: { code: one }, sample_size: 3, assert: [ { contains: good } ] }
  - { name: two, inputs: { code: two }, sample_size: 3, assert: [ { contains: good } ] }
`;

/** Makes a library with two cases of three trials, whose model answers `good` unless `options` override it. */
async function library(t: TestContext, options: FakeMessagesOptions = {}, files: Files = {}) {
  const opened = await openLibrary(t, {
    files: { 'prompts/diff/eval.yml': evalFile, ...files },
    answer: () => 'good',
    ...options,
  });
  return { ...opened, keyless: (...args: string[]) => runEva(args, { cwd: opened.root }) };
}

/** Leaves out who answered. */
function countsOf({ servers: _servers, retried: _retried, ...counts }: ReplySources): ReplySources {
  return counts;
}

const isTwo = (body: { readonly messages?: unknown }) => JSON.stringify(body.messages).includes('Change two');

test('a run writes its begin line before the first call, and its end line before its row', async (t) => {
  const atFirstCall: string[] = [];
  const { root, eva } = await library(t, {
    answer: () => {
      if (atFirstCall.length === 0) atFirstCall.push(eventsOf(root));
      return 'good';
    },
  });
  assert.equal((await eva('eval', 'diff')).exitCode, 0);
  assert.deepEqual([atFirstCall, eventsOf(root)], [['begin'], 'begin end']);
  const [begin] = attemptsOf(root);
  const {
    evidence: { synthetic: _synthetic, oldest_reply: _oldest, ...digests },
    run_id,
    sources,
  } = lastRow(root);
  assert.deepEqual(
    { ...begin, ts: '' },
    { event: 'begin', run_id, id: 'diff', evidence: digests, kind: 'full', try: 1, ts: '' },
  );
  const { outcome, cases, red, sources: ended } = lastEnd(root);
  assert.deepEqual([outcome, cases, red], ['passed', { passed: 2, failed: 0, open: 0 }, false]);
  assert.deepEqual([countsOf(ended), sources], [{ ...noSources, asked: 6 }, ended]);
});

test('a run with a failed case writes a red line at once, and its end line says failed', async (t) => {
  const { root, eva } = await library(t, { answer: (body) => (isTwo(body) ? 'bad' : 'good') });
  assert.equal((await eva('eval', 'diff')).exitCode, 1);
  const { outcome, cases, red } = lastEnd(root);
  assert.deepEqual(
    [eventsOf(root), outcome, cases, red],
    ['begin red end', 'failed', { passed: 1, failed: 1, open: 0 }, true],
  );
});

test('a run with --case is a partial attempt', async (t) => {
  const { root, eva } = await library(t, { answer: (body) => (isTwo(body) ? 'bad' : 'good') });
  await eva('eval', 'diff', '--case', 'one');
  await eva('eval', 'diff', '--case', 'two');
  const ends = attemptsOf(root).flatMap((line) => (line.event === 'end' ? [[line.kind, line.outcome, line.red]] : []));
  assert.deepEqual(ends, [
    ['partial', 'passed', false],
    ['partial', 'failed', true],
  ]);
});

test('the attempt of a shard has its number and no verdict, and is red if a case cannot pass because of its trials', async (t) => {
  const { root, eva } = await library(t, { answer: (body) => (isTwo(body) ? 'bad' : 'good') });
  await eva('eval', 'diff', '--shard', '1/2');
  const { kind, shard, outcome, cases, red } = lastEnd(root);
  assert.deepEqual(
    [kind, shard, outcome, cases, red],
    ['shard', { index: 1, of: 2 }, 'collected', { passed: 0, failed: 0, open: 2 }, true],
  );
});

const criteria = (proportion: number) => `defaults: { model: claude-x }
cases:
  - { name: two, inputs: { code: two }, sample_size: 8, assert: [ { contains: good } ], criteria: [ { proportion_gte: { proportion: ${proportion} } } ] }
`;
for (const [proportion, isRed] of [
  [0.6, true],
  [0.1, false],
] as const) {
  test(`four failures in a shard of a case with a bar of ${proportion} are ${isRed ? '' : 'not '}red`, async (t) => {
    const files = { 'prompts/diff/eval.yml': criteria(proportion) };
    const { root, eva } = await library(t, { answer: () => 'bad' }, files);
    await eva('eval', 'diff', '--shard', '1/2', '--allow-underpowered');
    assert.deepEqual([lastEnd(root).red, lastEnd(root).sources.asked], [isRed, 4]);
  });
}

test('a run with missing replies is open, and red if one of its replies did not pass', async (t) => {
  for (const answer of ['good', 'bad']) {
    const { root, eva } = await library(t, {
      answer: () => answer,
      faults: (_number, { body }) => (isTwo(body) ? { status: 429, headers: { 'retry-after': '3600' } } : null),
    });
    assert.equal((await eva('eval', 'diff')).exitCode, 3);
    const { outcome, cases, red } = lastEnd(root);
    const isRed = answer === 'bad';
    const one = isRed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
    assert.deepEqual([outcome, cases, red], ['unfinished', { ...one, open: 1 }, isRed]);
  }
});

test('a run whose key is refused has an attempt without replies', async (t) => {
  const { root, eva } = await library(t, { faults: () => ({ status: 401 }) });
  assert.equal((await eva('eval', 'diff')).exitCode, 3);
  const { outcome, cases, sources } = lastEnd(root);
  assert.deepEqual([outcome, cases, countsOf(sources)], ['unfinished', { passed: 0, failed: 0, open: 2 }, noSources]);
});

test('a run that stops at its budget is open, and its resume writes a second end line and no begin line', async (t) => {
  const { root, eva } = await library(t);
  assert.equal((await eva('eval', 'diff', '--max-calls', '4', '--allow-short-budget')).exitCode, 3);
  assert.deepEqual([lastEnd(root).outcome, lastEnd(root).sources.asked], ['unfinished', 4]);
  assert.equal((await eva('eval', 'diff', '--resume', '--max-calls', '6')).exitCode, 0);
  assert.deepEqual(
    [eventsOf(root), lastEnd(root).outcome, lastEnd(root).sources.asked],
    ['begin end end', 'passed', 6],
  );
  assert.equal(new Set(attemptsOf(root).map(({ run_id }) => run_id)).size, 1);
});

test('a resume writes the begin line that a killed run lacks', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--max-calls', '4', '--allow-short-budget');
  writeFileSync(join(root, '.attempts.jsonl'), '{"event":"begin","run');
  assert.equal((await eva('eval', 'diff', '--resume', '--max-calls', '6')).exitCode, 0);
  assert.equal(eventsOf(root), 'begin end');
});

test('no call is made if the log is not a regular file', async (t) => {
  for (const [odd, code] of [
    [{ directory: true }, 3],
    [{ link: '/dev/null' }, 2],
  ] as const) {
    const { root, server, eva } = await library(t, {}, { '.attempts.jsonl': odd });
    const { exitCode, stderr } = await eva('eval', 'diff');
    assert.equal(exitCode, code);
    assert.match(stderr, /\.attempts\.jsonl/);
    assert.deepEqual([server.requests.length, existsSync(join(root, '.eva/runs'))], [0, false]);
  }
});

/** Evaluates with a full disk for the log of attempts, from system call number `call` on. The first two calls open it for reading. */
async function onFullDisk(call: number, root: string, eva: () => Promise<EvaOutput>): Promise<EvaOutput> {
  const disk = failDisk({
    isCounted: (path) => path === join(root, '.attempts.jsonl'),
    call,
    code: 'ENOSPC',
    lasting: 'from',
  });
  try {
    return await eva();
  } finally {
    disk.repair();
  }
}

test('a run whose begin line does not fit on the disk makes no call: exit 3', async (t) => {
  const { root, server, eva } = await library(t);
  const { exitCode, stderr } = await onFullDisk(3, root, () => eva('eval', 'diff'));
  assert.deepEqual([exitCode, server.requests.length, eventsOf(root)], [3, 0, '']);
  assert.match(stderr, /\.attempts\.jsonl[\s\S]*EVA_DISK/);
});

test('a run whose end line does not fit on the disk has no row, and its resume writes both without a call', async (t) => {
  const { root, server, eva } = await library(t);
  // opened, written and synced at the begin: the sixth call opens it for the end
  const { exitCode, stderr } = await onFullDisk(6, root, () => eva('eval', 'diff'));
  assert.deepEqual([exitCode, eventsOf(root), existsSync(join(root, '.eval.jsonl'))], [3, 'begin', false]);
  assert.match(stderr, /eva eval diff --resume/);
  const asked = server.requests.length;
  assert.equal((await eva('eval', 'diff', '--resume')).exitCode, 0);
  assert.deepEqual([server.requests.length, eventsOf(root), lastRow(root).all_passed], [asked, 'begin end', true]);
});

test('recordings have the run and its kind, and a replay names them', async (t) => {
  const { root, eva, keyless } = await library(t);
  await eva('eval', 'diff', '--record');
  const { run_id } = lastRow(root);
  const recorded = readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8').trimEnd().split('\n');
  for (const line of recorded) assert.deepEqual([JSON.parse(line).run_id, JSON.parse(line).run_kind], [run_id, 'full']);
  const runs = [{ run_id, kind: 'full', replies: 6 }];
  for (const replay of [() => eva('eval', 'diff', '--replay'), () => keyless('eval', 'diff', '--replay')]) {
    const { exitCode, stderr } = await replay();
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual([lastEnd(root).kind, countsOf(lastEnd(root).sources)], ['replay', { ...noSources, runs }]);
    assert.deepEqual(lastRow(root).sources, lastEnd(root).sources);
  }
});

test('a replay of replies of partial runs names each of them and its kind', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--case', 'one', '--record');
  await eva('eval', 'diff', '--case', 'two', '--record');
  await eva('eval', 'diff', '--replay');
  const { runs } = lastEnd(root).sources;
  assert.deepEqual(
    runs.map(({ kind, replies }) => [kind, replies]),
    [
      ['partial', 3],
      ['partial', 3],
    ],
  );
});

test('a replay counts recordings that name no run', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--record');
  const path = join(root, 'prompts/diff/recordings.jsonl');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/,"run_id":"[^"]*","run_kind":"full"/g, ''));
  assert.notEqual(readFileSync(path, 'utf8'), text);
  assert.equal((await eva('eval', 'diff', '--replay')).exitCode, 0);
  assert.deepEqual(countsOf(lastEnd(root).sources), { ...noSources, unnamed: 6 });
});

test('a run with hand-written replies counts them', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--record');
  const path = join(root, 'prompts/diff/recordings.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"recorded"', '"synthetic"'));
  await eva('eval', 'diff', '--replay');
  assert.deepEqual(countsOf(lastEnd(root).sources), { ...noSources, synthetic: 6 });
});

test('a full run names the runs of its cache hits', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--case', 'one', '--cache');
  const { run_id } = lastRow(root);
  await eva('eval', 'diff', '--cache');
  const { kind, sources } = lastEnd(root);
  assert.deepEqual(
    [kind, countsOf(sources)],
    ['full', { ...noSources, asked: 3, runs: [{ run_id, kind: 'partial', replies: 3 }] }],
  );
});

test('cached replies of the same run count as its own after a resume', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff', '--cache', '--max-calls', '4', '--allow-short-budget');
  const [{ run_id } = { run_id: '' }] = attemptsOf(root);
  const journal = join(root, '.eva/runs', run_id, 'journal.jsonl');
  const [header] = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, `${header}\n`);
  rmSync(join(root, '.eva/runs', run_id, 'result.json'));
  assert.equal((await eva('eval', 'diff', '--resume', '--cache', '--max-calls', '9')).exitCode, 0);
  assert.deepEqual(countsOf(lastEnd(root).sources), { ...noSources, asked: 6 });
});

test('eva report --recompute agrees with a row that has the sources of its replies', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff');
  assert.equal((await eva('report', '--recompute')).exitCode, 0);
  const row = readFileSync(join(root, '.eval.jsonl'), 'utf8');
  writeFileSync(join(root, '.eval.jsonl'), row.replace('"asked":6', '"asked":7'));
  const { exitCode, stdout } = await eva('report', '--recompute');
  assert.equal(exitCode, 1);
  assert.match(stdout, /sources/);
});

test('eva log and eva doctor report an unreadable line of the log', async (t) => {
  const { root, eva } = await library(t);
  await eva('eval', 'diff');
  const path = join(root, '.attempts.jsonl');
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"event":"beg`);
  for (const command of ['log', 'doctor']) {
    const { stdout, stderr } = await eva(command);
    assert.match(stdout + stderr, /\.attempts\.jsonl:3 +warning: /, `${command}: ${stdout}${stderr}`);
  }
});
