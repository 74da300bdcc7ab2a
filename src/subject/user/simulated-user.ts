import { RefusedRequest } from '#errors/index.js';
import { type StyleAxis, styleAxes, type WritingStyle, type WritingStyles } from '#model/case/writing-style.js';
import type { Case, ConversationSubject } from '#model/case.js';
import { roundToMilliseconds } from '#model/data/collections.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Turn } from '#model/run/trial.js';
import { type Answered, type Asking, askQuestion, type Unreadable } from '#provider/question/ask.js';
import { userPrompt } from './user-prompt.js';
import { readMove, type UserMove } from './user-reply.js';

interface UserTurn {
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

/**
 * Asks the simulated user for the next message or the end of the conversation. Its reply is unreadable if the server refuses the request. Throws
 * `NoReply` if there is no reply.
 */
export async function askUser(question: UserQuestion, deps: Asking): Promise<UserTurn> {
  const { model } = question.subject.user_simulator;
  try {
    const turn = await askOnce(question, deps);
    const broke = 'unreadable' in turn.move ? turn.move.unreadable : null;
    deps.onUse?.({ what: 'simulated user', name: model, tryIt: null }, broke);
    return turn;
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    return { move: { unreadable: error.message }, latency_s: null };
  }
}

async function askOnce(question: UserQuestion, deps: Asking): Promise<UserTurn> {
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

interface StyleDraw {
  readonly seed: number;
  readonly case: string;
  /** Counts from 0, for each item of a data set. */
  readonly trial: number;
  /** The id of the item; absent if the case has no data set. */
  readonly item?: string;
}

/** Draws the writing style of one trial's user: each axis uniformly, independent of other axes and trials. */
export function drawStyle(styles: WritingStyles, of: StyleDraw): WritingStyle {
  const drawn = styleAxes.map((axis) => [axis, drawFrom(styles[axis], axis, of)]);
  return Object.fromEntries(drawn) as Record<StyleAxis, string>;
}

/** Draws a value with 48 bits of a digest. The bias of the modulo is at most one part in 10^13 for short lists. */
function drawFrom(values: readonly string[], axis: StyleAxis, { seed, case: name, trial, item }: StyleDraw): string {
  const bits = Number.parseInt(sha256(canonicalJson({ seed, case: name, trial, axis, item })).slice(0, 12), 16);
  const value = values[bits % values.length];
  if (value === undefined) throw new Error(`a writing style without values of ${axis} was planned`);
  return value;
}
