import { setMaxListeners } from 'node:events';
import { isError } from '#model/problem.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { NoReply, type Provider, ProviderFailure, RanOutOfTime } from '../provider.js';

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
