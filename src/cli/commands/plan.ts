import { pairOutlooks } from '#decide/pairs/pair-outlooks.js';
import { replacesSlowAnswers } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import type { Problem } from '#model/problem.js';
import { chanceOfRun } from '#model/run/outlook.js';
import { datasetFacts, jsonResult } from '#report/formats/json-result.js';
import { planTable, prettyPlan } from '#report/plan/plan-text.js';
import type { CountedPlan, PlannedCompare } from '#report/plan/totals.js';
import { variantPlans } from '#report/plan/variants.js';
import { renderProblems } from '#report/problems.js';
import { compareLevel, nextCompareAttempt } from '#run/attempts/attempts.js';
import { tooManyFailed } from '#run/attempts/other-attempts.js';
import { callsByRole } from '#run/plan/calls.js';
import { batchSplit, costOutlook, priceNeeds } from '#run/plan/cost.js';
import { noPriceForBudget } from '#run/plan/missing-prices.js';
import { shortBudget } from '#run/plan/short-budget.js';
import { budgeted } from '#run/prompt/budget-problems.js';
import { type OpenPrompt, openVariants } from '#run/prompt/open-prompt.js';
import { readLibrary } from '#run/prompt/read-prompt.js';
import { programsMissingIn, untrustedIn } from '#run/prompt/require-trusted.js';
import { routesOf, unreachableIn } from '#run/replies/liveness.js';
import { attemptNumber } from '#run/session/attempt-notes.js';
import { choiceOf } from '#run/session/run-options.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { type CompareLog, readCompareRows } from '#store/logs/compare-log.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { earlierChanges } from '../comparing/compare-forecast.js';
import { runOptionsOf } from '../evaluating/eval-options.js';
import type { Io } from '../io.js';
import { type CommonFlags, openCommand, promptOf, userOf } from '../open-command.js';

interface PlanOptions extends CommonFlags {
  readonly case: readonly string[];
  readonly model: readonly string[];
  readonly casesOf?: string;
  readonly items?: number;
  readonly item?: readonly string[];
  readonly batch?: boolean;
  readonly allowUnderpowered?: boolean;
  readonly allowShortBudget?: boolean;
  readonly strict?: boolean;
  readonly full?: boolean;
}

/**
 * Runs `eva plan <id>`: prints the trials, chances and cost of a run. Calls no model, writes nothing. Returns 0, or 2 if a run would be
 * refused because a criterion cannot pass or a program does not exist.
 */
export async function planCommand(word: string, options: PlanOptions, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const { terminal, root } = place;
  const id = promptOf(word, place);
  const asked = runOptionsOf({ ...options, allowUnderpowered: true }, place);
  const opens = openVariants(readLibrary(root), id, choiceOf(asked, attemptNumber(root)), options.model);
  const short = shortBudget(budgeted(opens, asked)); // the runs of all variants share it
  const isShort = short.some(({ variant }) => variant === undefined);
  const planned = opens.map((open) => {
    const { view, ...one } = plannedOf(open, options, io);
    return { ...one, view: { ...view, isShort } };
  });
  const problems = uniqueBy([...planned.flatMap((variant) => variant.problems), ...short]);
  if (options.json) terminal.out(jsonResult(documentOf(id, planned, problems)));
  else {
    const views = planned.map(({ view }) => view);
    const [only] = views;
    const { full } = options;
    if (views.length > 1 || !only) terminal.out(variantPlans(views, full ? 'full' : 'short', terminal));
    else terminal.out(full ? prettyPlan(only, terminal) : planTable(only, terminal));
    terminal.err(renderProblems(problems, terminal.errScreen));
  }
  return problems.some(({ severity }) => severity === 'error') ? 2 : 0;
}

/** The plan of one variant, with the figures that are printed. */
interface Planned {
  readonly document: object;
  readonly calls: number;
  readonly view: CountedPlan;
  readonly problems: readonly Problem[];
}

