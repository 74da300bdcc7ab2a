import type { CheckOutcome } from './check.js';
import { excerptAt, placeOf } from './excerpt.js';
import type { FoundJson } from './json-in-response.js';

/** The outcome of a check that needs JSON and has none: why, and the place that shows it. */
export function notJson(response: string, found: Exclude<FoundJson, { value: unknown }>): CheckOutcome {
  if (found.offset === undefined) return { holds: false, reason: `not JSON: ${found.problem}` };
  const at = Math.min(found.offset, Math.max(0, response.trimEnd().length - 1));
  const reason = `not JSON: ${found.problem} (${placeOf(response, found.offset)})`;
  return { holds: false, reason, excerpt: excerptAt(response, at, at + 1) };
}
