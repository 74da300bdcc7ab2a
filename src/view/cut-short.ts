import { endedByAnother } from '#model/run/verdict.js';

// Stored results say only in the sentence that another criterion ended a case, so the sentence is read here, and nowhere else.

/** Returns true for the reason of a criterion that was not settled when another one ended its case. */
export function isCutShort(reason: string | null): boolean {
  return reason?.includes(endedByAnother) === true;
}

/** Returns a reason without the part that says so. */
export function withoutEnding(reason: string): string {
  return reason
    .split('; ')
    .filter((part) => !part.endsWith(endedByAnother))
    .join('; ');
}
