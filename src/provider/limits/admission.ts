import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { type FailureKind, NoReply, ProviderFailure } from '../failure.js';
import type { Provider, SendOptions } from '../provider.js';

/**
 * What an attempt came to: its reply; `unpaid`, it cost nothing; `lost`, it may have been paid for and brings no reply; `pending`, it
 * may have been paid for, and a later process of the run will find its reply.
 */
export type Outcome = Reply | 'unpaid' | 'lost' | 'pending';

/** The part of a budget that is reserved for some requests of a batch. */
export interface Reservation {
  /** How many of the first requests can never go, and why. */
  readonly refused: number;
  readonly refusal: NoReply | null;
  /** One function for each of the next requests, which may go: to be called once with the outcome. */
  readonly settles: readonly ((outcome: Outcome) => void)[];
}

/** Decides which requests may go in batches, at the price that they have there. */
export interface BatchAdmission {
  /**
   * Reserves what these requests may cost: for all of them if there is room; else for none while any call is unfinished; else for
   * as many of the first as there is room for.
   */
  reserve(requests: readonly ModelRequest[]): Reservation;
  /** Reserves what an already submitted request may cost, whether or not there is room. */
  hold(request: ModelRequest): (outcome: Outcome) => void;
  /** Resolves once no call is unfinished. Throws the reason of `stop`. */
  idle(stop: AbortSignal): Promise<void>;
}

/** Decides whether a model may be asked: what bounds the attempts of a run, all providers together. */
export interface Admission {
  /**
   * Resolves once the attempt may be made, with what is to be told its outcome, once. Throws `NoReply` (final) where it may not, and
   * the reason of `stop` if that is aborted while it waits.
   */
  admit(request: ModelRequest, stop: AbortSignal): Promise<(outcome: Outcome) => void>;
  readonly batch: BatchAdmission;
}

/**
 * Asks for admission before each attempt, and reports its outcome afterwards. `ended` is the outcome of an attempt that `signal`
 * aborts. Throws as `Admission.admit` does.
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
      const came = await provider.send(request, options).then(
        (reply) => ({ reply }),
        (error: unknown) => ({ error }),
      );
      if ('reply' in came) {
        settle(came.reply);
        return came.reply;
      }
      settle(outcomeOf(came.error, options, ended));
      throw came.error;
    },
  };
}

/** Failures of an attempt that a model may have worked on. What is refused with a status costs nothing. */
const afterWork: readonly FailureKind[] = ['timeout', 'broken_body', 'process'];

/**
 * Returns the outcome of an attempt that threw `error`. `NoReply` comes from a batch that cannot be followed and goes on at the
 * provider.
 */
export function outcomeOf(error: unknown, { signal }: Pick<SendOptions, 'signal'>, ended: 'lost' | 'pending'): Outcome {
  if (error instanceof ProviderFailure) return error.wasSent || afterWork.includes(error.kind) ? 'lost' : 'unpaid';
  if (error instanceof NoReply) return 'pending';
  return signal.aborted && error === signal.reason ? ended : 'unpaid';
}
