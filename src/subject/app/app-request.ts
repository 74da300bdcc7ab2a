import type { CommandApp } from '#model/case.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import type { AppRequest, Message } from '#model/reply/exchange.js';
import type { SubjectDeps } from '../deps.js';
import type { AppFunction } from './app-function.js';

/** What a program gets to see in a conversation of a case. `identity` is of it all: the program, its variables and the prompt that it may read. */
export function commandRequest(
  { argv }: CommandApp,
  identity: string,
  conversation: string,
  messages: readonly Message[],
  state: JsonValue,
): AppRequest {
  return { provider: 'app:command', model: argv.join(' '), identity, conversation, messages, state };
}

/** Replies of a program are good for no other prompt, since it runs in the prompt's folder, and for no other variables. */
export function commandIdentity(
  { argv, env }: CommandApp,
  body: string,
  { appIdentity }: Pick<SubjectDeps, 'appIdentity'>,
): string {
  return sha256(canonicalJson({ program: appIdentity(argv), env: [...new Set(env)].sort(), prompt: sha256(body) }));
}

/** What a function gets to see. Its text says who answers; its state is its own affair, which need not be data. */
export function functionRequest(app: AppFunction, conversation: string, messages: readonly Message[]): AppRequest {
  return {
    provider: 'app:function',
    model: app.name || 'function',
    identity: sha256(String(app)),
    conversation,
    messages,
    state: null,
  };
}
