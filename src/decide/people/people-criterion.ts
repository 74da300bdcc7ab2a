import type { CriterionSpec } from '#model/case/criterion-spec.js';
import { rubricsOf } from '#model/case/grader.js';
import type { Case, Expectation } from '#model/case.js';
import { defaultLabels } from '#model/people/sample.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import type { PeopleCounts, Verdict } from '#model/run/verdict.js';
import { type Claim, numberIn } from '../claim/claim.js';
import { countingOf } from '../claim/counting.js';
import { formatExactPercent } from '../claim/format.js';
import { type Criterion, type CriterionContext, levelOf, type Refusal, refuse, type Watch } from '../criterion.js';
import { type Design, forecast } from '../test/statistical-test.js';
import type { TrialValues } from '../trial-values.js';
import { LabelledSample } from './labelled-sample.js';
import { concludeAlone, concludeStratified, estimateOf, isStratified, testOfLabels } from './people-test.js';
import { answersOf, explainLabels, wordsOfLabels } from './people-words.js';

/** Returns true for a criterion that labels of people decide. */
export function isByPeople({ params }: CriterionSpec): boolean {
  return params['by'] === 'people';
}

/** Returns the number of answers that people label for a criterion: as many as the file says, at most one of each unit. */
export function labelsOf(spec: CriterionSpec, testCase: Pick<Case, 'dataset' | 'sample_size'>): number {
  return Math.min(wantedLabels(spec), countingOf(testCase).n);
}

/** Returns the number of labels that the file asks for. */
export function wantedLabels({ params }: CriterionSpec): number {
  return numberIn(params, 'labels') ?? defaultLabels;
}

/** Returns true if a judge decides an expectation by a rubric, so that people can label it. */
export function hasRubric({ grader }: Pick<Expectation, 'grader'>): boolean {
  if (grader.grader === 'trial_passes') return rubricsOf(grader.params).length > 0;
  return grader.grader === 'expected_behavior';
}

/** Makes a criterion that people decide if its `by` says so, and that the judge decides in any other case. */
export function orByPeople(byJudge: Criterion, claimOf: (context: CriterionContext) => Claim | Refusal): Criterion {
  const requireClaim = (context: CriterionContext) => claimOfPeople(context, claimOf(context));
  const select = <T>(context: CriterionContext, judge: () => T, people: (claim: Claim) => T): T =>
    isByPeople(context.spec) ? people(requireClaim(context)) : judge();
  return {
    name: byJudge.name,
    ...(byJudge.least && { least: byJudge.least }),
    rule: (context) => (isByPeople(context.spec) ? null : (byJudge.rule?.(context) ?? null)),
    refuse: (context) => byJudge.refuse(context) ?? (isByPeople(context.spec) ? refusePeople(context) : null),
    canPass: (context) =>
      select(
        context,
        () => byJudge.canPass?.(context) ?? isPassable(byJudge.outlook(context)),
        (claim) => isPassable({ n: labelsOf(context.spec, context.testCase), smallest_n: smallestN(context, claim) }),
      ),
    outlook: (context) =>
      select(
        context,
        () => byJudge.outlook(context),
        (claim) => outlookOf(context, claim),
      ),
    watch: (context) =>
      select(
        context,
        () => byJudge.watch(context),
        (claim) => watchLabels(context, claim),
      ),
    gradeOf: (context) => (isByPeople(context.spec) ? null : (byJudge.gradeOf?.(context) ?? null)),
  };
}

function refusePeople({ expectation }: CriterionContext): Refusal | null {
  return hasRubric(expectation) ? null : refuse('EVA_BAD_CRITERIA:people_without_rubric', null);
}

/** Returns the claim about people: that of the judge, in other words. */
function claimOfPeople({ spec, testCase }: CriterionContext, claim: Claim | Refusal): Claim {
  if (!('mu0' in claim)) throw new Error(`${spec.criterion}: ${claim.message}`);
  const text = `at least ${formatExactPercent(claim.mu0)} of ${answersOf(testCase)} satisfy people`;
  return { ...claim, text, data: 'binary' };
}

