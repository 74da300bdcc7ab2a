import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, problem } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import { listed, plural, quoted, short } from '#model/text/quoted.js';
import { type AutoShard, maxShards } from '../flags/values.js';

/** A shard that was taken from the environment. */
interface AssignedShard {
  readonly shard: Shard;
  readonly engine: string;
  readonly variables: readonly string[];
}

/**
 * Returns the shard of this job, by the variables of the engine that started it. Ignores engines that started one job alone if another one
 * started several. Throws EVA_NO_SHARD, with every problem, if the variables do not determine one shard.
 */
export function assignShard({ of: asked }: AutoShard, env: Environment): AssignedShard {
  const problems: Problem[] = [];
  const numbers = parallelEngines.flatMap((engine) => readJobNumber(engine, asked, env, problems) ?? []);
  if (problems.length > 0) throw new EvaError(problems);
  const { engine, index, of: jobs, variables } = onlyOne(numbers);
  const shards = jobs ?? asked;
  if (shards === null)
    throw evaError(
      'EVA_NO_SHARD:no_count',
      `--shard auto: ${variables[0] ?? ''} has the number of this job, but no variable has the number of all jobs`,
      { hint: 'write the number of all jobs: --shard auto/5' },
    );
  if (asked !== null && asked !== shards)
    throw evaError(
      'EVA_NO_SHARD:other_count',
      `--shard auto/${asked}: by ${listed(variables.map(short))} there ${shards === 1 ? 'is' : 'are'} ${plural(shards, 'job')}`,
      {
        hint: '--shard auto takes their number from the environment; to collect one shard again, write it, such as --shard 2/5',
      },
    );
  if (shards > maxShards)
    throw evaError(
      'EVA_NO_SHARD:too_many',
      `--shard auto: by ${listed(variables.map(short))} there ${shards === 1 ? 'is' : 'are'} ${plural(shards, 'job')}`,
      { hint: `start at most ${plural(maxShards, 'job')}` },
    );
  return { shard: { index, of: shards }, engine, variables };
}

