import type { CommandApp } from '#model/case.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { AppRequest, Message } from '#model/reply/exchange.js';
import type { SubjectDeps } from '../deps.js';
import type { AppFunction } from './app-function.js';

/** Returns the request to a program. `identity` covers the program, its variables and the prompt that it may read. */
export function commandRequest(
  { argv }: CommandApp,
  { identity, conversation, messages, state }: Omit<AppRequest, 'provider' | 'model'>,
): AppRequest {
  return { provider: 'app:command', model: argv.join(' '), identity, conversation, messages, state };
}

/** Returns a digest of a program, its variables and the prompt, which it can read. Stored replies are valid only for the same digest. */
export function commandIdentity(
  { argv, env }: CommandApp,
  body: string,
  { appIdentity }: Pick<SubjectDeps, 'appIdentity'>,
): string {
  return sha256(canonicalJson({ program: appIdentity(argv), env: [...new Set(env)].sort(), prompt: sha256(body) }));
}

/** Returns the request to a function. Its identity is its source text. The request omits its state, which may not be JSON. */
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
