import { realSleep, type Sleep } from '../timing.js';

/** How often and how patiently an attempt is made again. Times in milliseconds. */
export interface RetryPolicy {
  /** Attempts that may fail, those that were told to come later not counted. */
  readonly attempts: number;
  /** Attempts that may run out of time. */
  readonly timeouts: number;
  /** Wait after the first, second, … counted failure; the last value goes on. */
  readonly backoffMs: readonly number[];
  /** Wait after the first, second, … 429 or 529 that does not say how long; the last value goes on. */
  readonly busyMs: readonly number[];
  /** How often one call takes a `retry-after` at its word; from then on it waits twice as long, four times as long, and so on. */
  readonly trustedRetryAfters: number;
  /** The longest `retry-after` that is waited for. */
  readonly longestRetryAfterMs: number;
  /** The longest that one call waits for busy servers, all waits together. */
  readonly longestBusyMs: number;
  readonly sleep: Sleep;
  /** From 0 up to but not 1. */
  readonly random: () => number;
}

/** Six attempts, two where the time ran out, and up to ten minutes of waiting for a busy server. */
export const patientPolicy: RetryPolicy = {
  attempts: 6,
  timeouts: 2,
  backoffMs: [250, 500, 1_000, 1_500, 1_500],
  busyMs: [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  trustedRetryAfters: 3,
  longestRetryAfterMs: 60_000,
  longestBusyMs: 600_000,
  sleep: realSleep,
  random: Math.random,
};
