import { oneLine } from '#model/text/quoted.js';
import type { Reply } from '#view/view.js';
import { plural } from '../../text/numbers.js';
import { visible } from '../../text/visible.js';

/** Renders how a conversation ended: `the user gave up after 9 turns`. */
export function endText({ conversation, turns, unusable }: Reply): string {
  const after = `after ${plural(turns.length, 'turn')}`;
  switch (conversation?.ended) {
    case 'goal_met':
      return `the user was done ${after}`;
    case 'gave_up':
      return `the user gave up ${after}`;
    case 'max_turns':
      return `${after}, the most that there may be`;
    default:
      return unusable ? `broken off ${after}: ${visible(oneLine(unusable.raw))}` : after;
  }
}
