import { unreachable } from '#model/data/unreachable.js';
import type { FindingView, ReplyOutcome, ViewOutcome } from '#view/view.js';
import type { Screen } from '../../text/paint.js';
import { painted, type Span } from '../../text/spans.js';
import { markSpan } from '../mark.js';

/** Returns the mark of an outcome: ✓ passed or collected, ✗ failed, ~ inconclusive, ? unfinished or ungraded. */
export function markFor(outcome: ViewOutcome | ReplyOutcome | FindingView['mark'], screen: Screen): Span {
  switch (outcome) {
    case 'passed':
    case 'collected':
      return markSpan('passed', screen);
    case 'failed':
      return markSpan('failed', screen);
    case 'inconclusive':
      return markSpan('inconclusive', screen);
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
