import type { Trial } from '#model/run/trial.js';

/** Returns all that the application said in a trial, one response behind another with a blank line between: the response, of a case. */
export function responsesOf({ turns }: Trial): string {
  return turns.map((turn) => turn.app_response).join('\n\n');
}

/** Returns all that was put to the application, in the same way. */
export function messagesOf({ turns }: Trial): string {
  return turns.map((turn) => turn.user_message).join('\n\n');
}

/** Returns all of a trial in the order in which it was said. */
export function fullText({ turns }: Trial): string {
  return turns.map((turn) => `${turn.user_message}\n\n${turn.app_response}`).join('\n\n');
}
