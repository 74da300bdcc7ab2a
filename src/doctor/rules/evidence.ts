import { compareGates } from '#gate/compare-gate.js';
import { evalGates, testedEvalGates } from '#gate/eval-gates.js';
import { readyVersion } from '#model/pairs/compare-rule.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { promptWord, quoted, short } from '#model/text/quoted.js';
import { compareRefusals } from '#run/plan/plan-run.js';
import { shortBudget } from '#run/plan/short-budget.js';
import { gatesInput, type PromptContext, type PromptRule } from '../context.js';

/**
 * Checks that a `tested` or `ready` prompt has a passing run of its current files, and a `ready` one the comparison that `compare:` asks for.
 * Without them it gets a warning, with `strict` an error.
 */
export const freshEvidence: PromptRule = (context) => {
  const { prompt, variant, planRun, evidence, library } = context;
  const isEvaluated = prompt?.promotion.require_eval !== false;
  const isReady = prompt?.status === 'ready';
  if (!prompt || prompt.status === 'draft' || !planRun || !evidence) return [];
  if (!isEvaluated && !(isReady && context.compare)) return [];
  const input = gatesInput(context, prompt);
  const ofRuns = isReady ? evalGates(input) : testedEvalGates(input);
  const gates = [...(isEvaluated ? ofRuns : []), ...(isReady ? compareGates(input) : [])];
  const { strict } = library;
  const at = prompt.places['status'];
  return gates
    .filter((gate) => !gate.met)
    .map(({ message, remedy }) => {
      const severity = strict ? 'error' : 'warning';
      const reason = variant === null ? message : `${variant}: ${message}`;
      return problem('EVA_STALE_EVIDENCE', `${prompt.status}, but ${short(reason)}`, {
        hint: remedy ?? undefined,
        at,
        severity,
      });
    });
};

/** Warns of a budget of eva.yml that is too small for a run of a prompt with all its variants, which share it. */
export const budgetSuffices: PromptRule = ({ id, planRun, variant, variants, left_out, library: { config } }) => {
  const budget = config?.config.budget ?? {};
  const [first] = variants;
  if (planRun === null || budget.max_calls === undefined || (first !== undefined && variant !== first.name)) return [];
  // Variants that leave out cases have plans of other sizes.
  const times = left_out.length === 0 ? Math.max(1, variants.length) : 1;
  const found = shortBudget({
    budget: { max_calls: budget.max_calls },
    plans: Array.from({ length: times }, planRun),
    at: config?.file?.in('budget', 'max_calls').placeOfKey(),
    command: `eva eval ${promptWord(id)}`,
    canChoose: true,
    aboutUsd: () => null,
    isAllowed: config?.config.cache ? 'kept_replies' : false,
  });
  return found.map((entry) => ({ ...entry, severity: 'warning' }));
};

/** Warns of a comparison that eval.yml asks for and that cannot be made, or that can show nothing. Does not ask git: a clone may lack a ref. */
export const comparisonPossible: PromptRule = (context) => {
  const { cases, compare, planRun } = context;
  if (!compare) return [];
  return [...missingVersion(context), ...(planRun === null ? [] : compareRefusals(cases, compare))];
};

function missingVersion({ compare, library: { ids, isInRepository } }: PromptContext): readonly Problem[] {
  if (!compare || compare.against === readyVersion || ids.includes(compare.against) || isInRepository()) return [];
  const { against, at } = compare;
  const params = { against, nearest: nearest(against, ids) ?? null };
  return [
    problem(
      'EVA_GIT:against',
      `"against" is ${quoted(params.against)}, which is no prompt, and the library is in no git repository`,
      {
        hint:
          params.nearest === null
            ? 'write ready or the id of another prompt, or run: git init'
            : `did you mean the prompt ${quoted(params.nearest)}?`,
        at,
        severity: 'warning',
      },
    ),
  ];
}
