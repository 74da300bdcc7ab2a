import type { Excerpt } from '#model/run/score.js';
import type { CheckContext, CheckOutcome, RunCheck } from './check.js';

/** Why a check holds or does not, with the part of the response that shows it. */
export interface Explanation {
  readonly reason: string;
  readonly excerpt?: Excerpt;
}

/** The result of evaluating a rule, for the check and for its `not_` form: whether the rule holds, or why that is not known. */
export type Assessment = Assessed | Unassessed;

/** Only the explanation that is shown is made. */
interface Assessed {
  readonly holds: boolean;
  /** Explains the outcome of the check. */
  readonly explain: () => Explanation;
  /** Explains the outcome of the `not_` form. */
  readonly explainNot: () => Explanation;
}

/** `cannot`: the rule could not be evaluated, so that both forms fail. `unknown`: the trial is ungraded. */
export interface Unassessed extends Explanation {
  readonly holds: 'cannot' | 'unknown';
}

/** Evaluates a rule on a response. Throws `NoReply` if that is impossible for a reason outside the response. */
export type Assess = (response: string, context: CheckContext) => Assessment | Promise<Assessment>;

export function runOf(assess: Assess): RunCheck {
  return async (response, context) => outcomeOf(await assess(response, context));
}

/** Returns the `not_` form of a rule: it holds if the rule could be evaluated and does not hold. */
export function runNotOf(assess: Assess): RunCheck {
  return async (response, context) => {
    const found = await assess(response, context);
    return isAssessed(found) ? { holds: !found.holds, ...found.explainNot() } : found;
  };
}

function outcomeOf(found: Assessment): CheckOutcome {
  return isAssessed(found) ? { holds: found.holds, ...found.explain() } : found;
}

export function isAssessed(found: Assessment): found is Assessed {
  return typeof found.holds === 'boolean';
}
