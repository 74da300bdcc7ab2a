import type { BatchAdmission } from '../limits/admission.js';
import type { Sleep } from '../timing.js';
import type { BatchLog } from './batch-log.js';
import type { BatchesApi } from './batches-api.js';
import type { BatchPatience } from './patience.js';

/** What sending batches to one provider needs of the world. */
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
  /** A line for the reader. */
  readonly tell: (line: string) => void;
  /** Bounds what batches may cost; undefined where nothing does. */
  readonly admission?: BatchAdmission | undefined;
  /** Once aborted no batch is submitted, and none is looked at. */
  readonly stop: AbortSignal;
  /** Ends a submission that is in hand. */
  readonly signal: AbortSignal;
}
