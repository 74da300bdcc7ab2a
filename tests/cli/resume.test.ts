import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { RunResult, RunRow } from '#model/run/run.js';
import { thisProcess } from '#store/locks.js';
import type { Fault } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = (size = 20) => `defaults: { model: claude-x }
cases:
  - { name: happy, inputs: { code: x }, sample_size: ${size}, assert: [ { contains: good } ] }
`;
const refused: Fault = { status: 403, message: 'no more of this' };

/** Makes a library with a run that stopped after seven of twenty replies. The server answers from then on. */
async function brokenOff(t: TestContext, args: readonly string[] = [], files: Files = {}) {
  let failing = true;
  const server = await startFakeMessagesApi({
    answer: () => 'good',
    faults: (number) => (failing && number >= 7 ? refused : null),
  });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': evalFile(),
    'eva.yml': 'concurrency: 1\n',
    ...files,
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...words: string[]) => runEva(words, { cwd: root, env });
  const first = await eva('eval', 'diff', ...args);
  failing = false;
  const [run = ''] = runsIn(root);
  return { root, eva, first, run, server, asked: () => server.requests.length };
}

function runsIn(root: string): readonly string[] {
  const dir = join(root, '.eva', 'runs');
  return existsSync(dir) ? readdirSync(dir).sort() : [];
}

test('an unfinished run prints the resume command, which continues in its folder without repeating a call', async (t) => {
  const { root, eva, first, run, asked } = await brokenOff(t);
  assert.equal(first.exitCode, 3);
  assert.match(first.stderr, /EVA_NOT_ALLOWED[\s\S]*\b7 replies[\s\S]*\n {2}eva eval diff --resume\n/);
  assert.deepEqual(rowsIn(root), []);

  const second = await eva('eval', 'diff', '--resume');
  assert.equal(second.exitCode, 0, second.stderr);
  assert.match(second.stderr, new RegExp(`${run}\\b.* 7 replies.* 13 `));
  assert.equal(asked(), 21, 'twenty trials, and the call that was refused');
  assert.deepEqual(runsIn(root), [run]);
  assert.deepEqual(
    rowsIn(root).map(({ run_id, all_passed, usage }) => [run_id, all_passed, usage.replies]),
    [[run, true, 20]],
  );
});

test('a lone run that was killed before its plan was written is left out: the run before it is resumed', async (t) => {
  const { root, eva, run } = await brokenOff(t);
  mkdirSync(join(root, '.eva/runs/20990101T000000Z-aaaaaa'));
  const { exitCode, stderr } = await eva('eval', '--resume');
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(
    rowsIn(root).map(({ run_id }) => run_id),
    [run],
  );
  assert.match((await eva('eval', '--resume')).stderr, /EVA_NOTHING_TO_RESUME/);
});

test('--resume takes a run, with or without its prompt, or the prompt alone', async (t) => {
  for (const words of [
    ['diff', '--resume', 'RUN'],
    ['--resume', 'RUN'],
    ['--resume', 'diff'],
  ]) {
    const { root, eva, run } = await brokenOff(t);
    const output = await eva('eval', ...words.map((word) => (word === 'RUN' ? run : word)));
    assert.equal(output.exitCode, 0, output.stderr);
    assert.deepEqual(
      rowsIn(root).map(({ run_id }) => run_id),
      [run],
    );
  }
});

test('a resumed run has the same result as an uninterrupted one', async (t) => {
  const facts = ({ verdicts, usage, passed }: RunRow) => ({ verdicts, usage, passed });
  const { root, eva } = await brokenOff(t);
  await eva('eval', 'diff', '--resume');
  const whole = await eva('eval', 'diff');
  assert.equal(whole.exitCode, 0);
  const [resumed, uninterrupted] = rowsIn(root);
  assert.ok(resumed && uninterrupted);
  assert.deepEqual(facts(resumed), facts(uninterrupted));
});

