import type { ConversationSubject } from '#model/case.js';
import type { Message } from '#model/reply/exchange.js';
import type { ConversationFacts, TrialOutcome, TrialTurn } from '#model/run/trial.js';
import { AppFailure, type Application, mostCharacters, shortReason, tooLong } from './application.js';
import { type ModelAnswer, outcomeWithout, type SubjectDeps, type SubjectTrial } from './deps.js';
import { openApplication } from './open-application.js';
import { askUser, drawStyle, type UserQuestion } from './simulated-user.js';

type Course = Omit<ConversationFacts, 'style'> & { readonly outcome: TrialOutcome };

/**
 * Runs a conversation between a simulated user and the application, until the user ends it or there are `max_turns` responses. An error of
 * the application makes the trial `failed`, a missing reply makes it `missing`; both keep the turns so far. Throws on an abort.
 */
export async function holdConversation(
  conversation: SubjectTrial<ConversationSubject>,
  deps: SubjectDeps,
): Promise<ModelAnswer> {
  const { testCase, subject, trial, origin } = conversation;
  const { writing_style, seed } = subject;
  const drawn = origin ? { trial: origin.draw, item: origin.item } : { trial };
  const style = writing_style && drawStyle(writing_style, { seed, case: testCase.name, ...drawn });
  const app = openApplication(conversation, deps);
  const turns: TrialTurn[] = [];
  try {
    const { outcome, ...facts } = await talk({ testCase, subject, style, trial, turns, app, deps });
    return { turns, outcome, conversation: { style, ...facts } };
  } finally {
    await app.close();
  }
}

interface Talk extends UserQuestion {
  /** Grows with every response. */
  readonly turns: TrialTurn[];
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

/** Turns an error into the end of the conversation. Rethrows any error except an application's failure and a missing reply. */
function brokenBy(error: unknown, turn: number, deps: SubjectDeps): Course {
  deps.signal.throwIfAborted();
  if (error instanceof AppFailure) return failedIn(turn, shortReason(deps.redact(error.message)));
  const outcome = outcomeWithout(error);
  if (outcome)
    return brokenOff(outcome.outcome === 'failed' ? { ...outcome, reason: inTurn(turn, outcome.reason) } : outcome);
  throw error;
}

/** Exchanges one message and its response. Returns undefined if the conversation continues. */
async function takeTurn(talk: Talk): Promise<Course | undefined> {
  const { turns, app, deps } = talk;
  const { move, latency_s } = await askUser(talk, deps);
  if ('unreadable' in move) return failedIn(turns.length + 1, `the simulated user is unreadable: ${move.unreadable}`);
  if (move.next !== 'continue') return { ended: move.next, outcome: { outcome: 'finished' } };
  const messages: readonly Message[] = [
    ...turns.flatMap(({ user_message, app_response }): Message[] => [
      { role: 'user', content: user_message },
      { role: 'assistant', content: app_response },
    ]),
    { role: 'user', content: move.message },
  ];
  try {
    const { turn, outcome } = await app.respond(messages, turns.length);
    if ([...turns, turn].reduce((sum, { app_response }) => sum + app_response.length, 0) > mostCharacters)
      throw tooLong();
    turns.push(turns.length === 0 ? turn : { ...turn, details: { ...turn.details, user_latency_s: latency_s } });
    return outcome.outcome === 'failed' ? failedIn(turns.length, outcome.reason) : undefined;
  } catch (error) {
    return { ...brokenBy(error, turns.length + 1, deps), unanswered: move.message };
  }
}

/** Ends a conversation as failed in a turn; turns count from 1. */
function failedIn(turn: number, reason: string): Course {
  return brokenOff({ outcome: 'failed', reason: inTurn(turn, reason) });
}

function inTurn(turn: number, reason: string): string {
  return `turn ${turn}: ${reason}`;
}

function brokenOff(outcome: TrialOutcome): Course {
  return { ended: 'broken_off', outcome };
}
