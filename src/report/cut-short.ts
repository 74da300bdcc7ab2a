import { endedByAnother } from '#model/run/verdict.js';

/** True for the reason of a criterion that was not settled when another one ended its case. */
export function isCutShort(reason: string | null): boolean {
  return reason?.includes(endedByAnother) === true;
}

/** A reason without its part that says so, where that is told once for all. */
export function withoutEnding(reason: string): string {
  return reason
    .split('; ')
    .filter((part) => !part.endsWith(endedByAnother))
    .join('; ');
}
