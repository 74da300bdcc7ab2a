import { uniqueBy } from '#model/data/collections.js';
import { EvaError, evaError, type Problem, problem } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import { listed, plural, quoted, short } from '#model/text/quoted.js';
import { type AutoShard, maxShards } from '../flags/values.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A shard that was taken from the environment. */
interface AssignedShard {
  readonly shard: Shard;
  readonly engine: string;
  readonly variables: readonly string[];
}

const writeShard = 'write the shard, such as --shard 2/5';

/**
 * Returns the shard of this job, by the variables of the engine that started it. Ignores engines that started one job alone if another one
 * started several. Throws EVA_NO_SHARD, with every problem, if the variables do not determine one shard.
 */
export function assignShard({ of: asked }: AutoShard, env: Environment): AssignedShard {
  const known = parallelEngines.flatMap((engine) => jobOf(engine, asked, env) ?? []);
  const problems = known.filter((job) => 'code' in job);
  if (problems.length > 0) throw new EvaError(problems);
  const { engine, index, of: jobs, variables } = onlyOne(known.filter((job) => 'engine' in job));
  const shards = jobs ?? asked;
  if (shards === null)
    throw evaError(
      'EVA_NO_SHARD:no_count',
      `--shard auto: ${variables[0] ?? ''} has the number of this job, but no variable has the number of all jobs`,
      { hint: 'write the number of all jobs: --shard auto/5' },
    );
  const isTooMany = shards > maxShards;
  if (isTooMany || (asked ?? shards) !== shards)
    throw evaError(
      'EVA_NO_SHARD:other_count',
      `--shard auto${asked === null ? '' : `/${asked}`}: by ${listed(variables.map(short))} there ${shards === 1 ? 'is' : 'are'} ${plural(shards, 'job')}`,
      { hint: isTooMany ? `start at most ${plural(maxShards, 'job')}` : `write --shard auto alone, or ${writeShard}` },
    );
  return { shard: { index, of: shards }, engine, variables };
}

/** The number that an engine gave to a job. */
interface JobNumber {
  readonly engine: string;
  /** From 1, whatever the engine begins with. */
  readonly index: number;
  /** The number of jobs; null if the engine does not say it. */
  readonly of: number | null;
  /** The variables that it was read from. */
  readonly variables: readonly string[];
}

function onlyOne(numbers: readonly JobNumber[]): JobNumber {
  const split = uniqueBy(
    numbers.filter(({ of }) => of !== 1),
    ({ index, of }) => `${index}/${of}`,
  );
  const [only, ...others] = split;
  if (only && others.length === 0) return only;
  const jobText = ({ engine, index, of, variables }: JobNumber) =>
    `${engine} says ${index}${of === null ? '' : ` of ${of}`} (${variables.join(', ')})`;
  if (only)
    throw evaError(
      'EVA_NO_SHARD:contradiction',
      `--shard auto: this job has several numbers: ${split.map(jobText).join('; ')}`,
      { hint: `unset the variables of all engines but one, or ${writeShard}` },
    );
  const [alone] = numbers;
  throw alone
    ? evaError('EVA_NO_SHARD:alone', `--shard auto: this job was started alone: ${jobText(alone)}`, {
        hint: `start several jobs, or leave --shard out; to collect one shard again, ${writeShard}`,
      })
    : evaError('EVA_NO_SHARD:no_engine', '--shard auto: no environment variable has the number of this job', {
        hint: `${writeShard}; on GitHub Actions --shard \${{ matrix.shard }}/5`,
      });
}

/** An engine that starts several jobs from one description, and numbers them in environment variables. */
interface ParallelEngine {
  readonly name: string;
  /** The variable with the number of this job. */
  readonly index: string;
  /** The value of `index` in a job that is not one of several, if the engine sets it there. */
  readonly unnumbered?: string;
  /** The number of the first job, or the variables with the first number, the last one and the step. A missing step is 1. */
  readonly from: 0 | 1 | readonly [first: string, last: string, step: string];
  /** The variable with the number of jobs: it is lower than that of the range if numbers are left out. */
  readonly count?: string;
}

/**
 * Reads the number of this job from the variables of an engine; null if they are not set. `asked` is the number of jobs if the user wrote
 * it. Returns a problem (EVA_NO_SHARD) for variables that do not number the jobs without gaps. An empty one counts as not set: containers get
 * it if the host does not set it.
 */
