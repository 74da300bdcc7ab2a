import { trimmed } from '#model/text/characters.js';

/** The checks by which an import can compare an answer with `ideal`, the default first, with the template of evals that each is near to. */
export const evalsChecks = {
  starts_with: 'Match',
  contains: 'Includes',
  icontains: 'Includes with ignore_case',
  equals: 'a comparison of the whole answer',
  json_value: 'JsonMatch',
} as const;

export type EvalsCheck = keyof typeof evalsChecks;

/** Returns true if a check compares a text without the white space at its ends. */
export function trimsText(check: EvalsCheck): boolean {
  return check === 'starts_with' || check === 'equals';
}

/** Returns a text as a check compares it. */
export function comparedText(check: EvalsCheck, text: string): string {
  return trimsText(check) ? trimmed(text).text : text;
}
