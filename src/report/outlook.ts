import type { Outlook } from '#model/outlook.js';
import { column, displayWidth } from './clip.js';
import { chance, count, plural } from './numbers.js';
import { isStatistical } from './outcome.js';
import { type Screen, usableWidth } from './paint.js';
import { visible } from './visible.js';
import { wrap } from './wrap.js';

/** What each statistical criterion can show with its trials, a compact entry each. Empty if every trial must pass. */
export function outlookLines(outlooks: readonly Outlook[], screen: Screen): string[] {
  const told = outlooks.filter(isStatistical);
  const widest = Math.floor(usableWidth(screen) / 3);
  const nameWidth = Math.min(widest, Math.max(0, ...told.map((one) => displayWidth(one.case))));
  return told.flatMap((one, i) => {
    const isAlone = told.filter((other) => other.case === one.case).length === 1;
    const name = told[i - 1]?.case === one.case ? '' : one.case;
    return entryLines(column(name, nameWidth), briefly(one, isAlone ? one.claim : claimOf(one)), screen);
  });
}

function entryLines(name: string, text: string, screen: Screen): string[] {
  const indent = ' '.repeat(displayWidth(name) + 4);
  const lines = wrap(visible(text), usableWidth(screen) - indent.length);
  return lines.map((line, i) => (i === 0 ? `  ${name}  ${line}` : `${indent}${line}`));
}

function briefly(outlook: Outlook, claim: string): string {
  if (!isPassable(outlook)) return `${claim}: ${whyImpossible(outlook)}`;
  const trials = [plural(outlook.n, 'trial'), ...mayFail(outlook)];
  return `${claim}: ${[...trials, ...chanceInWords(outlook)].join(', ')}`;
}

/** What is claimed, and of what. */
export function claimOf({ claim, about }: Pick<Outlook, 'claim' | 'about'>): string {
  return `${claim} (${about})`;
}

/** Whether a criterion can pass at all with the trials that it gets. */
export function isPassable({ smallest_n, n }: Outlook): boolean {
  return smallest_n !== null && smallest_n <= n;
}

/** `cannot pass with 20 trials, even if every one passes: it takes at least 59`. */
export function whyImpossible({ smallest_n, n }: Outlook): string {
  const least = smallest_n === null ? 'more than a million' : `at least ${count(smallest_n)}`;
  return `cannot pass with ${plural(n, 'trial')}, however good they are: it takes ${least}`;
}

function mayFail({ max_failures }: Outlook): string[] {
  if (max_failures === null) return [];
  return [max_failures === 0 ? 'none may fail' : `${count(max_failures)} may fail`];
}

function chanceInWords(outlook: Outlook): string[] {
  const { power, needed_n, n } = outlook;
  if (power === null) return [];
  const more = needed_n !== null && needed_n > n ? ` (80% with ${plural(needed_n, 'trial')})` : '';
  return [`${chance(power.value)} chance to pass if ${truthOf(outlook)}${more}`];
}

/** The truth that is planned for, in words; empty where none is. */
export function truthOf({ power, is_widest_spread }: Outlook): string {
  return `${power?.truth ?? ''}${is_widest_spread ? ' and values lie as far apart as they can' : ''}`;
}
