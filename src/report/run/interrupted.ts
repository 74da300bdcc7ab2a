import type { Budget } from '#model/config.js';
import { budgetText } from '../plan/budget.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';

/** What a run leaves behind that did not come to a result. */
export interface Kept {
  readonly replies: number;
  /** Batches that were submitted, and whose replies are not all kept. */
  readonly batches: number;
  /** The command that goes on with it. */
  readonly resume: string;
}

/** What a run is at when it is to stop. */
export interface Pending {
  readonly inHand: number;
  /** Batches that were submitted, and whose replies are not all kept. */
  readonly batches: number;
}

/** What is said the moment a run is to stop; calls in hand have `graceMs` milliseconds. */
export function stoppingText({ inHand, batches }: Pending, graceMs: number): string {
  if (inHand === 0) {
    return `stopping${batches === 0 ? '' : `: ${plural(batches, 'batch goes', 'batches go')} on at the provider`}`;
  }
  return `stopping: waiting up to ${graceMs / 1000} s for ${plural(inHand, 'call')} in hand; press Ctrl-C again to leave now`;
}

/** What is said of a run that a signal ended. */
export function interruptedText(kept: Kept, screen: Screen): string {
  return `${[...wrap('interrupted: nothing was decided, and no row was written', usableWidth(screen)), ''].join('\n')}${keptText(kept, screen)}`;
}

/** What is kept of a run that was ended, and the command that goes on with it, on a line of its own. Empty if nothing is kept. */
export function keptText({ replies, batches, resume }: Kept, { paint }: Screen): string {
  const kept = [
    ...(replies > 0 ? [`${plural(replies, 'reply is', 'replies are')} kept and will not be asked for again`] : []),
    ...(batches > 0
      ? [`${plural(batches, 'batch goes', 'batches go')} on at the provider and will be waited for`]
      : []),
  ];
  return kept.length === 0 ? '' : `${kept.join('; ')}; go on with\n  ${paint.cyan(visible(resume))}\n`;
}

/** What of a run that is gone on with is there, and how many calls are still to be made at most. */
export interface Left {
  readonly there: number;
  readonly calls: number;
  /** What it may spend, what it has spent included. */
  readonly budget: Budget;
}

/** What is said first of a run that is gone on with. */
export function resumingText(run: string, { there, calls, budget }: Left): string {
  const known = there === 0 ? 'nothing was kept' : `${plural(there, 'reply is', 'replies are')} there`;
  const left =
    calls === 0
      ? 'nothing is to be asked for'
      : `at most ${count(calls)} ${calls === 1 ? 'is' : 'are'} to be asked for`;
  const bound = calls === 0 ? '' : budgetText(budget);
  return `resuming ${run}: ${known}, ${left}${bound === '' ? '' : `; budget of the whole run: ${bound}`}`;
}
