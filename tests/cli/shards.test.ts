import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { failDisk } from '../support/failing-fs.js';
import type { FakeServer } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { matchesGolden } from '../support/golden.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `defaults: { model: claude-x }
triggering:
  should_match: [change this]
  should_not_match: [explain this]
cases:
  - name: all
    inputs: { code: x }
    sample_size: 23
    stop_early: false
    assert: [ { contains: good } ]
    rubric: Is it good?
  - name: most
    inputs: { code: y }
    sample_size: 40
    stop_early: false
    assert: [ { contains: good } ]
    criteria: [ { proportion_gte: { proportion: 0.5 } } ]
`;

/** Starts a server whose answers do not depend on the order of requests. */
function startServer(t: TestContext): Promise<FakeServer> {
  return startFakeMessagesApi({
    answer: ({ tool_choice }) => {
      if (tool_choice === undefined) return 'good';
      return tool_choice.name === 'routing'
        ? { tool_input: { reason: 'it is', use: true } }
        : { tool_input: { reason: 'it is', score: 5 } };
    },
  }).then((server) => {
    t.after(() => server.close());
    return server;
  });
}

async function library(t: TestContext) {
  const server = await startServer(t);
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: string[]) => runEva(args, { cwd: root, env });
  const job = (variables: Readonly<Record<string, string>>, ...args: string[]) =>
    runEva(args, { cwd: root, env: { ...env, ...variables } });
  return { root, eva, job, server };
}

/** Collects shards of five as on five machines, each in its own folder: `shards/1/RUN`. `isAuto`: the environment names the shards. */
async function collected(t: TestContext, indexes: readonly number[] = [1, 2, 3, 4, 5], isAuto = false) {
  const { root, eva, job, server } = await library(t);
  for (const index of indexes) {
    const variables = { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: '5' };
    const output = isAuto
      ? await job(variables, 'eval', 'diff', '--shard', 'auto')
      : await eva('eval', 'diff', '--shard', `${index}/5`);
    assert.equal(output.exitCode, 0, output.stdout + output.stderr);
    mkdirSync(join(root, 'shards'), { recursive: true });
    cpSync(join(root, '.eva/runs'), join(root, 'shards', String(index)), { recursive: true });
    rmSync(join(root, '.eva/runs'), { recursive: true });
  }
  assert.deepEqual(rowsIn(root), [], 'a shard writes no row');
  return { root, eva, server };
}

for (const isAuto of [false, true]) {
  const title = isAuto ? 'five merged shards that --shard auto collected' : 'five merged shards';
  test(`${title} have the same verdicts and row as a run without shards`, (t) => checkMergedRow(t, isAuto));
}

async function checkMergedRow(t: TestContext, isAuto: boolean): Promise<void> {
  const { root, eva, server } = await collected(t, undefined, isAuto);
  const asked = server.requests.length;
  const merged = await eva('merge', 'shards');
  assert.match(merged.stderr, /merging 5 shards: \d+ replies/);
  assert.equal(server.requests.length, asked, 'nobody is asked');
  const whole = await eva('eval', 'diff');
  assert.equal(server.requests.length - asked, asked, 'the shards asked for each reply once');
  assert.equal(merged.exitCode, whole.exitCode, merged.stdout + merged.stderr);
  const [ofShards, ofWhole, ...more] = rowsIn(root).map(
    ({ ts: _ts, run_id: _run, duration_s: _duration, try: _try, shards: _shards, evidence, ...row }) => ({
      ...row,
      evidence: { ...evidence, oldest_reply: '' },
    }),
  );
  assert.deepEqual(more, []);
  assert.deepEqual(ofShards, ofWhole);
}

test('the report of a shard counts the collected trials, and has no verdict', async (t) => {
  const { eva } = await library(t);
  const output = await eva('eval', 'diff', '--shard', '2/5');
  const said = output.stdout.replace(/ [\d.]+m?s ·/, ' … ·');
  matchesGolden('cli/shard', said);
  assert.equal(output.exitCode, 0);
  const again = await eva('report');
  assert.equal(again.exitCode, 0);
  const head = (text: string) => text.split('\n').slice(0, 5);
  assert.deepEqual(head(again.stdout), head(output.stdout));
});

test('missing, duplicate, unfinished and different shards are all reported together', async (t) => {
  const { root, eva } = await collected(t, [1, 2, 4]);
  const folder = (index: number) => {
    const dir = join(root, 'shards', String(index));
    return join(dir, readdirSync(dir)[0] ?? '');
  };
  cpSync(folder(1), join(root, 'shards/again'), { recursive: true });
  rmSync(join(folder(2), 'result.json'));
  const plan = join(folder(4), 'plan.json');
  writeFileSync(plan, readFileSync(plan, 'utf8').replace('Change {{code}}', 'Turn {{code}}'));
  const output = await eva('merge', 'shards');
  assert.equal(output.exitCode, 2, output.stderr);
  const problems = output.stderr.replaceAll(root, '<root>').replace(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, 'RUN');
  matchesGolden('cli/merge-refused', problems);
  assert.deepEqual(rowsIn(root), []);
});

test('shards of a changed prompt are not merged', async (t) => {
  const { root, eva } = await collected(t);
  writeFileSync(join(root, 'prompts/diff/prompt.xml'), '<task>Change {{code}}.</task>\n');
  const output = await eva('merge', 'shards');
  assert.equal(output.exitCode, 2, output.stderr);
  assert.match(output.stderr, /\bdiff: prompt\.xml .*\b1\b[\s\S]*EVA_RUN_CHANGED/);
  assert.deepEqual(rowsIn(root), []);
});

/** Returns the header and the replies in the journal of a shard. */
function journalOf(root: string, index: number) {
  const dir = join(root, 'shards', String(index));
  const path = join(dir, readdirSync(dir)[0] ?? '', 'journal.jsonl');
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const write = (all: readonly string[]) => writeFileSync(path, `${all.join('\n')}\n`);
  return { header, lines, write };
}

const forged = (line: string) => line.replace('"text":"good"', '"text":"bad"');

const mixtures: readonly (readonly [string, (root: string) => void, RegExp])[] = [
  [
    'replies to trials of another shard',
    (root) => {
      const { header, lines, write } = journalOf(root, 2);
      write([header, ...lines, ...journalOf(root, 1).lines.map(forged)]);
    },
    /shard 2 of 5 holds a reply of the (subject|trigger|judge) for trial \d+ of "[^"]+" \(and \d+ more\), which/,
  ],
  [
    'another reply to a question of another shard, played from a recording',
    (root) => {
      const { header, lines, write } = journalOf(root, 2);
      const other = journalOf(root, 1).lines.filter((line) => line.includes('"role":"subject"'));
      const recorded = other.map((line) => forged(line).replace('"source":"model"', '"source":"recorded"'));
      write([header, ...lines, ...recorded]);
    },
    /shard 2 of 5 holds a reply of the subject for trial [^,]*, and \S+\/shards\/1\/\S+ holds/,
  ],
  [
    'the journal of another run',
    (root) => {
      const { lines, write } = journalOf(root, 2);
      write([
        JSON.stringify({ run_id: '20200101T000000Z-aaaaaa', id: 'diff', eva_version: '0', journal: 1 }),
        ...lines,
      ]);
    },
    /shard 2 of 5 has the journal of run 20200101T000000Z-aaaaaa of diff/,
  ],
  [
    'the journal of another prompt',
    (root) => {
      const { header, lines, write } = journalOf(root, 2);
      write([JSON.stringify({ ...JSON.parse(header), id: 'other' }), ...lines]);
    },
    /shard 2 of 5 has the journal of run \S+ of other/,
  ],
  [
    'a journal from which a reply was taken out',
    (root) => {
      const { header, lines, write } = journalOf(root, 2);
      write([header, ...lines.slice(1)]);
    },
    /lines are missing or damaged before line 2 of the journal of shard 2 of 5/,
  ],
];

for (const [what, mix, told] of mixtures) {
  test(`a shard with ${what} is not merged`, async (t) => {
    const { root, eva } = await collected(t);
    mix(root);
    const output = await eva('merge', 'shards');
    assert.equal(output.exitCode, 2, output.stdout);
    assert.match(output.stderr.replace(/\s+/g, ' '), told);
    assert.match(output.stderr, /EVA_BAD_MERGE/);
    assert.deepEqual(rowsIn(root), []);
    assert.ok(!existsSync(join(root, '.eva/runs')), 'no run is begun');
  });
}

test('a shard with missing replies is reported with its first trial, and no run folder is left', async (t) => {
  const { root, eva, server } = await collected(t);
  const { header, lines, write } = journalOf(root, 2);
  write([header, ...lines.slice(0, -2)]);
  const asked = server.requests.length;
  const output = await eva('merge', 'shards');
  assert.equal(output.exitCode, 2, output.stdout + output.stderr);
  assert.match(
    output.stderr.replace(/\s+/g, ' '),
    / diff: shard 2 of 5 lacks a reply for trial \d+ of "[^"]+" .* \S+shards\/2\/.* eva eval diff --shard 2\/5 EVA_BAD_MERGE/,
  );
  assert.doesNotMatch(output.stderr, /--resume/);
  assert.deepEqual([readdirSync(join(root, '.eva/runs')), rowsIn(root), server.requests.length], [[], [], asked]);
});

test('a merge on a full disk leaves no run folder', async (t) => {
  const { root, eva } = await collected(t);
  const isCounted = (path: string) => path.includes('.eva/runs/') && path.endsWith('journal.jsonl');
  const disk = failDisk({ isCounted, call: 9, code: 'ENOSPC', lasting: 'once' });
  t.after(disk.repair);
  const output = await eva('merge', 'shards');
  disk.repair();
  assert.deepEqual(disk.failed().length, 1);
  assert.equal(output.exitCode, 3, output.stdout + output.stderr);
  assert.match(output.stderr, /EVA_DISK/);
  assert.doesNotMatch(output.stderr, /--resume/);
  assert.deepEqual([readdirSync(join(root, '.eva/runs')), rowsIn(root)], [[], []]);
});

test('folders of shards may be renamed', async (t) => {
  const { root, eva } = await collected(t);
  const dir = join(root, 'shards/2');
  cpSync(join(dir, readdirSync(dir)[0] ?? ''), join(root, 'shards/second'), { recursive: true });
  rmSync(dir, { recursive: true });
  const merged = await eva('merge', 'shards');
  assert.equal(merged.exitCode, 1, merged.stderr);
  assert.equal(rowsIn(root).length, 1);
});

test('the same request in several shards uses the first reply', async (t) => {
  let answers = 0;
  const server = await startFakeMessagesApi({ answer: () => `good ${++answers}` });
  t.after(() => server.close());
  const one = (name: string) =>
    `  - { name: ${name}, inputs: { code: x }, sample_size: 3, assert: [ { contains: good } ] }\n`;
  const cases = `defaults: { model: claude-x, stop_early: false }\ncases:\n${one('a')}${one('b')}`;
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': cases });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (...args: string[]) => runEva(args, { cwd: root, env });
  for (const index of [1, 2]) assert.equal((await eva('eval', 'diff', '--shard', `${index}/2`)).exitCode, 0);
  const merged = await eva('merge', '.eva');
  assert.equal(merged.exitCode, 0, merged.stderr);
  assert.match(merged.stderr, /^3 questions /m);
  assert.deepEqual([answers, rowsIn(root).map(({ usage }) => usage.replies)], [6, [3]]);
});

test('a killed merge is not resumed: --resume ignores it, and with its name suggests eva merge', async (t) => {
  const { root, eva, server } = await collected(t);
  assert.equal((await eva('merge', 'shards')).exitCode, 1);
  rmSync(join(root, '.eval.jsonl'));
  const [run = ''] = readdirSync(join(root, '.eva/runs'));
  const dir = join(root, '.eva/runs', run);
  rmSync(join(dir, 'result.json'));
  const asked = server.requests.length;

  const bare = await eva('eval', 'diff', '--resume');
  assert.equal(bare.exitCode, 2, bare.stderr);
  assert.match(bare.stderr, new RegExp(`${run}[\\s\\S]*EVA_NOTHING_TO_RESUME`));

  const journal = join(dir, 'journal.jsonl');
  const whole = readFileSync(journal, 'utf8');
  writeFileSync(journal, whole.trimEnd().split('\n').slice(0, 9).join('\n').concat('\n'));
  assert.match((await eva('log')).stdout, /unfinished.*\b8\b.*eva merge DIR\.\.\./);
  const killed = await eva('eval', '--resume', run);
  assert.equal(killed.exitCode, 3, killed.stderr);
  assert.match(killed.stderr, /\b5 shards[\s\S]*eva merge[\s\S]*EVA_BAD_RUN/);
  assert.deepEqual(rowsIn(root), []);

  writeFileSync(journal, whole);
  const resumed = await eva('eval', '--resume', run);
  assert.equal(resumed.exitCode, 1, resumed.stderr);
  assert.deepEqual([rowsIn(root).map(({ run_id }) => run_id), server.requests.length], [[run], asked]);
});

test('shards of different splits are refused', async (t) => {
  const { root, eva } = await collected(t, [1]);
  assert.equal((await eva('eval', 'diff', '--shard', '2/3')).exitCode, 0);
  const output = await eva('merge', 'shards', '.eva');
  assert.equal(output.exitCode, 2, output.stderr);
  assert.match(output.stderr, /^diff: .*\(3 and 5\)[\s\S]*EVA_BAD_MERGE/);
  assert.deepEqual(rowsIn(root), []);
});

test('links are not followed, and runs that are not shards are ignored', async (t) => {
  const { root, eva } = await collected(t, [1, 2, 3, 4]);
  assert.equal((await eva('eval', 'diff', '--shard', '5/5')).exitCode, 0);
  const output = await eva('merge', 'shards');
  assert.match(output.stderr, /shard 5 of 5 is missing/);
  symlinkSync(join(root, '.eva/runs'), join(root, 'shards/linked'));
  assert.match((await eva('merge', 'shards')).stderr, /shard 5 of 5 is missing/);
  await eva('eval', 'diff');
  const merged = await eva('merge', 'shards', '.eva', '--json');
  assert.notEqual(merged.exitCode, 2, merged.stderr);
  assert.equal(JSON.parse(merged.stdout).shard, null);
});

test('an unfinished shard exits with 3, and is complete after a resume', async (t) => {
  const { eva, server } = await library(t);
  const first = await eva('eval', 'diff', '--shard', '1/5', '--max-calls', '4', '--allow-short-budget');
  assert.equal(first.exitCode, 3, first.stdout);
  assert.match(first.stdout, /\n {3}eva eval diff --resume --max-calls 88\n/);
  const before = server.requests.length;
  assert.equal(before, 4);
  const other = await eva('eval', 'diff', '--resume', '--shard', '2/5');
  assert.equal(other.exitCode, 2);
  assert.match(other.stderr, /--shard \(.*1\/5\)[\s\S]*EVA_USAGE/);
  const second = await eva('eval', 'diff', '--resume', '--shard', '1/5', '--max-calls', '99');
  assert.equal(second.exitCode, 0, second.stderr);
  const again = await eva('eval', 'diff', '--resume');
  assert.equal(again.exitCode, 2);
  assert.match(again.stderr, /EVA_NOTHING_TO_RESUME/);
});

test('shards with missing rubrics are refused', async (t) => {
  const { root, eva } = await library(t);
  const scenario = `cases:
  - { name: a, model: claude-x, inputs: { code: x }, sample_size: 20, then: [ { expected_behavior: It is good., criteria: { proportion_gte: { min_score: 6, proportion: 0.5 } } } ] }
`;
  writeFileSync(join(root, 'prompts/diff/eval.yml'), scenario);
  const output = await eva('eval', 'diff', '--shard', '1/2');
  assert.equal(output.exitCode, 2, output.stderr);
  assert.match(output.stderr, /eva rubric diff --write/);
});
