import { EvaError, problem } from '#errors/index.js';
import { ProviderFailure } from '../failure.js';
import { isFatal } from '../retry/fatal-failure.js';
import type { Sleep } from '../timing.js';

/** How long is waited for what, in milliseconds. */
export interface BatchPatience {
  /** How long no further request may have come before those that have are sent. */
  readonly quietMs: number;
  /** Wait before the second look at a batch, and after the first failure. */
  readonly firstMs: number;
  /** By how much each further wait is longer. */
  readonly growth: number;
  readonly longestMs: number;
  /** Failures in a row after which a batch is left alone; it goes on at the provider. */
  readonly failures: number;
  /** Looks for a batch of which it is not known whether it was submitted. */
  readonly looks: number;
  /** After which a batch is left alone that has not ended: an hour more than a batch may take at the provider. */
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

/** As usual, or as `EVA_BATCH_POLL_MS` says: that many milliseconds from one look to the next. Throws `EvaError` if it says nothing sensible. */
export function patienceFrom(env: Readonly<Record<string, string | undefined>>): BatchPatience {
  const text = env[variable]?.trim() ?? '';
  if (text === '') return ordinary;
  const ms = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (ms >= 1 && ms <= ordinary.longestMs) return { ...ordinary, firstMs: ms, longestMs: ms };
  throw new EvaError([problem('EVA_BAD_VALUE:batch_poll', { variable })]);
}

/** The wait after so many looks or failures, counted from 0. */
export function waitAfter(count: number, { firstMs, growth, longestMs }: BatchPatience): number {
  return Math.min(firstMs * growth ** count, longestMs);
}

/** What patience is exercised with. */
export interface Patiently {
  readonly patience: BatchPatience;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/**
 * Makes an attempt again until it succeeds. Throws the last `ProviderFailure` once too many have failed in a row, or one has that no
 * further attempt can mend, and the signal's reason.
 */
export async function patiently<T>({ patience, sleep, signal }: Patiently, attempt: () => Promise<T>): Promise<T> {
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

/** At least as long as the server asks for, within the longest wait that there is. */
export function waitOf({ retryAfterMs = 0 }: ProviderFailure, failures: number, patience: BatchPatience): number {
  return Math.max(waitAfter(failures - 1, patience), Math.min(retryAfterMs, ordinary.longestMs));
}
