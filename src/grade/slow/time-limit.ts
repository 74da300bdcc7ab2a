import { type Context, createContext, Script } from 'node:vm';

/** Made with the first use: most runs need none, and it takes a millisecond. */
let context: Context | undefined;
const script = new Script('work()');

/**
 * Runs synchronous work and stops it after `limitMs` milliseconds, even inside a regular expression that backtracks for ever.
 * Rethrows the errors of the work, which must not call this function again.
 */
export function withinTimeLimit<T>(
  work: () => T,
  limitMs: number,
): { readonly value: T } | { readonly timedOut: true } {
  context ??= createContext({ work: undefined });
  context['work'] = work;
  try {
    return { value: script.runInContext(context, { timeout: Math.max(1, Math.ceil(limitMs)) }) as T };
  } catch (error) {
    // No instanceof: the error comes from another context with its own Error.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return { timedOut: true };
    throw error;
  } finally {
    context['work'] = undefined;
  }
}
