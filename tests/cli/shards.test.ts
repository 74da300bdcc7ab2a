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
  assert.match(merged.stderr, /^merging 5 runs of 5 shards$/m);
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

/** Returns the folder of a shard. */
function folderOf(root: string, index: number): string {
  const dir = join(root, 'shards', String(index));
  return join(dir, readdirSync(dir)[0] ?? '');
}

const lowScore = (line: string) => line.replace('"score":5', '"score":1');

const withoutTimes = (text: string) => text.replaceAll(/last reply \d\d:\d\d(:\d\d)?/g, 'last reply TIME');

test('a merge without some trials writes nothing, and names the shards and the commands that go on', async (t) => {
  const { root, eva, server } = await collected(t, [1, 2, 4]);
  const { header, lines, write } = journalOf(root, 2);
  write([header, ...lines.slice(0, -2)]);
  const asked = server.requests.length;
  const output = await eva('merge', 'shards');
  assert.equal(output.exitCode, 3, output.stdout + output.stderr);
  matchesGolden('cli/merge-lacks', withoutTimes(output.stderr));
  assert.deepEqual([readdirSync(join(root, '.eva/runs')), rowsIn(root), server.requests.length], [[], [], asked]);
  assert.ok(
    !existsSync(join(root, '.attempts.jsonl')) ||
      !readFileSync(join(root, '.attempts.jsonl'), 'utf8').includes('"full"'),
  );
});

test('--partial shows what is known, and writes nothing', async (t) => {
  const { root, eva } = await collected(t, [1, 2, 4]);
  const output = await eva('merge', 'shards', '--partial');
  assert.equal(output.exitCode, 3, output.stderr);
  matchesGolden('cli/merge-partial', output.stdout);
  assert.deepEqual([rowsIn(root), existsSync(join(root, '.eva/runs'))], [[], false]);
  for (const index of [3, 5]) assert.equal((await eva('eval', 'diff', '--shard', `${index}/5`)).exitCode, 0);
  const whole = await eva('merge', 'shards', '.eva', '--partial');
  assert.equal(whole.exitCode, 1, whole.stdout + whole.stderr);
  assert.deepEqual(rowsIn(root), []);
});

test('a trial counts in the earliest process that has it whole, whatever later ones answered', async (t) => {
  const { root, eva } = await collected(t);
  const { header, lines, write } = journalOf(root, 2);
  cpSync(folderOf(root, 2), join(root, 'again'), { recursive: true });
  const path = join(root, 'again/journal.jsonl');
  const later = { ...JSON.parse(header), run_id: '29990101T000000Z-aaaaaa', ts: '2999-01-01T00:00:00.000Z' };
  writeFileSync(path, `${[JSON.stringify(later), ...lines.map(lowScore)].join('\n')}\n`);
  write([header, ...lines.slice(0, 8)]); // a note, and seven replies
  const merged = await eva('merge', 'shards', 'again');
  assert.equal(merged.exitCode, 1, merged.stdout + merged.stderr);
  const [row] = rowsIn(root);
  const replies = lines.length + 7;
  assert.deepEqual(row?.shards, {
    of: 5,
    processes: 6,
    repeated: [{ index: 2, times: 2 }],
    left_out: { replies: replies - lines.length, cost_usd: null },
  });
});

test('a copy of a folder that was taken earlier is the same process', async (t) => {
  const { root, eva } = await collected(t);
  cpSync(folderOf(root, 2), join(root, 'copy'), { recursive: true });
  const journal = join(root, 'copy/journal.jsonl');
  writeFileSync(journal, readFileSync(journal, 'utf8').split('\n').slice(0, 5).join('\n').concat('\n'));
  const merged = await eva('merge', 'copy', 'shards');
  assert.equal(merged.exitCode, 1, merged.stdout + merged.stderr);
  assert.deepEqual(rowsIn(root)[0]?.shards, {
    of: 5,
    processes: 5,
    repeated: [],
    left_out: { replies: 0, cost_usd: 0 },
  });
});

test('a damaged plan is named as such, and not its shard as missing; result.json is not needed', async (t) => {
  const { root, eva } = await collected(t);
  writeFileSync(join(folderOf(root, 4), 'result.json'), '{');
  const plan = join(folderOf(root, 2), 'plan.json');
  const text = readFileSync(plan, 'utf8');
  writeFileSync(plan, text.slice(0, 200));
  const damaged = await eva('merge', 'shards');
  assert.equal(damaged.exitCode, 3, damaged.stderr);
  assert.match(damaged.stderr, /plan\.json[\s\S]*EVA_BAD_RUN/);
  assert.doesNotMatch(damaged.stderr, /EVA_SHARDS_LACK|EVA_BAD_MERGE|result\.json/);
  writeFileSync(plan, text.replace('"left":[', '"left":[0,').replace('[0,]', '[0]'));
  const edited = await eva('merge', 'shards');
  assert.equal(edited.exitCode, 2, edited.stderr);
  assert.match(edited.stderr.replaceAll(/\s+/g, ' '), /plan of shard 2 of 5 says another share than its command/);
  writeFileSync(plan, text);
  assert.equal((await eva('merge', 'shards')).exitCode, 1);
});

