import type { SendOptions } from '../provider.js';

/** Does something under one signal that is aborted with either of two, for the same reason. Throws that reason if it is aborted already. */
export async function withEither<T>(
  { signal, stop }: Pick<SendOptions, 'signal' | 'stop'>,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  stop?.throwIfAborted();
  if (stop === undefined) return work(signal);
  const either = new AbortController();
  const abort = () => either.abort(signal.aborted ? signal.reason : stop.reason);
  signal.addEventListener('abort', abort);
  stop.addEventListener('abort', abort);
  try {
    return await work(either.signal);
  } finally {
    signal.removeEventListener('abort', abort);
    stop.removeEventListener('abort', abort);
  }
}
