import type { JsonObject } from '#model/data/json.js';

/** A question to a model as far as the script below reads it. */
export interface Asked {
  readonly system?: string | undefined;
  /** All messages, one behind another. */
  readonly text: string;
  /** Name of the tool whose call is forced. */
  readonly tool?: string | undefined;
  /** Names of its arguments. */
  readonly fields: readonly string[];
}

const steps = 'Open Settings, choose Security, press "Reset password" and follow the link in the mail.';

/**
 * What the user, the judge and the bot say in the tests of password resets. Users who write slang ask twice; frustrated ones
 * are answered less patiently, which the judge sees.
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
