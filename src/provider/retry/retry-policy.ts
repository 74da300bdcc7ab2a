import { EvaError, problem, RefusedRequest } from '#errors/index.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { nearest } from '#model/text/nearest.js';
import type { FailureKind, ProviderFailure } from '../failure.js';
import { realSleep, type Sleep } from '../timing.js';
import { priceTable } from '../types/prices/price-table.js';

export interface RetryPolicy {
  /** Maximum number of failed attempts. Attempts while the provider is busy do not count. */
  readonly attempts: number;
  readonly timeouts: number;
  /** Waits after the first, second, … counted failure; the last value repeats. */
  readonly backoffMs: readonly number[];
  /** Waits after the first, second, … 429 or 529 without `retry-after`; the last value repeats. */
  readonly busyMs: readonly number[];
  /** Number of times that a call waits exactly as long as `retry-after` asks. Then it waits 2, 4, 8, … times as long. */
  readonly trustedRetryAfters: number;
  /** The longest `retry-after` that eva waits for. */
  readonly longestRetryAfterMs: number;
  /** The longest total wait of one call for a busy provider. */
  readonly longestBusyMs: number;
  readonly sleep: Sleep;
  /** Returns a random number from 0 to 1, excluding 1. */
  readonly random: () => number;
}

/** Six attempts, two timeouts, and ten minutes of waiting for a busy provider. */
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

/** The codes of failures that a retry cannot fix. */
const fatal = {
  refused_key: 'EVA_KEY_REFUSED:provider',
  not_allowed: 'EVA_NOT_ALLOWED',
  bad_request: 'EVA_BAD_REQUEST',
  no_api: 'EVA_BAD_REQUEST',
  unknown_authority: 'EVA_UNKNOWN_AUTHORITY',
  unknown_model: 'EVA_UNKNOWN_MODEL',
  no_program: 'EVA_NO_PROGRAM',
} as const satisfies Partial<Record<FailureKind, string>>;

export function isFatal(kind: FailureKind): kind is keyof typeof fatal {
  return Object.hasOwn(fatal, kind);
}

/** Where the key and the address of a provider come from, for hints. */
export interface Origin {
  /** The environment variable with the key; empty if the provider has no key. */
  readonly variable: string;
  /** False if that variable is not set, and requests carry nothing in its place. */
  readonly sendsKey: boolean;
  /** What to check if nobody answers at the address: `OPENAI_BASE_URL`. */
  readonly address: string;
  /** True for a program of eva.yml, whose end with an error is no answer. */
  readonly isProgram?: boolean;
  /** What to write into eva.yml for a server that cannot be forced to call a tool; absent if nothing helps. */
  readonly toolsOff?: string;
}

/** Returns the error that ends the run (exit 3): a `RefusedRequest` if the server may take other requests. */
export function fatalError(
  failure: ProviderFailure,
  { provider, model, tool }: ModelRequest,
  origin: Origin,
): EvaError {
  const { variable, sendsKey, toolsOff } = origin;
  const { kind, message: reason, login } = failure;
  if (!isFatal(kind)) throw new Error(`not fatal: ${kind}`);
  const params = { provider, model, variable, reason, ...(login !== undefined && { login }) };
  if (kind === 'unknown_model') {
    const meant = nearest(
      model,
      Object.values(priceTable).flatMap((rows) => rows.map(({ id }) => id)),
    );
    const isOther = meant !== undefined && meant !== model;
    return new EvaError([problem('EVA_UNKNOWN_MODEL', { ...params, ...(isOther && { meant }) })], { cause: failure });
  }
  if (kind === 'bad_request' && tool && toolsOff !== undefined && /tool_choice|tool choice/i.test(reason)) {
    return new EvaError([problem('EVA_BAD_REQUEST:forced_tool', { ...params, fix: toolsOff })], { cause: failure });
  }
  const found = failure.tokenLimit
    ? problem('EVA_BAD_REQUEST:token_limit', { ...params, ...failure.tokenLimit })
    : problem(kind === 'refused_key' && !sendsKey ? 'EVA_KEY_REFUSED:unset' : fatal[kind], params);
  const isOfRequest = kind === 'bad_request' && !failure.tokenLimit;
  return new (isOfRequest ? RefusedRequest : EvaError)([found], { cause: failure });
}
