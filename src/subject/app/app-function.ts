import type { JsonObject } from '#model/data/json.js';
import type { Message } from '#model/reply/message.js';
import type { CallsAndSteps } from '#model/reply/reported-calls.js';

/**
 * An application under test. It gets the conversation so far, which ends with the user's message, and the `state` that it
 * returned with its last response (at first undefined). It returns its response. An error, or a response that is not a text,
 * fails the trial, never the run. A resumed run can continue a conversation only if the state is JSON of at most 64 kB.
 */
export type AppFunction<S = unknown> = (
  messages: readonly Message[],
  state: S | undefined,
) => AppResponse<S> | Promise<AppResponse<S>>;

/**
 * A text, a text with the next state, or an object with both. `details`, `tool_calls` and `steps` are stored with the turn; a response with
 * tool calls may be empty.
 */
export type AppResponse<S = unknown> =
  | string
  | readonly [response: string, state: S]
  | ({ readonly response: string; readonly state?: S; readonly details?: JsonObject } & CallsAndSteps);
