import type { Budget } from '#model/config.js';
import type { PairOutlook } from '#model/pairs/comparison.js';
import type { CallRole } from '#model/reply/exchange.js';
import type { CostOutlook } from '#model/reply/price.js';
import { oneLine } from '#model/text/quoted.js';
import { budgetText, planCostText, pricesInWords, sharesOf } from '../plan/totals.js';
import { chance, count, plural } from '../text/numbers.js';
import { type PaintedSpan, type Screen, usableWidth } from '../text/screen.js';
import { type Column, labelledRows, tableLines, tableWidth } from '../text/table.js';
import { clip, paragraphs, wrap } from '../text/visible.js';
import { marginText } from '../view/compare-words.js';

export interface PlannedSideFacts {
  readonly label: string;
  readonly trials: number;
  readonly kept: number;
  readonly from_run: string | null;
}

export interface ComparePlan {
  readonly id: string;
  readonly a: PlannedSideFacts;
  readonly b: PlannedSideFacts;
  readonly margin: number;
  readonly alpha: number;
  /** True if both sides have the same prompt and models. */
  readonly same: boolean;
  readonly partial: boolean;
  readonly outlooks: readonly PairOutlook[];
  /** The greatest numbers of calls of both sides. */
  readonly calls: Readonly<Record<CallRole, number>>;
  /** The forecast cost; null if nothing is asked. */
  readonly cost: CostOutlook | null;
  /** The limits of the calls of both sides together; absent if nothing is asked. */
  readonly budget?: Budget;
}

export function comparePlanText(plan: ComparePlan, screen: Screen): string {
  const width = usableWidth(screen);
  const head = `${clip(oneLine(plan.id), 60)}: is B worse than A by ${marginText(plan.margin)} or more?`;
  return paragraphs([
    wrap(head, width - 1).map((line) => ` ${screen.paint.bold(line)}`),
    sideLines(plan, screen),
    plan.same ? [] : [...outlookLines(plan.outlooks, screen), ...legendLines(plan, screen)],
    totalLines(plan, screen),
  ]);
}

function sideLines({ a, b, same }: ComparePlan, screen: Screen): string[] {
  const room = usableWidth(screen) - 6;
  return [a, b].flatMap((side, i) => {
    const start = `   ${screen.paint.bold(i === 0 ? 'A' : 'B')}  `;
    const text = [clip(oneLine(side.label), room), ...(same ? [] : [sourcesOf(side)])].join(' · ');
    return wrap(text, room).map((line, at) => (at === 0 ? start + line : `      ${line}`));
  });
}

function sourcesOf({ trials, kept, from_run }: PlannedSideFacts): string {
  const from = from_run === null ? '' : ` of run ${from_run}`;
  return [
    ...(kept > 0 ? [`${plural(kept, 'reply', 'replies')} kept${from}`] : []),
    ...(trials > kept ? [`at most ${count(trials - kept)} to ask`] : []),
  ].join(', ');
}

const mostCases = 40;

/** The least width for the number of pairs that would give a chance of 80 %, in columns. */
const leastForNeeded = 56;

function outlookLines(outlooks: readonly PairOutlook[], screen: Screen): string[] {
  const shown = outlooks.slice(0, mostCases);
  const width = usableWidth(screen) - 2;
  const column = (of: (outlook: PairOutlook) => string): readonly (readonly PaintedSpan[])[] =>
    shown.map((outlook) => [{ text: of(outlook) }]);
  const figures: readonly Column[] = [
    { title: 'pairs', cells: column(pairsOf), isNumber: true },
    { title: 'chance', cells: column(chanceOf), isNumber: true },
    { title: '80% chance with', cells: column(neededOf), isNumber: true, leave: 0 },
  ];
  const isNarrow = width < leastForNeeded;
  const widest = Math.max(12, width - tableWidth(isNarrow ? figures.slice(0, 2) : figures) - 4);
  const names: Column = { title: 'case', cells: column((outlook) => nameOf(outlook, widest)) };
  const more = outlooks.length - shown.length;
  return [
    ...tableLines([names, ...figures], width).map((line) => `  ${line}`),
    ...(more > 0 ? [`   and ${plural(more, 'more case')}`] : []),
  ];
}

function nameOf({ case: name, decides }: PairOutlook, widest: number): string {
  return clip(`${decides ? '' : '! '}${oneLine(name)}`, widest);
}

function pairsOf({ n, unit }: PairOutlook): string {
  return unit === 'cluster' ? plural(n, 'cluster') : count(n);
}

function chanceOf({ power, decides, is_least }: PairOutlook): string {
  if (!decides) return 'too few';
  return power === null ? '–' : `${is_least ? '≥ ' : ''}${chance(power)}`;
}

function neededOf({ decides, needs, needed_n, is_least }: PairOutlook): string {
  if (needed_n !== null) return `${is_least ? '≤ ' : ''}${count(needed_n)}`;
  return !decides && needs !== null ? `≥ ${count(needs)}` : '–';
}

/** Explains the columns, and that cases with too few pairs can only show a loss. */
function legendLines({ outlooks, margin }: ComparePlan, screen: Screen): string[] {
  const changes = [...new Set(outlooks.flatMap(({ change, power }) => (power === null ? [] : [change])))];
  const [only] = changes;
  const few = outlooks.filter(({ decides }) => !decides).length;
  const answers =
    changes.length === 1 && only !== undefined
      ? `${chance(only)} of the answers change`
      : 'as many answers change as in the last comparison that was not worse';
  const texts = [
    ...(changes.length > 0
      ? [`chance: to rule out a loss of ${marginText(margin)} if B is as good as A and ${answers}`]
      : []),
    ...(few > 0
      ? [`! too few pairs: ${few === 1 ? 'this case can only show' : 'these cases can only show'} that B is worse`]
      : []),
  ];
  return texts.flatMap((text) => wrap(text, usableWidth(screen) - 3).map((line) => `   ${screen.paint.dim(line)}`));
}

function totalLines({ calls, cost, same, partial, budget = {} }: ComparePlan, screen: Screen): string[] {
  const all = Object.values(calls).reduce((sum, number) => sum + number, 0);
  const parts = sharesOf('the prompts', calls);
  const shares = parts.length > 1 ? `: ${parts.join(', ')}` : '';
  const entries: readonly (readonly [string, string])[] = [
    ['Calls', same || all === 0 ? 'none' : `at most ${count(all)}${shares}`],
    ...(cost && all > 0 ? [['Cost', planCostText(cost)] as const] : []),
    ...(all > 0 && pricesInWords(cost) !== '' ? [['Prices', pricesInWords(cost)] as const] : []),
    ...(all > 0 && budgetText(budget) !== '' ? [['Budget', budgetOf(budget, all)] as const] : []),
    ...(same ? [['Result', 'prompt and models are the same on both sides: not worse, without a call'] as const] : []),
    ...(partial ? [['Partial', 'some pairs are left out, so it opens no gate'] as const] : []),
  ];
  const labelWidth = Math.max(...entries.map(([label]) => label.length));
  return labelledRows(entries, { labelWidth, indent: 3 }, screen);
}

function budgetOf(budget: Budget, calls: number): string {
  const limit = budget.max_calls ?? Number.POSITIVE_INFINITY;
  const isShort = limit < calls ? `; may leave ${plural(calls - limit, 'call')} out` : '';
  return `${budgetText(budget)}, for both sides together: the comparison stops before the call that would pass it${isShort}`;
}
