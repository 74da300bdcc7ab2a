import { type Dataset, isClustered } from '#model/dataset.js';
import { problem } from '#model/problem.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import type { Verdict } from '#model/run/verdict.js';
import { quoted, short } from '#model/text/quoted.js';
import { mostFailures } from '#stats/boundaries.js';
import type { MeanClaim } from './claim.js';
import {
  type Criterion,
  type CriterionContext,
  levelOf,
  type Refusal,
  type StopRule,
  type Watch,
} from './criterion.js';
import { sum } from './quantity.js';
import { adviseMoreTrials, explainOutcome, verdictWords } from './reason.js';
import { bettingTest, sequentialBettingTest } from './statistical-tests/betting-test.js';
import { exactBinomialTest, pooledTest } from './statistical-tests/binomial-test.js';
import { gaffkeTest } from './statistical-tests/gaffke-test.js';
import { sequentialTest } from './statistical-tests/sequential-test.js';
import {
  anyValue,
  type Conclusion,
  type Design,
  forecast,
  type RunningTest,
  type Test,
  type ValueRange,
} from './statistical-tests/statistical-test.js';
import { fileBettingTest, fileSequentialTest, fileTest } from './statistical-tests/tests-without-replacement.js';
import { noTrials, type TrialValues, tally, type Unit } from './trial-values.js';

/** Makes a criterion that tests a claim about the mean of one number from 0 to 1 per trial. */
export function statisticalCriterion(
  name: string,
  makeClaim: (context: CriterionContext) => MeanClaim | Refusal,
): Criterion {
  const claimOf = (context: CriterionContext) => testable(makeClaim(context), levelOf(context.spec));
  const requireClaim = (context: CriterionContext): MeanClaim => {
    const claim = claimOf(context);
    if (isRefusal(claim)) throw new Error(`${name}: ${claim.message}`);
    return claim;
  };
  return {
    name,
    refuse: (context) => {
      const claim = claimOf(context);
      return isRefusal(claim) ? claim : null;
    },
    canPass: (context) => {
      const { test, design } = testOf(requireClaim(context), context);
      return isPassable({ smallest_n: test.smallestN(design), n: design.n });
    },
    outlook: (context) => outlookOf(context, requireClaim(context)),
    least: (context) => leastUnits(context, requireClaim(context)),
    watch: (context) => watchClaim(context, requireClaim(context)),
    rule: (context) => ruleOf(context, requireClaim(context)),
    gradeOf: (context) => {
      const { dataset: _, ...testCase } = context.testCase; // without it, every trial is a unit
      const { data, toY } = requireClaim({ ...context, testCase });
      return data === 'binary' ? null : toY;
    },
  };
}

/** A bar closer to 0 or 1 than this cannot be decided by any sample that a case can have. */
const closestBar = 1e-9;

/**
 * Refuses a claim with a bar or level that no test has, and what cannot be claimed about all answers to a fixed list of items, which follow no
 * one distribution: anything but the share of answers with a property.
 */
function testable(claim: MeanClaim | Refusal, level: number): MeanClaim | Refusal {
  if (!(level > 0 && level < 1))
    return problem('EVA_BAD_CRITERIA:bad_level', `significance_level must be above 0 and below 1, got ${level}`, {
      hint: 'write significance_level: 0.05',
    });
  if (isRefusal(claim)) return claim;
  const { mu0, counting, data, scale, text } = claim;
  if (!(mu0 >= closestBar && mu0 <= 1 - closestBar))
    return problem(
      'EVA_BAD_CRITERIA:extreme_bar',
      `the bar of ${quoted(text)} is so close to the end of its range that no sample can decide it`,
      { hint: 'write a bar further from the end of the range; for a mean, you can also lower cap' },
    );
  const isShare = data === 'binary' && scale.fromMean !== null;
  if (!counting.isPooled || isShare) return claim;
  return problem(
    'EVA_BAD_CRITERIA:pooled_answers',
    `with claim: file and several draws, only a share of the answers can be shown, and not that ${short(text)}`,
    {
      hint: 'remove draws: from the data set, or remove claim: file, or use a proportion_… criterion of whole answers',
    },
  );
}

function isRefusal(claim: MeanClaim | Refusal): claim is Refusal {
  return !('mu0' in claim);
}

