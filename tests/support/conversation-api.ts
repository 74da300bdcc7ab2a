import type { TestContext } from 'node:test';
import type { FakeServer, SeenRequest } from './fake-http.js';
import { type FakeReply, startFakeMessagesApi } from './fake-messages-api.js';
import { sentinelKey } from './secrets.js';

type Answer = (body: SeenRequest['body']) => FakeReply;

/** The answers of the fake models; absent ones have a default. */
export interface Cast {
  readonly user?: Answer;
  readonly app?: Answer;
  readonly judge?: Answer;
  readonly rubric?: Answer;
}

export type Role = 'user' | 'app' | 'judge' | 'rubric';

export interface ConversationApi {
  readonly env: Readonly<Record<string, string>>;
  /** Number of calls to each model. */
  readonly asked: () => Readonly<Record<Role, number>>;
  readonly server: FakeServer;
}

const roles: Readonly<Record<string, Role>> = { next_message: 'user', verdict: 'judge', rubric: 'rubric' };

/** Starts a server with the models of a scenario, until the test ends. */
export async function startConversationApi(t: TestContext, cast: Cast = {}): Promise<ConversationApi> {
  const answers = { ...ordinary, ...cast };
  const server = await startFakeMessagesApi({ answer: (body) => answers[roleOf(body)](body) });
  t.after(() => server.close());
  return {
    env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url },
    asked: () => {
      const seen = server.requests.map(({ body }) => roleOf(body));
      const count = (role: Role) => seen.filter((one) => one === role).length;
      return { user: count('user'), app: count('app'), judge: count('judge'), rubric: count('rubric') };
    },
    server,
  };
}

function roleOf(body: SeenRequest['body']): Role {
  return roles[body.tool_choice?.name ?? ''] ?? 'app';
}

/** Returns the number of responses of the application in a question. */
export function responsesShown(body: SeenRequest['body']): number {
  return String(body.messages[0].content).split('The application wrote:').length - 1;
}

/** Plays a user who asks twice and reaches the goal after the second response. */
function ordinaryUser(body: SeenRequest['body']): FakeReply {
  const messages = ['How do I get back in?', 'And after that?'];
  const message = messages[responsesShown(body)];
  if (message === undefined) return { tool_input: { message: '', next: 'goal_met' } };
  return { tool_input: { message, next: 'continue' } };
}

const ordinary: Required<Cast> = {
  user: ordinaryUser,
  app: (body) => ({ text: `Step ${(body.messages.length + 1) / 2}: open the settings.` }),
  judge: () => ({ tool_input: { reason: 'Each step is there.', score: 8 } }),
  rubric: () => ({ tool_input: tenLevels }),
};

/** A complete rubric from 1 to 10, as the arguments of its tool. */
export const tenLevels: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`level_${index + 1}`, `The bot is helpful in ${index + 1} of 10 ways.`]),
);
