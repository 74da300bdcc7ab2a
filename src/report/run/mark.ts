import type { CaseOutcome } from '#model/run/run.js';
import type { Paint, Screen } from '../text/paint.js';
import { painted, type Span } from '../text/spans.js';

const marks = {
  passed: ['✓', 'green'],
  failed: ['✗', 'red'],
  inconclusive: ['~', 'yellow'],
  unknown: ['?', 'yellow'],
} as const satisfies Record<CaseOutcome, readonly [string, keyof Paint]>;

/** Returns the mark of an outcome: ✓ passed, ✗ failed, ~ inconclusive, ? unknown. */
export function markSpan(outcome: CaseOutcome, { paint }: Screen): Span {
  const [text, colour] = marks[outcome];
  return { text, colour: paint[colour] };
}

/** Returns the mark of an outcome as coloured text. */
export function outcomeMark(outcome: CaseOutcome, screen: Screen): string {
  return painted([markSpan(outcome, screen)]);
}

/** Returns the mark of true, false or unknown (null). */
export function markOf(holds: boolean | null, screen: Screen): string {
  return outcomeMark(holds === null ? 'unknown' : holds ? 'passed' : 'failed', screen);
}
