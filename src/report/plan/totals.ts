import { type Case, replacesSlowAnswers } from '#model/case.js';
import type { Budget } from '#model/config.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import type { PairOutlook } from '#model/pairs/comparison.js';
import type { CallRole } from '#model/reply/exchange.js';
import type { CostOutlook } from '#model/reply/price.js';
import { chanceOfRun, type Forecasts } from '#model/run/outlook.js';
import type { RunPlan } from '#model/run/run.js';
import { oneLine } from '#model/text/quoted.js';
import { isTested } from '../run/claim-words.js';
import { builtInText, chance, count, plural, usd } from '../text/numbers.js';
import type { Screen } from '../text/screen.js';
import { labelledRows } from '../text/table.js';
import { clip } from '../text/visible.js';
import { marginText, unitsText } from '../view/compare-words.js';

export interface CountedPlan {
  readonly plan: RunPlan;
  readonly calls: Readonly<Record<CallRole, number>>;
  /** The forecast cost; null if it was not requested. */
  readonly cost: CostOutlook | null;
  /** The budget; absent for no limit. */
  readonly budget?: Budget;
  /** True if the budget is too small for a verdict. */
  readonly isShort?: boolean;
  /** The number of batches; absent if no calls go in batches. */
  readonly batches?: BatchCounts;
  /** The attempts on these files without a pass, if they are more than `promotion.max_failed_runs`. */
  readonly failed?: FailedCounts | null;
  /** The comparison that the prompt needs for `ready`; absent without `compare:`. */
  readonly compare?: PlannedCompare;
}

/** The detail of the totals. `short` omits facts that are in the head of the table. */
export type Detail = 'short' | 'full';

export function planTotalLines(view: CountedPlan, detail: Detail, screen: Screen): string[] {
  const entries = detail === 'full' ? fullEntries(view) : shortEntries(view);
  const labelWidth = Math.max(5, ...entries.map(([label]) => label.length));
  return labelledRows(entries, { labelWidth, indent: detail === 'full' ? 2 : 3 }, screen);
}

type Entry = readonly [label: string, text: string];

function fullEntries(view: CountedPlan): readonly Entry[] {
  const { plan, cost, calls, batches, failed = null, compare } = view;
  const bound = markedBudget(view);
  const attempt = attemptText(plan, failed);
  const run = runChanceText(plan);
  return [
    ...(run === null ? [] : [['Run', run] as const]),
    ...(attempt === '' ? [] : [['Attempt', attempt] as const]),
    ['Calls', callsText(plan, calls)],
    ...(cost ? [['Cost', planCostText(cost)] as const] : []),
    ...(pricesInWords(cost) === '' ? [] : [['Prices', pricesInWords(cost)] as const]),
    ...(batches ? [['Batches', batchesText(batches)] as const] : []),
    ...(bound === '' ? [] : [['Budget', `${bound}: ${budgetLegend}`] as const]),
    ...(compare ? [['Compare', plannedCompareText(compare)] as const] : []),
  ];
}

function shortEntries(view: CountedPlan): readonly Entry[] {
  const { plan, cost, calls, batches, failed = null, compare } = view;
  const run = chanceRange(plan);
  const slow = plan.cases.filter(replacesSlowAnswers).length;
  const shares = sharesOf(subjectsOf(plan.cases), calls);
  const entries: readonly Entry[] = [
    ['Run', run === null ? '' : `${run} chance that every claim passes${withoutText(plan)}`],
    ['Attempt', attemptText(plan, failed)],
    ['Calls', shares.length > 1 ? shares.join(', ') : ''],
    ['Cost', cost ? costBesideHead(cost, plan) : ''],
    ['Prices', pricesInWords(cost)],
    ['Batches', batches ? batchesText(batches) : ''],
    ['Budget', markedBudget(view)],
    ['Timeouts', slow === 0 ? '' : `slow replies of ${plural(slow, 'case')} may be replaced (ask_again)`],
    ['Compare', compare ? plannedCompareText(compare) : ''],
  ];
  return entries.filter(([, text]) => text !== '');
}

const budgetLegend =
  'the run stops before the call that would pass it. Each of N shards may spend an Nth of it (--shard)';

