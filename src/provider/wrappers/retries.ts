import { setMaxListeners } from 'node:events';
import { EvaError, isError, type Problem, problem, RefusedRequest } from '#model/problem.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { priceTable } from '../prices/price-table.js';
import {
  type FailureKind,
  isBusy,
  NoReply,
  type Provider,
  ProviderFailure,
  RanOutOfTime,
  type SendOptions,
} from '../provider.js';
import { realSleep, type Sleep, withEither } from './limits.js';

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

/** Consecutive failed calls, of six attempts each, and the time from the first to the last, after which a provider counts as down. */
const patience = { calls: 5, ms: 30_000 };

/** The same for a server that has not replied once, and sends something else than JSON. */
const patienceWithOthers = { calls: 3, ms: 0 };

/**
 * Stops calling a provider that is down: after at least five failed calls of one kind in a row over at least 30 s. Both
 * are needed: a short outage fails all concurrent calls at once. A server that sends no JSON in its first three calls is given up then.
 * From then on every call, waiting ones included, throws a final `NoReply`.
 * `now` is in milliseconds of a monotonic clock.
 */
export function withBreaker(provider: Provider, now: () => number): Provider {
  const givenUp = new AbortController();
  const stopWith = joined(givenUp.signal);
  const failedCalls = new Map<string, { calls: number; readonly since: number }>();
  let hasReplied = false;
  const kinds = new KindsOfCalls(provider.name);
  const note = (request: ModelRequest, error: unknown) => {
    if (!(error instanceof NoReply || error instanceof RanOutOfTime)) return;
    if (error instanceof NoReply && error.isFinal) return;
    const kind = attemptKind(request);
    const failed = failedCalls.get(kind) ?? { calls: 0, since: now() };
    failedCalls.set(kind, failed);
    failed.calls += 1;
    const isOther = !hasReplied && error.cause instanceof ProviderFailure && error.cause.kind === 'not_json';
    const { calls, ms } = isOther ? patienceWithOthers : patience;
    if (failed.calls < calls || now() - failed.since < ms) return;
    const failure = isError(error.cause) ? error.cause.message : error.message;
    const message = noReplyTexts.provider_given_up({ provider: kinds.nameOf(kind), calls: failed.calls, failure });
    givenUp.abort(new NoReply(message, { why: 'provider_given_up' }));
  };
  return {
    ...provider,
    async send(request, options): Promise<Reply> {
      try {
        const reply = await provider.send(request, { ...options, stop: stopWith(options.stop) });
        hasReplied = true;
        failedCalls.delete(attemptKind(request));
        kinds.answered(attemptKind(request));
        return reply;
      } catch (error) {
        note(request, error);
        throw error;
      }
    },
  };
}

/** Returns a function that combines a signal with `own`. Keeps each combination, since all calls of a run bring the same signal. */
function joined(ownSignal: AbortSignal): (signal: AbortSignal | undefined) => AbortSignal {
  setMaxListeners(0, ownSignal); // each waiting call adds one, and Node warns of more than ten
  const known = new WeakMap<AbortSignal, AbortSignal>();
  return (signal) => {
    if (signal === undefined) return ownSignal;
    const before = known.get(signal);
    if (before) return before;
    const either = AbortSignal.any([signal, ownSignal]);
    setMaxListeners(0, either);
    known.set(signal, either);
    return either;
  };
}

/**
 * Returns the kind of a call: its model, and the tool that it asks for. A server may answer one kind and fail at another, such as that of the
 * judge, so calls without a reply are counted for each.
 */
export function attemptKind({ model, tool }: ModelRequest): string {
  return tool ? `${model} with the tool ${tool.name}` : model;
}

export class KindsOfCalls {
  readonly #provider: string;
  readonly #answered = new Set<string>();

  constructor(provider: string) {
    this.#provider = provider;
  }

  answered(kind: string): void {
    this.#answered.add(kind);
  }

