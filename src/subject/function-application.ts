import type { FunctionApp } from '#model/case.js';
import { copyJson } from '#model/data/json.js';
import { longestTimerMs } from '#model/limits.js';
import { quoted } from '#model/text/quoted.js';
import {
  type AppAnswer,
  AppFailure,
  type AppSession,
  checkedAnswer,
  mostBytesBeside,
  noResponseWithin,
  textOfThrown,
} from './application.js';
import type { AppFunction, SubjectDeps } from './deps.js';

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
      const call = async () =>
        // The function gets copies of the messages, so that it cannot change the conversation.
        readReturned(await app(structuredClone(messages), state));
      const returned = await inTime(failing(call), timeout_s, deps.signal);
      own = { state: returned.state };
      return toAnswer(returned);
    },
    close: async () => {},
  };
}

/** Calls a function. Throws its errors as `AppFailure`. */
async function failing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof AppFailure ? error : new AppFailure(`the application threw: ${textOfThrown(error)}`);
  }
}

async function inTime<T>(work: Promise<T>, timeout_s: number, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(noResponseWithin(timeout_s)), Math.min(timeout_s * 1000, longestTimerMs));
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort(); // the function may have aborted it
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

const names = ['response', 'state', 'details', 'tool_calls', 'steps'];

const wrongShape =
  'the application returned neither a text nor [text, state] nor { response, state, details, tool_calls, steps }';

/** The return value of a function, by name. Only its shape is checked. */
interface Returned {
  readonly response: unknown;
  readonly state?: unknown;
  readonly details?: unknown;
  readonly tool_calls?: unknown;
  readonly steps?: unknown;
}

/** Reads the return value of a function: a text, `[text, state]` or an object with `response`. Throws `AppFailure` for anything else. */
function readReturned(value: unknown): Returned {
  if (typeof value === 'string') return { response: value };
  if (Array.isArray(value) && value.length === 2) return { response: value[0], state: value[1] };
  if (!hasResponse(value)) {
    throw new AppFailure(`${wrongShape}: it returned ${kindInWords(value)}`);
  }
  const { response, state, details, tool_calls, steps } = value;
  return { response, state, details, tool_calls, steps };
}

const mostKeys = 6;

/** Describes a value by its type and its key names. Omits its contents, which may be private. */
function kindInWords(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an object without keys';
  const more = keys.length > mostKeys ? `, and ${keys.length - mostKeys} more` : '';
  return `an object with the keys ${keys.slice(0, mostKeys).map(quoted).join(', ')}${more}`;
}

function hasResponse(value: unknown): value is Returned {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.hasOwn(value, 'response') && Object.keys(value).every((name) => names.includes(name));
}

/** Returns the answer, with the state if eva can store it. Throws `AppFailure` if the response or its details are invalid. */
function toAnswer({ state = null, ...given }: Returned): AppAnswer {
  const copy = copyJson(state, mostBytesBeside);
  return { ...checkedAnswer(given), ...('value' in copy && { state: copy.value }) };
}
