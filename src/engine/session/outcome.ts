import type { AttemptCases } from '#model/run/attempt.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { RunEnd } from './finish-run.js';

/** The run that `resume` continues: the latest open one of the prompt unless `runId` names it. */
export interface ResumableRun {
  readonly id: string;
  readonly runId?: string;
}

/** The saved parts of a run without a result. */
export interface KeptReplies {
  readonly replies: number;
  /** The number of submitted batches whose replies are not all saved. */
  readonly batches: number;
  readonly resume: ResumableRun;
}

/** An error that ended a run. `kept` is null if a resume could make no progress. */
export interface RunFailure {
  readonly error: unknown;
  readonly kept: KeptReplies | null;
}

/** How a run ended. `unsaved`: its recordings could not be saved. */
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
      /** True if a new run of the same files would be a further attempt. */
      readonly isAttempt: boolean;
      readonly kept: KeptReplies;
      readonly unsaved: RunFailure | null;
    }
  | ({ readonly ended: 'with_error' } & RunFailure);
