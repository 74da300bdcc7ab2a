import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { matchesGolden } from '../support/golden.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';

/** The environment of one job of an engine, and the shard that it is. */
interface Job {
  readonly engine: string;
  readonly env: Readonly<Record<string, string>>;
  readonly flag?: string;
  readonly shard: { readonly index: number; readonly of: number };
}

const slurm = (id: number, [min, max, step, count]: readonly [number, number, number, number]) => ({
  SLURM_ARRAY_TASK_ID: String(id),
  SLURM_ARRAY_TASK_MIN: String(min),
  SLURM_ARRAY_TASK_MAX: String(max),
  SLURM_ARRAY_TASK_STEP: String(step),
  SLURM_ARRAY_TASK_COUNT: String(count),
});

const gridEngine = (id: string, [first, last, step]: readonly [string, string, string]) => ({
  SGE_TASK_ID: id,
  SGE_TASK_FIRST: first,
  SGE_TASK_LAST: last,
  SGE_TASK_STEPSIZE: step,
});

const gitLab = (index: string, total: string) => ({ CI_NODE_INDEX: index, CI_NODE_TOTAL: total });
const circleCi = (index: string, total: string) => ({ CIRCLE_NODE_INDEX: index, CIRCLE_NODE_TOTAL: total });

const third = { index: 3, of: 5 };
const jobs: readonly Job[] = [
  { engine: 'GitLab', env: gitLab('3', '5'), shard: third },
  { engine: 'GitLab, first job', env: gitLab('1', '5'), shard: { index: 1, of: 5 } },
  { engine: 'GitLab, last job', env: gitLab('5', '5'), shard: { index: 5, of: 5 } },
  { engine: 'CircleCI', env: circleCi('2', '5'), shard: third },
  { engine: 'CircleCI, first job', env: circleCi('0', '5'), shard: { index: 1, of: 5 } },
  { engine: 'CircleCI, last job', env: circleCi('4', '5'), shard: { index: 5, of: 5 } },
  { engine: 'Buildkite', env: { BUILDKITE_PARALLEL_JOB: '2', BUILDKITE_PARALLEL_JOB_COUNT: '5' }, shard: third },
  { engine: 'Azure', env: { SYSTEM_JOBPOSITIONINPHASE: '3', SYSTEM_TOTALJOBSINPHASE: '5' }, shard: third },
  { engine: 'Bitbucket', env: { BITBUCKET_PARALLEL_STEP: '2', BITBUCKET_PARALLEL_STEP_COUNT: '5' }, shard: third },
  { engine: 'Semaphore', env: { SEMAPHORE_JOB_INDEX: '3', SEMAPHORE_JOB_COUNT: '5' }, shard: third },
  { engine: 'AWS Batch', env: { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '5' }, shard: third },
  { engine: 'Cloud Run', env: { CLOUD_RUN_TASK_INDEX: '2', CLOUD_RUN_TASK_COUNT: '5' }, shard: third },
  { engine: 'Cloud Batch', env: { BATCH_TASK_INDEX: '2', BATCH_TASK_COUNT: '5' }, shard: third },
  { engine: 'Kubernetes', env: { JOB_COMPLETION_INDEX: '2' }, flag: 'auto/5', shard: third },
  { engine: 'Slurm from 0', env: slurm(2, [0, 4, 1, 5]), shard: third },
  { engine: 'Slurm from 1', env: slurm(3, [1, 5, 1, 5]), shard: third },
  { engine: 'Slurm in steps', env: slurm(50, [10, 90, 20, 5]), shard: third },
  { engine: 'Grid Engine', env: gridEngine('3', ['1', '5', '1']), shard: third },
  { engine: 'Grid Engine in steps', env: gridEngine('14', ['10', '19', '2']), shard: third },
  {
    engine: 'GitLab, and a CircleCI job that was started alone',
    env: { ...gitLab('3', '5'), ...circleCi('0', '1') },
    shard: third,
  },
  {
    engine: 'GitLab and Slurm, which agree',
    env: { ...gitLab('3', '5'), ...slurm(2, [0, 4, 1, 5]) },
    shard: third,
  },
  {
    engine: 'GitLab, and a Grid Engine job that is not an array',
    env: { ...gitLab('3', '5'), ...gridEngine('undefined', ['undefined', 'undefined', 'undefined']) },
    shard: third,
  },
  {
    engine: 'GitLab in a container that has the variables of other engines empty',
    env: { ...gitLab(' 3 ', '5'), JOB_COMPLETION_INDEX: '', SLURM_ARRAY_TASK_ID: '' },
    shard: third,
  },
  { engine: 'GitLab, where the user repeats the number of jobs', env: gitLab('3', '5'), flag: 'auto/5', shard: third },
  { engine: 'a job whose count was not passed on', env: { CI_NODE_INDEX: '3' }, flag: 'auto/5', shard: third },
];

