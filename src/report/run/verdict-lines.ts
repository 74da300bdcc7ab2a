import type { Verdict } from '#model/run/verdict.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { claimTitle } from './claim.js';
import { outcomeMark } from './mark.js';

/** A verdict in full, one of `all` of its case: its outcome, what was claimed, and the reason in words. */
export function verdictLines(verdict: Verdict, all: readonly Verdict[], screen: Screen): string[] {
  const { outcome, reason } = verdict;
  const room = usableWidth(screen) - 6;
  const title = wrap(visible(`${outcome}  ${claimTitle(verdict, all)}`), room);
  return [
    ...title.map((line, i) => `    ${i === 0 ? outcomeMark(outcome, screen) : ' '} ${line}`),
    ...wrap(visible(reason), room - 2).map((line) => `        ${line}`),
  ];
}
