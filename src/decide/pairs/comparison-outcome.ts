import { type CasePairs, isOpenCase, type PairOutcome } from '#model/pairs/comparison.js';
import { holm } from '#stats/multiple-testing.js';
import { isSignificant } from '#stats/numbers.js';

/** The outcome of a comparison; null if replies are missing and the others do not settle it. */
export interface ComparisonDecision {
  readonly outcome: PairOutcome | null;
  /** The cases with adjusted p-values and with the outcomes that these give. */
  readonly cases: readonly CasePairs[];
}

/**
 * Decides a comparison of several cases. It is "not worse" if every case is, each at the full level (an intersection-union test), and "better" if
 * every case is. It is "worse" if a case is worse after Holm's correction. The outcomes of the cases, which are read one by one, are those after
 * Holm's correction. A case with too few pairs for "not worse" takes part in "worse" alone: its loss counts as that of any other case.
 */
export function comparisonOutcome(cases: readonly CasePairs[], alpha: number): ComparisonDecision {
  const deciding = cases.filter(({ decides }) => decides);
  const better = (one: CasePairs) => Math.max(one.not_worse.p_value ?? 1, one.better_claim.p_value ?? 1);
  const adjusted = {
    notWorse: holm(
      deciding.map(({ not_worse }) => not_worse.p_value ?? 1),
      alpha,
    ).adjusted,
    better: holm(deciding.map(better), alpha).adjusted,
  };
  const worse = holm(
    cases.map(({ not_worse }) => not_worse.fail_p ?? 1),
    alpha,
  ).adjusted;
  const corrected = cases.map((one, index) => {
    const place = deciding.indexOf(one);
    const ownWorse = worse[index] ?? 1;
    if (place < 0) return lossCorrection(one, alpha, ownWorse);
    const [notWorse, gain] = [adjusted.notWorse[place] ?? 1, adjusted.better[place] ?? 1];
    return corrections(one, alpha, { notWorse, worse: ownWorse, better: gain });
  });
  return { outcome: overall(deciding, corrected), cases: corrected };
}

/** Corrects a case with too few pairs for "not worse". */
function lossCorrection(one: CasePairs, alpha: number, worse: number): CasePairs {
  if (isOpenCase(one)) return one;
  const outcome = isSignificant(worse, alpha) ? 'worse' : null;
  return { ...one, outcome, not_worse: { ...one.not_worse, fail_adjusted: worse } };
}

interface Adjusted {
  readonly notWorse: number;
  readonly worse: number;
  readonly better: number;
}

function corrections(one: CasePairs, alpha: number, { notWorse, worse, better }: Adjusted): CasePairs {
  if (one.outcome === null) return one;
  const isShown = (p: number) => isSignificant(p, alpha);
  const positive = isShown(better) ? 'better' : 'not_worse';
  const negative = isShown(worse) ? 'worse' : 'undecided';
  return {
    ...one,
    outcome: one.not_worse.shown && isShown(notWorse) ? positive : negative,
    not_worse: { ...one.not_worse, adjusted: notWorse, fail_adjusted: worse },
    better_claim: { ...one.better_claim, adjusted: better },
  };
}

function overall(raw: readonly CasePairs[], corrected: readonly CasePairs[]): PairOutcome | null {
  if (corrected.some(({ outcome }) => outcome === 'worse')) return 'worse';
  if (raw.length === 0 || corrected.some(isOpenCase)) return null;
  if (!raw.every(({ not_worse }) => not_worse.shown)) return 'undecided';
  return raw.every(({ better_claim }) => better_claim.shown) ? 'better' : 'not_worse';
}
