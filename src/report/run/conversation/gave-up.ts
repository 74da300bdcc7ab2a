import type { CaseResult } from '#model/run/run.js';
import type { ConversationFacts } from '#model/run/trial.js';
import { count } from '../../text/numbers.js';
import { type Screen, usableWidth } from '../../text/paint.js';
import { wrap } from '../../text/wrap.js';

/** How many of these conversations were ended by a user who gave up. */
export function countGaveUp(ends: readonly (ConversationFacts['ended'] | undefined)[]): number {
  return ends.filter((ended) => ended === 'gave_up').length;
}

/** Said of every scenario, whatever was decided: a user who soon gives up makes a short and quick conversation. */
export function gaveUpLines({ trials }: CaseResult, screen: Screen): string[] {
  const number = countGaveUp(trials.map(({ conversation }) => conversation?.ended));
  if (number === 0) return [];
  const text = `${count(number)} of ${count(trials.length)} users gave up`;
  return wrap(text, usableWidth(screen) - 4).map((line) => `    ${line}`);
}
