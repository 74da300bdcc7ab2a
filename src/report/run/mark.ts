import { unreachable } from '#model/data/collections.js';
import type { CaseOutcome } from '#model/run/run.js';
import type { FindingView, ReplyOutcome, ViewOutcome } from '#view/view.js';
import type { Paint, Screen } from '../text/paint.js';
import { painted, type Span } from '../text/spans.js';

const marks = {
  passed: ['✓', 'green'],
  failed: ['✗', 'red'],
  inconclusive: ['~', 'yellow'],
  unknown: ['?', 'yellow'],
  shown: ['·', 'dim'],
} as const satisfies Record<CaseOutcome, readonly [string, keyof Paint]>;

/** Returns the mark of an outcome: ✓ passed, ✗ failed, ~ inconclusive, ? unknown, · shown. */
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

/** Returns the mark of an outcome: ✓ passed or collected, ✗ failed, ~ inconclusive, · shown, ? unfinished or ungraded. */
export function markFor(outcome: ViewOutcome | ReplyOutcome | FindingView['mark'], screen: Screen): Span {
  switch (outcome) {
    case 'passed':
    case 'collected':
      return markSpan('passed', screen);
    case 'failed':
      return markSpan('failed', screen);
    case 'inconclusive':
      return markSpan('inconclusive', screen);
    case 'shown':
      return markSpan('shown', screen);
    case 'unfinished':
    case 'ungraded':
    case 'missing':
      return markSpan('unknown', screen);
    default:
      return unreachable(outcome);
  }
}

/** Returns the mark of an outcome as coloured text. */
export function paintedMark(outcome: Parameters<typeof markFor>[0], screen: Screen): string {
  return painted([markFor(outcome, screen)]);
}
