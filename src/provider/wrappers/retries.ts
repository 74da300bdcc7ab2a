import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { isBusy, NoReply, type Provider, ProviderFailure, RanOutOfTime, type SendOptions } from '../provider.js';
import { type AttemptOrigin, fatalError, isFatal } from './fatal-failures.js';
import { realSleep, type Sleep, withEither } from './limits.js';

export interface RetryPolicy {
  /** Maximum number of failed attempts. Attempts while the provider is busy do not count. */
  readonly attempts: number;
  /** Attempts that may time out before a call is given up; a second round of the run asks it again. */
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

interface Tally {
  readonly attempts: number;
  readonly timeouts: number;
  /** Number of busy answers with `retry-after` and without it. */
  readonly specified: number;
  readonly unspecified: number;
  readonly busyMs: number;
}

const untried: Tally = { attempts: 0, timeouts: 0, specified: 0, unspecified: 0, busyMs: 0 };

/**
 * Repeats failed attempts as the policy says. Throws `NoReply` when the policy allows no further attempt, `EvaError` (exit 3) if no attempt
 * can succeed, and the reason of `signal` or `stop` once that is aborted and no attempt is running. `timeouts` of the reply counts the attempts
 * that ran out of time; its latency is that of the attempt that answered, or `timeout_s` if any ran out of time. With `on_timeout: fail` the
 * first timeout ends the call and throws `RanOutOfTime`. A `retry-after` counts as busy time here, and `withLimits` has all calls wait for it.
 * Hints name what `origin` says.
 */
export function withRetry(provider: Provider, policy: RetryPolicy, origin: AttemptOrigin): Provider {
  const retrying = { provider, policy, origin, hasAnswered: false, hasReplied: false };
  return { ...provider, send: (request, options) => persist(retrying, request, options) };
}

interface Retrying {
  readonly provider: Provider;
  readonly policy: RetryPolicy;
  readonly origin: AttemptOrigin;
  /** True as soon as an API has answered, with a reply or an error. */
  hasAnswered: boolean;
  hasReplied: boolean;
}

async function persist(retrying: Retrying, request: ModelRequest, options: SendOptions): Promise<Reply> {
  const { provider } = request;
  let tally = untried;
  let lastFailure = '';
  for (let retries = 0; ; retries += 1) {
    const result = await attempt(retrying.provider, request, options);
    retrying.hasAnswered ||= !(result instanceof ProviderFailure) || isAnswer(result, retrying.origin);
    if (!(result instanceof ProviderFailure)) {
      retrying.hasReplied = true;
      return {
        ...result,
        ...(tally.timeouts > 0 && { latency_s: options.timeout_s, timeouts: tally.timeouts }),
        ...(retries > 0 && { retries, last_failure: lastFailure }),
      };
    }
    if (result.kind === 'timeout' && options.on_timeout === 'fail') {
      throw new RanOutOfTime(noReplyTexts.timeout({ provider, failure: result.message }), { cause: result });
    }
    lastFailure = result.message;
    if (isFatal(result.kind)) throw fatalError(result, request, retrying.origin);
    const isHopeless = result.kind === 'not_json' && !retrying.hasReplied;
    const wait = nextWait(result, tally, isHopeless ? { ...retrying.policy, attempts: 2 } : retrying.policy);
    if ('gaveUp' in wait) {
      const failure = retrying.hasAnswered
        ? result.message
        : noReplyTexts.check_address({ failure: result.message, address: retrying.origin.address });
      throw new NoReply(wait.gaveUp({ provider, failure }), { cause: result });
    }
    tally = wait.tally;
    await withEither(options, async (signal) => {
      if (wait.ms > 0) await retrying.policy.sleep(wait.ms, signal);
    });
  }
}

/** Returns true if an API seems to have answered, so that its address is right: not for a broken connection or a page for people. */
function isAnswer({ kind, message }: ProviderFailure, { isProgram = false }: AttemptOrigin): boolean {
  return kind !== 'connection' && !(isProgram && kind === 'process') && message !== attemptTexts.web_page();
}

async function attempt(
  provider: Provider,
  request: ModelRequest,
  options: SendOptions,
): Promise<Reply | ProviderFailure> {
  try {
    return await provider.send(request, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof ProviderFailure) return error;
    throw error;
  }
}

type Wait =
  | { readonly ms: number; readonly tally: Tally }
  | { readonly gaveUp: (last: { readonly provider: string; readonly failure: string }) => string };

function nextWait(failure: ProviderFailure, tally: Tally, policy: RetryPolicy): Wait {
  const asked = failure.retryAfterMs ?? 0;
  if (asked > policy.longestRetryAfterMs) {
    const waits = { asked_s: toSeconds(asked), longest_s: toSeconds(policy.longestRetryAfterMs) };
    return { gaveUp: (last) => noReplyTexts.long_wait({ ...last, ...waits }) };
  }
  return isBusy(failure.kind) ? busyWait(asked, tally, policy) : countedWait(failure, tally, policy);
}

/** Returns the wait for a busy server, which costs time and no attempt. */
function busyWait(asked: number, before: Tally, policy: RetryPolicy): Wait {
  const hasRetryAfter = asked > 0;
  const ms = jittered(
    hasRetryAfter ? extraWait(asked, before.specified, policy) : step(policy.busyMs, before.unspecified),
    policy,
  );
  const busyMs = before.busyMs + Math.max(asked, ms);
  if (busyMs > policy.longestBusyMs) {
    return { gaveUp: (last) => noReplyTexts.busy({ ...last, seconds: toSeconds(before.busyMs) }) };
  }
  const [specified, unspecified] = hasRetryAfter
    ? [before.specified + 1, before.unspecified]
    : [before.specified, before.unspecified + 1];
  return { ms, tally: { ...before, specified, unspecified, busyMs } };
}

/** Returns an extra wait, doubled each time, after too many `retry-after`: a server could ask for 1 ms forever. */
function extraWait(asked: number, specified: number, { trustedRetryAfters, busyMs }: RetryPolicy): number {
  const doublings = specified - trustedRetryAfters + 1;
  return doublings <= 0 ? 0 : Math.min(asked * 2 ** doublings, busyMs.at(-1) ?? 0);
}

function countedWait({ kind }: ProviderFailure, before: Tally, policy: RetryPolicy): Wait {
  const timeouts = before.timeouts + (kind === 'timeout' ? 1 : 0);
  const tally = { ...before, attempts: before.attempts + 1, timeouts };
  if (tally.timeouts >= policy.timeouts || tally.attempts >= policy.attempts) {
    return { gaveUp: (last) => noReplyTexts.attempts({ ...last, attempts: tally.attempts }) };
  }
  return { ms: jittered(step(policy.backoffMs, before.attempts), policy), tally };
}

function step(delays: readonly number[], index: number): number {
  return delays[Math.min(index, delays.length - 1)] ?? 0;
}

/** Shortens a wait by up to a quarter at random, so that calls that failed together do not return together. */
function jittered(ms: number, { random }: RetryPolicy): number {
  return ms * (1 - random() / 4);
}

/** Rounds to tenths of a second. */
function toSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
