import { findCriterion } from '#decide/index.js';
import { problem } from '#errors.js';
import { findMetric } from '#metrics/index.js';
import type { Case } from '#model/case.js';
import type { Place, Problem } from '#model/problem.js';
import { unreachable } from '#model/unreachable.js';

/** Refuses, line by line, what the schema allows and this version cannot do: nothing that a file asks for is ignored. */
export function notYet(cases: readonly Case[]): readonly Problem[] {
  return cases.flatMap(notYetInCase);
}

/** One line for one thing that a later version will do. */
export function notSupported(what: string, at: Place | undefined): Problem {
  return problem('EVA_NOT_SUPPORTED', `${what}: not supported yet`, {
    at,
    hint: 'take it out for now; this version of eva refuses it rather than ignore it',
  });
}

function notYetInCase(one: Case): readonly Problem[] {
  switch (one.subject.kind) {
    case 'conversation':
      return [notSupported('scenarios', one.at)];
    case 'trigger':
      return [];
    case 'prompt':
      return notYetInExpectations(one);
    default:
      return unreachable(one.subject);
  }
}

function notYetInExpectations(one: Case): readonly Problem[] {
  return one.expectations.flatMap(({ grader, criteria, at }) => {
    if (grader.grader === 'expected_behavior') return [notSupported('expected_behavior', at)];
    if (grader.grader === 'metric' && !findMetric(grader.params.metric))
      return [notSupported(grader.params.metric, at)];
    const unknown = criteria.filter((spec) => !findCriterion(spec.criterion));
    return unknown.map((spec) => notSupported(spec.criterion, spec.at));
  });
}
