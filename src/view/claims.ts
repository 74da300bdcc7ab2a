import { byExpectation, type Case, type CriterionSpec, type Expectation } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Verdict } from '#model/run/verdict.js';
import { type Claim, type Range, text } from './view.js';

const order: readonly Verdict['outcome'][] = ['failed', 'inconclusive', 'passed'];

/** Returns the claims of a case. Claims that did not pass come first. */
export function claimsOf(result: CaseResult, testCase: Case | undefined): readonly Claim[] {
  const claims = testCase
    ? byExpectation(testCase, result.verdicts).flatMap((own, index) => ofExpectation(own, testCase.expectations[index]))
    : result.verdicts.map((verdict) => claimOf(verdict, undefined, undefined));
  return [...claims].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}

function ofExpectation(verdicts: readonly Verdict[], expectation: Expectation | undefined): readonly Claim[] {
  return verdicts.map((verdict, index) => claimOf(verdict, expectation, expectation?.criteria[index]));
}

function claimOf(verdict: Verdict, expectation: Expectation | undefined, spec: CriterionSpec | undefined): Claim {
  const { about, claim, reason, words, estimate, used, n, ...numbers } = verdict;
  const { outcome, criterion, significance_level, failed, ungraded, needed_n, p_value, fail_p } = numbers;
  const k = isOfPassing(verdict, expectation) && estimate !== null ? Math.round(estimate * used) : null;
  return {
    ...{ outcome, criterion, significance_level, failed, ungraded, needed_n, p_value, fail_p },
    ...{ about: text(about), claim: text(claim), reason: text(reason) },
    found: { words: text(words.found), ...(k !== null && { k }), n: used, estimate },
    bar: words.bar === null ? null : text(words.bar),
    bound: words.bound === null ? null : text(words.bound),
    range: rangeOf(verdict, spec),
    asked: n,
    used,
  };
}

/** Returns true for claims about the share of trials that pass. */
function isOfPassing({ criterion }: Verdict, expectation: Expectation | undefined): boolean {
  const grader = expectation?.grader.grader;
  if (grader !== 'trial_passes' && grader !== 'trigger') return false;
  return criterion === 'every_trial' || criterion.startsWith('proportion_');
}

/** Returns the range of a claim about a share; null for other claims, which have no scale from 0 to 1. */
function rangeOf({ interval, criterion }: Verdict, spec: CriterionSpec | undefined): Range | null {
  const bar = spec?.params['proportion'];
  if (typeof bar !== 'number' || !criterion.startsWith('proportion_')) return null;
  return { lower: interval?.lower ?? null, upper: interval?.upper ?? null, bar };
}
