import type { FunctionApp } from '#model/case.js';
import { longestTimerMs } from '#model/limits.js';
import type { Message } from '#model/reply/exchange.js';
import type { SubjectDeps } from '../deps.js';
import { AppFailure, noResponseWithin } from './app-failure.js';
import type { AppFunction } from './app-function.js';
import type { AppSession } from './app-session.js';
import { readReturned, toAnswer } from './function-answer.js';

/** Returns the run's application function. Throws `Error` if the run has no function. */
export function functionOf({ app }: Pick<SubjectDeps, 'app'>): AppFunction {
  if (!app) throw new Error('a conversation with a function was planned, and there is no function');
  return app;
}

/** Returns the session of a function. After the timeout eva stops waiting for a call, but cannot stop the call. */
export function startFunctionApp({ timeout_s }: FunctionApp, deps: SubjectDeps): AppSession {
  const app = functionOf(deps);
  let own: { readonly state: unknown } | undefined;
  return {
    async answer(messages, kept) {
      deps.signal.throwIfAborted();
      const state = own ? own.state : (kept ?? undefined);
      const call = async () => readReturned(await app(copyOf(messages), state));
      const returned = await inTime(failing(call), timeout_s, deps.signal);
      own = { state: returned.state };
      return toAnswer(returned);
    },
    close: async () => {},
  };
}

/** Copies the messages, so that the function cannot change the conversation. */
function copyOf(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => ({ ...message }));
}

/** Calls a function. Throws its errors as `AppFailure`. */
async function failing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof AppFailure ? error : new AppFailure(`the application threw: ${textOf(error)}`);
  }
}

function textOf(error: unknown): string {
  try {
    const isNamed = error instanceof Error && error.name !== 'Error';
    return error instanceof Error && !isNamed ? error.message : String(error);
  } catch {
    return 'something that is no text';
  }
}

async function inTime<T>(work: Promise<T>, timeout_s: number, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(noResponseWithin(timeout_s)), Math.min(timeout_s * 1000, longestTimerMs));
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
