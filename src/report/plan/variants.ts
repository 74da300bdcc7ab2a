import type { CostOutlook } from '#model/reply/price.js';
import { plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { type Column, tableLines } from '../text/table.js';
import { visible } from '../text/visible.js';
import { planTable, prettyPlan } from './plan-text.js';
import { type CountedPlan, costInHead, type Detail } from './totals.js';

export function variantPlans(views: readonly CountedPlan[], detail: Detail, screen: Screen): string {
  const plans = views.map((view) => (detail === 'full' ? prettyPlan(view, screen) : planTable(view, screen)));
  return `\n${summaryLines(views, screen).join('\n')}\n${plans.join('')}`;
}

function summaryLines(views: readonly CountedPlan[], screen: Screen): readonly string[] {
  const { paint } = screen;
  const [first] = views;
  const title = ` ${paint.bold(visible(first?.plan.id ?? ''))}  ${paint.dim(`${plural(views.length, 'variant')}, a run each`)}`;
  const rows = [
    ...views.map((view) => ({
      name: view.plan.variant?.variant ?? view.plan.id,
      calls: view.plan.calls,
      judges: judgesOf(view),
      embeddings: view.calls.embedding,
      cost: costInHead(view.cost),
    })),
    {
      name: 'all',
      calls: views.reduce((sum, { plan }) => sum + plan.calls, 0),
      judges: views.reduce((sum, view) => sum + judgesOf(view), 0),
      embeddings: views.reduce((sum, { calls }) => sum + calls.embedding, 0),
      cost: costOfAll(views.map(({ cost }) => cost)),
    },
  ];
  const column = (heading: string, textOf: (row: (typeof rows)[number]) => string, isNumber = true): Column => ({
    title: heading,
    cells: rows.map((row) => [{ text: textOf(row) }]),
    isNumber,
  });
  const columns = [
    column('model', ({ name }) => visible(name), false),
    column('calls at most', ({ calls }) => String(calls)),
    column('of judges', ({ judges }) => String(judges)),
    ...(views.some(({ calls }) => calls.embedding > 0)
      ? [column('for embeddings', ({ embeddings }) => String(embeddings))]
      : []),
    column('cost', ({ cost }) => cost.join('') || 'no bound', false),
  ];
  return [title, ...tableLines(columns, usableWidth(screen), paint.dim).map((line) => `  ${line}`)];
}

function judgesOf({ calls }: CountedPlan): number {
  return calls.judge + calls.trigger + calls.rubric;
}

/** Returns the cost of all variants: the sum of the estimates, else of the bounds; nothing if one has neither. */
function costOfAll(costs: readonly (CostOutlook | null)[]): readonly string[] {
  const about = sumOf(costs.map((cost) => cost?.about_usd ?? null));
  if (about !== null) return [`about ${usd(about)}`];
  const most = sumOf(costs.map((cost) => cost?.about_usd ?? cost?.at_most_usd ?? null));
  return most === null ? [] : [`at most ${usd(most)}`];
}

function sumOf(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}
