import type { AttemptCases } from '#model/run/attempt.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { RunEnd } from './finish-run.js';

/** The run to resume: the latest unfinished one of the prompt, or `runId` if given. */
export interface ResumableRun {
  readonly id: string;
  readonly runId?: string;
}

/** The saved part of an unfinished run, and the run to resume. */
export interface KeptReplies {
  readonly replies: number;
  /** Number of submitted batches whose replies are not all saved. */
  readonly batches: number;
  readonly resume: ResumableRun;
}

/** An error that ended a run. `kept` is null if a resumed run could make no progress. */
export interface RunFailure {
  readonly error: unknown;
  readonly kept: KeptReplies | null;
}

/** How a run ended. `unsaved` is the error if its recordings could not be saved. */
export type RunOutcome =
  | ({
      readonly ended: 'with_result';
      readonly plan: RunPlan;
      readonly result: RunResult;
      readonly resume: ResumableRun;
      readonly unsaved: RunFailure | null;
    } & RunEnd)
  | {
      readonly ended: 'interrupted';
      readonly cases: AttemptCases;
      /** True if another run of the same files would be a further attempt. */
      readonly isAttempt: boolean;
      readonly kept: KeptReplies;
      readonly unsaved: RunFailure | null;
    }
  | ({ readonly ended: 'with_error' } & RunFailure);
