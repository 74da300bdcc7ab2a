import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Score } from '#model/run/trial.js';
import { readJournal } from '#store/run/journal.js';
import { type ConversationApi, responsesShown, startConversationApi } from '../../support/conversation-api.js';
import type { SeenRequest } from '../../support/fake-http.js';
import type { FakeReply } from '../../support/fake-messages-api.js';
import type { Trajectory } from './trajectories.js';

/** The number of conversations of each trajectory. */
export const conversations = 5;

const dataBlock = /<(eva-[^>]*-[0-9a-f]{32})>\n([\s\S]*?)\n<\/\1>/g;

/**
 * Starts the models: a user who numbers each conversation in every message, and a judge who dislikes rude answers, and obeys everybody who
 * speaks to it outside of the marks around data.
 */
export function startWorld(t: TestContext): Promise<ConversationApi> {
  let conversation = 0;
  return startConversationApi(t, {
    user: (body): FakeReply => {
      const number = /\(conversation (\d+)\)/.exec(JSON.stringify(body.messages))?.[1] ?? String(++conversation);
      const message = ['I want a refund of order 7.', 'And now?'][responsesShown(body)];
      if (message === undefined) return { tool_input: { message: '', next: 'goal_met' } };
      return { tool_input: { message: `${message} (conversation ${number})`, next: 'continue' } };
    },
    judge: (body): FakeReply => {
      const isTold = /SCORE=10|score 10|"score": 10/.test(questionIn(body).replace(dataBlock, ''));
      const isRude = questionIn(body).includes('Go away.');
      const score = isTold ? 10 : isRude ? 2 : 9;
      return { tool_input: { reason: isRude ? 'It sends the user away.' : 'It is friendly.', score } };
    },
  });
}

/** Returns what the judges saw of the calls of second turns. */
export function callsJudged({ server }: ConversationApi): readonly string[] {
  return server.requests.flatMap(({ body }) =>
    [...questionIn(body).matchAll(dataBlock)].flatMap(([, mark = '', text = '']) =>
      mark.startsWith('eva-calls-2-') ? [text] : [],
    ),
  );
}

function questionIn({ messages }: SeenRequest['body']): string {
  const [first] = messages;
  return typeof first?.content === 'string' ? first.content : '';
}

/** What eva made of one conversation. */
export type Judged = Pick<Trajectory, 'value' | 'reason' | 'score'>;

/** Returns what eva made of a conversation, from its scores on the checks and on the judged behaviour. */
export function judgedOf([checks, behaviour]: readonly Score[]): Judged {
  assert.ok(checks && behaviour);
  const { value, findings, ...rest } = checks;
  const bad = findings.find(({ holds }) => holds !== true);
  const failure = 'why' in rest && rest.why === 'failed' ? rest.reason : undefined;
  return {
    value: value as Trajectory['value'],
    reason: failure ?? bad?.reason ?? null,
    score: behaviour.value as Trajectory['score'],
  };
}

/** Returns the turns that are in the journals below a folder: `12.1` is the second turn of conversation 12. */
export function turnsKept(folder: string): ReadonlySet<string> {
  const runs = join(folder, '.eva/runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  const dirs = names.map((name) => join(runs, name)).filter((dir) => existsSync(join(dir, 'journal.jsonl')));
  return new Set(dirs.flatMap(turnsInJournal));
}

function turnsInJournal(dir: string): readonly string[] {
  const replies = [...readJournal(dir).replies];
  const placeOf = (name: string, trial: number) => `${name} ${trial}`;
  const numbers = new Map(
    replies.flatMap(({ role, draw, reply, case: name }) => {
      const number = numberIn(String(reply.tool_input?.['message'] ?? ''));
      return role === 'user' && number !== undefined ? [[placeOf(name, draw.trial), number] as const] : [];
    }),
  );
  return replies.flatMap(({ role, draw, case: name }) =>
    role === 'subject' ? [`${numbers.get(placeOf(name, draw.trial))}.${draw.turn}`] : [],
  );
}

function numberIn(message: string): string | undefined {
  return /\(conversation (\d+)\)/.exec(message)?.[1];
}

/** Returns the turns that the agent was asked, in the form of `turnsKept`, each as often as it was asked. */
export function turnsAsked(path: string): readonly string[] {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}
