import { EvaError } from '#model/problem.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import type { CostOutlook } from '#model/reply/price.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import type { prettyView } from '#report/run/pretty.js';
import { type PlaceFlags, placeFlags } from '#report/stored/continuation.js';
import { type RunsToReport, type RunToReport, storedReport } from '#report/stored/stored-report.js';
import { count, plural, usd, usdWithSource } from '#report/text/numbers.js';
import { type Screen, usableWidth } from '#report/text/screen.js';
import { visible, wrap } from '#report/text/visible.js';
import { type RunEnding, viewOf } from '#report/view/view-of.js';
import { callsByRole } from '#run/plan/calls.js';
import { costOutlook } from '#run/plan/cost.js';
import type { RunOutcome } from '#run/session/finish-run.js';
import type { PlannedRun } from '#run/session/run-options.js';
import type { Terminal } from '../output/terminal.js';
import type { ReportSource } from '../reporting/write-reports.js';
import type { EvalFlags } from './eval-options.js';

/** Prints a result as text. */
export type ResultShow = (plan: RunPlan, result: RunResult, ending: RunEnding) => void | Promise<void>;

/** Returns a function that prints results as they arrive. `nameOf`: how a command names a run; null if it is the one that it means anyway. */
export function showResults(
  terminal: Terminal,
  render: typeof prettyView,
  { nameOf, flags }: { readonly nameOf: (runId: string) => string | null; readonly flags: PlaceFlags },
): ResultShow {
  return (plan, result, given) => {
    const run = nameOf(result.run_id);
    const commands = { report: naming('eva report', run, flags), label: naming('eva label', run, flags) };
    terminal.out(render(viewOf(result, plan, { ...commands, ...given }), terminal));
  };
}

/** Prints nothing, for commands whose standard output has another report. */
export const showNothing: ResultShow = () => undefined;

/** Returns a command with the words that name a run and its library, as far as they are needed. */
export function naming(command: string, runId: string | null, flags: PlaceFlags): string {
  return [command, ...(runId === null ? [] : [shellWord(runId)]), ...placeFlags(flags)].join(' ');
}

/** Returns the exit code of an error; 70 for a bug in eva. */
export function exitCodeOfError(error: unknown): number {
  return error instanceof EvaError ? error.exitCode : 70;
}

/** Renders what several runs may call and cost together: `4 runs, at most 362 calls of models, 72 of judges, at most $0.71`. */
export function totalsOfRuns(runs: readonly PlannedRun[], screen: Screen): string {
  const { at_most_usd, built_in_prices } = costOfRuns(runs);
  const bound = at_most_usd ? [`at most ${usdWithSource(at_most_usd, [built_in_prices?.date])}`] : [];
  return lineOf([plural(runs.length, 'run'), ...callsOf(runs), ...bound], screen);
}

/**
 * Renders what the runs of several prompts may call and cost: `12 prompts, at most 340 calls of models, at most $1.20`. `live`: the runs
 * that call models. `limits`: the budget that the flags set for all runs together.
 */
export function totalsOfPrompts(
  runs: readonly PlannedRun[],
  live: readonly PlannedRun[],
  limits: Pick<EvalFlags, 'maxCalls' | 'maxCost'>,
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
  { maxCalls, maxCost }: Pick<EvalFlags, 'maxCalls' | 'maxCost'>,
): readonly string[] {
  const { at_most_usd: cost, without_price, built_in_prices } = costOfRuns(live);
  const limits = [
    ...(maxCalls === undefined ? [] : [`${plural(maxCalls, 'call')} by --max-calls`]),
    ...(maxCost === undefined ? [] : [`${usd(maxCost)} by --max-cost`]),
  ];
  const bound = cost === null ? unknownCost(without_price) : `at most ${usdWithSource(cost, [built_in_prices?.date])}`;
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
  const calls = callsByRole(runs.map(({ open }) => open.plan));
  const judges = calls.judge + calls.trigger + calls.rubric;
  return [
    `at most ${plural(calls.subject + calls.user, 'call')} of models`,
    ...(judges > 0 ? [`${count(judges)} of judges`] : []),
    ...(calls.embedding > 0 ? [`${count(calls.embedding)} for embeddings`] : []),
  ];
}

/** Bounds the cost of the runs that may ask models. */
export function costOfRuns(runs: readonly PlannedRun[]): CostOutlook {
  const paid = runs.filter(({ open }) => !open.plan.manner.replay);
  return costOutlook(
    paid.map(({ open }) => open),
    null,
  );
}

/** Returns the sentence that the budget of these runs has no call left; nothing if it has one. */
export function usedUp(runs: readonly PlannedRun[]): readonly string[] {
  const spent = runs.find(({ ledger }) => ledger?.hasRoom() === false);
  const limit = spent?.open.config.budget.max_calls;
  return limit === undefined ? [] : [noReplyTexts.max_calls({ limit })];
}

/** Returns a run for reports. `outcome` and `run_id` are null if it did not begin. */
export function runToReport(
  planned: PlannedRun,
  outcome: RunOutcome | null,
  run_id: string | null,
  exitCode: number,
): RunToReport {
  const { plan } = planned.open;
  return {
    id: plan.id,
    variant: plan.variant?.variant ?? null,
    run_id,
    exitCode,
    reason: outcome === null ? ['it did not begin', ...usedUp([planned])].join(': ') : reasonOf(outcome),
    isUnrecorded: outcome?.ended === 'with_result' && outcome.isUnrecorded,
  };
}

/** Returns why a run has no result; null if it has one. */
function reasonOf(outcome: RunOutcome): string | null {
  if (outcome.ended === 'interrupted') return 'interrupted';
  if (outcome.ended === 'with_result') return null;
  const { error } = outcome;
  return error instanceof EvaError ? (error.problems[0]?.message ?? error.message) : 'a bug in eva ended it';
}

/** Returns what a command with these runs reports. One run of a list by itself is not a list. */
export function sourceOf(command: RunsToReport): ReportSource {
  const commandOf = (ids: ReadonlySet<string>): RunsToReport => {
    const runs = command.runs.filter(({ id }) => ids.has(id));
    const isOne = runs.length === 1 && command.arrangement === 'list';
    return { ...command, runs, ...(isOne && { arrangement: 'run' }) };
  };
  return {
    ids: [...new Set(command.runs.map(({ id }) => id))],
    of: (ids) => storedReport(ids ? commandOf(ids) : command),
  };
}
