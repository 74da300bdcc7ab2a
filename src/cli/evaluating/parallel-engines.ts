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
export type ParallelEngine = {
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
export const parallelEngines: readonly ParallelEngine[] = [
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
