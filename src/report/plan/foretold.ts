import type { Outlook } from '#model/outlook.js';
import { isPassable } from '#model/outlook.js';
import type { RunPlan } from '#model/run.js';
import { claimTitle } from '../run/claim.js';
import { isStatistical } from '../run/is-statistical.js';
import { chance, count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { conditionOf, isUnlikely, trialsForEnough, whyImpossible } from './outlook.js';

/** What is said before a run, of cases of which the same is to be said. */
interface Entry {
  readonly cases: string[];
  readonly claims: readonly string[];
}

const mostEntries = 8;
const mostNames = 6;

/**
 * Before a run: what its statistical criteria can show with the trials there are, cases that are alike together, and how
 * many calls that takes. Empty if every trial must pass.
 */
export function foretold({ id, outlooks, calls }: RunPlan, screen: Screen): string {
  const entries = entriesOf(outlooks);
  if (entries.length === 0) return '';
  const more = entries.slice(mostEntries).reduce((sum, { cases }) => sum + cases.length, 0);
  const lines = [
    `  ${screen.paint.bold('What these trials can show')}`,
    ...entries.slice(0, mostEntries).flatMap((entry) => entryLines(entry, screen)),
    ...(more > 0 ? [`  … and ${plural(more, 'more case')}`] : []),
    ...wrap(`${plural(calls, 'call')} at most · in full: eva plan ${visible(id)}`, usableWidth(screen) - 2).map(
      (line) => screen.paint.dim(`  ${line}`),
    ),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

function entriesOf(outlooks: readonly Outlook[]): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const [name, own] of byCase(outlooks)) {
    const claims = own.filter(isStatistical).map((one, i) => (i === 0 ? inShort(one, own) : inBrief(one, own)));
    if (claims.length === 0) continue;
    const key = JSON.stringify(claims);
    const known = entries.get(key);
    if (known) known.cases.push(name);
    else entries.set(key, { cases: [name], claims });
  }
  return [...entries.values()];
}

function byCase(outlooks: readonly Outlook[]): ReadonlyMap<string, readonly Outlook[]> {
  const cases = new Map<string, Outlook[]>();
  for (const one of outlooks) cases.set(one.case, [...(cases.get(one.case) ?? []), one]);
  return cases;
}

function entryLines({ cases, claims }: Entry, screen: Screen): string[] {
  const width = usableWidth(screen);
  const more = cases.length - mostNames;
  const names = cases.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${count(more)} more` : '');
  return [
    ...wrap(visible(names), width - 2).map((line) => `  ${line}`),
    ...claims.flatMap((claim) => wrap(visible(claim), width - 6).map((line, i) => `    ${i === 0 ? '' : '  '}${line}`)),
  ];
}

/** The first claim of a case: how many may fail, and how probable a pass is. */
function inShort(one: Outlook, all: readonly Outlook[]): string {
  if (!isPassable(one)) return inBrief(one, all);
  const parts = [plural(one.n, 'trial'), ...mayFail(one), ...chanceOf(one), ...warning(one)];
  return `${claimTitle(one, all)}: ${parts.join(', ')}`;
}

/** Its further claims: how many may fail. */
function inBrief(one: Outlook, all: readonly Outlook[]): string {
  const parts = isPassable(one) ? [...mayFail(one), ...warning(one)] : [whyImpossible(one)];
  return [claimTitle(one, all), ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': ');
}

function mayFail({ max_failures }: Outlook): string[] {
  if (max_failures === null) return [];
  return [max_failures === 0 ? 'none may fail' : `${count(max_failures)} may fail`];
}

function chanceOf(one: Outlook): string[] {
  if (one.power === null) return [];
  const needed = trialsForEnough(one);
  const enough = needed === null ? '' : ` (80% with ${plural(needed, 'trial')})`;
  return [`${chance(one.power.value)} chance ${conditionOf(one)}${enough}`];
}

function warning(one: Outlook): string[] {
  return isUnlikely(one) ? ['likely inconclusive'] : [];
}