const changes: readonly (readonly [string, Files, RegExp])[] = [
  [
    'the body',
    { 'prompts/diff/prompt.xml': '<task>Change {{code}}, nothing else.</task>\n' },
    /prompt\.xml changed at line 1/,
  ],
  ['a case', { 'prompts/diff/eval.yml': evalFile(40) }, /case "happy": sample_size was 20 and is 40/],
  [
    'a model',
    { 'prompts/diff/eval.yml': evalFile().replace('claude-x', 'claude-y') },
    /model was "claude-x" and is "claude-y"/,
  ],
  [
    'a provider',
    { 'eva.yml': 'providers: { anthropic: { type: anthropic, base_url: "http://127.0.0.1:9" } }\n' },
    /who answers changed/,
  ],
];

for (const [what, files, told] of changes) {
  test(`a run is not resumed after a change: ${what} changed`, async (t) => {
    const { root, eva, asked } = await brokenOff(t);
    const before = asked();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), String(text));
    const output = await eva('eval', 'diff', '--resume', '--trust');
    assert.equal(output.exitCode, 2, output.stderr);
    assert.match(output.stderr, told);
    assert.match(output.stderr, /eva eval diff[\s\S]*EVA_RUN_CHANGED/);
    assert.deepEqual([asked(), rowsIn(root)], [before, []]);
  });
}

test('files that are not part of the evidence may change before a resume', async (t) => {
  const { root, eva } = await brokenOff(t);
  appendFileSync(join(root, 'prompts/diff/eval.yml'), '# a remark\n');
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 3\n');
  assert.equal((await eva('eval', 'diff', '--resume')).exitCode, 0);
});

test('a resume without missing replies is refused', async (t) => {
  const { eva, run } = await brokenOff(t);
  assert.equal((await eva('eval', 'diff', '--resume')).exitCode, 0);
  const again = await eva('eval', 'diff', '--resume');
  assert.equal(again.exitCode, 2);
  assert.match(again.stderr, /EVA_NOTHING_TO_RESUME/);
  const byName = await eva('eval', '--resume', run);
  assert.equal(byName.exitCode, 2);
  assert.match(byName.stderr, new RegExp(`${run}[\\s\\S]*EVA_NOTHING_TO_RESUME`));
});

test('an unknown run or a run of another prompt is refused', async (t) => {
  const other = Object.fromEntries(
    Object.entries(goodPrompt()).map(([name, text]) => [
      name.replace('diff', 'other'),
      String(text).replace('id: diff', 'id: other'),
    ]),
  );
  const { eva, run } = await brokenOff(t, [], other);
  const unknown = await eva('eval', 'diff', '--resume', `${run.slice(0, -1)}x`);
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.stderr, new RegExp(`${run}\\?[\\s\\S]*EVA_UNKNOWN_RUN`));
  const mistyped = await eva('eval', '--resume', run.replace(/^\d{8}/, '20261321'));
  assert.match(mistyped.stderr, /"20261321T[\s\S]*EVA_UNKNOWN_RUN/);
  const foreign = await eva('eval', 'other', '--resume', run);
  assert.equal(foreign.exitCode, 2);
  assert.match(foreign.stderr, new RegExp(`eva eval diff --resume ${run}\\s+EVA_USAGE`));
});

test('a resumed run keeps its flags, and different flags are refused', async (t) => {
  const { root, eva, run } = await brokenOff(t, ['--case', 'happy', '--fail-fast']);
  for (const flags of [['--replay'], ['--batch'], ['--shard', '1/2'], ['--case', 'sad']]) {
    const output = await eva('eval', 'diff', '--resume', ...flags);
    assert.equal(output.exitCode, 2, output.stderr);
    assert.match(output.stderr, new RegExp(`${run} .*${flags[0]}\\b[\\s\\S]*EVA_USAGE`));
  }
  const output = await eva('eval', 'diff', '--resume', '--case', 'happy', '--fail-fast');
  assert.equal(output.exitCode, 0, output.stderr);
  assert.deepEqual(
    rowsIn(root).map(({ partial }) => partial),
    [true],
  );
});

