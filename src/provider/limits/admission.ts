import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { type FailureKind, NoReply, ProviderFailure } from '../failure.js';
import type { Provider, SendOptions } from '../provider.js';

/**
 * The outcome of an attempt: its reply; `unpaid`: it cost nothing; `lost`: it may have been charged and has no reply; `pending`: it may
 * have been charged, and a later process of the run will find its reply.
 */
export type Outcome = Reply | 'unpaid' | 'lost' | 'pending';

/** The part of a budget that is reserved for some requests of a batch. */
export interface Reservation {
  /** The number of leading requests that can never fit the budget, and the error for them. */
  readonly refused: number;
  readonly refusal: NoReply | null;
  /** A function for each of the next requests, which are admitted. Call it once with the outcome. */
  readonly settles: readonly ((outcome: Outcome) => void)[];
}

/** Decides which requests may be sent in batches, at the price for batches. */
export interface BatchAdmission {
  /**
   * Reserves the maximum cost of all requests if the budget has room for them. If not, reserves nothing while a call is unfinished, and
   * then as many leading requests as fit.
   */
  reserve(requests: readonly ModelRequest[]): Reservation;
  /** Reserves the maximum cost of a request that is already submitted, even beyond the budget. */
  hold(request: ModelRequest): (outcome: Outcome) => void;
  /** Resolves once no call is unfinished. Throws the reason of `stop`. */
  idle(stop: AbortSignal): Promise<void>;
}

/** Decides whether an attempt may be made. Limits the attempts of a run, of all providers together. */
export interface Admission {
  /**
   * Resolves once the attempt may be made, with a function to call once with its outcome. Throws a final `NoReply` if it may not be
   * made, and the reason of `stop` if that is aborted during the wait.
   */
  admit(request: ModelRequest, stop: AbortSignal): Promise<(outcome: Outcome) => void>;
  readonly batch: BatchAdmission;
}

/**
 * Waits for admission before each attempt, and reports its outcome afterwards. `ended` is the outcome of an attempt that `signal`
 * aborts. Throws the errors of `Admission.admit`.
 */
export function withAdmission(
  provider: Provider,
  admission: Pick<Admission, 'admit'>,
  ended: 'lost' | 'pending',
): Provider {
  return {
    ...provider,
    async send(request, options) {
      const settle = await admission.admit(request, options.stop ?? options.signal);
      const result = await provider.send(request, options).then(
        (reply) => ({ reply }),
        (error: unknown) => ({ error }),
      );
      if ('reply' in result) {
        settle(result.reply);
        return result.reply;
      }
      settle(outcomeOf(result.error, options, ended));
      throw result.error;
    },
  };
}

/** Failures of attempts that a model may have processed. An attempt that fails with a status costs nothing. */
const afterWork: readonly FailureKind[] = ['timeout', 'broken_body', 'process'];

/**
 * Returns the outcome of an attempt that threw `error`. `NoReply` comes from a batch that eva cannot poll and that continues at the
 * provider.
 */
export function outcomeOf(error: unknown, { signal }: Pick<SendOptions, 'signal'>, ended: 'lost' | 'pending'): Outcome {
  if (error instanceof ProviderFailure) return error.wasSent || afterWork.includes(error.kind) ? 'lost' : 'unpaid';
  if (error instanceof NoReply) return 'pending';
  return signal.aborted && error === signal.reason ? ended : 'unpaid';
}
