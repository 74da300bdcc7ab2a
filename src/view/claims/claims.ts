import type { CriterionSpec } from '#model/case/criterion-spec.js';
import { byExpectation, type Case, type Expectation } from '#model/case.js';
import { type Dataset, isClustered } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import type { Verdict } from '#model/run/verdict.js';
import { type Claim, type Range, text } from '../view.js';
import { claimSentence } from '../words/claim-words.js';

const order: readonly Verdict['outcome'][] = ['failed', 'inconclusive', 'passed'];

/** Returns the claims of a case. Claims that did not pass come first. */
export function claimsOf(result: CaseResult, testCase: Case | undefined): readonly Claim[] {
  const claims = testCase
    ? byExpectation(testCase, result.verdicts).flatMap((own, index) => {
        const expectation = testCase.expectations[index];
        return own.map((verdict, at) => claimOf(verdict, { testCase, expectation, at }));
      })
    : result.verdicts.map((verdict) => claimOf(verdict, {}));
  return claimOrder(claims).flatMap((index) => claims[index] ?? []);
}

/** Returns the index of the expectation of each claim, in the order of `claimsOf`; undefined if the case is not in the plan. */
export function expectationsOfClaims(
  { verdicts }: Pick<CaseResult, 'verdicts'>,
  testCase: Case | undefined,
): readonly (number | undefined)[] {
  const all = testCase
    ? byExpectation(testCase, verdicts).flatMap((own, index) => own.map(({ outcome }) => ({ outcome, index })))
    : verdicts.map(({ outcome }) => ({ outcome, index: undefined }));
  return claimOrder(all).map((at) => all[at]?.index);
}

/** Returns the indexes of claims in the order in which they are shown: failed ones, inconclusive ones, passed ones. */
export function claimOrder(claims: readonly Pick<Claim, 'outcome'>[]): readonly number[] {
  const rank = (index: number) => order.indexOf(claims[index]?.outcome ?? 'passed');
  return claims.map((_, index) => index).sort((a, b) => rank(a) - rank(b));
}

/** Where a claim comes from; empty if the case is not in the plan. */
interface Origin {
  readonly testCase?: Case;
  readonly expectation?: Expectation | undefined;
  /** The index of the criterion in its expectation. */
  readonly at?: number;
}

function claimOf(verdict: Verdict, { testCase, expectation, at = 0 }: Origin): Claim {
  const { about, claim, reason, words, estimate, used, n } = verdict;
  const { outcome, criterion, significance_level, failed, ungraded, needed_n, p_value, fail_p } = verdict;
  const { people } = verdict;
  const unit = people ? 'answer' : unitOf(testCase?.dataset, verdict);
  const isCounted = !people && unit !== null && isOfPassing(verdict, expectation) && estimate !== null;
  const own = {
    outcome,
    criterion,
    better: betterOf(criterion),
    significance_level,
    failed,
    ungraded,
    needed_n,
    p_value,
    fail_p,
    about: text(about),
    claim: text(claim),
    reason: text(reason),
    found: {
      ...{ words: text(words.found), n: used, estimate, unit: unit ?? 'answer' },
      ...(isCounted && { k: Math.round(estimate * used) }),
    },
    bar: words.bar === null ? null : text(words.bar),
    bound: words.bound === null ? null : text(words.bound),
    ...(words.advice !== undefined && { advice: text(words.advice) }),
    range: rangeOf(verdict, expectation?.criteria[at]),
    asked: n,
    used,
    ...(people && { people }),
  };
  return { ...own, sentence: text(claimSentence(own)) };
}

/** Returns the side of the bar that supports a claim. A share supports it by being larger, also a share of small values. */
function betterOf(criterion: string): Claim['better'] {
  return /_lte?$/.test(criterion) && !criterion.startsWith('proportion_') ? 'down' : 'up';
}

/** Returns what a claim counts; null if it is about means of several answers. */
function unitOf(dataset: Dataset | undefined, { criterion }: Verdict): Claim['found']['unit'] | null {
  if (!dataset) return 'trial';
  if (dataset.claim === 'file' || criterion === 'every_trial') return dataset.draws === 1 ? 'item' : 'answer';
  return dataset.draws === 1 && !isClustered(dataset) ? 'item' : null;
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
  const { lower, upper } = interval ?? { lower: null, upper: null };
  return { lower, upper, bar, holds: lower !== null || upper !== null };
}