/** Returns the test of a claim and its design. The choice does not depend on the data. */
function testOf(claim: MeanClaim, context: CriterionContext): { readonly test: Test; readonly design: Design } {
  const { testCase, spec, together } = context;
  const { mu0, expected, counting } = claim;
  const { dataset } = testCase;
  const ofFile = dataset?.claim === 'file' ? { of: dataset.kept } : {};
  const stopsEarly = testCase.stop_early && !testCase.look;
  const design = { mu0, expected, n: counting.n, alpha: levelOf(spec), stopsEarly, together, ...ofFile };
  return { test: chosenTest(claim, context), design };
}

function chosenTest({ data, counting, isBet: isOfBets }: MeanClaim, { isAnytime, testCase }: CriterionContext): Test {
  const { dataset, sequential } = testCase;
  const isBet = isOfBets === true || isAnytime === true;
  const isBinary = data === 'binary';
  if (dataset?.claim !== 'file') {
    if (isBet) return sequential ? sequentialBettingTest : bettingTest;
    if (isBinary) return sequential ? sequentialTest : exactBinomialTest;
    return sequential ? sequentialBettingTest : gaffkeTest;
  }
  // The items of a file are asked without replacement.
  if (counting.isPooled) return pooledTest;
  if (isBet || !isBinary) return fileBettingTest({ isBinary, stopsOnFailure: sequential });
  return sequential ? fileSequentialTest : fileTest;
}

function leastUnits(context: CriterionContext, claim: MeanClaim): number {
  const { test, design } = testOf(claim, context);
  const running = test.start(design);
  for (let units = 1; units < design.n; units += 1) {
    running.push({ low: 1, high: 1 });
    if (running.status() === 'passes') return units;
  }
  return design.n;
}

/** Returns the rule of the test of a claim in misses; null if it does not count passes. */
function ruleOf(context: CriterionContext, claim: MeanClaim): StopRule | null {
  const { test, design } = testOf(claim, context);
  const boundaries = claim.data === 'binary' ? test.boundaries?.(design) : undefined;
  if (!boundaries) return null;
  const inMisses = (successes: number | null, look: number) => (successes === null ? null : look + 1 - successes);
  const [pass, stop] = [boundaries.pass_at.map(inMisses), boundaries.stop_low.map(inMisses)];
  return { n: design.n, pass, stop, limit: test.givesUp ? null : mostFailures(boundaries) };
}

function outlookOf(context: CriterionContext, claim: MeanClaim): Outlook {
  const { testCase, expectation, spec } = context;
  const { test, design } = testOf(claim, context);
  const { max_failures, power, mean_trials, needed_n } = forecast(test, design);
  return {
    case: testCase.name,
    about: expectation.about,
    criterion: spec.criterion,
    claim: claim.text,
    test: test.name,
    significance_level: design.alpha,
    n: design.n,
    smallest_n: test.smallestN(design),
    max_failures: claim.data === 'binary' ? max_failures : null,
    gives_up: test.givesUp,
    can_fail: test.canFail(design, testCase.stop_early),
    power: { at: claim.expected, value: power, truth: claim.scale.describeTruth(claim.expected) },
    ...(mean_trials &&
      testCase.stop_early && { mean_trials: { ...mean_trials, bar: claim.scale.describeTruth(claim.mu0) } }),
    needed_n,
    is_widest_spread: claim.data === 'bounded',
  };
}

function watchClaim(context: CriterionContext, claim: MeanClaim): Watch {
  const { test, design } = testOf(claim, context);
  const running = test.start(design);
  const units = new ObservedUnits(claim, context.testCase.dataset);
  return {
    push: (unit) => {
      units.push(unit);
      for (const range of units.rangesOf(unit)) running.push(range);
    },
    status: running.status,
    isAgainst: (trial) => (trial.values === null ? trial.why !== 'missing' : !(claim.toY(trial.values) > claim.mu0)),
    verdict: () => verdictOf(context, claim, units, running),
  };
}

const noForecast = { max_failures: null, needed_n: null };