function callsText({ calls, cases }: RunPlan, byRole: CountedPlan['calls']): string {
  const shares = sharesOf(subjectsOf(cases), byRole);
  return `${count(calls)} at most${shares.length > 1 ? `: ${shares.join(', ')}` : ''}`;
}

/** Renders calls by what they are for: `60 of the prompt`, `120 of judges`. */
export function sharesOf(subjects: string, byRole: CountedPlan['calls']): readonly string[] {
  const shares = [
    [byRole.subject, `of ${subjects}`],
    [byRole.user, 'of the simulated user'],
    [byRole.judge + byRole.trigger, 'of judges'],
    [byRole.rubric, 'to write rubrics'],
    [byRole.embedding, 'for embeddings'],
  ] as const;
  return shares.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`);
}

function subjectsOf(cases: readonly Case[]): string {
  const has = (kind: Case['subject']['kind']) => cases.some(({ subject }) => subject.kind === kind);
  if (!has('conversation')) return 'the prompt';
  return has('prompt') ? 'the prompt and the application' : 'the application';
}

export function planCostText(cost: CostOutlook): string {
  const earlier = cost.about_usd === null ? '' : `about ${usd(cost.about_usd)} by earlier runs, `;
  return earlier + boundText(cost);
}

/** Returns the cost for the head of the table: the estimate `about $9.80`, else the bound `at most $31.20`. */
export function costInHead(cost: CostOutlook | null): readonly string[] {
  if (cost?.about_usd != null) return [`about ${usd(cost.about_usd)}`];
  return cost?.at_most_usd == null ? [] : [`at most ${usd(cost.at_most_usd)}`];
}

/** Renders where the prices come from: `built-in prices of 2026-11 for NAME`; empty without a cost, or if eva.yml has all prices. */
export function pricesInWords(cost: CostOutlook | null): string {
  if (!cost?.built_in_prices || (cost.at_most_usd === null && cost.about_usd === null)) return '';
  const { date, models } = cost.built_in_prices;
  return `${builtInText([date])} for ${models.join(', ')}`;
}

function costBesideHead(cost: CostOutlook, { cases }: RunPlan): string {
  const isUnmeasured = cost.about_usd === null && cost.at_most_usd !== null;
  const measures = isUnmeasured && cases.some(({ dataset }) => dataset);
  return boundText(cost) + (measures ? '; eval --items 20 shows what 20 items cost' : '');
}

function boundText({ at_most_usd, without_price, asked_by_programs, unbounded_apps }: CostOutlook): string {
  if (at_most_usd !== null) return `${usd(at_most_usd)} at most, if every reply has max_tokens tokens`;
  const unpriced = without_price.filter((model) => !asked_by_programs.includes(model));
  const why = [
    ...(unpriced.length > 0 ? [`eva.yml has no price for ${unpriced.join(', ')}`] : []),
    ...(asked_by_programs.length > 0 ? [`eva does not see the cost of ${asked_by_programs.join(', ')}`] : []),
    ...(unbounded_apps.length > 0 ? [`a response of ${unbounded_apps.join(', ')} may be of any length`] : []),
  ];
  return `no bound, since ${why.join(', and ')}`;
}

interface FailedCounts {
  readonly count: number;
  readonly limit: number;
}

/**
 * Renders the attempt number of a run, the divisor of its significance levels, and whether too many attempts failed before. Empty for a
 * first attempt with unchanged levels.
 */
function attemptText(
  { try: attempt = 1, tries, outlooks }: Pick<RunPlan, 'try' | 'tries' | 'outlooks'>,
  failed: FailedCounts | null = null,
): string {
  const divisor = count(attempt * (attempt + 1));
  const isCorrected = tries === 'corrected' && outlooks.some(isTested);
  const levels = isCorrected ? `: each level is divided by ${divisor} (promotion.tries: corrected)` : '';
  if (attempt === 1 && levels === '' && !failed) return '';
  return `${count(attempt)} on these files${levels}${failed ? failedText(failed) : ''}`;
}

function failedText(failed: FailedCounts): string {
  const found = `${plural(failed.count, 'earlier attempt is', 'earlier attempts are')} not known to have passed`;
  const limit = `promotion.max_failed_runs allows ${count(failed.limit)}`;
  return `; ${found}, and ${limit}: a new run of these files cannot be promoted to ready`;
}

/** The number of batches of a run under its budget; null if the budget is too small for one of the calls. */
interface BatchCounts {
  readonly trials: number | null;
  readonly judges: number | null;
}

function batchesText({ trials, judges }: BatchCounts): string {
  if (trials === null || judges === null) {
    return 'the budget is too small for one of the calls, since the most that a call may cost is set aside first';
  }
  const parts = [...partOf(trials, 'trials'), ...partOf(judges, 'judges')];
  const isSplit = trials > 1 || judges > 1;
  const why = 'one after another: the budget sets aside the most that each request may cost';
  return `${isSplit ? 'about ' : ''}${parts.join(', then ')}${isSplit ? `, ${why}` : ''}`;
}

function partOf(batches: number, what: string): readonly string[] {
  return batches === 0 ? [] : [`${count(batches)} of ${what}`];
}

function markedBudget({ budget = {}, isShort }: CountedPlan): string {
  return `${isShort ? '! ' : ''}${budgetText(budget)}`;
}

export function budgetText({ max_calls, max_cost_usd }: Budget): string {
  const bounds = [
    ...(max_calls === undefined ? [] : [plural(max_calls, 'call')]),
    ...(max_cost_usd === undefined ? [] : [usd(max_cost_usd)]),
  ];
  return bounds.join(' or ');
}

/** Renders the power of a whole run: `33% to 40% chance …`; null if fewer than two claims are known. */
export function runChanceText(plan: Forecasts): string | null {
  const range = chanceRange(plan);
  return range && `${range} chance that every claim passes${withoutText(plan)}, if the true values are those above`;
}

function chanceRange(plan: Forecasts): string | null {
  const bounds = chanceOfRun(plan);
  const hasSlices = (plan.slice_outlooks ?? []).some(({ must, power }) => must === 'pass' && power);
  if (bounds === null || (plan.outlooks.filter(isTested).length < 2 && !hasSlices)) return null;
  const [least, most] = [chance(bounds.least), chance(bounds.most)];
  return least === most ? most : `${least} to ${most}`;
}

function withoutText({ outlooks }: Forecasts): string {
  const unknown = outlooks.filter((outlook) => isTested(outlook) && outlook.power === null);
  if (unknown.length === 0) return '';
  const [name = ''] = unknown[0]?.claim.split(' is at least ', 1) ?? [];
  const isOne = unknown.length === 1;
  return ` but ${isOne ? oneLine(name) : plural(unknown.length, 'claim')}, which ${isOne ? 'has' : 'have'} no forecast`;
}

export const runChanceLegend =
  'Run: the chance that all claims pass, if cases are independent. The claims of one case are decided on the same trials: the lower figure assumes that they never fail together, the higher that they always do. Slices that must pass are among the claims. Cases whose every trial must pass, and slices that must not fail, are left out.';

export interface PlannedCompare extends Pick<CompareRule, 'against' | 'not_worse_by' | 'better'> {
  readonly outlooks: readonly PairOutlook[];
}

const mostCasesInLine = 3;

const widest = 40;

function plannedCompareText({ against, not_worse_by, better, outlooks }: PlannedCompare): string {
  const shown = outlooks.slice(0, mostCasesInLine).map(outlookText);
  const more = outlooks.length - shown.length;
  const all = [...shown, ...(more > 0 ? [plural(more, 'more case')] : [])].join('; ');
  const must = better ? 'must be better' : `may lose ${marginText(not_worse_by)}`;
  return `with ${clip(oneLine(against), widest)}, ${must}${all === '' ? '' : `: ${all}`}`;
}

function outlookText({ case: name, decides, power, n, unit, needs, needed_n, is_least }: PairOutlook): string {
  const start = clip(oneLine(name), widest);
  const units = unitsText(n, unit);
  if (!decides) return `${start} has too few, ${units}${needs === null ? '' : ` of at least ${count(needs)}`}`;
  if (power === null) return `${start} ${units}`;
  const needed = needed_n === null || needed_n <= n ? '' : `, 80% with ${count(needed_n)}`;
  return `${start} ${is_least ? 'at least ' : ''}${chance(power)} chance with ${units}${needed}`;
}
