import type { Trial } from '#model/run/trial.js';

/** Returns all responses of the application in a trial, separated by blank lines. */
export function responsesOf({ turns }: Trial): string {
  return turns.map((turn) => turn.app_response).join('\n\n');
}

/** Returns all messages to the application in a trial, separated by blank lines. */
export function messagesOf({ turns }: Trial): string {
  return turns.map((turn) => turn.user_message).join('\n\n');
}

/** Returns all messages and responses of a trial in order, separated by blank lines. */
export function fullText({ turns }: Trial): string {
  return turns.map((turn) => `${turn.user_message}\n\n${turn.app_response}`).join('\n\n');
}
