import { attemptTexts } from '#errors/failures/attempt.js';
import { isError, messageOf } from '#model/thrown.js';
import { ProviderFailure } from '../failure.js';

/** Finds credentials, from files, servers or programs. It keeps those that it has found as long as they are valid. */
export type FindCredentials<C> = () => Promise<C>;

/**
 * Returns a function that finds credentials, once for all calls that wait for them. It throws the signal's reason as soon as it is aborted,
 * since no library for credentials has an abort of its own. After a failure or an abort the next call opens another finder: the old one may
 * wait for ever.
 */
export function sharedCredentials<C>(open: () => FindCredentials<C>): (signal: AbortSignal) => Promise<C> {
  let find: FindCredentials<C> | undefined;
  let pending: Promise<C> | undefined;
  return async (signal) => {
    signal.throwIfAborted();
    find ??= open();
    pending ??= find();
    const awaited = pending;
    try {
      const found = await untilAborted(awaited, signal);
      if (pending === awaited) pending = undefined;
      return found;
    } catch (error) {
      if (pending === awaited) [find, pending] = [undefined, undefined];
      throw error;
    }
  };
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const networkCodes =
  /^(?:E(?:AI_AGAIN|CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_\w+|ERR_SOCKET\w*|TimeoutError|FetchError)$/;

/**
 * Returns the failure for credentials that could not be found: `connection` or `server_error` for a server that did not answer, else
 * `refused_key`. Reads fields, since the libraries of clouds have many classes of errors.
 */
export function credentialsFailure(error: unknown, cloud: string, redact: (text: string) => string): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const reason = redact(messageOf(error));
  const message = attemptTexts.no_credentials({ cloud, reason });
  for (let one = error; isError(one); one = one.cause) {
    const { code, name, status } = one as Error & { readonly code?: unknown; readonly status?: unknown };
    if (typeof status === 'number' && status >= 500) return new ProviderFailure('server_error', message, { status });
    if (networkCodes.test(String(code)) || networkCodes.test(name)) return new ProviderFailure('connection', message);
  }
  return new ProviderFailure('refused_key', message);
}
