import { promptWord } from '#model/text/quoted.js';
import { shortBudget } from '#plan/short-budget.js';
import type { PromptCheck } from '../check.js';

/** Warns of a budget of eva.yml that is too small for a run of a prompt with all its variants, which share it. */
export const budgetSuffices: PromptCheck = {
  name: 'budget-suffices',
  run: ({ id, plan, variant, variants, left_out, library: { config } }) => {
    const budget = config?.config.budget ?? {};
    const [first] = variants;
    if (plan === null || budget.max_calls === undefined || (first !== undefined && variant !== first.name)) return [];
    // Variants that leave out cases have plans of other sizes.
    const times = left_out.length === 0 ? Math.max(1, variants.length) : 1;
    const found = shortBudget({
      budget: { max_calls: budget.max_calls },
      plans: Array.from({ length: times }, plan),
      at: config?.defaults?.place(['budget', 'max_calls'], 'key'),
      command: `eva eval ${promptWord(id)}`,
      canChoose: true,
      aboutUsd: () => null,
      isAllowed: config?.config.cache ? 'kept_replies' : false,
    });
    return found.map((entry) => ({ ...entry, severity: 'warning' }));
  },
};
