import type { Case, ConversationSubject } from '#model/case.js';
import { roundToMilliseconds } from '#model/data/time.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Turn } from '#model/run/trial.js';
import type { WritingStyle } from '#model/writing-style.js';
import { type Answered, type Asking, askQuestion, type Unreadable } from '#question/ask.js';
import { userPrompt } from './user-prompt.js';
import { readMove, type UserMove } from './user-reply.js';

export interface UserTurn {
  readonly move: UserMove | Unreadable;
  /** Seconds that the model took; null if unknown. */
  readonly latency_s: number | null;
}

/** The input of the simulated user: the case, its style and the conversation so far. */
export interface UserQuestion {
  readonly testCase: Case;
  readonly subject: ConversationSubject;
  readonly style: WritingStyle | null;
  readonly trial: number;
  readonly turns: readonly Turn[];
}

/** Asks the simulated user for the next message or the end of the conversation. Throws `NoReply` if there is no reply. */
export async function askUser(question: UserQuestion, deps: Asking): Promise<UserTurn> {
  const { testCase, subject, style, trial, turns } = question;
  const view = { given: subject.given, when: subject.when, style, turns };
  const responses = turns.map(({ app_response }) => app_response);
  const answered = await askQuestion<UserMove>(
    {
      case: testCase.name,
      role: 'user',
      trial,
      turn: turns.length,
      vote: 0,
      settings: subject.user_simulator,
      compose: (form, nonce) => userPrompt(view, form, nonce),
      read: (reply, form) => readMove(reply, form, responses),
    },
    deps,
  );
  return { move: answered.reading, latency_s: latencyOf(answered) };
}

/** Returns the latency of the user's message in seconds, with the unreadable reply before it; null if a person wrote a reply by hand. */
function latencyOf({ stored, unread }: Answered<UserMove>): number | null {
  const replies = unread ? [unread, stored] : [stored];
  const seconds = replies.map(secondsOf);
  return seconds.includes(null) ? null : roundToMilliseconds(seconds.reduce((sum: number, s) => sum + (s ?? 0), 0));
}

function secondsOf({ source, reply }: StoredReply): number | null {
  return source === 'synthetic' && reply.latency_s === 0 ? null : reply.latency_s;
}
