import type { AttemptCases } from '#model/run/attempt.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { RunEnd } from './finish-run.js';

/** The run that `resume` continues: the latest open one of the prompt unless `runId` names it. */
export interface ResumableRun {
  readonly id: string;
  readonly runId?: string;
}

/** What is on the disk of a run without a result. */
export interface KeptReplies {
  readonly replies: number;
  /** Batches that were submitted, and whose replies are not all kept. */
  readonly batches: number;
  readonly resume: ResumableRun;
}

/** An error that ended a run. `kept` is null if `resume` could make no progress. */
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
      /** True if a new run on the same files would be one more attempt. */
      readonly isAttempt: boolean;
      readonly kept: KeptReplies;
      readonly unsaved: RunFailure | null;
    }
  | ({ readonly ended: 'with_error' } & RunFailure);
