import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { SeenRequest } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { sentinelKey } from '../support/secrets.js';
import { fixtureRoot } from './fixture-configs.js';

/** A case by a part of its name, or by texts that its request has. */
export type Named = string | { readonly sent: readonly string[] };

/** What a stand-in model answers, and which cases then pass. */
export interface Verdicts {
  readonly replies: readonly { readonly when: string; readonly text: string }[];
  readonly scores?: readonly { readonly when: string; readonly score: number }[];
  readonly passed: readonly Named[];
  readonly failed: readonly Named[];
  readonly sent?: readonly { readonly case: string; readonly has: string }[];
  readonly items?: boolean;
}

export function verdictsOf(name: string): Verdicts {
  return parse(readFileSync(join(fixtureRoot, name, 'verdicts.yml'), 'utf8'));
}

/** Starts a stand-in for the models and the judges of a library. Returns the environment that leads to it. */
export async function startStandIn(
  t: Pick<TestContext, 'after'>,
  { replies, scores = [] }: Verdicts,
): Promise<Readonly<Record<string, string>>> {
  const answer = (body: SeenRequest['body']) => {
    const text = lastText(body);
    if (body.tool_choice === undefined) return replies.find(({ when }) => text.includes(when))?.text ?? 'unknown';
    const score = scores.find(({ when }) => text.includes(when))?.score;
    return { tool_input: { reason: 'as the fixture says', score } };
  };
  const [messages, chat] = await Promise.all([startFakeMessagesApi({ answer }), startFakeChatApi({ answer })]);
  t.after(() => Promise.all([messages.close(), chat.close()]));
  return {
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: messages.url,
    OPENAI_API_KEY: sentinelKey,
    OPENAI_BASE_URL: `${chat.url}/v1`,
  };
}

/** Returns the text of the last message of the user. */
function lastText({ messages }: SeenRequest['body']): string {
  const { content } = messages.at(-1);
  return typeof content === 'string' ? content : JSON.stringify(content);
}