function jobOf(
  { name: engine, index, unnumbered, from, count }: ParallelEngine,
  asked: number | null,
  env: Environment,
): JobNumber | Problem | null {
  const textOf = (variable: string) => (env[variable] ?? '').trim();
  if (textOf(index) === '' || textOf(index) === unnumbered) return null;
  const isRange = typeof from !== 'number';
  const all = [index, ...(isRange ? from : []), ...(count === undefined ? [] : [count])];
  const set = all.filter((variable) => textOf(variable) !== '');
  const numbers = new Map(
    set.map((variable) => [variable, /^\d{1,9}$/.test(textOf(variable)) ? Number(textOf(variable)) : Number.NaN]),
  );
  const numberIn = (variable = '') => numbers.get(variable);
  const [first = Number.NaN, last = Number.NaN, step = 1] = isRange ? from.map(numberIn) : [from];
  const counted = numberIn(count);
  const of = isRange ? Math.floor((last - first) / step) + 1 : (counted ?? null);
  const place = ((numberIn(index) ?? 0) - first) / step + 1;
  const most = of ?? asked ?? place;
  if (Number.isInteger(place) && place >= 1 && place <= most && (counted ?? most) === most)
    return { engine, index: place, of, variables: set };
  const facts = all.map((variable) => `${variable} ${set.includes(variable) ? quoted(textOf(variable)) : 'unset'}`);
  return problem(
    'EVA_NO_SHARD:no_number',
    `--shard auto needs ${asked === null ? '' : `${asked} `}jobs of ${engine} that are numbered from ${isRange ? from[0] : from} without gaps, and finds ${listed(facts)}`,
    {
      hint: `start as many jobs as there are shards, and pass on all variables; or ${writeShard}`,
    },
  );
}

/**
 * The engines that `--shard auto` knows, as their documentation describes them. docs/guide/long-runs.md has the same table.
 * PBS is left out: its arrays begin at 0 or 1, and no variable tells which.
 */
const parallelEngines: readonly ParallelEngine[] = [
  { name: 'GitLab', index: 'CI_NODE_INDEX', from: 1, count: 'CI_NODE_TOTAL' },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', from: 0, count: 'CIRCLE_NODE_TOTAL' },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', from: 0, count: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  { name: 'Azure Pipelines', index: 'SYSTEM_JOBPOSITIONINPHASE', from: 1, count: 'SYSTEM_TOTALJOBSINPHASE' },
  { name: 'Bitbucket', index: 'BITBUCKET_PARALLEL_STEP', from: 0, count: 'BITBUCKET_PARALLEL_STEP_COUNT' },
  { name: 'Semaphore', index: 'SEMAPHORE_JOB_INDEX', from: 1, count: 'SEMAPHORE_JOB_COUNT' },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', from: 0, count: 'AWS_BATCH_JOB_ARRAY_SIZE' },
  { name: 'Google Cloud Run', index: 'CLOUD_RUN_TASK_INDEX', from: 0, count: 'CLOUD_RUN_TASK_COUNT' },
  { name: 'Google Cloud Batch', index: 'BATCH_TASK_INDEX', from: 0, count: 'BATCH_TASK_COUNT' },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', from: 0 },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    from: ['SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_MAX', 'SLURM_ARRAY_TASK_STEP'],
    count: 'SLURM_ARRAY_TASK_COUNT',
  },
  {
    name: 'Grid Engine',
    index: 'SGE_TASK_ID',
    unnumbered: 'undefined',
    from: ['SGE_TASK_FIRST', 'SGE_TASK_LAST', 'SGE_TASK_STEPSIZE'],
  },
];

/** The variables that name a job of several tasks, the same for each task and for one that starts again. */
const jobVariables: readonly (readonly [engine: string, variable: string, needs?: string])[] = [
  ['github', 'GITHUB_RUN_ID'],
  ['gitlab', 'CI_PIPELINE_ID'],
  ['circleci', 'CIRCLE_WORKFLOW_ID'],
  ['buildkite', 'BUILDKITE_BUILD_ID'],
  ['azure-pipelines', 'BUILD_BUILDID'],
  ['bitbucket', 'BITBUCKET_PIPELINE_UUID'],
  ['semaphore', 'SEMAPHORE_WORKFLOW_ID'],
  ['aws-batch', 'AWS_BATCH_JOB_ID'],
  ['cloud-run', 'CLOUD_RUN_EXECUTION'],
  ['slurm', 'SLURM_ARRAY_JOB_ID'],
  ['grid-engine', 'JOB_ID', 'SGE_TASK_ID'],
];

/** Returns the job of the engine that started this process: `slurm-4711`; null without one. A child of AWS Batch adds its own number to that of the array. */
export function jobInEngine(env: Environment): string | null {
  const found = jobVariables.find(([, variable, needs = variable]) => env[variable]?.trim() && env[needs]?.trim());
  if (!found) return null;
  const [engine, variable] = found;
  return `${engine}-${env[variable]?.trim().replace(/:\d+$/, '')}`;
}
