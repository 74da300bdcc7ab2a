import type { Budget } from '#model/config.js';
import type { AttemptCases } from '#model/run/attempt.js';
import { budgetText } from '../plan/totals.js';
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

/** What is known of a run when a signal ends it. */
export interface KnownSoFar {
  readonly cases: AttemptCases;
  /** True if a new run on the same files would be one more attempt. */
  readonly isAttempt: boolean;
}

/** What is said of a run that a signal ended. */
export function interruptedText({ cases, isAttempt }: KnownSoFar, kept: Kept, screen: Screen): string {
  const lines = [
    `interrupted: ${casesText(cases)} no row was written`,
    ...(isAttempt ? ['a new run on the same files is one more attempt; --resume goes on with this one'] : []),
  ];
  const wrapped = lines.flatMap((line) => wrap(line, usableWidth(screen)));
  return `${[...wrapped, ''].join('\n')}${keptText(kept, screen)}`;
}

/** `1 case did not pass, 1 is open;`. */
function casesText({ passed, failed, open }: AttemptCases): string {
  if (passed + failed === 0) return 'nothing was decided, and';
  const counts: readonly (readonly [number, string])[] = [
    [failed, 'did not pass'],
    [passed, 'passed'],
    [open, open === 1 ? 'is open' : 'are open'],
  ];
  const [first = '', ...others] = counts
    .filter(([number]) => number > 0)
    .map(([number, what], i) => `${i === 0 ? plural(number, 'case') : count(number)} ${what}`);
  return `${[first, ...others].join(', ')};`;
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
