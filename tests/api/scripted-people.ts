import type { JsonObject } from '#model/data/json.js';

/** The parts of a model request that `scripted` reads. */
export interface Asked {
  readonly system?: string | undefined;
  /** All messages, joined. */
  readonly text: string;
  /** The name of the forced tool. */
  readonly tool?: string | undefined;
  /** The names of its arguments. */
  readonly fields: readonly string[];
}

const steps = 'Open Settings, choose Security, press "Reset password" and follow the link in the mail.';

/**
 * Returns the replies of the user, the judge and the bot in the tests of password resets. Users who write slang ask twice. Frustrated users
 * get less patient answers, which the judge scores lower.
 */
export function scripted({ system = '', text, tool, fields }: Asked): string | JsonObject {
  switch (tool) {
    case 'next_message':
      return nextMessage(system, text);
    case 'verdict':
      return { reason: 'told by the script', score: text.includes('Calm down') ? 7 : 9 };
    case undefined:
      return text.includes('RESET NOW') ? `Calm down. ${steps}` : text.includes('pw') ? more(text) : `Gladly. ${steps}`;
    default:
      return Object.fromEntries(fields.map((field) => [field, `what ${field} means`]));
  }
}

function nextMessage(system: string, text: string): JsonObject {
  if (text.includes(steps)) return { message: '', next: 'goal_met' };
  if (text.includes('Which account')) return { message: 'pw of my mail one', next: 'continue' };
  if (system.includes('slang')) return { message: 'pw gone help', next: 'continue' };
  if (system.includes('frustrated')) return { message: 'RESET NOW please', next: 'continue' };
  return { message: 'I forgot my password. How do I reset it?', next: 'continue' };
}

function more(text: string): string {
  return text.includes('mail one') ? `Gladly. ${steps}` : 'Which account is it?';
}
