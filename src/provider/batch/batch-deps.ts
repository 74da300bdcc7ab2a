import type { BatchAdmission } from '../limits/admission.js';
import type { Sleep } from '../timing.js';
import type { BatchLog } from './batch-log.js';
import type { BatchesApi } from './batches-api.js';
import type { BatchPatience } from './patience.js';

/** The effects that sending batches to one provider needs. */
export interface BatchDeps {
  /** The provider's name. */
  readonly provider: string;
  readonly api: BatchesApi;
  readonly log: BatchLog;
  readonly patience: BatchPatience;
  readonly sleep: Sleep;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The time of day, for notes that another process reads. */
  readonly date: () => Date;
  /** Prints a line for the user. */
  readonly tell: (line: string) => void;
  /** Bounds the cost of batches; undefined without a budget. */
  readonly admission?: BatchAdmission | undefined;
  /** Once aborted no batch is submitted or polled. */
  readonly stop: AbortSignal;
  /** Aborts a submission in progress. */
  readonly signal: AbortSignal;
}
