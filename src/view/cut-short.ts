import { endedByAnother } from '#model/run/verdict.js';

// Stored results have only a sentence that says that another criterion ended a case. Only this file parses it.

/** Returns true if a reason says that another criterion ended the case before this one was settled. */
export function isCutShort(reason: string | null): boolean {
  return reason?.includes(endedByAnother) === true;
}

/** Removes the part of a reason that says so. */
export function withoutEnding(reason: string): string {
  return reason
    .split('; ')
    .filter((part) => !part.endsWith(endedByAnother))
    .join('; ');
}
