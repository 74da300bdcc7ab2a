import type { CommandApp } from '#model/case.js';
import { sha256 } from '#model/digest.js';
import type { AppRequest, Message } from '#model/exchange.js';
import type { JsonValue } from '#model/json.js';
import type { AppFunction } from './app-function.js';
import type { SubjectDeps } from './deps.js';

/** What a program gets to see. */
export function commandRequest(
  { argv }: CommandApp,
  messages: readonly Message[],
  state: JsonValue,
  deps: Pick<SubjectDeps, 'appIdentity'>,
): AppRequest {
  return { provider: 'app:command', model: argv.join(' '), identity: deps.appIdentity(argv), messages, state };
}

/** What a function gets to see. Its text says who answers; its state is its own affair, which need not be data. */
export function functionRequest(app: AppFunction, messages: readonly Message[]): AppRequest {
  return {
    provider: 'app:function',
    model: app.name || 'function',
    identity: sha256(String(app)),
    messages,
    state: null,
  };
}
