import { loadConfig } from '#library/settings/config.js';
import { groupBy } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import { flagWords, promptWord } from '#model/text/quoted.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { withStopEarly } from '../collect/follow-case.js';
import { costOutlook } from '../plan/cost.js';
import { type BudgetedRuns, shortBudget } from '../plan/short-budget.js';
import { callsModels } from '../replies/liveness.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { ownCases } from '../shares/share-trials.js';
import type { OpenPrompt } from './open-prompt.js';

/**
 * Returns the runs with a warning for each budget that may be too small, and the problems of those that are too small for a verdict. A limit of
 * the command line is that of all runs together, one of eva.yml that of each prompt.
 */
export function checkBudgets(
  runs: readonly PlannedRun[],
  options: RunOptions,
): { readonly runs: readonly PlannedRun[]; readonly errors: readonly Problem[] } {
  const paid = runs.filter(({ open }) => isPaid(open, options));
  const isTogether = options.manner.budget?.max_calls !== undefined;
  const byPrompt = [...groupBy(paid, ({ open }) => open.prompt.id).values()];
  const shortBudgets = (isTogether ? [paid] : byPrompt).flatMap((sharing) => {
    const opens = sharing.map(({ open }) => open);
    return shortBudget(budgeted(opens, options)).map((problem) => ({ run: sharing[0], problem }));
  });
  const warned = runs.map((run) => {
    const ownProblems = shortBudgets.flatMap((one) => (one.run === run ? [one.problem] : []));
    return ownProblems.length === 0
      ? run
      : { ...run, open: { ...run.open, problems: [...run.open.problems, ...ownProblems] } };
  });
  const errors = shortBudgets.flatMap(({ problem }) => (problem.severity === 'error' ? [problem] : []));
  return { runs: warned, errors };
}

/** Returns true for a run that may call models and ends with a verdict. */
function isPaid({ plan, config }: OpenPrompt, { env }: RunOptions): boolean {
  const { replay, look } = plan.manner;
  return !replay && !look && callsModels(plan, config, env);
}

/** Returns what decides whether the budget of these runs suffices. */
export function budgeted(opens: readonly OpenPrompt[], options: RunOptions): BudgetedRuns {
  const { root, manner, only = [], models = [], casesOf, items, cache, allowShortBudget, placed = [] } = options;
  const plans = opens.map(({ plan, sampleOf }) => ({
    body: plan.body,
    cases: ownCases(plan, sampleOf).map((testCase) => withStopEarly(testCase, plan.manner)),
  }));
  const [first] = opens;
  const isKept = cache ?? first?.config.cache ?? false;
  return {
    budget: first?.config.budget ?? {},
    plans,
    at: manner.budget?.max_calls === undefined ? placeOfBudget(root) : undefined,
    command: [
      'eva eval',
      ...new Set(opens.map(({ prompt }) => promptWord(prompt.id))),
      ...only.map((name) => flagWords('--case', name)),
      ...models.map((name) => flagWords('--model', name)),
      ...(casesOf === undefined ? [] : [flagWords('--cases-of', casesOf)]),
      ...(items?.first === undefined ? [] : [`--items ${items.first}`]),
      ...(items?.ids ?? []).map((id) => flagWords('--item', id)),
      ...(manner.shard ? [`--shard ${manner.shard.index}/${manner.shard.of}`] : []),
      ...placed,
    ].join(' '),
    canChoose: items === undefined && !manner.shard,
    ...(manner.shard && { shards: manner.shard.of }),
    aboutUsd: () => costOutlook(opens, readRunRows(root)).about_usd,
    isAllowed: allowShortBudget ? 'by_user' : isKept && 'kept_replies',
  };
}

/** Returns the place of `max_calls` in eva.yml; undefined if it cannot be read. */
export function placeOfBudget(root: string): Place | undefined {
  return loadConfig(root).value?.file?.in('budget', 'max_calls').placeOfKey();
}