function onlyOne(numbers: readonly JobNumber[]): JobNumber {
  const split = uniqueBy(
    numbers.filter(({ of }) => of !== 1),
    ({ index, of }) => `${index}/${of}`,
  );
  const [only, ...others] = split;
  if (only && others.length === 0) return only;
  if (only)
    throw evaError(
      'EVA_NO_SHARD:contradiction',
      `--shard auto: this job has several numbers: ${split.map(jobText).join('; ')}`,
      { hint: `unset the variables of all engines but one, or ${writeShard}` },
    );
  const [alone] = numbers;
  throw alone
    ? evaError(
        'EVA_NO_SHARD:alone',
        `--shard auto: ${short(alone.engine)} started this job alone (${alone.variables.map(short).join(', ')})`,
        { hint: 'start several jobs, or leave --shard out; to collect one shard again, write it, such as --shard 2/5' },
      )
    : evaError('EVA_NO_SHARD:no_engine', '--shard auto: no environment variable has the number of this job', {
        hint: `${writeShard}; on GitHub Actions --shard \${{ matrix.shard }}/5`,
      });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The numbers of all jobs of an engine, as it writes them. `last` is null if it is not known. */
interface Numbering {
  readonly first: number;
  readonly last: number | null;
  readonly step: number;
}

/**
 * Reads the number of this job from the variables of an engine; null if they are not set. `asked` is the number of jobs if the user wrote
 * it. Adds a problem (EVA_NO_SHARD) for each variable that is missing or unusable.
 */
function readJobNumber(
  engine: ParallelEngine,
  asked: number | null,
  env: Environment,
  problems: Problem[],
): JobNumber | null {
  const variables = new Variables(env, problems);
  if (!variables.has(engine.index) || env[engine.index] === engine.unnumbered) return null;
  const least = 'range' in engine ? 0 : engine.first;
  const value = variables.number(engine.index, least);
  const numbering = 'range' in engine ? readRange(engine, variables) : counted(engine, variables);
  if (value === null || numbering === null) return null;
  const { first, step } = numbering;
  const last = numbering.last ?? (asked === null ? null : first + asked - 1);
  const place = (value - first) / step;
  if (last !== null && (!Number.isInteger(place) || place < 0 || value > last)) {
    problems.push(
      problem(
        'EVA_NO_SHARD:outside',
        `--shard auto: ${short(engine.index)} is ${value}, and the jobs have the numbers from ${first} to ${last}${step === 1 ? '' : ` in steps of ${step}`}`,
        { hint: `start as many jobs as there are shards, or ${writeShard}` },
      ),
    );
    return null;
  }
  const jobs = numbering.last === null ? null : countOf(numbering.last, numbering);
  return { engine: engine.name, index: place + 1, of: jobs, variables: variables.read };
}

function counted({ first, count: name }: CountedJobs, variables: Variables): Numbering | null {
  if (name === null || !variables.has(name)) return { first, last: null, step: 1 };
  const count = variables.number(name, 1);
  return count === null ? null : { first, last: first + count - 1, step: 1 };
}

function readRange(
  { index, range, count: countName }: Extract<ParallelEngine, { range: unknown }>,
  variables: Variables,
): Numbering | null {
  const unset = [range.first, range.last].filter((name) => !variables.has(name));
  if (unset.length > 0) {
    variables.problems.push(
      problem(
        'EVA_NO_SHARD:no_range',
        `--shard auto: ${short(index)} is set, but ${listed(unset.map(short))} ${unset.length === 1 ? 'is' : 'are'} not`,
        { hint: `pass all variables of the array job to eva, or ${writeShard}` },
      ),
    );
    return null;
  }
  const first = variables.number(range.first, 0);
  const last = variables.number(range.last, 0);
  const step = variables.has(range.step) ? variables.number(range.step, 1) : 1;
  if (first === null || last === null || step === null) return null;
  const jobs = countOf(last, { first, step });
  const count = countName !== null && variables.has(countName) ? variables.number(countName, 1) : jobs;
  if (count === jobs) return { first, last, step };
  if (count !== null && countName !== null) {
    variables.problems.push(
      problem(
        'EVA_NO_SHARD:gaps',
        `--shard auto: the array has ${plural(jobs, 'number')} from ${short(range.first)} to ${short(range.last)}, but ${short(countName)} is ${count}`,
        { hint: `submit an array without gaps, such as 1-5, or ${writeShard}` },
      ),
    );
  }
  return null;
}

function countOf(last: number, { first, step }: Pick<Numbering, 'first' | 'step'>): number {
  return Math.floor((last - first) / step) + 1;
}

/** Whole numbers in environment variables. Remembers which were read. */
class Variables {
  readonly read: string[] = [];
  readonly problems: Problem[];
  readonly #env: Environment;

  constructor(env: Environment, problems: Problem[]) {
    this.#env = env;
    this.problems = problems;
  }

  /** Returns true if the variable is set. An empty one counts as not set: containers get it if the host does not set it. */
  has(name: string): boolean {
    return (this.#env[name] ?? '').trim() !== '';
  }

  /** Returns the number in a variable; null, with a problem, if it is not a whole number of at least `least`. */
  number(name: string, least: number): number | null {
    const text = (this.#env[name] ?? '').trim();
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number < least) {
      this.problems.push(
        problem(
          'EVA_NO_SHARD:no_number',
          `--shard auto: ${short(name)} is ${quoted(text)}, and must be a whole number of at least ${least}`,
          { hint: `correct the variable, or ${writeShard}` },
        ),
      );
      return null;
    }
    this.read.push(name);
    return number;
  }
}

/** The numbers of jobs that an engine counts from 0 or 1. */
interface CountedJobs {
  readonly first: 0 | 1;
  /** The variable with the number of jobs; null if the engine has none. */
  readonly count: string | null;
}

/** The numbers of jobs that begin where the user says, in steps. */
interface RangeOfJobs {
  /** The variables with the first number, the last number and the step. A missing step is 1. */
  readonly range: { readonly first: string; readonly last: string; readonly step: string };
  /** The variable with the number of jobs, if the engine has one: it is lower than that of the range if numbers are left out. */
  readonly count: string | null;
}

/** An engine that starts several jobs from one description, and numbers them in environment variables. */
type ParallelEngine = {
  readonly name: string;
  /** The variable with the number of this job. */
  readonly index: string;
  /** The value of `index` in a job that is not one of several, if the engine sets it there. */
  readonly unnumbered?: string;
} & (CountedJobs | RangeOfJobs);

/**
 * The engines that `--shard auto` knows, as their documentation describes them. docs/guide/long-runs.md has the same table.
 * PBS is left out: its arrays begin at 0 or 1, and no variable tells which.
 */
const parallelEngines: readonly ParallelEngine[] = [
  { name: 'GitLab', index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL' },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, count: 'CIRCLE_NODE_TOTAL' },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, count: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  { name: 'Azure Pipelines', index: 'SYSTEM_JOBPOSITIONINPHASE', first: 1, count: 'SYSTEM_TOTALJOBSINPHASE' },
  { name: 'Bitbucket', index: 'BITBUCKET_PARALLEL_STEP', first: 0, count: 'BITBUCKET_PARALLEL_STEP_COUNT' },
  { name: 'Semaphore', index: 'SEMAPHORE_JOB_INDEX', first: 1, count: 'SEMAPHORE_JOB_COUNT' },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', first: 0, count: 'AWS_BATCH_JOB_ARRAY_SIZE' },
  { name: 'Google Cloud Run', index: 'CLOUD_RUN_TASK_INDEX', first: 0, count: 'CLOUD_RUN_TASK_COUNT' },
  { name: 'Google Cloud Batch', index: 'BATCH_TASK_INDEX', first: 0, count: 'BATCH_TASK_COUNT' },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0, count: null },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    range: { first: 'SLURM_ARRAY_TASK_MIN', last: 'SLURM_ARRAY_TASK_MAX', step: 'SLURM_ARRAY_TASK_STEP' },
    count: 'SLURM_ARRAY_TASK_COUNT',
  },
  {
    name: 'Grid Engine',
    index: 'SGE_TASK_ID',
    unnumbered: 'undefined',
    range: { first: 'SGE_TASK_FIRST', last: 'SGE_TASK_LAST', step: 'SGE_TASK_STEPSIZE' },
    count: null,
  },
];

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

function jobText({ engine, index, of, variables }: JobNumber): string {
  return `${engine} says ${index}${of === null ? '' : ` of ${of}`} (${variables.join(', ')})`;
}

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

const writeShard = 'write the shard, such as --shard 2/5';
