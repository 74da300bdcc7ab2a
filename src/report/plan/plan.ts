import type { Case } from '#model/case.js';
import type { Budget } from '#model/config.js';
import { groupBy } from '#model/data/collections.js';
import type { CallRole } from '#model/reply/exchange.js';
import type { CostOutlook } from '#model/reply/price.js';
import type { RunPlan } from '#model/run/run.js';
import { findCase } from '../run/case-list.js';
import { isStatistical } from '../run/is-statistical.js';
import { count, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { attemptText, type FailedCounts } from './attempt.js';
import { type BatchCounts, batchesText } from './batches.js';
import { budgetText } from './budget.js';
import { isAssumed, plainCases, statisticalCase } from './planned-cases.js';
import { runChanceLegend, runChanceText } from './run-chance.js';

/** What `eva plan` shows: the run, and what it may cost (null where nobody asked). */
export interface PlanView {
  readonly plan: RunPlan;
  readonly cost: CostOutlook | null;
  /** What it may spend; nothing bounds it unless set. */
  readonly budget?: Budget;
  /** Into how many batches that splits it; left out where nothing goes in batches. */
  readonly batches?: BatchCounts;
  /** Attempts on these files that are not known to have passed, where they are more than `promotion.max_failed_runs`. */
  readonly failed?: FailedCounts | null;
}

/** A plan with how often it asks at most, by what is asked for. */
export interface CountedPlan extends PlanView {
  readonly calls: Readonly<Record<CallRole, number>>;
}

/** What a run would ask, what its criteria can show with so many trials, and what it may cost. */
export function prettyPlan(view: CountedPlan, screen: Screen): string {
  const { plan } = view;
  const ofCase = groupBy(plan.outlooks, (outlook) => outlook.case);
  const byCase = plan.cases.map((one) => ({ one, outlooks: ofCase.get(one.name) ?? [] }));
  const [tested, plain] = [true, false].map((wanted) =>
    byCase.filter(({ outlooks }) => outlooks.some(isStatistical) === wanted),
  );
  const sections = [
    [header(plan, screen)],
    plainCases(
      (plain ?? []).map(({ one }) => one),
      screen,
    ),
    ...(tested ?? []).map(({ one, outlooks }) => statisticalCase(one, outlooks, screen)),
    legend(plan, screen),
    totals(view, screen),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
}

function header({ id, cases, partial }: RunPlan, { paint }: Screen): string {
  const trials = cases.reduce((sum, one) => sum + one.sample_size, 0);
  const counts = [plural(cases.length, 'case'), `${plural(trials, 'trial')} at most`, ...(partial ? ['partial'] : [])];
  return ` ${paint.bold(visible(id))}  ${paint.dim(counts.join(' · '))}`;
}

/** What the words of the tables mean, for who has not met them before. */
function legend({ cases, outlooks }: RunPlan, screen: Screen): string[] {
  if (!outlooks.some(isStatistical)) return [];
  const hasGuess = outlooks.some((outlook) => {
    const one = findCase(cases, outlook.case);
    return one !== undefined && isAssumed(outlook, one);
  });
  return [...words, ...(hasGuess ? [assumed] : []), ...(runChanceText(outlooks) === null ? [] : [runChanceLegend])]
    .flatMap((text) => wrap(text, usableWidth(screen) - 2))
    .map((line) => screen.paint.dim(`  ${line}`));
}

const words = [
  'A claim passes if the trials prove it, fails if they disprove it, and is inconclusive in between.',
  'Wrong pass, at 5%: a claim that is not true passes in at most 5 of 100 runs.',
];

const assumed = 'Assumed: a guess from the bar. For a proportion, a case says what to plan for with `expected`.';

const budgetLegend = 'the run stops before the call that would pass it. With --shard each shard may spend this much';

function totals({ plan, cost, budget, calls, batches, failed = null }: CountedPlan, screen: Screen): string[] {
  const bound = budgetText(budget ?? {});
  const attempt = attemptText(plan, failed);
  const run = runChanceText(plan.outlooks);
  const entries = [
    ...(run === null ? [] : [['Run', run]]),
    ...(attempt === '' ? [] : [['Attempt', attempt]]),
    ['Calls', callsText(plan, calls)],
    ...(cost ? [['Cost', costText(cost)]] : []),
    ...(batches ? [['Batches', batchesText(batches)]] : []),
    ...(bound === '' ? [] : [['Budget', `${bound}: ${budgetLegend}`]]),
  ] as const;
  const column = Math.max(5, ...entries.map(([label = '']) => label.length));
  const lines = entries.map(([label = '', text = '']) => ({
    label,
    lines: wrap(visible(text), usableWidth(screen) - column - 4),
  }));
  return lines.flatMap((entry) =>
    entry.lines.map((line, i) => `  ${screen.paint.dim((i === 0 ? entry.label : '').padEnd(column))}  ${line}`),
  );
}

/** `292 at most: 60 of the prompt, 232 of judges`. */
function callsText({ calls, cases }: RunPlan, byRole: CountedPlan['calls']): string {
  const shares = [
    [byRole.subject, `of ${subjectsOf(cases)}`],
    [byRole.user, 'of the simulated user'],
    [byRole.judge + byRole.trigger, 'of judges'],
    [byRole.rubric, 'to write rubrics'],
  ] as const;
  const told = shares.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`);
  return `${count(calls)} at most${told.length > 1 ? `: ${told.join(', ')}` : ''}`;
}

function subjectsOf(cases: readonly Case[]): string {
  const has = (kind: Case['subject']['kind']) => cases.some(({ subject }) => subject.kind === kind);
  if (!has('conversation')) return 'the prompt';
  return has('prompt') ? 'the prompt and the application' : 'the application';
}

function costText({ at_most_usd, about_usd, without_price, asked_by_programs, unbounded_apps }: CostOutlook): string {
  const earlier = about_usd === null ? '' : `about ${usd(about_usd)} by earlier runs, `;
  if (at_most_usd !== null) return `${earlier}${usd(at_most_usd)} at most`;
  const unpriced = without_price.filter((model) => !asked_by_programs.includes(model));
  const why = [
    ...(unpriced.length > 0 ? [`eva.yml has no price for ${unpriced.join(', ')}`] : []),
    ...(asked_by_programs.length > 0 ? [`a program asks ${asked_by_programs.join(', ')}`] : []),
    ...(unbounded_apps.length > 0 ? [`a response of ${unbounded_apps.join(', ')} may be of any length`] : []),
  ];
  return `${earlier}no bound, since ${why.join(', and ')}`;
}