  /** Returns the name of what does not answer: that of the provider, with the kind of call if it has answered another one. */
  nameOf(kind: string): string {
    return [...this.#answered].some((answeredKind) => answeredKind !== kind)
      ? `${this.#provider} (${kind})`
      : this.#provider;
  }
}

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

/** The failures that a retry cannot fix. */
const fatalKinds = [
  'refused_key',
  'not_allowed',
  'bad_request',
  'no_api',
  'unknown_authority',
  'unknown_model',
  'no_program',
] as const satisfies readonly FailureKind[];

type FatalKind = (typeof fatalKinds)[number];

export function isFatal(kind: FailureKind): kind is FatalKind {
  return (fatalKinds as readonly FailureKind[]).includes(kind);
}

/** Where the key and the address of a provider come from, for hints. */
export interface AttemptOrigin {
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
function fatalError(failure: ProviderFailure, request: ModelRequest, origin: AttemptOrigin): EvaError {
  const { kind } = failure;
  if (!isFatal(kind)) throw new Error(`not fatal: ${kind}`);
  const found = fatalProblem(kind, failure, request, origin);
  const isOfRequest = found.code === 'EVA_BAD_REQUEST' && found.variant === undefined && kind === 'bad_request';
  return new (isOfRequest ? RefusedRequest : EvaError)([found], { cause: failure });
}

function fatalProblem(
  kind: FatalKind,
  { message, login, tokenLimit }: ProviderFailure,
  { provider, model, tool }: ModelRequest,
  { variable, sendsKey, toolsOff }: AttemptOrigin,
): Problem {
  const [server, why, key] = [short(provider), short(message), short(variable)];
  if (tokenLimit) {
    const setting = `max_tokens_as: ${tokenLimit.name}`;
    return problem('EVA_BAD_REQUEST:token_limit', `${server} refuses the request to ${short(model)}: ${why}`, {
      hint: tokenLimit.hasEntry
        ? `add ${setting} to the entry ${server} under providers: in eva.yml`
        : `write in eva.yml: providers: { ${server}: { type: ${server}, ${setting} } }`,
    });
  }
  switch (kind) {
    case 'refused_key':
      if (!sendsKey)
        return problem('EVA_KEY_REFUSED:unset', `${server} does not accept a request without a key: ${why}`, {
          hint: `${key} is not set, so no key was sent: run \`export ${key}=…\``,
        });
      return problem(
        'EVA_KEY_REFUSED:provider',
        `${server} does not accept the ${login === undefined ? 'key' : 'credentials'}: ${why}`,
        {
          hint:
            (login === undefined ? undefined : short(login)) ??
            (variable === '' ? `log in to ${server} and run the command again` : `check the value of ${key}`),
        },
      );
    case 'not_allowed':
      return problem('EVA_NOT_ALLOWED', `${server} does not let this account use ${short(model)}: ${why}`, {
        hint: `check the account's access, region and credit at ${server}`,
      });
    case 'unknown_authority':
      return problem('EVA_UNKNOWN_AUTHORITY', `${server} cannot be trusted: ${why}`, {
        hint: 'set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority (PEM), and run the command again',
      });
    case 'unknown_model': {
      const meant = nearest(
        model,
        Object.values(priceTable).flatMap((rows) => rows.map(({ id }) => id)),
      );
      const ask = meant === undefined || meant === model ? '' : `did you mean ${quoted(meant)}? Else `;
      return problem('EVA_UNKNOWN_MODEL', `${server} does not know the model "${short(model)}": ${why}`, {
        hint: `${ask}check the model's name and, if there is one, the base URL`,
      });
    }
    case 'no_program':
      return problem('EVA_NO_PROGRAM', `the program of ${server} cannot be started: ${why}`, {
        hint: 'install it, or check its name and PATH',
      });
    default:
      if (kind === 'bad_request' && tool && toolsOff !== undefined && /tool_choice|tool choice/i.test(message))
        return problem('EVA_BAD_REQUEST:forced_tool', `${server} refuses the request to ${short(model)}: ${why}`, {
          hint: short(toolsOff),
        });
      return refusedRequest(provider, model, message);
  }
}

/** Makes the problem of a request that its server refuses. */
export function refusedRequest(provider: string, model: string, reason: string): Problem {
  return problem('EVA_BAD_REQUEST', `${short(provider)} refuses the request to ${short(model)}: ${short(reason)}`, {
    hint: 'check max_tokens, temperature, the length of the prompt and the base URL',
  });
}
