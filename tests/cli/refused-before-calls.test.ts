import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { failDisk } from '../support/failing-fs.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { rowsIn } from '../support/rows-in.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';

const evalFile = `cases:
  - { name: happy, inputs: { code: x }, model: claude-x, sample_size: 10, assert: [ { contains: good } ] }
`;

async function library(t: TestContext) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': evalFile,
    'prompts/other/prompt.xml': '<task>Review {{code}} in another way.</task>\n',
    'prompts/other/meta.yml': 'inputs: [ { name: code } ]\n',
  });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return { root, server, eva: (line: string) => runEva(line.split(' '), { cwd: root, env }) };
}

type World = Awaited<ReturnType<typeof library>>;

/** Prepares a library. May return a function that lets the disk fail, and returns what repairs it. */
type Arrange = (world: World) => unknown;

/** What is wrong. Each command must be refused with the code. */
interface BadInput {
  readonly commands: readonly string[];
  readonly code: string;
  readonly exit: number;
  readonly arrange?: Arrange;
}

/** Lets a call that tries the folder `kept` fail: 1 opens a new file, 2 writes it, 3 syncs it, 4 opens it to append. */
function failing(call: number, code: string): Arrange {
  return ({ root }) => {
    mkdirSync(join(root, 'kept'));
    return () => failDisk({ isCounted: (path) => path.includes('.probe-'), call, code, lasting: 'once' }).repair;
  };
}

/** Collects shards of two into `kept`. */
const shards = (...lines: readonly string[]): Arrange => {
  return async ({ eva }) => {
    for (const line of lines) await eva(`eval diff --runs kept --group night --shard ${line}`);
  };
};

const inFolder = {
  commands: ['eval diff', 'compare diff other', 'merge shards'].map((command) => `${command} --runs kept`),
  ...{ code: 'EVA_RUNS_FOLDER', exit: 2 },
};
const short = { code: 'EVA_SHORT_BUDGET', exit: 2 };

const inputs: Readonly<Record<string, BadInput>> = {
  'a budget below what a pass needs': {
    ...short,
    commands: ['eval diff', 'eval --yes', 'eval diff --shard 1/2', 'compare diff other --not-worse-by 0.26'].map(
      (command) => `${command} --max-calls 3`,
    ),
  },
  'such a budget in eva.yml': {
    ...short,
    commands: ['eval diff', 'compare diff other --not-worse-by 0.26'],
    arrange: ({ root }) => writeFileSync(join(root, 'eva.yml'), 'budget: { max_calls: 3 }\n'),
  },
  'a share below one call': { ...short, commands: ['eval diff --shard 1/5 --max-calls 4 --allow-short-budget'] },
  'a share below one request a minute': {
    ...short,
    commands: ['eval diff --shard 1/5'],
    arrange: ({ root }) =>
      writeFileSync(join(root, 'eva.yml'), 'providers: { anthropic: { type: anthropic, rpm: 4 } }\n'),
  },
  'runs in a link': { ...inFolder, arrange: ({ root }) => symlinkSync(root, join(root, 'kept')) },
  'runs in a file': { ...inFolder, arrange: ({ root }) => writeFileSync(join(root, 'kept'), '') },
  'runs in a folder that takes no file': { ...inFolder, arrange: failing(1, 'EACCES') },
  'runs on a disk that cannot append': { ...inFolder, arrange: failing(4, 'ENOTSUP') },
  'runs on a full disk': { ...inFolder, code: 'EVA_DISK', exit: 3, arrange: failing(2, 'ENOSPC') },
  'other files than those of an earlier process of the share': {
    commands: ['eval diff --runs kept --group night --shard 1/2'],
    ...{ code: 'EVA_RUN_CHANGED', exit: 2 },
    arrange: async (world) => {
      await shards('1/2 --max-calls 6 --allow-short-budget')(world);
      writeFileSync(join(world.root, 'prompts/diff/eval.yml'), evalFile.replace('code: x', 'code: y'));
    },
  },
  'shards of other files': {
    commands: ['merge kept', 'merge kept --partial'],
    ...{ code: 'EVA_BAD_MERGE', exit: 2 },
    arrange: async (world) => {
      await shards('1/2')(world);
      writeFileSync(join(world.root, 'prompts/diff/eval.yml'), evalFile.replace('code: x', 'code: y'));
      await shards('2/2')(world);
    },
  },
  'shards of another number': {
    commands: ['merge kept', 'merge kept --partial'],
    ...{ code: 'EVA_BAD_MERGE', exit: 2 },
    arrange: shards('1/2', '2/3'),
  },
  'a reply to no unit': {
    commands: ['merge kept', 'merge kept --partial'],
    ...{ code: 'EVA_BAD_MERGE', exit: 2 },
    arrange: async (world) => {
      await shards('1/2', '2/2')(world);
      const [first = '', second = ''] = readdirSync(join(world.root, 'kept'))
        .filter((name) => !name.startsWith('.'))
        .sort()
        .map((name) => join(world.root, 'kept', name, 'journal.jsonl'));
      writeFileSync(
        first,
        `${readFileSync(first, 'utf8')}${readFileSync(second, 'utf8').split('\n').at(-2)?.replace('good', 'bad')}\n`,
      );
    },
  },
  'shards of which trials are missing': {
    commands: ['merge kept'],
    ...{ code: 'EVA_SHARDS_LACK', exit: 3 },
    arrange: shards('1/2'),
  },
};

for (const [title, { commands, code, exit, arrange }] of Object.entries(inputs)) {
  test(`${title}: ${code}, exit ${exit}, and no call is made`, async (t) => {
    const world = await library(t);
    const { root, server, eva } = world;
    const fail = await arrange?.(world);
    const before = server.requests.length;
    for (const command of commands) {
      const repair = typeof fail === 'function' ? fail() : undefined;
      const { exitCode, stdout, stderr } = await eva(command);
      repair?.();
      assert.equal(exitCode, exit, `${command}\n${stdout}${stderr}`);
      assert.match(stderr, new RegExp(`\\b${code}\\b`), command);
    }
    assert.equal(server.requests.length, before);
    assert.deepEqual(rowsIn(root), []);
  });
}
