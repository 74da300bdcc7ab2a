import type { Case, Expectation } from '#model/case.js';
import { rubricsOf } from '#model/grader.js';
import { defaultLabels } from '#model/people/label.js';
import { problem } from '#model/problem.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import {
  endedByAnother,
  type LabelStrata,
  type PeopleCounts,
  type Verdict,
  type VerdictWords,
} from '#model/run/verdict.js';
import type { CriterionSpec } from '#model/settings.js';
import { groupedDigits } from '#model/text/quoted.js';
import { neededInFile } from '#stats/hypergeometric.js';
import { stratifiedEstimate, stratifiedLowerBound, stratifiedP } from '#stats/label-estimates.js';
import { countingOf, formatCount, formatExactPercent, formatPercent, type MeanClaim, numberInWords } from '../claim.js';
import { type Criterion, type CriterionContext, levelOf, type Refusal, type Watch } from '../criterion.js';
import { describeBound } from '../reason.js';
import { exactBinomialTest, pooledTest } from '../statistical-tests/binomial-test.js';
import {
  anyValue,
  type Conclusion,
  type Design,
  forecast,
  outcomeAt,
  type RunningTest,
  type Test,
  type ValueRange,
} from '../statistical-tests/statistical-test.js';
import { fileTest } from '../statistical-tests/tests-without-replacement.js';
import type { PeopleVerdict, TrialValues, Unit } from '../trial-values.js';

/** Returns true for a criterion that labels of people decide. */
export function isByPeople({ params }: CriterionSpec): boolean {
  return params['by'] === 'people';
}

/** Returns the number of answers that people label for a criterion: as many as the file says, at most one of each unit. */
function labelsOf(spec: CriterionSpec, testCase: Pick<Case, 'dataset' | 'sample_size'>): number {
  return Math.min(wantedLabels(spec), countingOf(testCase).n);
}

export function wantedLabels({ params }: CriterionSpec): number {
  return numberInWords(params, 'labels') ?? defaultLabels;
}

/** Returns true if a judge decides an expectation by a rubric, so that people can label it. */
function hasRubric({ grader }: Pick<Expectation, 'grader'>): boolean {
  if (grader.grader === 'trial_passes') return rubricsOf(grader.params).length > 0;
  return grader.grader === 'expected_behavior';
}

/** Makes a criterion that people decide if its `by` says so, and that the judge decides in any other case. */
export function orByPeople(byJudge: Criterion, claimOf: (context: CriterionContext) => MeanClaim | Refusal): Criterion {
  /** Returns the claim about people, which is that of the judge in other words; null if the judge decides. */
  const claimOfPeople = (context: CriterionContext): MeanClaim | null => {
    const { spec, testCase } = context;
    if (!isByPeople(spec)) return null;
    const claim = claimOf(context);
    if (!('mu0' in claim)) throw new Error(`${spec.criterion}: ${claim.message}`);
    const text = `at least ${formatExactPercent(claim.mu0)} of ${peopleAnswersOf(testCase)} satisfy people`;
    return { ...claim, text, data: 'binary' };
  };
  return {
    name: byJudge.name,
    ...(byJudge.least && { least: byJudge.least }),
    rule: (context) => (isByPeople(context.spec) ? null : (byJudge.rule?.(context) ?? null)),
    refuse: (context) => {
      const refusal = byJudge.refuse(context);
      if (refusal || !isByPeople(context.spec) || hasRubric(context.expectation)) return refusal;
      return problem(
        'EVA_BAD_CRITERIA:people_without_rubric',
        'people label answers by a rubric, and this expectation has none',
        { hint: 'remove "by" and "labels", or put the criterion beside rubric: or expected_behavior:' },
      );
    },
    canPass: (context) => {
      const claim = claimOfPeople(context);
      if (!claim) return byJudge.canPass?.(context) ?? isPassable(byJudge.outlook(context));
      const design = designOf(context, claim);
      return isPassable({ n: design.n, smallest_n: testOfLabels(claim, context).smallestN(design) });
    },
    outlook: (context) => {
      const claim = claimOfPeople(context);
      return claim ? outlookOf(context, claim) : byJudge.outlook(context);
    },
    watch: (context) => {
      const claim = claimOfPeople(context);
      return claim ? watchLabels(context, claim) : byJudge.watch(context);
    },
    gradeOf: (context) => (isByPeople(context.spec) ? null : (byJudge.gradeOf?.(context) ?? null)),
  };
}

function designOf({ testCase, spec }: CriterionContext, { mu0, expected, counting }: MeanClaim): Design {
  const { dataset } = testCase;
  const ofFile = dataset?.claim === 'file' && !counting.isPooled ? { of: dataset.kept } : {};
  return { mu0, expected, n: labelsOf(spec, testCase), alpha: levelOf(spec), ...ofFile };
}

