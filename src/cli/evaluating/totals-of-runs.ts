import type { PlannedRun } from '#engine/run-options.js';
import { callsByRole } from '#plan/calls/calls.js';
import { builtInPrices, costAtMost } from '#plan/calls/cost.js';
import { count, plural, usd, usdWithSource } from '#report/text/numbers.js';
import { type Screen, usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import type { EvalOptions } from './eval-options.js';

/** Renders what several runs may call and cost together: `4 runs, at most 362 calls of models, 72 of judges, at most $0.71`. */
export function totalsOfRuns(runs: readonly PlannedRun[], screen: Screen): string {
  const { usd: cost, tables } = costOf(runs);
  const bound = cost ? [`at most ${usdWithSource(cost, tables)}`] : [];
  return lineOf([plural(runs.length, 'run'), ...callsOf(runs), ...bound], screen);
}

/**
 * Renders what the runs of several prompts may call and cost: `12 prompts, at most 340 calls of models, at most $1.20`. `live`: the runs
 * that call models. `limits`: the budget that the flags set for all runs together.
 */
export function totalsOfPrompts(
  runs: readonly PlannedRun[],
  live: readonly PlannedRun[],
  limits: Pick<EvalOptions, 'maxCalls' | 'maxCost'>,
  screen: Screen,
): string {
  const prompts = new Set(runs.map(({ open }) => open.prompt.id)).size;
  const size = [plural(prompts, 'prompt'), ...(runs.length > prompts ? [plural(runs.length, 'run')] : [])];
  return lineOf([...size, ...(live.length === 0 ? ['no call of a model'] : boundsOf(live, limits))], screen);
}

function lineOf(parts: readonly string[], screen: Screen): string {
  return `${wrap(parts.join(', '), usableWidth(screen)).join('\n')}\n`;
}

function boundsOf(
  live: readonly PlannedRun[],
  { maxCalls, maxCost }: Pick<EvalOptions, 'maxCalls' | 'maxCost'>,
): readonly string[] {
  const { usd: cost, unpriced, tables } = costOf(live);
  const limits = [
    ...(maxCalls === undefined ? [] : [`${plural(maxCalls, 'call')} by --max-calls`]),
    ...(maxCost === undefined ? [] : [`${usd(maxCost)} by --max-cost`]),
  ];
  const bound = cost === null ? unknownCost(unpriced) : `at most ${usdWithSource(cost, tables)}`;
  return [...callsOf(live), bound, ...(limits.length === 0 ? [] : [`limited to ${limits.join(' and ')}`])];
}

/** The maximum number of models in a line. */
const mostNamed = 3;

function unknownCost(unpriced: readonly string[]): string {
  if (unpriced.length === 0) return 'cost unknown';
  const more = unpriced.length > mostNamed ? ` and ${unpriced.length - mostNamed} more` : '';
  return `cost unknown (no price for ${unpriced.slice(0, mostNamed).map(visible).join(', ')}${more})`;
}

function callsOf(runs: readonly PlannedRun[]): readonly string[] {
  const byRole = runs.map(({ open }) => callsByRole(open.plan));
  const sum = (roles: readonly (keyof (typeof byRole)[number])[]) =>
    byRole.reduce((all, calls) => all + roles.reduce((own, role) => own + calls[role], 0), 0);
  const judges = sum(['judge', 'trigger', 'rubric']);
  const embeddings = sum(['embedding']);
  return [
    `at most ${plural(sum(['subject', 'user']), 'call')} of models`,
    ...(judges > 0 ? [`${count(judges)} of judges`] : []),
    ...(embeddings > 0 ? [`${count(embeddings)} for embeddings`] : []),
  ];
}

interface CostOfRuns {
  readonly usd: number | null;
  readonly unpriced: readonly string[];
  /** The dates of the built-in prices; undefined for a run without. */
  readonly tables: readonly (string | undefined)[];
}

/** Adds the greatest costs of runs; null if a model has no price, or for another reason one has no bound. */
function costOf(runs: readonly PlannedRun[]): CostOfRuns {
  const paid = runs.filter(({ open }) => !open.plan.manner.replay);
  const bounds = paid.map(({ open }) => costAtMost(open.plan, open.config));
  return {
    usd: bounds.reduce<number | null>((all, { usd: own }) => (all === null || own === null ? null : all + own), 0),
    tables: paid.map(({ open }) => builtInPrices(open.plan.cases, open.config).built_in_prices?.date),
    unpriced: [...new Set(bounds.flatMap(({ without_price }) => without_price))],
  };
}