/** Returns the document of `--json`: that of the only plan, or those of all variants and the calls of all. */
function documentOf(id: string, planned: readonly Planned[], problems: readonly Problem[]): object {
  const [only] = planned;
  if (planned.length === 1 && only) return { id, ...only.document, problems };
  const calls = planned.reduce((sum, variant) => sum + variant.calls, 0);
  return { id, calls: { total: calls }, variants: planned.map(({ document }) => document), problems };
}

function plannedOf(open: OpenPrompt, options: PlanOptions, io: Io): Planned {
  const { plan, config } = open;
  const { budget } = config;
  const isAllowed = options.allowUnderpowered || plan.item_choice !== undefined;
  const { env } = io;
  // A plan needs no key, so a missing one is no reason.
  const unreachable = unreachableIn(routesOf(plan.cases, config), env);
  const warnings = [...open.problems, ...programsMissingIn(open, env), ...untrustedIn(open, { user: userOf(io), env })];
  const allProblems = [...warnings, ...unreachable.map(asWarning), ...unpricedWarnings(open)];
  const problems = isAllowed ? allProblems : asRefused(allProblems);
  const cost = costOutlook([open], readRunRows(open.root));
  const byRole = callsByRole([plan]);
  const calls = { total: plan.calls, ...byRole };
  const cases = plan.cases.map((testCase) => ({
    name: testCase.name,
    sample_size: testCase.sample_size,
    ...(replacesSlowAnswers(testCase) && { timeouts: 'ask_again' }),
    ...(testCase.dataset && { dataset: datasetFacts(testCase.dataset) }),
  }));
  const attempt = { try: plan.try, corrected: plan.tries === 'corrected' };
  const batches = options.batch && { batches: batchSplit(plan, config) };
  const { outlooks, slice_outlooks: slices } = plan;
  const failed = tooManyFailed(open.root, open.prompt, plan.evidence);
  const compare = open.compare && plannedCompare(open, open.compare, readCompareRows(open.root).rows);
  const figures = {
    calls,
    cost,
    budget,
    ...batches,
    outlooks,
    ...(slices && { slices }),
    ...(compare && { compare }),
    chance: chanceOfRun(plan),
  };
  const document = { ...plan.variant, attempt: { ...attempt, ...(failed && { failed }) }, cases, ...figures };
  const view = { plan, cost, budget, ...batches, calls: byRole, failed, ...(compare && { compare }) };
  return { document, calls: plan.calls, view, problems };
}

/** Forecasts the comparison that the prompt needs for `ready`. */
function plannedCompare({ root, plan }: OpenPrompt, rule: CompareRule, rows: CompareLog['rows']): PlannedCompare {
  const { id, cases, evidence, tries } = plan;
  const { against, not_worse_by, better, cases: named } = rule;
  const isCorrected = tries === 'corrected';
  const alpha = isCorrected
    ? compareLevel(nextCompareAttempt(evidence, readAttempts(root).rows))
    : defaultSignificanceLevel;
  const question = { margin: not_worse_by, alpha };
  const chosen = named === null ? cases : cases.filter(({ name }) => named.includes(name));
  const changes = earlierChanges(id, rows);
  return { against, not_worse_by, better, outlooks: pairOutlooks(chosen, question, { changes }) };
}

function asWarning(entry: Problem): Problem {
  return { ...entry, severity: 'warning' };
}

/** Warns of models with a list price that does not count, since a variable names another server. */
function unpricedWarnings({ config }: OpenPrompt): readonly Problem[] {
  const limited = (config.unpriced ?? []).flatMap(({ model, variable }) => (variable === null ? [] : [model]));
  if (limited.length === 0 || config.budget.max_cost_usd !== undefined) return [];
  return [asWarning(noPriceForBudget(limited, priceNeeds(limited, config)))];
}

/** Converts warnings about too few trials to errors, if a run would be refused because of them. The plan is printed anyway. */
function asRefused(warnings: readonly Problem[]): readonly Problem[] {
  if (!warnings.some(({ code }) => code === 'EVA_UNDERPOWERED')) return warnings;
  const refused = ['EVA_UNDERPOWERED', 'EVA_MORE_PROBLEMS'];
  return warnings.map((entry) => (refused.includes(entry.code) ? { ...entry, severity: 'error' } : entry));
}
