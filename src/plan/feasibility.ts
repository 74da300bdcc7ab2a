import type { Criterion, Refusal } from '#decide/criterion.js';
import { outlooksOf, refusedCriteria } from '#decide/outlooks.js';
import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import type { Place, Problem } from '#model/problem.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';

/** The outlook of a criterion, and its place in the file. */
export interface PlacedOutlook {
  readonly outlook: Outlook;
  readonly at: Place | undefined;
}

/** Returns the outlooks of a case, in the order of its criteria. Skips criteria that are unknown or refused. */
export function placedOutlooks(testCase: Case, criteria?: readonly Criterion[]): readonly PlacedOutlook[] {
  return testCase.expectations.flatMap((expectation) =>
    expectation.criteria.flatMap((spec) => {
      const alone = { ...testCase, expectations: [{ ...expectation, criteria: [spec] }] };
      return outlooksOf(alone, criteria).map((outlook) => ({ outlook, at: spec.at ?? expectation.at ?? testCase.at }));
    }),
  );
}

/** Returns a problem for each criterion that cannot be used in its expectation. */
export function misplacedCriteria(testCase: Case, criteria?: readonly Criterion[]): readonly Problem[] {
  return refusedCriteria(testCase, criteria).map(({ spec, refusal }) =>
    refusalProblem(refusal, spec.at ?? testCase.at),
  );
}

/** Makes the problem of a refusal. A refusal without a sentence comes from a user-defined criterion, with its own message. */
function refusalProblem({ message, hint, sentence }: Refusal, at: Place | undefined): Problem {
  if (!sentence) return problem('EVA_BAD_CRITERIA:custom', { reason: message, advice: hint }, { at });
  return problem(sentence.key, sentence.params as never, { at });
}

/**
 * Returns a problem for each criterion that cannot pass: a warning if `isAllowed`, else an error. `attempt` is the attempt number
 * for which levels were lowered; 1 if they were not.
 */
export function underpowered(placed: readonly PlacedOutlook[], isAllowed: boolean, attempt = 1): readonly Problem[] {
  const severity = isAllowed ? 'warning' : 'error';
  return placed
    .filter(({ outlook }) => !isPassable(outlook))
    .map(({ outlook, at }) => {
      const { criterion, n, smallest_n, needed_n, power, significance_level: level, is_widest_spread } = outlook;
      const isLowered = attempt !== 1 && level !== null;
      const lowered = isLowered ? { attempt, level: Number(level.toPrecision(2)) } : null;
      const likely = smallest_n !== null && needed_n !== null && power !== null && needed_n > smallest_n;
      const params = {
        criterion,
        trials: n,
        smallest: smallest_n,
        limit: mostTrials,
        likely: likely ? { trials: needed_n, if: power.truth } : null,
        isBounded: is_widest_spread,
        lowered,
      };
      return problem('EVA_UNDERPOWERED', params, { at, severity });
    });
}
