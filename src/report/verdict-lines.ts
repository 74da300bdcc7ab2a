import type { Outlook } from '#model/outlook.js';
import type { Verdict } from '#model/verdict.js';
import { outcomeMark } from './mark.js';
import { claimOf } from './outlook.js';
import { type Screen, usableWidth } from './paint.js';
import { visible } from './visible.js';
import { wrap } from './wrap.js';

/** A verdict in full: its outcome, what was claimed, and the reason in words. */
export function verdictLines(verdict: Verdict, outlook: Outlook | undefined, screen: Screen): string[] {
  const { outcome, reason } = verdict;
  const room = usableWidth(screen) - 6;
  const title = wrap(visible(`${outcome}  ${titleOf(verdict, outlook)}`), room);
  return [
    ...title.map((line, i) => `    ${i === 0 ? outcomeMark(outcome, screen) : ' '} ${line}`),
    ...wrap(visible(reason), room - 2).map((line) => `        ${line}`),
  ];
}

function titleOf({ about, criterion }: Verdict, outlook: Outlook | undefined): string {
  return claimOf({ about, claim: outlook?.criterion === criterion ? outlook.claim : criterion });
}
