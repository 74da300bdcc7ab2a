import { EvaError, problem } from '#errors/index.js';
import type { BatchChange } from '#model/run/notice.js';
import { ProviderFailure } from '../failure.js';
import type { BatchAdmission } from '../limits/admission.js';
import { isFatal } from '../retry/retry-policy.js';
import type { Sleep } from '../timing.js';
import type { BatchLog } from './batch-log.js';
import type { BatchesApi } from './batches-api.js';

/** How long and how often batches are polled. Times in milliseconds. */
interface BatchPatience {
  /** Time without a new request after which eva submits the collected ones. */
  readonly quietMs: number;
  /** Wait before the second poll of a batch, and after the first failure. */
  readonly firstMs: number;
  /** Factor between one wait and the next. */
  readonly growth: number;
  readonly longestMs: number;
  /** Consecutive failures after which eva stops polling; the batch continues at the provider. */
  readonly failures: number;
  /** Number of searches for a lost submission. */
  readonly looks: number;
  /** Time after which eva stops polling a batch: an hour more than a batch may take at the provider. */
  readonly batchMs: number;
}

const ordinary: BatchPatience = {
  quietMs: 250,
  firstMs: 1000,
  growth: 1.5,
  longestMs: 60_000,
  failures: 20,
  looks: 6,
  batchMs: 25 * 3_600_000,
};

const variable = 'EVA_BATCH_POLL_MS';

/** Returns the default policy, or one that polls every `EVA_BATCH_POLL_MS` milliseconds. Throws `EvaError` if that is not a number from 1 to 60000. */
export function patienceFrom(env: Readonly<Record<string, string | undefined>>): BatchPatience {
  const text = env[variable]?.trim() ?? '';
  if (text === '') return ordinary;
  const ms = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (ms >= 1 && ms <= ordinary.longestMs) return { ...ordinary, firstMs: ms, longestMs: ms };
  throw new EvaError([problem('EVA_BAD_VALUE:batch_poll', { variable })]);
}

/** Returns the wait after `count` polls or failures, counted from 0, in milliseconds. */
export function waitAfter(count: number, { firstMs, growth, longestMs }: BatchPatience): number {
  return Math.min(firstMs * growth ** count, longestMs);
}

interface RetryPatiently {
  readonly patience: BatchPatience;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/**
 * Repeats an attempt until it succeeds. Throws the last `ProviderFailure` if it is fatal or after too many in a row, and the signal's
 * reason.
 */
export async function retryPatiently<T>(
  { patience, sleep, signal }: RetryPatiently,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure) || isFatal(error.kind) || failures >= patience.failures) throw error;
      await sleep(waitOf(error, failures, patience), signal);
    }
  }
}

/** Returns the wait after a failure: at least what `retry-after` asks for, at most the longest wait. */
export function waitOf({ retryAfterMs = 0 }: ProviderFailure, failures: number, patience: BatchPatience): number {
  return Math.max(waitAfter(failures - 1, patience), Math.min(retryAfterMs, ordinary.longestMs));
}

/** The effects that sending batches to one provider needs. */
export interface BatchDeps {
  readonly provider: string;
  readonly api: BatchesApi;
  readonly log: BatchLog;
  readonly patience: BatchPatience;
  readonly sleep: Sleep;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The time of day, for notes that another process reads. */
  readonly date: () => Date;
  readonly tell: (change: BatchChange) => void;
  /** Bounds the cost of batches; undefined without a budget. */
  readonly admission?: BatchAdmission | undefined;
  /** Once aborted no batch is submitted or polled. */
  readonly stop: AbortSignal;
  /** Aborts a submission in progress. */
  readonly signal: AbortSignal;
}
