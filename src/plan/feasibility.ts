import type { Criterion, Refusal } from '#decide/criterion.js';
import { refusedCriteria, underpoweredOutlooks } from '#decide/outlooks.js';
import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { mostTrials } from '#model/limits.js';
import type { Place, Problem } from '#model/problem.js';

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

/** How a criterion that cannot pass is reported. */
export interface UnderpoweredOptions {
  /** True for a warning instead of an error. */
  readonly isAllowed: boolean;
  /** The number of the attempt for which levels were lowered; 1 unless set. */
  readonly attempt?: number;
  /** Replaces the built-in criteria. */
  readonly criteria?: readonly Criterion[] | undefined;
}

/** Returns a problem for each criterion that cannot pass. */
export function underpowered(
  cases: readonly Case[],
  { isAllowed, attempt = 1, criteria }: UnderpoweredOptions,
): readonly Problem[] {
  const severity = isAllowed ? 'warning' : 'error';
  return cases
    .flatMap((testCase) => underpoweredOutlooks(testCase, criteria))
    .map(({ context: { testCase, expectation, spec }, outlook }) => {
      const at = spec.at ?? expectation.at ?? testCase.at;
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