test('shards of other files or of another split are refused, all listed', async (t) => {
  const { root, eva } = await collected(t, [1, 2]);
  assert.equal((await eva('eval', 'diff', '--shard', '2/3')).exitCode, 0);
  const files = join(root, 'prompts/diff/prompt.xml');
  const body = readFileSync(files, 'utf8');
  writeFileSync(files, body.replace('Change', 'Turn'));
  assert.equal((await eva('eval', 'diff', '--shard', '3/5')).exitCode, 0);
  writeFileSync(files, body);
  const output = await eva('merge', 'shards', '.eva');
  assert.equal(output.exitCode, 2, output.stderr);
  const text = output.stderr.replaceAll(/\s+/g, ' ');
  assert.match(text, /diff: these shards come from different splits, of 5 and of 3/);
  assert.match(text, /diff: these shards are not of the same command: prompt\.xml changed at line 1/);
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
    /shard 2 of 5 holds a reply of the (subject|trigger|judge) for trial \d+ of "[^"]+" \(and \d+ more\), which is not of its share/,
  ],
  [
    'the journal of another prompt',
    (root) => {
      const { header, lines, write } = journalOf(root, 2);
      write([JSON.stringify({ ...JSON.parse(header), id: 'other' }), ...lines]);
    },
    /shard 2 of 5 has the journal of other/,
  ],
  [
    'a journal from which a reply was taken out',
    (root) => {
      const { header, lines, write } = journalOf(root, 2);
      write([header, ...lines.slice(1)]);
    },
    /shard 2 of 5 has lines missing or damaged before line 2 of its journal/,
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
    assert.ok(
      !existsSync(join(root, '.eva/runs')) || readdirSync(join(root, '.eva/runs')).length === 0,
      'no run is left',
    );
  });
}

test('a merge on a full disk leaves no run folder', async (t) => {
  const { root, eva } = await collected(t);
  const isCounted = (path: string) => path.includes('.eva/runs/') && path.endsWith('trials.jsonl');
  const disk = failDisk({ isCounted, call: 1, code: 'ENOSPC', lasting: 'once' });
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

test('the same request in several shards is one reply of the merged run', async (t) => {
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
  const [row] = rowsIn(root);
  assert.deepEqual([answers, row?.usage.replies, row?.shards?.left_out.replies], [4, 3, 1]);
});

test('a killed merge is not resumed: --resume ignores it, and with its name suggests eva merge', async (t) => {
  const { root, eva } = await collected(t);
  assert.equal((await eva('merge', 'shards')).exitCode, 1);
  rmSync(join(root, '.eval.jsonl'));
  const [run = ''] = readdirSync(join(root, '.eva/runs'));
  rmSync(join(root, '.eva/runs', run, 'result.json'));

  const bare = await eva('eval', 'diff', '--resume');
  assert.equal(bare.exitCode, 2, bare.stderr);
  assert.match(bare.stderr, /EVA_NOTHING_TO_RESUME/);
  assert.match((await eva('log')).stdout, /unfinished.*eva merge DIR\.\.\./);
  const killed = await eva('eval', '--resume', run);
  assert.equal(killed.exitCode, 3, killed.stderr);
  assert.match(killed.stderr, /eva merge[\s\S]*EVA_BAD_RUN/);
  assert.deepEqual(rowsIn(root), []);
  assert.equal((await eva('merge', 'shards')).exitCode, 1);
  assert.deepEqual(
    rowsIn(root).map((row) => row.try),
    [1],
  );
});

test('links and what a disk lost are not followed, folders may be deep, and runs that are not shards are ignored', async (t) => {
  const { root, eva } = await collected(t, [1, 2, 3, 4]);
  assert.equal((await eva('eval', 'diff', '--shard', '5/5')).exitCode, 0);
  cpSync(join(root, '.eva/runs'), join(root, 'shards/lost+found'), { recursive: true });
  mkdirSync(join(root, 'shards', 'd/'.repeat(1500)), { recursive: true });
  const output = await eva('merge', 'shards');
  assert.match(output.stderr, /shard 5 {2}no run/);
  symlinkSync(join(root, '.eva/runs'), join(root, 'shards/linked'));
  assert.match((await eva('merge', 'shards')).stderr, /shard 5 {2}no run/);
  await eva('eval', 'diff');
  const merged = await eva('merge', 'shards', '.eva', '--json');
  assert.notEqual(merged.exitCode, 2, merged.stderr);
  assert.equal(JSON.parse(merged.stdout).shard, null);
});

test('an unfinished shard exits with 3, and is complete after a resume', async (t) => {
  const { eva, server } = await library(t);
  const first = await eva('eval', 'diff', '--shard', '1/5', '--max-calls', '20', '--allow-short-budget');
  assert.equal(first.exitCode, 3, first.stdout);
  assert.match(first.stdout, /\n {3}eva eval diff --resume --max-calls 90\n/);
  const before = server.requests.length;
  assert.equal(before, 4);
  const other = await eva('eval', 'diff', '--resume', '--shard', '2/5');
  assert.equal(other.exitCode, 2);
  assert.match(other.stderr, /--shard \(.*1\/5\)[\s\S]*EVA_USAGE/);
  const second = await eva('eval', 'diff', '--resume', '--shard', '1/5', '--max-calls', '90');
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
