import type { Admission, Outcome } from './admission.js';
import { type FailureKind, NoReply, ProviderFailure } from './failure.js';
import type { Provider, SendOptions } from './provider.js';

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
