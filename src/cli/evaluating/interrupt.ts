import { killPrograms } from '#provider/process/start-program.js';
import type { StopSignals } from '#run/session/ends.js';
import type { EndSignal, Io } from '../io.js';

/** The time that running calls get to finish after the first signal, in milliseconds. The rest of 2.5 s is for ending programs. */
export const graceMs = 1800;

/** The signals that end a run, with their exit codes: 128 plus the number of the signal. A closed terminal sends SIGHUP. */
export const endSignals: readonly (readonly [EndSignal, number])[] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
];

/** The signals that a command received. */
export interface Interrupt extends StopSignals {
  /** Returns the exit code of the first signal received (130, 143, 129, 131), or null. */
  readonly exitCode: () => number | null;
  /** Sets the function that is called last if a second signal comes. */
  readonly onLeave: (farewell: () => void) => void;
  readonly release: () => void;
  /** Returns true if no signal stopped the run, but files that were saved meanwhile; absent if only signals can stop it. */
  readonly isOutdated?: () => boolean;
}

/**
 * Listens for signals. The first one stops the run, and aborts the running calls after 1.8 s. A second one, unless it is SIGHUP, kills all
 * programs and leaves at once, so that no child process outlives eva.
 */
export function listenForInterrupt(io: Io): Interrupt {
  const [stop, end] = [new AbortController(), new AbortController()];
  let exitCode: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let sayFarewell = () => {};
  const begin = (code: number) => {
    exitCode = code;
    timer = setTimeout(() => end.abort(), graceMs);
    stop.abort();
  };
  const leave = (code: number) => {
    killPrograms();
    sayFarewell();
    io.exit(code);
  };
  const onSignal = (name: EndSignal, code: number) => () => {
    if (exitCode === null) begin(code);
    else if (name !== 'SIGHUP') leave(code); // a closed terminal sends it twice: by itself, and through the shell
  };
  const listeners = endSignals.map(([name, code]) => [name, onSignal(name, code)] as const);
  for (const [name, listener] of listeners) io.on(name, listener);
  return {
    stop: stop.signal,
    signal: end.signal,
    exitCode: () => exitCode,
    onLeave: (farewell) => {
      sayFarewell = farewell;
    },
    release: () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) io.off(name, listener);
    },
  };
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