/** Makes a library with a server; `job` evaluates its prompt in an environment. */
async function library(t: TestContext) {
  const server = await startFakeMessagesApi({ answer: () => 'good' });
  t.after(() => server.close());
  const evalFile = goodEval.replace('    inputs:', '    sample_size: 30\n    inputs:');
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalFile });
  const access = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  const job = (env: Job['env'], ...args: string[]): Promise<EvaOutput> =>
    runEva(['eval', 'diff', ...args], { cwd: root, env: { ...access, ...env } });
  return { root, server, job };
}

test('--shard auto collects the shard that the engine gave to the job, and says where it read it', async (t) => {
  const { root, job } = await library(t);
  const outputs = [];
  for (const { engine, env, flag = 'auto', shard } of jobs) {
    const { exitCode, stderr, stdout } = await job(env, '--shard', flag);
    assert.equal(exitCode, 0, `${engine}: ${stderr}${stdout}`);
    const run = readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '';
    const { manner } = JSON.parse(readFileSync(join(root, '.eva/runs', run, 'plan.json'), 'utf8'));
    assert.deepEqual(manner.shard, shard, engine);
    const [note = ''] = stderr.split('\n').filter((line) => line.includes(' from '));
    outputs.push(`## ${engine}\n${note.replace(/^\d\d:\d\d:\d\d /, '')}\n`);
  }
  matchesGolden('cli/shard-auto', outputs.join('\n'));
});

test('--shard auto refuses an environment that does not determine one shard, and asks nobody', async (t) => {
  const { root, server, job } = await library(t);
  const refused: readonly (readonly [string, Job['env'], string])[] = [
    ['no engine', {}, 'auto'],
    ['no engine, and a number of jobs', {}, 'auto/5'],
    ['GitLab without parallel', { CI_NODE_TOTAL: '1' }, 'auto'],
    ['a job that was started alone', circleCi('0', '1'), 'auto'],
    ['one task of an array, submitted again', slurm(3, [3, 3, 1, 1]), 'auto'],
    ['no number of jobs', { JOB_COMPLETION_INDEX: '2' }, 'auto'],
    ['a count that was not passed on', { CI_NODE_INDEX: '3' }, 'auto'],
    ['a range that was not passed on', { SLURM_ARRAY_TASK_ID: '3' }, 'auto/5'],
    ['a job before the first', gitLab('0', '5'), 'auto'],
    ['a job after the last', gitLab('6', '5'), 'auto'],
    ['a job after the last of auto/4', { JOB_COMPLETION_INDEX: '4' }, 'auto/4'],
    ['a task between two steps', slurm(4, [1, 7, 2, 4]), 'auto'],
    ['an array with gaps', slurm(3, [1, 9, 1, 4]), 'auto'],
    ['two variables without a number', { ...gitLab('two', '5'), ...circleCi('1', '-5') }, 'auto'],
    ['a count of zero', gitLab('1', '0'), 'auto'],
    ['a number in hostile text', gitLab('\u001b[31m3\n::error::', '5'), 'auto'],
    ['another number of jobs', gitLab('3', '5'), 'auto/4'],
    ['too many jobs', gitLab('3', '2000'), 'auto'],
    ['a contradiction', { ...gitLab('3', '5'), ...circleCi('0', '2'), JOB_COMPLETION_INDEX: '2' }, 'auto'],
  ];
  const outputs = [];
  for (const [title, env, flag] of refused) {
    const { exitCode, stdout, stderr } = await job(env, '--shard', flag);
    assert.equal(exitCode, 2, title);
    assert.equal(stdout, '', title);
    assert.match(stderr, /EVA_NO_SHARD/, title);
    outputs.push(`## ${title}\n${stderr}`);
  }
  assert.equal(server.requests.length, 0);
  assert.ok(!readdirSync(root).includes('.eva'));
  matchesGolden('cli/shard-auto-refused', outputs.join('\n'));
});

test('the guide lists every variable that --shard auto reads', () => {
  const guide = readFileSync('docs/guide/long-runs.md', 'utf8');
  const table = guide.split('\n').filter((line) => line.startsWith('| '));
  for (const { env } of jobs) {
    for (const variable of Object.keys(env)) {
      assert.ok(
        table.some((line) => line.includes(`\`${variable}\``)),
        variable,
      );
    }
  }
});
