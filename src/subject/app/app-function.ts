import type { JsonObject } from '#model/data/json.js';
import type { Message } from '#model/reply/exchange.js';

/**
 * An application under test: gets the conversation so far, which ends with the user's message, and what it handed over as `state`
 * with its last response (undefined at first), and gives its response. What it throws, or a response that is no text, fails
 * its trial and never the run. A conversation that an earlier run began goes on only if the state is JSON of 64 kB or less.
 */
export type AppFunction<S = unknown> = (
  messages: readonly Message[],
  state: S | undefined,
) => AppResponse<S> | Promise<AppResponse<S>>;

/** A text, a text with the next state, or both by name with details that are kept with the turn. */
export type AppResponse<S = unknown> =
  | string
  | readonly [response: string, state: S]
  | { readonly response: string; readonly state?: S; readonly details?: JsonObject };