test('a run that was killed between its result and its row gets its row without a call', async (t) => {
  const facts = ({ ts: _ts, duration_s: _duration, ...row }: RunRow) => row;
  const { root, eva, run, asked } = await brokenOff(t);
  await eva('eval', 'diff', '--resume');
  const rows = rowsIn(root).map(facts);
  rmSync(join(root, '.eval.jsonl'));
  const before = asked();
  const output = await eva('eval', 'diff', '--resume', '--json');
  assert.equal(output.exitCode, 0, output.stderr);
  assert.match(output.stderr, new RegExp(`${run}\\b.* 20 replies`));
  assert.equal((JSON.parse(output.stdout) as RunResult).run_id, run);
  assert.deepEqual([rowsIn(root).map(facts), asked()], [rows, before]);
});

test('a resume computes verdicts again from the journal, not from result.json', async (t) => {
  const failing = { 'prompts/diff/eval.yml': evalFile().replace('good', 'bad') };
  const { root, eva, first, run, asked } = await brokenOff(t, [], failing);
  assert.equal(first.exitCode, 1, first.stderr);
  const asOnce = asked();
  rmSync(join(root, '.eval.jsonl'));
  const path = join(root, '.eva', 'runs', run, 'result.json');
  const found = readFileSync(path, 'utf8');
  const forged = found
    .replace('"all_passed": false', '"all_passed": true')
    .replace('"passed": 0', '"passed": 1')
    .replace('"failed_cases": ["happy"]', '"failed_cases": []');
  assert.match(found, /"all_passed": false/);
  writeFileSync(path, forged);
  const output = await eva('eval', 'diff', '--resume');
  assert.equal(output.exitCode, 1, output.stdout + output.stderr);
  assert.match(output.stderr, /nothing is to be asked for/, 'it ended early, and is whole');
  assert.deepEqual(
    rowsIn(root).map(({ all_passed, failed_cases }) => [all_passed, failed_cases]),
    [[false, ['happy']]],
  );
  assert.equal(asked(), asOnce);
});

test('a truncated journal loses only the truncated reply, with a warning that names the line', async (t) => {
  const { root, eva, run, asked } = await brokenOff(t);
  const journal = join(root, '.eva', 'runs', run, 'journal.jsonl');
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.slice(0, -30));
  const output = await eva('eval', 'diff', '--resume');
  assert.equal(output.exitCode, 0, output.stderr);
  assert.match(output.stderr, /warning: \.eva\/runs\/\S+\/journal\.jsonl:8 /);
  assert.match(output.stderr, /\b6 replies.* 14 /);
  assert.equal(asked(), 22);
});

test('a run without its journal is not resumed', async (t) => {
  const { root, eva, run, asked } = await brokenOff(t);
  rmSync(join(root, '.eva', 'runs', run, 'journal.jsonl'));
  const before = asked();
  const output = await eva('eval', 'diff', '--resume');
  assert.equal(output.exitCode, 3, output.stderr);
  assert.match(output.stderr, /it has no journal\.jsonl[\s\S]*EVA_BAD_RUN/);
  assert.equal(asked(), before);
});

for (const [what, own] of [
  ['run', /"run_id":"[^"]+"/],
  ['prompt', /"id":"diff"/],
] as const) {
  test(`a run with the journal of another ${what} is not resumed`, async (t) => {
    const { root, eva, run, asked } = await brokenOff(t);
    const journal = join(root, '.eva', 'runs', run, 'journal.jsonl');
    const key = what === 'run' ? 'run_id' : 'id';
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(own, `"${key}":"other"`));
    const before = asked();
    const output = await eva('eval', 'diff', '--resume');
    assert.equal(output.exitCode, 3, output.stderr);
    assert.match(output.stderr, /EVA_BAD_RUN/);
    assert.deepEqual([asked(), rowsIn(root)], [before, []]);
  });
}

test('a running run is refused, and a stale lock is taken over with a message', async (t) => {
  const { root, eva, run } = await brokenOff(t);
  const lock = join(root, '.eva', 'runs', run, 'lock');
  const holder = { ...thisProcess(), mark: 'm' };
  writeFileSync(lock, JSON.stringify(holder));
  const refusal = await eva('eval', 'diff', '--resume');
  assert.equal(refusal.exitCode, 3, refusal.stderr);
  assert.match(refusal.stderr, new RegExp(`\\b${process.pid}\\b[\\s\\S]*EVA_RUN_IN_USE`));

  writeFileSync(lock, JSON.stringify({ ...holder, pid: 2 ** 22 + 1 }));
  const output = await eva('eval', 'diff', '--resume');
  assert.equal(output.exitCode, 0, output.stderr);
  assert.match(output.stderr, /is taken over/);
  assert.ok(!existsSync(lock), 'and given back in the end');
});

