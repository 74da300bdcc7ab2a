import type { Budget } from '#model/config.js';
import { groupBy } from '#model/data/collections.js';
import type { CostOutlook } from '#model/reply/price.js';
import type { Outlook } from '#model/run/outlook.js';
import { isPassable } from '#model/run/outlook.js';
import { claimTitle } from '../run/claim.js';
import { isStatistical } from '../run/is-statistical.js';
import { chance, count, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { attemptText } from './attempt.js';
import { batchesText } from './batches.js';
import { budgetText } from './budget.js';
import { conditionOf, isUnlikely, whyImpossible } from './outlook.js';
import type { PlanView } from './plan.js';

/** What is said before a run, of cases of which the same is to be said. */
interface Entry {
  readonly cases: string[];
  readonly claims: readonly string[];
}

const mostEntries = 8;
const mostNames = 6;

/**
 * Before a run: what its statistical criteria can show with the trials there are, cases that are alike together, and how
 * many calls that takes and what they may cost. Empty if every trial must pass.
 */
export function foretold({ plan, cost, budget = {}, batches }: PlanView, screen: Screen): string {
  const { id, outlooks, calls } = plan;
  const entries = entriesOf(outlooks);
  if (entries.length === 0) return '';
  const more = entries.slice(mostEntries).reduce((sum, { cases }) => sum + cases.length, 0);
  const lines = [
    `  ${screen.paint.bold('What these trials can show')}`,
    ...entries.slice(0, mostEntries).flatMap((entry) => entryLines(entry, screen)),
    ...(more > 0 ? [`  … and ${plural(more, 'more case')}`] : []),
    ...wrap(
      [
        ...attemptOf(plan),
        `${plural(calls, 'call')} at most`,
        ...costOf(cost),
        ...budgetOf(budget),
        ...(batches ? [`batches: ${batchesText(batches)}`] : []),
        `in full: eva plan ${visible(id)}`,
      ].join(' · '),
      usableWidth(screen) - 2,
    ).map((line) => screen.paint.dim(`  ${line}`)),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

function entriesOf(outlooks: readonly Outlook[]): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const [name, own] of groupBy(outlooks, (outlook) => outlook.case)) {
    const claims = own.filter(isStatistical).map((one) => inShort(one, own));
    if (claims.length === 0) continue;
    const key = JSON.stringify(claims);
    const known = entries.get(key);
    if (known) known.cases.push(name);
    else entries.set(key, { cases: [name], claims });
  }
  return [...entries.values()];
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

/** How many trials it gets and needs, how many of them may fail, and how probable a pass is. */
function inShort(one: Outlook, all: readonly Outlook[]): string {
  const title = claimTitle(one, all);
  if (!isPassable(one)) return `${title}: ${whyImpossible(one)}`;
  const trials = `${plural(one.n, 'trial')} (at least ${count(one.smallest_n)} are needed)`;
  return `${title}: ${[trials, ...mayFail(one), ...chanceOf(one), ...warning(one)].join(', ')}`;
}

function mayFail({ max_failures, gives_up }: Outlook): string[] {
  if (max_failures === null) return [];
  return [max_failures === 0 ? 'none may fail' : `${gives_up ? 'at most ' : ''}${count(max_failures)} may fail`];
}

function chanceOf(one: Outlook): string[] {
  if (one.power === null) return [];
  const enough = one.needed_n === null ? '' : ` (80% with ${plural(one.needed_n, 'trial')})`;
  return [`${chance(one.power.value)} chance ${conditionOf(one)}${enough}`];
}

function attemptOf(plan: PlanView['plan']): string[] {
  const text = attemptText(plan);
  return plan.tries === 'corrected' ? [`attempt ${text}`] : [];
}

function costOf(cost: CostOutlook | null): string[] {
  if (cost === null || cost.at_most_usd === null) return [];
  return [`${usd(cost.at_most_usd)} at most`, ...(cost.about_usd === null ? [] : [`about ${usd(cost.about_usd)}`])];
}

function budgetOf(budget: Budget): string[] {
  const text = budgetText(budget);
  return text === '' ? [] : [`budget ${text}`];
}

function warning(one: Outlook): string[] {
  return isUnlikely(one) ? ['likely inconclusive'] : [];
}
