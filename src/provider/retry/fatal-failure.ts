import { type ErrorCode, EvaError, problem } from '#errors/index.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import type { FailureKind, ProviderFailure } from '../failure.js';

interface Fatal {
  readonly code: ErrorCode;
  readonly says: (request: ModelRequest) => string;
  readonly hint: (request: ModelRequest, keyName: string) => string;
}

/** Failures that no further attempt can mend. */
const fatal: Partial<Readonly<Record<FailureKind, Fatal>>> = {
  refused_key: {
    code: 'EVA_KEY_REFUSED',
    says: ({ provider }) => `${provider} does not accept the key`,
    hint: ({ provider }, keyName) =>
      keyName === '' ? `log in to ${provider} and run the command again` : `check the value of ${keyName}`,
  },
  not_allowed: {
    code: 'EVA_NOT_ALLOWED',
    says: ({ provider, model }) => `${provider} does not let this account use ${model}`,
    hint: ({ provider }) => `check the account's access, region and credit at ${provider}`,
  },
  bad_request: {
    code: 'EVA_BAD_REQUEST',
    says: ({ provider, model }) => `${provider} refuses the request to ${model}`,
    hint: () => 'check max_tokens, temperature, the length of the prompt and the base URL',
  },
  unknown_model: {
    code: 'EVA_UNKNOWN_MODEL',
    says: ({ provider, model }) => `${provider} does not know the model "${model}"`,
    hint: () => "check the model's name and, if there is one, the base URL",
  },
  no_program: {
    code: 'EVA_NO_PROGRAM',
    says: ({ provider }) => `the program of ${provider} cannot be started`,
    hint: () => 'install it, or check its name and PATH',
  },
};

export function isFatal(kind: FailureKind): boolean {
  return Object.hasOwn(fatal, kind);
}

/** Ends the run (exit 3) with one line: what was refused, what the provider said, and what to do. */
export function fatalError(failure: ProviderFailure, request: ModelRequest, keyName: string): EvaError {
  const entry = fatal[failure.kind];
  if (!entry) throw new Error(`not fatal: ${failure.kind}`);
  const message = `${entry.says(request)}: ${failure.message}`;
  return new EvaError([problem(entry.code, message, { hint: entry.hint(request, keyName) })], { cause: failure });
}
