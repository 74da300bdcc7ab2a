import { EvaError, problem } from '#errors/index.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import type { FailureKind, ProviderFailure } from '../failure.js';

/** The codes of failures that a retry cannot fix. */
const fatal = {
  refused_key: 'EVA_KEY_REFUSED:provider',
  not_allowed: 'EVA_NOT_ALLOWED',
  bad_request: 'EVA_BAD_REQUEST',
  unknown_model: 'EVA_UNKNOWN_MODEL',
  no_program: 'EVA_NO_PROGRAM',
} as const satisfies Partial<Record<FailureKind, string>>;

/** Returns true if no further attempt can succeed. */
export function isFatal(kind: FailureKind): kind is keyof typeof fatal {
  return Object.hasOwn(fatal, kind);
}

/** Returns the error that ends the run (exit 3). `variable` is the environment variable with the key; empty if the provider has no key. */
export function fatalError(failure: ProviderFailure, { provider, model }: ModelRequest, variable: string): EvaError {
  const { kind, message: reason } = failure;
  if (!isFatal(kind)) throw new Error(`not fatal: ${kind}`);
  return new EvaError([problem(fatal[kind], { provider, model, variable, reason })], { cause: failure });
}
