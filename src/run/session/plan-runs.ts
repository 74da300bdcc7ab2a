import { join } from 'node:path';
import { lazy, uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError } from '#model/problem.js';
import { promptWord, short } from '#model/text/quoted.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { readLabels } from '#store/logs/labels.js';
import { missingRubrics } from '../collect/write-rubrics.js';
import { withOnePriceBlock } from '../plan/cost.js';
import { checkBudgets } from '../prompt/budget-problems.js';
import { type OpenPrompt, openPrompt, openVariants } from '../prompt/open-prompt.js';
import { readLibrary } from '../prompt/read-prompt.js';
import { mayBeKept, requirePrograms } from '../prompt/require-trusted.js';
import { attemptNumber } from './attempt-notes.js';
import { newRunPlace } from './run-deps.js';
import { choiceOf, type PlannedRun, type RunOptions } from './run-options.js';

/**
 * Plans a new run of each of these prompts with each of its variants, or with the variants and models in `options.models`. Throws one
 * `EvaError` with `others` and the problems of all prompts.
 */
export function planRuns(
  ids: readonly string[],
  options: RunOptions,
  others: readonly Problem[] = [],
): readonly PlannedRun[] {
  const { runs, errors } = checkBudgets(planAll([...new Set(ids)], runPlanner(options), others), options);
  if (errors.length > 0) throw new EvaError(errors);
  return runs;
}

/** Plans the runs of each item. Throws one `EvaError` with the problems of all items, after `others`. */
export function planAll<T>(
  items: readonly T[],
  plan: (item: T) => readonly PlannedRun[],
  others: readonly Problem[] = [],
): readonly PlannedRun[] {
  const problems: Problem[] = [...others];
  const runs = items.flatMap((item) => {
    try {
      return plan(item);
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  const all = withOnePriceBlock(problems);
  if (all.length > 0) throw new EvaError(uniqueBy(all, (found) => JSON.stringify(found)));
  return runs;
}

/** Reads eva.yml, and returns a function that plans the runs of one prompt. That function throws `EvaError` with all problems of the prompt. */
export function runPlanner(options: RunOptions): (id: string) => readonly PlannedRun[] {
  const { root, models = [], manner } = options;
  const library = readLibrary(root);
  const numberOf = attemptNumber(root);
  const numberAgain = attemptNumber(root); // reads the logs later than `numberOf`, and they may have grown
  const check = lazy(() => checkLogs(root));
  return (id) => {
    // called after all other checks, so a log that cannot be written is reported only for a valid plan
    const choice = choiceOf(options, (run) => {
      check();
      readLabels(join(root, 'prompts', id)); // they may decide this run once its calls are paid for
      return numberOf(run);
    });
    const runs = openVariants(library, id, choice, models);
    return runs.map((open) => {
      if (manner.shard && missingRubrics(open.plan.cases).length > 0)
        throw evaError(
          'EVA_USAGE:shard_without_rubrics',
          `${short(open.cases_id)} lacks rubrics, and each of its shards would write rubrics of its own`,
          { hint: `eva rubric ${promptWord(open.cases_id)} --write, and commit its rubrics.yml` },
        );
      const again = { ...open.choice, numberOf: numberAgain };
      const isKept = mayBeKept(open, options);
      const reopen = () => requirePrograms(openPrompt(root, id, again), options, isKept);
      return { open: requirePrograms(open, options, isKept), options, reopen, placeOf: newRunPlace };
    });
  };
}

/** Returns a run as one of a group, whose id is in its plan. */
export function inGroup({ open, reopen, ...run }: PlannedRun, group: string): PlannedRun {
  const named = ({ plan, ...prompt }: OpenPrompt): OpenPrompt => ({
    ...prompt,
    plan: { ...plan, variant: { ...plan.variant, group } },
  });
  return { ...run, open: named(open), reopen: () => named(reopen()) };
}