test('a journal of a newer eva is refused', async (t) => {
  const { root, eva, run } = await brokenOff(t);
  const journal = join(root, '.eva', 'runs', run, 'journal.jsonl');
  const text = readFileSync(journal, 'utf8').replace('"journal":1', '"journal":2');
  writeFileSync(journal, text);
  const output = await eva('eval', 'diff', '--resume');
  assert.equal(output.exitCode, 2, output.stderr);
  assert.match(output.stderr, /EVA_NEWER_JOURNAL/);
  assert.equal(readFileSync(journal, 'utf8'), text);
});

test('replies from before a resume are recorded with the others', async (t) => {
  const { root, eva } = await brokenOff(t);
  assert.equal((await eva('eval', 'diff', '--resume', '--record')).exitCode, 0);
  const recordings = readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8').trimEnd().split('\n');
  assert.equal(recordings.length, 20);
  assert.equal((await eva('eval', 'diff', '--replay')).exitCode, 0);
});

test('a resumed run with --record continues to record, and does not use the cache', async (t) => {
  const { root, eva, first } = await brokenOff(t, ['--record']);
  assert.equal(first.exitCode, 3, first.stderr);
  rmSync(join(root, 'prompts/diff/recordings.jsonl'), { force: true });
  const refusal = await eva('eval', 'diff', '--resume', '--cache');
  assert.equal(refusal.exitCode, 2);
  assert.match(refusal.stderr, /--cache[\s\S]*EVA_USAGE/);
  assert.equal((await eva('eval', 'diff', '--resume')).exitCode, 0);
  const recordings = readFileSync(join(root, 'prompts/diff/recordings.jsonl'), 'utf8').trimEnd().split('\n');
  assert.equal(recordings.length, 20);
});

test('--resume without a name ignores replays, prefers runs with replies, and lists the others', async (t) => {
  const { root, eva, run } = await brokenOff(t);
  const replay = await eva('eval', 'diff', '--replay');
  assert.equal(replay.exitCode, 3, replay.stdout + replay.stderr);
  assert.match(replay.stdout, /\n {3}eva eval diff --record\n/);
  assert.doesNotMatch(replay.stdout + replay.stderr, /--resume|every reply is kept/);
  const [, replayed = ''] = runsIn(root);
  const listed = JSON.parse((await eva('log', '--json')).stdout);
  assert.deepEqual(
    listed.map((entry: { resume: string | null }) => entry.resume),
    [`eva eval diff --resume ${run}`, null],
  );

  const empty = `${replayed.slice(0, -6)}zzzzzz`;
  const folder = join(root, '.eva/runs', empty);
  cpSync(join(root, '.eva/runs', run), folder, { recursive: true });
  const [header = ''] = readFileSync(join(folder, 'journal.jsonl'), 'utf8').split('\n');
  writeFileSync(join(folder, 'journal.jsonl'), `${header.replace(run, empty)}\n`);

  const output = await eva('eval', 'diff', '--resume');
  assert.equal(output.exitCode, 0, output.stderr);
  assert.match(output.stderr, new RegExp(`also unfinished: ${empty}; eva eval --resume RUN`));
  assert.match(output.stderr, new RegExp(`resuming ${run}: 7 replies`));

  rmSync(folder, { recursive: true });
  const none = await eva('eval', 'diff', '--resume');
  assert.equal(none.exitCode, 2, none.stderr);
  assert.match(none.stderr, /EVA_NOTHING_TO_RESUME/);
});

test('the report of an unfinished run has the command that resumes it', async (t) => {
  const { eva, run } = await brokenOff(t);
  const output = await eva('report', run);
  assert.equal(output.exitCode, 3, output.stdout);
  assert.match(output.stderr, new RegExp(`result\\.json\\n.*eva eval --resume ${run}\\s+EVA_BAD_RUN`));
});
