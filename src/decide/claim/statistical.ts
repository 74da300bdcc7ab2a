import type { CriterionSpec } from '#model/case.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { Outlook } from '#model/run/outlook.js';
import type { Verdict } from '#model/run/verdict.js';
import type { Criterion, CriterionContext, Refusal, Watch } from '../criterion.js';
import { noTrials, tally } from '../tally.js';
import { bettingTest, sequentialBettingTest } from '../test/betting-test.js';
import { binomialTest } from '../test/binomial-test.js';
import { foresee } from '../test/foresee.js';
import { gaffkeTest } from '../test/gaffke-test.js';
import { sequentialTest } from '../test/sequential-test.js';
import {
  type Conclusion,
  type Design,
  type Followed,
  type Range,
  type Test,
  withoutValue,
} from '../test/statistical-test.js';
import type { TrialValues } from '../trial-values.js';
import type { Claim } from './claim.js';
import { reasonInWords, wordsOf } from './reason.js';

/** A criterion that tests a claim on the mean of one number from 0 to 1 per trial. */
export function statistical(name: string, askFor: (context: CriterionContext) => Claim | Refusal): Criterion {
  const claimOf = (context: CriterionContext) => withinReach(askFor(context), levelOf(context.spec));
  const claimIn = (context: CriterionContext): Claim => {
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
    outlook: (context) => outlookOf(context, claimIn(context)),
    watch: (context) => watchClaim(context, claimIn(context)),
  };
}

/** Closer to an end than this a bar is out of reach of any sample that a case can have, and of arithmetic. */
const closest = 1e-9;

function withinReach(claim: Claim | Refusal, level: number): Claim | Refusal {
  if (!(level > 0 && level < 1))
    return {
      message: `a significance_level of ${level} is not between 0 and 1`,
      hint: 'write 0.05, or another number between 0 and 1',
    };
  if (isRefusal(claim) || (claim.mu0 >= closest && claim.mu0 <= 1 - closest)) return claim;
  return {
    message: `"${claim.said}" sets a bar at the very end of what can be: no sample tells the two apart`,
    hint: 'write a bar further from the end; for a mean, a threshold further from both ends, or a cap closer to it',
  };
}

function isRefusal(claim: Claim | Refusal): claim is Refusal {
  return !('mu0' in claim);
}

function designOf({ one, spec }: CriterionContext, { mu0, expected }: Claim): Design {
  return { mu0, expected, n: one.sample_size, alpha: levelOf(spec) };
}

function levelOf({ significance_level }: CriterionSpec): number {
  return significance_level ?? defaultSignificanceLevel;
}

/** The test is chosen before the data are seen. */
function testOf({ data, method }: Claim, isSequential: boolean): Test {
  if (method === 'betting') return isSequential ? sequentialBettingTest : bettingTest;
  if (data === 'binary') return isSequential ? sequentialTest : binomialTest;
  return isSequential ? sequentialBettingTest : gaffkeTest;
}

function outlookOf(context: CriterionContext, claim: Claim): Outlook {
  const { one, expectation, spec } = context;
  const design = designOf(context, claim);
  const test = testOf(claim, one.sequential);
  const { smallest_n, max_failures, power, mean_trials, needed_n } = foresee(test, design);
  return {
    case: one.name,
    about: expectation.about,
    criterion: spec.criterion,
    claim: claim.said,
    test: test.name,
    significance_level: design.alpha,
    n: design.n,
    smallest_n,
    max_failures: claim.data === 'binary' ? max_failures : null,
    gives_up: test.givesUp,
    can_fail: test.canFail(design, one.stop_early),
    power: { at: claim.expected, value: power, truth: claim.scale.truthInWords(claim.expected) },
    ...(mean_trials && one.stop_early && { mean_trials: { ...mean_trials, bar: claim.scale.truthInWords(claim.mu0) } }),
    needed_n,
    is_widest_spread: claim.data === 'bounded',
  };
}

function watchClaim(context: CriterionContext, claim: Claim): Watch {
  const design = designOf(context, claim);
  const followed = testOf(claim, context.one.sequential).follow(design);
  const trials: TrialValues[] = [];
  return {
    push: (trial) => {
      trials.push(trial);
      followed.push(rangeOf(trial, claim));
    },
    standing: followed.standing,
    isAgainst: (trial) => (trial.values === null ? trial.why !== 'missing' : !(claim.toY(trial.values) > claim.mu0)),
    verdict: () => verdictOf(context, claim, trials, followed),
  };
}

const atBest: Range = { low: 1, high: 1 };

function rangeOf(trial: TrialValues, claim: Claim): Range {
  if (trial.values === null) return trial.why === 'missing' ? atBest : withoutValue;
  const y = claim.toY(trial.values);
  if (!(y >= -1e-12 && y <= 1 + 1e-12))
    throw new Error(`"${claim.said}" makes ${y} of a trial, which is not between 0 and 1`);
  const within = Math.min(1, Math.max(0, y));
  return { low: within, high: within };
}

function verdictOf(
  context: CriterionContext,
  claim: Claim,
  trials: readonly TrialValues[],
  followed: Followed,
): Verdict {
  const design = designOf(context, claim);
  const conclusion = followed.conclude();
  const test = testOf(claim, context.one.sequential);
  const { max_failures, needed_n } = foresee(test, design);
  const facts = {
    about: context.expectation.about,
    criterion: context.spec.criterion,
    claim: claim.said,
    outcome: conclusion.outcome,
    significance_level: design.alpha,
    estimate: claim.estimate(trials),
    interval: intervalOf(claim, conclusion, trials, design),
    p_value: conclusion.p_value,
    fail_p: conclusion.fail_p,
    n: design.n,
    ...trials.reduce(tally, noTrials),
    needed_n,
  };
  const allowed = claim.data === 'binary' && !test.givesUp ? max_failures : null;
  const neededAt = (truth: number) => test.foresee({ ...design, expected: truth }).needed_n;
  const standing = followed.standing();
  const gaveUp = conclusion.outcome === 'inconclusive' && standing === 'cannot_pass' && trials.length < design.n;
  const neverFails = gaveUp && test.canFail(design, context.one.stop_early) === false;
  const ending = { standing, allowed, givesUp: test.givesUp, neverFails, neededAt };
  const words = wordsOf(facts, claim, trials, ending);
  return { ...facts, words, reason: reasonInWords(facts, words, claim, trials, ending) };
}

/**
 * Bounds in the unit of the claim. Those of a quantile are read off the data as of the whole sample, with the trials never asked
 * for at their worst, so that they hold wherever the case ends.
 */
function intervalOf(claim: Claim, { interval }: Conclusion, trials: readonly TrialValues[], design: Design) {
  const { fromMean, wantsMore, boundsOf } = claim.scale;
  if (interval === null) return null;
  if (!fromMean) return boundsOf?.(trials, design.n, design.alpha) ?? null;
  const [a, b] = [interval.lower, interval.upper].map((y) => (y === null ? null : fromMean(y)));
  return wantsMore ? { lower: a ?? null, upper: b ?? null } : { lower: b ?? null, upper: a ?? null };
}
