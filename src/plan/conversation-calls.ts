import type { ConversationSubject } from '#model/case.js';
import { tokensAdded } from '#model/limits.js';
import type { PlannedCalls } from './calls.js';
import { bytesOfBody, bytesOfText, tokensOfInstructions, tokensOfMarks } from './request-size.js';

/** The calls of conversations to the simulated user and to the application: at most `max_turns` of each, `times` times. */
export function conversationCalls(body: string, subject: ConversationSubject, times: number): readonly PlannedCalls[] {
  const turns = times * subject.max_turns;
  return [
    { role: 'user', settings: subject.user_simulator, times: turns, input_tokens: tokensOfUser(subject) },
    appCalls(body, subject, turns),
  ];
}

/** Tokens of a whole conversation at most; null where an application may write at any length. */
export function tokensOfConversation(subject: ConversationSubject): number | null {
  const exchange = tokensOfExchange(subject);
  return exchange === null ? null : subject.max_turns * exchange;
}

/** One message of the user and one response. */
function tokensOfExchange({ user_simulator, app }: ConversationSubject): number | null {
  return app.app === 'model' ? user_simulator.max_tokens + app.settings.max_tokens : null;
}

/** In turn k the user is shown the k exchanges before it: half of `max_turns` - 1 on average. */
function tokensOfUser(subject: ConversationSubject): number | null {
  const own = tokensOfInstructions + tokensAdded + bytesOfScene(subject) + bytesOfStyle(subject);
  const before = (subject.max_turns - 1) / 2;
  if (before === 0) return own;
  const exchange = tokensOfExchange(subject);
  return exchange === null ? null : own + before * (exchange + 2 * tokensOfMarks);
}

function appCalls(body: string, subject: ConversationSubject, times: number): PlannedCalls {
  const { app, inputs, max_turns, user_simulator } = subject;
  if (app.app !== 'model') return { role: 'subject', settings: null, times, input_tokens: null };
  const before = (max_turns - 1) / 2;
  const messages = (before + 1) * user_simulator.max_tokens + before * app.settings.max_tokens;
  const input_tokens = bytesOfBody(body, inputs) + tokensAdded + messages;
  return { role: 'subject', settings: app.settings, times, input_tokens };
}

function bytesOfScene({ given, when }: ConversationSubject): number {
  return bytesOfText(given) + bytesOfText(when);
}

/** The longest style that can be drawn. */
function bytesOfStyle({ writing_style: styles }: ConversationSubject): number {
  if (styles === null) return 0;
  return Object.values(styles).reduce((sum, axis) => sum + Math.max(...axis.map(bytesOfText)), 0);
}
