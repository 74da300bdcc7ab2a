/** The library's surface. */

export { type CriterionDefinition, type CriterionParams, defineCriterion } from '#decide/claim/define-criterion.js';
export type { Criterion, CriterionContext, Refusal } from '#decide/criterion.js';
export { type CaseDecision, casePasses, decideCase } from '#decide/decide-case.js';
export { criteria } from '#decide/index.js';
export { outlooksOf } from '#decide/outlooks.js';
export type { Case, CriterionSpec, Expectation, Grader, Subject } from '#model/case.js';
export type { Outlook } from '#model/outlook.js';
export type { Score } from '#model/score.js';
export type { Outcome, Verdict } from '#model/verdict.js';