/** Forecasts the criterion by the test of the labels alone, which the division by the judge's verdicts only improves. */
function outlookOf(context: CriterionContext, claim: MeanClaim): Outlook {
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
function watchLabels(context: CriterionContext, claim: MeanClaim): Watch {
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

function verdictOf(context: CriterionContext, claim: MeanClaim, sample: LabelledSample): Verdict {
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
      : concludeAlone(test.start(design), sample.ranges());
  const facts = {
    about: context.expectation.about,
    criterion: context.spec.criterion,
    claim: claim.text,
    outcome: conclusion.outcome,
    significance_level: design.alpha,
    // Answers without a label count as failed.
    estimate: isOpen
      ? null
      : strata
        ? stratifiedEstimate(strata.counts)
        : design.n === 0
          ? null
          : counts.passed / design.n,
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

/** The fewest labels with which the sample of a file claim is divided by what the judge says. */
const leastStratified = 100;

/** Returns the test of the labels alone. The design chooses it, never the data. */
function testOfLabels(claim: MeanClaim, { testCase: { dataset } }: CriterionContext): Test {
  if (dataset?.claim !== 'file') return exactBinomialTest;
  return claim.counting.isPooled ? pooledTest : fileTest;
}

/** Returns true if the design divides the sample by what the judge says: a claim about a file of which every item is asked once. */
function isStratified({ testCase: { dataset } }: CriterionContext, labels: number): boolean {
  if (dataset?.claim !== 'file' || dataset.draws > 1) return false;
  return labels >= leastStratified && dataset.asked === dataset.kept;
}

/** The greatest number of answers times labels for which bounds are computed: it takes about 3 s. */
const mostForBounds = 5_000_000;

/**
 * Concludes by the stratified exact test. The claim counts answers without a label as failed, its opposite as passed. The opposite is the same
 * test of people's failures: at least N - need + 1 of them. Bounds are left out for large files, where they would take minutes.
 */
function concludeStratified(
  { counts: low, unlabelled1, unlabelled0 }: SampledStrata,
  bar: number,
  alpha: number,
): Conclusion {
  const { judged } = low;
  const need = neededInFile(judged, bar);
  const failures = { ...low, x1: low.m1 - low.x1 - unlabelled1, x0: low.m0 - low.x0 - unlabelled0 };
  const p_value = stratifiedP(low, need);
  const fail_p = need === 0 ? 1 : stratifiedP(failures, judged - need + 1);
  const isSmall = judged * (low.m1 + low.m0) <= mostForBounds;
  const interval = isSmall
    ? { lower: stratifiedLowerBound(low, alpha), upper: 1 - stratifiedLowerBound(failures, alpha) }
    : { lower: null, upper: null };
  return { outcome: outcomeAt(alpha, p_value, fail_p), p_value, fail_p, interval };
}

/** Concludes by the labels alone, of which each is a range: an answer without a label counts against the claim and against its opposite. */
function concludeAlone(running: RunningTest, ranges: readonly ValueRange[]): Conclusion {
  for (const range of ranges) running.push(range);
  return running.conclude();
}

type Facts = Omit<Verdict, 'reason' | 'words'>;

interface Explained {
  readonly claim: MeanClaim;
  readonly words: VerdictWords;
  /** Returns the fewest labels that give the planned power at a true rate. */
  readonly neededAt: (truth: number) => number | null;
}

const answers = { one: 'answer', many: 'answers' };

const labels = { one: 'label', many: 'labels' };

/** Returns the answers that a claim of people is about, in words: `the answers to items like these`. */
export function peopleAnswersOf(testCase: Pick<Case, 'dataset' | 'sample_size'>): string {
  const { whole } = countingOf(testCase);
  if (whole === 'trials') return 'answers';
  return whole.startsWith('answers') ? whole : `the answers to ${whole}`;
}

/** Returns the parts of the reason: the labels that are missing, why none can decide, or those that there are with the bound of the true rate. */
function wordsOfLabels(facts: Facts, claim: MeanClaim): VerdictWords {
  const { missing = 0, labels: size = 0, passed = 0 } = facts.people ?? {};
  const bar = claim.scale.formattedBar;
  if (missing > 0) {
    const part = missing === size ? '' : `${groupedDigits(missing)} of `;
    return { found: `waits for ${part}${formatCount(size, labels)}`, bound: null, bar };
  }
  if (facts.used === 0) return { found: `not decided: ${endedByAnother}`, bound: null, bar };
  const observed = `${groupedDigits(passed)} of ${formatCount(size, answers)} satisfy people`;
  return { found: observed, bound: isCounted(facts, claim) ? null : describeBound(facts, claim, false), bar };
}

/** Explains the outcome of labels in one sentence, for readers who know no statistics. */
function explainLabels(facts: Facts, explained: Explained): string {
  const { words, claim } = explained;
  if (facts.used === 0) return words.found;
  return [
    words.found,
    ...describeUndecided(facts),
    ...describeStrata(facts),
    ...describeTrueRate(facts, explained),
    `the bar is ${words.bar ?? claim.scale.formattedBar}`,
    ...adviseMoreLabels(facts, explained),
  ].join('; ');
}

/** Returns true if people labelled every answer that the claim is about: nothing is inferred. */
function isCounted({ n }: Facts, { counting }: MeanClaim): boolean {
  return n === counting.fileItems;
}

function describeUndecided({ failed, people }: Facts): readonly string[] {
  const unlabelled = people?.unlabelled ?? 0;
  const parts = [
    ...(failed > 0 ? [`${failed} gave no usable answer`] : []),
    ...(unlabelled > 0 ? [`on ${unlabelled} people do not decide`] : []),
  ];
  return parts.length === 0 ? [] : [`${parts.join(' and ')}, which counts against the claim`];
}

function describeStrata({ people, estimate }: Facts): readonly string[] {
  if (!people?.strata || estimate === null) return [];
  const { judged, judge_passed } = people.strata;
  const judge = `the judge passes ${groupedDigits(judge_passed)} of ${formatCount(judged, answers)}`;
  return [`${judge}, and people about ${formatPercent(estimate)} of them`];
}

function describeTrueRate(facts: Facts, { claim, words: { bound } }: Explained): readonly string[] {
  if (isCounted(facts, claim)) return ['people labelled every answer, so this is counted'];
  if (bound === null) return [];
  const level = formatPercent(1 - (facts.significance_level ?? 0));
  const { fileItems } = claim.counting;
  const whole = fileItems === null ? '' : ` of these ${formatCount(fileItems, answers)}`;
  return [`with ${level} confidence the true rate${whole} is ${bound}`];
}

/** Advises more labels if the true rate may be above the bar. A verdict is made once: they are for another run. */
function adviseMoreLabels({ outcome, estimate, n }: Facts, { claim, neededAt }: Explained): readonly string[] {
  if (outcome !== 'inconclusive' || estimate === null) return [];
  if (estimate <= claim.mu0) return ['more labels alone are unlikely to show it'];
  const needed = neededAt(estimate);
  if (needed === null || needed <= n) return [];
  const truth = claim.scale.describeTruth(estimate);
  return [`${formatCount(needed, labels)} would give an 80% chance of a pass if ${truth}`];
}

/** The decision about one answer of the sample, by people or by its failure; `failed`: it was refused, cut or empty, and needs no label. */
type Decided = PeopleVerdict | 'failed';

/** The sample by what the judge says, with the answers that nobody decided. */
interface SampledStrata {
  readonly counts: LabelStrata;
  /** The sampled answers without a label among the judge's passes, and among its failures. */
  readonly unlabelled1: number;
  readonly unlabelled0: number;
}

/** Counts the answers of a case and the labels of its sample: the answers with the first `size` ranks. */
class LabelledSample {
  readonly #size: number;
  readonly #isPassed: (values: readonly number[]) => boolean;
  #judged = 0;
  #judgePassed = 0;
  /** The labels among the judge's passes and failures. */
  readonly #passes: Decided[] = [];
  readonly #failures: Decided[] = [];

  constructor(size: number, isPassed: (values: readonly number[]) => boolean) {
    this.#size = size;
    this.#isPassed = isPassed;
  }

  push(unit: Unit): void {
    for (const trial of unit) this.#add(trial);
  }

  #add(trial: TrialValues): void {
    const isPassed = trial.values !== null && this.#isPassed(trial.values);
    this.#judged += 1;
    if (isPassed) this.#judgePassed += 1;
    const { label } = trial;
    if (!label || label.rank >= this.#size) return;
    const hasNoAnswer = trial.values === null && trial.why === 'failed';
    (isPassed ? this.#passes : this.#failures).push(hasNoAnswer ? 'failed' : label.verdict);
  }

  /** Returns the number of answers so far. */
  answers(): number {
    return this.#judged;
  }

  counts(): PeopleCounts {
    const all = [...this.#passes, ...this.#failures];
    const known = all.length - count(all, 'missing');
    return {
      labels: this.#size,
      missing: this.#size - known,
      passed: count(all, 'pass'),
      failed: count(all, 'fail', 'failed'),
      unlabelled: count(all, 'none'),
    };
  }

  /** Returns the number of sampled answers that need no label, because they were refused, cut or empty. */
  withoutAnswer(): number {
    return count(this.#failures, 'failed');
  }

  strata(): SampledStrata {
    const [passes, failures] = [this.#passes, this.#failures];
    return {
      counts: {
        judged: this.#judged,
        judge_passed: this.#judgePassed,
        m1: passes.length,
        x1: count(passes, 'pass'),
        m0: failures.length,
        x0: count(failures, 'pass'),
      },
      unlabelled1: count(passes, 'none'),
      unlabelled0: count(failures, 'none'),
    };
  }

  /** Returns the label of each answer as a range: an answer without one can be either. */
  ranges(): readonly ValueRange[] {
    return [...this.#passes, ...this.#failures].map(rangeOf);
  }
}

function count(among: readonly Decided[], ...wanted: readonly Decided[]): number {
  return among.filter((decision) => wanted.includes(decision)).length;
}

function rangeOf(label: Decided): ValueRange {
  if (label === 'pass') return { low: 1, high: 1 };
  return label === 'fail' || label === 'failed' ? { low: 0, high: 0 } : anyValue;
}
