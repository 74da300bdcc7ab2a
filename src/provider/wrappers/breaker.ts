import { setMaxListeners } from 'node:events';
import { EvaError, isError } from '#model/problem.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { type FailureKind, NoReply, type Provider, ProviderFailure, RanOutOfTime } from '../provider.js';

/** Consecutive failed calls, of six attempts each, and the time from the first to the last, after which a provider counts as down. */
const patience = { calls: 5, ms: 30_000 };

/** The same for a server that has not replied once, and sends something else than JSON. */
const patienceWithOthers = { calls: 3, ms: 0 };

/** The failures after which a provider answers no call of any run, and a model none. */
const endsProvider: readonly FailureKind[] = ['refused_key', 'not_allowed', 'unknown_authority', 'no_program'];
const endsModel: readonly FailureKind[] = ['unknown_model'];

/**
 * Stops calling a provider that is down: after at least five failed calls of one kind in a row over at least 30 s. Both
 * are needed: a short outage fails all concurrent calls at once. A server that sends no JSON in its first three calls is given up then.
 * From then on every call of every run, waiting ones included, throws a final `NoReply`. After a failure that no retry can mend, every call to
 * the provider, or to its model, throws the error of that failure. `now` is in milliseconds of a monotonic clock.
 */
export class Breaker {
  readonly #now: () => number;
  readonly #kinds: KindsOfCalls;
  readonly #failedCalls = new Map<string, { calls: number; readonly since: number }>();
  readonly #all = new Ending();
  readonly #models = new Map<string, Ending>();
  #hasReplied = false;

  constructor(name: string, now: () => number) {
    this.#now = now;
    this.#kinds = new KindsOfCalls(name);
  }

  /** Returns true if no further call to this model is made, or without a model, if that is so for any. */
  isDown(model?: string): boolean {
    const models = model === undefined ? [...this.#models.values()] : [this.#models.get(model)];
    return this.#all.hasEnded() || models.some((ending) => ending?.hasEnded());
  }

  wrap(provider: Provider): Provider {
    return {
      ...provider,
      send: async (request, options): Promise<Reply> => {
        const kind = attemptKind(request);
        const ofModel = this.#models.get(request.model) ?? new Ending();
        this.#models.set(request.model, ofModel);
        try {
          const stop = ofModel.joined(this.#all.joined(options.stop));
          const reply = await provider.send(request, { ...options, stop });
          this.#hasReplied = true;
          this.#failedCalls.delete(kind);
          this.#kinds.answered(kind);
          return reply;
        } catch (error) {
          this.#note(kind, ofModel, error);
          throw error;
        }
      },
    };
  }

  #note(kind: string, ofModel: Ending, error: unknown): void {
    if (error instanceof EvaError && error.cause instanceof ProviderFailure) {
      if (endsProvider.includes(error.cause.kind)) this.#all.end(error);
      else if (endsModel.includes(error.cause.kind)) ofModel.end(error);
    }
    if (!(error instanceof NoReply || error instanceof RanOutOfTime)) return;
    if (error instanceof NoReply && error.isFinal) return;
    const failed = this.#failedCalls.get(kind) ?? { calls: 0, since: this.#now() };
    this.#failedCalls.set(kind, failed);
    failed.calls += 1;
    const isOther = !this.#hasReplied && error.cause instanceof ProviderFailure && error.cause.kind === 'not_json';
    const { calls, ms } = isOther ? patienceWithOthers : patience;
    if (failed.calls < calls || this.#now() - failed.since < ms) return;
    const failure = isError(error.cause) ? error.cause.message : error.message;
    const message = noReplyTexts.provider_given_up({
      provider: this.#kinds.nameOf(kind),
      calls: failed.calls,
      failure,
    });
    this.#all.end(new NoReply(message, { why: 'provider_given_up' }));
  }
}

/** The end of all calls to a provider or a model. */
class Ending {
  readonly #controller = new AbortController();
  /** Keeps each combination, since all calls of a run bring the same signal. */
  readonly #known = new WeakMap<AbortSignal, AbortSignal>();

  constructor() {
    setMaxListeners(0, this.#controller.signal); // each waiting call adds one, and Node warns of more than ten
  }

  end(reason: unknown): void {
    this.#controller.abort(reason);
  }

  hasEnded(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Combines a signal with this end. */
  joined(signal: AbortSignal | undefined): AbortSignal {
    const { signal: ending } = this.#controller;
    if (signal === undefined) return ending;
    const before = this.#known.get(signal);
    if (before) return before;
    const either = AbortSignal.any([signal, ending]);
    setMaxListeners(0, either);
    this.#known.set(signal, either);
    return either;
  }
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