function designOf({ testCase, spec }: CriterionContext, { mu0, expected, counting }: Claim): Design {
  const { dataset } = testCase;
  const of = dataset?.claim === 'file' && !counting.isPooled ? { of: dataset.kept } : {};
  return { mu0, expected, n: labelsOf(spec, testCase), alpha: levelOf(spec), ...of };
}

function smallestN(context: CriterionContext, claim: Claim): number | null {
  return testOfLabels(claim, context).smallestN(designOf(context, claim));
}

/** Forecasts the criterion by the test of the labels alone, which the division by the judge's verdicts only improves. */
function outlookOf(context: CriterionContext, claim: Claim): Outlook {
  const { testCase, expectation, spec } = context;
  const design = designOf(context, claim);
  const test = testOfLabels(claim, context);
  const { max_failures, power, needed_n } = forecast(test, design);
  return {
    case: testCase.name,
    about: expectation.about,
    criterion: spec.criterion,
    claim: claim.text,
    test: isStratified(context, design.n) ? 'stratified exact' : test.name,
    significance_level: design.alpha,
    n: design.n,
    smallest_n: test.smallestN(design),
    max_failures,
    gives_up: false,
    can_fail: test.canFail(design, false),
    power: { at: claim.expected, value: power, truth: claim.scale.describeTruth(claim.expected) },
    needed_n,
    is_widest_spread: false,
    by: 'people',
  };
}

/**
 * Watches the labels of the sample. It stays open until every trial is there, so that the case never stops early on it: nobody knows the labels
 * while the run goes on. Without labels, or before the last one, its verdict waits, unless another criterion
 * ended the case.
 */
function watchLabels(context: CriterionContext, claim: Claim): Watch {
  const isPassed = (values: readonly number[]) => claim.toY(values) === 1;
  const sample = new LabelledSample(labelsOf(context.spec, context.testCase), isPassed);
  return {
    push: (unit) => sample.push(unit),
    status: () => 'open',
    isAgainst: (trial) => isAgainst(trial, isPassed),
    verdict: () => verdictOf(context, claim, sample),
  };
}

/** A label of people counts; without one, the words of the judge. */
function isAgainst(trial: TrialValues, isPassed: (values: readonly number[]) => boolean): boolean {
  const { label } = trial;
  if (label?.verdict === 'pass' || label?.verdict === 'fail') return label.verdict === 'fail';
  return trial.values === null ? trial.why !== 'missing' : !isPassed(trial.values);
}

function verdictOf(context: CriterionContext, claim: Claim, sample: LabelledSample): Verdict {
  const design = designOf(context, claim);
  const test = testOfLabels(claim, context);
  const strata = isStratified(context, design.n) ? sample.strata() : null;
  // A case that another criterion ended never has the whole sample, so no label can decide it.
  const wasEnded = sample.answers() < context.testCase.sample_size;
  const counts: PeopleCounts = {
    ...sample.counts(),
    ...(wasEnded && { missing: 0 }),
    ...(strata && { strata: strata.counts }),
  };
  const isOpen = wasEnded || counts.missing > 0;
  const conclusion = isOpen
    ? ({ outcome: 'inconclusive', p_value: null, fail_p: null, interval: null } as const)
    : strata
      ? concludeStratified(strata, claim.mu0, design.alpha)
      : concludeAlone(test, design, sample.ranges());
  const facts = {
    about: context.expectation.about,
    criterion: context.spec.criterion,
    claim: claim.text,
    outcome: conclusion.outcome,
    significance_level: design.alpha,
    estimate: isOpen ? null : estimateOf(strata, counts.passed, design.n),
    interval: conclusion.interval,
    p_value: conclusion.p_value,
    fail_p: conclusion.fail_p,
    n: design.n,
    used: isOpen ? 0 : design.n,
    failed: isOpen ? 0 : sample.withoutAnswer(),
    ungraded: 0,
    needed_n: null,
    people: counts,
  };
  const neededAt = (truth: number) => (context.isRow ? null : test.forecast({ ...design, expected: truth }).needed_n);
  const words = wordsOfLabels(facts, claim);
  return { ...facts, words, reason: explainLabels(facts, { claim, words, neededAt }) };
}