function verdictOf(context: CriterionContext, claim: MeanClaim, units: ObservedUnits, running: RunningTest): Verdict {
  const { test, design } = testOf(claim, context);
  const conclusion = running.conclude();
  const { max_failures, needed_n } = context.isRow ? noForecast : forecast(test, design);
  const { trials, used } = units;
  const facts = {
    about: context.expectation.about,
    criterion: context.spec.criterion,
    claim: claim.text,
    outcome: conclusion.outcome,
    significance_level: design.alpha,
    estimate: units.estimate(),
    interval: intervalOf(claim, design, conclusion, trials),
    p_value: conclusion.p_value,
    fail_p: conclusion.fail_p,
    n: design.n,
    ...trials.reduce(tally, noTrials),
    used,
    needed_n,
  };
  const allowed = claim.data === 'binary' && !test.givesUp ? max_failures : null;
  const neededAt = (truth: number) => (context.isRow ? null : test.forecast({ ...design, expected: truth }).needed_n);
  const status = running.status();
  const gaveUp = conclusion.outcome === 'inconclusive' && status === 'cannot_pass' && used < design.n;
  const neverFails = gaveUp && test.canFail(design, context.testCase.stop_early) === false;
  const ending = {
    status,
    allowed,
    givesUp: test.givesUp,
    holdsAnywhere: test.holdsAnywhere === true,
    neverFails,
    advice: adviseMoreTrials({ ...facts, allowed }, claim, trials, neededAt),
  };
  const words = verdictWords(facts, claim, trials, ending);
  return { ...facts, words, reason: explainOutcome({ facts, words, claim, ending }) };
}

/**
 * Returns the bounds in the unit of the claim. Bounds of a median are order statistics of the whole sample. Trials that never
 * ran count as the worst possible value, so the bounds are valid wherever the case ends.
 */
function intervalOf(
  { scale: { fromMean, higherIsBetter: wantsMore, boundsOf } }: MeanClaim,
  { n, alpha }: Design,
  { interval }: Conclusion,
  trials: readonly TrialValues[],
) {
  if (interval === null) return null;
  if (!fromMean) return boundsOf?.(trials, n, alpha) ?? null;
  const [a, b] = [interval.lower, interval.upper].map((y) => (y === null ? null : fromMean(y)));
  return wantsMore ? { lower: a ?? null, upper: b ?? null } : { lower: b ?? null, upper: a ?? null };
}

/** The values of the units of a case under one claim. */
class ObservedUnits {
  readonly #claim: MeanClaim;
  readonly #isClustered: boolean;
  #units = 0;
  /** The sum of the estimates of clusters, and their number. */
  #sum = 0;
  #estimated = 0;
  /** All trials, in order. */
  readonly trials: TrialValues[] = [];

  constructor(claim: MeanClaim, dataset: Dataset | undefined) {
    this.#claim = claim;
    this.#isClustered = dataset !== undefined && isClustered(dataset);
  }

  push(unit: Unit): void {
    this.#units += 1;
    for (const trial of unit) this.trials.push(trial);
    if (!this.#isClustered) return;
    const estimate = this.#claim.estimate(unit);
    if (estimate === null) return;
    this.#sum += estimate;
    this.#estimated += 1;
  }

  /** The number of units; of trials, if all answers are counted together. */
  get used(): number {
    return this.#claim.counting.isPooled ? this.trials.length : this.#units;
  }

  /** Returns the estimate: the mean of the clusters if the claim is about an average cluster. */
  estimate(): number | null {
    if (!this.#isClustered) return this.#claim.estimate(this.trials);
    return this.#estimated === 0 ? null : this.#sum / this.#estimated;
  }

  /** Returns the values that the test takes for a unit: one, or one for each trial if all answers are counted together. */
  rangesOf(unit: Unit): readonly ValueRange[] {
    const ranges = unit.map((trial) => rangeOf(trial, this.#claim));
    if (ranges.length === 1 || this.#claim.counting.isPooled) return ranges;
    const mean = (values: readonly number[]) => sum(values) / ranges.length;
    return [{ low: mean(ranges.map(({ low }) => low)), high: mean(ranges.map(({ high }) => high)) }];
  }
}

const bestValue: ValueRange = { low: 1, high: 1 };

function rangeOf(trial: TrialValues, claim: MeanClaim): ValueRange {
  if (trial.values === null) return trial.why === 'missing' ? bestValue : anyValue;
  const y = claim.toY(trial.values);
  if (!(y >= -1e-12 && y <= 1 + 1e-12))
    throw new Error(`"${claim.text}" makes ${y} of a trial, which is not between 0 and 1`);
  const within = Math.min(1, Math.max(0, y));
  return { low: within, high: within };
}
