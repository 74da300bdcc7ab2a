import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { builtInJudge } from '#library/cases/case-settings.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { startEva } from '../support/interrupted-eva.js';
import { comparable } from '../support/recipe-machines.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

const places = 2;
/** The calls of all prompts, one of them with a judge, and one that fails. */
const allCalls = 27;

const files = {
  'eva.yml': `defaults: { model: claude-x, stop_early: false }\nconcurrency: ${places}\nprices: { claude-x: { input: 1, output: 5 }, ${builtInJudge.model}: { input: 1, output: 5 } }\n`,
  ...Object.fromEntries(
    Object.entries({
      split: 'sample_size: 15, assert: [{ contains: good }]',
      judged: 'sample_size: 4, assert: [{ contains: good }], rubric: Is it good?',
      wrong: 'sample_size: 2, assert: [{ contains: good }]',
      small: 'sample_size: 2, assert: [{ contains: good }]',
    }).flatMap(([id, text]) => [
      [`prompts/${id}/prompt.md`, `Prompt ${id}: {{code}}\n`],
      [`prompts/${id}/eval.yml`, `cases:\n  - { name: one, inputs: { code: x }, ${text} }\n`],
    ]),
  ),
};

const shard = (index: number) => ['eval', '--yes', '--shard', `${index}/2`, '--runs', 'kept'];
const merge = ['merge', 'kept'];
const resume = ['eval', '--resume', '--runs', 'kept'];

/** The files of a library whose two shards are collected, and the rows that one machine writes. */
async function world(t: TestContext) {
  const server = await startFakeMessagesApi({
    answer: ({ tool_choice, messages }) => {
      if (tool_choice) return { tool_input: { reason: 'it is', score: 5 } };
      return JSON.stringify(messages).includes('Prompt wrong') ? 'bad' : 'good';
    },
  });
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const eva = (root: string, args: readonly string[]) => runEva(args, { cwd: root, env });
  const killed = async (root: string, args: readonly string[], moment: string) => {
    const hook = pathToFileURL(join(import.meta.dirname, '../support/kill-at-change.js')).href;
    const { child } = startEva(args, root, server.url, { NODE_OPTIONS: `--import ${hook}`, KILL_AT: moment });
    const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)));
    assert.equal(signal, 'SIGKILL', `${args.join(' ')} does not come to: ${moment}`);
    await server.quiet();
  };
  const copyOf = (from: string) => {
    const root = tempLibrary(t, {});
    cpSync(from, root, { recursive: true });
    return root;
  };
  const rowsOf = (root: string) => [...rowsIn(root)].map(comparable).sort((a, b) => (a.id < b.id ? -1 : 1));
  const one = tempLibrary(t, files);
  const whole = await eva(one, ['eval', '--yes']);
  assert.equal(whole.exitCode, 1, whole.stderr);
  assert.equal(server.requests.length, allCalls);
  return { server, eva, killed, copyOf, rowsOf, expected: rowsOf(one) };
}

const momentsOfShard = [
  'mkdir kept 1 before',
  'write .json 1 half', // the group
  'rename .json 1 after',
  'remove lock 1 before', // its temporary name
  'write journal.jsonl 1 before',
  'write command.json 1 before',
  'rename plan.json 1 before',
  'rename plan.json 1 after',
  'write journal.jsonl 5 half',
  'write journal.jsonl 12 after',
  'write trials.jsonl 1 before',
  'write .attempts.jsonl 2 after',
  'rename result.json 1 before',
  'rename result.json 2 after',
  'write .attempts.jsonl 5 before',
  'remove lock 6 before',
];

test('a shard that is killed at any moment goes on with its command or --resume, and no kept reply is asked for again', async (t) => {
  const { server, eva, killed, copyOf, rowsOf, expected } = await world(t);
  const first = tempLibrary(t, files);
  assert.equal((await eva(first, shard(1))).exitCode, 0);
  for (const [at, moment] of momentsOfShard.entries()) {
    const root = copyOf(first);
    const before = server.requests.length;
    await killed(root, shard(2), moment);
    if (at % 3 === 0) {
      const again = await eva(root, resume);
      // nothing is kept of a process that had asked nothing
      if (!again.stderr.includes('EVA_NOTHING_TO_RESUME'))
        assert.equal(again.exitCode, 0, `${moment}: ${again.stderr}`);
    }
    if (at % 3 === 1) assert.equal((await eva(root, shard(2))).exitCode, 0, moment);
    let merged = await eva(root, merge);
    if (merged.exitCode === 3) {
      const commands = [...merged.stderr.matchAll(/^ {2}shard \d .* {3}eva (eval .*)$/gm)];
      assert.deepEqual(
        commands.map(([, command]) => command),
        [shard(2).join(' ')],
        merged.stderr,
      );
      assert.equal((await eva(root, [...merge, '--partial'])).exitCode, 3, moment);
      assert.equal((await eva(root, shard(2))).exitCode, 0, moment);
      merged = await eva(root, merge);
    }
    assert.equal(merged.exitCode, 1, `${moment}: ${merged.stderr}`);
    assert.deepEqual(rowsOf(root), expected, moment);
    const nothing = await eva(root, resume);
    assert.match(nothing.stderr, /EVA_NOTHING_TO_RESUME/, moment);
    const sent = server.requests.length - before;
    assert.ok(sent <= allCalls / 2 + 1 + places, `${moment}: ${sent} requests`);
    const groups = existsSync(join(root, 'kept/.groups')) ? readdirSync(join(root, 'kept/.groups')) : [];
    assert.deepEqual(
      groups.filter((name) => !name.endsWith('.tmp')),
      [],
      moment,
    );
  }
});

const momentsOfMerge = [
  'mkdir runs 1 after',
  'rename plan.json 2 before',
  'write trials.jsonl 2 before',
  'write .attempts.jsonl 1 before',
  'write .attempts.jsonl 2 after',
  'rename result.json 2 before',
  'write .eval.jsonl 1 before',
  'write .eval.jsonl 1 after',
  'write .eval.jsonl 3 before',
  'write .eval.jsonl 4 after',
  'write merged 1 before',
  'rename merged 1 after',
  'rename merged 3 before',
];

test('a merge that is killed at any moment is made again, and writes each row once', async (t) => {
  const { server, eva, killed, copyOf, rowsOf, expected } = await world(t);
  const collected = tempLibrary(t, files);
  for (const index of [1, 2]) assert.equal((await eva(collected, shard(index))).exitCode, 0);
  const before = server.requests.length;
  for (const moment of momentsOfMerge) {
    const root = copyOf(collected);
    await killed(root, merge, moment);
    for (const time of ['again', 'once more']) {
      const merged = await eva(root, merge);
      assert.equal(merged.exitCode, 1, `${moment}, ${time}: ${merged.stderr}`);
      assert.deepEqual(rowsOf(root), expected, `${moment}, ${time}`);
    }
    assert.equal(new Set(rowsIn(root).map(({ group }) => group)).size, 1, moment);
    assert.match((await eva(root, resume)).stderr, /EVA_NOTHING_TO_RESUME/, moment);
    assert.doesNotMatch((await eva(root, ['log'])).stdout, /eva merge/, moment);
    const attempts = readFileSync(join(root, '.attempts.jsonl'), 'utf8').trimEnd().split('\n');
    assert.deepEqual([...new Set(attempts.map((line) => JSON.parse(line).try))], [1], moment);
  }
  assert.equal(server.requests.length, before, 'a merge asks nothing');
});
