import { EvaError, type Problem, problem, RefusedRequest } from '#model/problem.js';
import type { ModelRequest } from '#model/reply/exchange.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { priceTable } from '../prices/price-table.js';
import type { FailureKind, ProviderFailure } from '../provider.js';

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
export function fatalError(failure: ProviderFailure, request: ModelRequest, origin: AttemptOrigin): EvaError {
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
