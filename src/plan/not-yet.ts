import type { Criterion } from '#decide/criterion.js';
import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { Place, Problem } from '#model/problem.js';

/** One line for one thing that a later version will do: nothing that a file asks for is ignored. */
function notSupported(what: string, at: Place | undefined): Problem {
  return problem('EVA_NOT_SUPPORTED', `${what}: not supported yet`, {
    at,
    hint: 'take it out for now; this version of eva refuses it rather than ignore it',
  });
}

/** A problem for each criterion of the cases that is none of those that can be decided. */
export function unknownCriteria(cases: readonly Case[], criteria: readonly Criterion[]): readonly Problem[] {
  const names = new Set(criteria.map(({ name }) => name));
  return cases
    .flatMap(({ expectations }) => expectations.flatMap((expectation) => expectation.criteria))
    .filter((spec) => !names.has(spec.criterion))
    .map((spec) => notSupported(spec.criterion, spec.at));
}
