import type { Case, ConversationSubject } from '#model/case.js';
import type { Message } from '#model/reply/exchange.js';
import type { ConversationFacts, TrialOutcome, Turn } from '#model/run/trial.js';
import type { WritingStyle } from '#model/writing-style.js';
import type { Answer } from './answer.js';
import { AppFailure } from './app/app-failure.js';
import type { Application } from './app/application.js';
import { openApplication } from './app/open-application.js';
import { mostCharacters, tooLong } from './app/too-long.js';
import type { SubjectDeps } from './deps.js';
import { outcomeWithout } from './outcome-without.js';
import { shortReason } from './short-reason.js';
import { drawStyle } from './user/draw-style.js';
import { askUser } from './user/simulated-user.js';

/** How a conversation went: how it ended, or why it cannot count. */
type Course = Omit<ConversationFacts, 'style'> & { readonly outcome: TrialOutcome };

/**
 * Has a simulated user and the application talk until the user ends it, or `max_turns` responses are there. An application's
 * error fails the trial, a reply that could not be had leaves it missing, each with the turns before it; an abort is thrown.
 */
export async function holdConversation(
  one: Case,
  subject: ConversationSubject,
  body: string,
  trial: number,
  deps: SubjectDeps,
): Promise<Answer> {
  const { writing_style, seed } = subject;
  const style = writing_style && drawStyle(writing_style, { seed, case: one.name, trial });
  const app = openApplication(one, subject, body, trial, deps);
  const turns: Turn[] = [];
  try {
    const { outcome, ...facts } = await talk({ one, subject, style, trial, turns, app, deps });
    return { turns, outcome, conversation: { style, ...facts } };
  } finally {
    await app.close();
  }
}

interface Talk {
  readonly one: Case;
  readonly subject: ConversationSubject;
  readonly style: WritingStyle | null;
  readonly trial: number;
  /** Grows with every response. */
  readonly turns: Turn[];
  readonly app: Application;
  readonly deps: SubjectDeps;
}

async function talk(talk: Talk): Promise<Course> {
  const { subject, turns, deps } = talk;
  try {
    while (turns.length < subject.max_turns) {
      const course = await takeTurn(talk);
      if (course) return course;
    }
    return { ended: 'max_turns', outcome: { outcome: 'finished' } };
  } catch (error) {
    return brokenBy(error, turns.length + 1, deps);
  }
}

/** Throws what is neither an application's failure nor a reply that could not be had. */
function brokenBy(error: unknown, turn: number, deps: SubjectDeps): Course {
  deps.signal.throwIfAborted();
  if (error instanceof AppFailure) return failedIn(turn, shortReason(deps.redact(error.message)));
  const outcome = outcomeWithout(error);
  if (outcome)
    return brokenOff(outcome.outcome === 'failed' ? { ...outcome, reason: inTurn(turn, outcome.reason) } : outcome);
  throw error;
}

/** One message and the response to it; undefined if the conversation goes on after them. */
async function takeTurn({ one, subject, style, trial, turns, app, deps }: Talk): Promise<Course | undefined> {
  const { move, latency_s } = await askUser(one, subject, style, trial, turns, deps);
  if ('unreadable' in move) return failedIn(turns.length + 1, `the simulated user is unreadable: ${move.unreadable}`);
  if (move.next !== 'continue') return { ended: move.next, outcome: { outcome: 'finished' } };
  const messages: readonly Message[] = [...historyOf(turns), { role: 'user', content: move.message }];
  try {
    const { turn, outcome } = await app.respond(messages, turns.length);
    if (charactersOf([...turns, turn]) > mostCharacters) throw tooLong();
    turns.push(turns.length === 0 ? turn : { ...turn, details: { ...turn.details, user_latency_s: latency_s } });
    return outcome.outcome === 'failed' ? failedIn(turns.length, outcome.reason) : undefined;
  } catch (error) {
    return { ...brokenBy(error, turns.length + 1, deps), unanswered: move.message };
  }
}

function charactersOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, { app_response }) => sum + app_response.length, 0);
}

function historyOf(turns: readonly Turn[]): readonly Message[] {
  return turns.flatMap(({ user_message, app_response }): Message[] => [
    { role: 'user', content: user_message },
    { role: 'assistant', content: app_response },
  ]);
}

/** `turn` is counted from 1, as people count. */
function failedIn(turn: number, reason: string): Course {
  return brokenOff({ outcome: 'failed', reason: inTurn(turn, reason) });
}

function inTurn(turn: number, reason: string): string {
  return `turn ${turn}: ${reason}`;
}

function brokenOff(outcome: TrialOutcome): Course {
  return { ended: 'broken_off', outcome };
}
