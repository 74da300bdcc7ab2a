import { type CasePairs, type Comparison, isOpenCase, type PairOutcome } from '#model/pairs/comparison.js';

/** How a case is listed. `unfinished`: replies are missing. `decides_nothing`: it has too few pairs for the margin, and is not worse. */
export type CaseStanding = PairOutcome | 'unfinished' | 'decides_nothing';

/** A case of a comparison as it is listed, beside others. */
export interface ListedCase {
  readonly pairs: CasePairs;
  /** Its outcome, which is corrected for the number of cases that decide. */
  readonly standing: CaseStanding;
  /** True if it is shown only together with the others: that all are not worse needs no correction, that this one is needs it. */
  readonly is_shown_with_others: boolean;
}

const order: readonly CaseStanding[] = ['worse', 'unfinished', 'undecided', 'not_worse', 'better', 'decides_nothing'];

/** Lists the cases of a comparison: those that need attention first, the others in the order of the file. */
export function listedCases(comparison: Comparison): readonly ListedCase[] {
  const listed = comparison.cases.map((pairs) => listedCase(pairs, comparison));
  return order.flatMap((standing) => listed.filter((one) => one.standing === standing));
}

function listedCase(pairs: CasePairs, { outcome }: Comparison): ListedCase {
  const plain = { pairs, is_shown_with_others: false };
  if (isOpenCase(pairs)) return { ...plain, standing: 'unfinished' };
  if (pairs.outcome === null) return { ...plain, standing: pairs.decides ? 'unfinished' : 'decides_nothing' };
  const isTogether = outcome === 'not_worse' || outcome === 'better';
  if (pairs.outcome === 'undecided' && pairs.not_worse.shown && isTogether) {
    return { pairs, standing: 'not_worse', is_shown_with_others: true };
  }
  return { ...plain, standing: pairs.outcome };
}

/** Returns the exit code of a comparison: 0 for better and not worse, 1 for worse and undecided, 3 if replies are missing. */
export function exitCodeOfComparison({ state, outcome }: Pick<Comparison, 'state' | 'outcome'>): 0 | 1 | 3 {
  if (state === 'unfinished' || outcome === null) return 3;
  return outcome === 'better' || outcome === 'not_worse' ? 0 : 1;
}

/** Counts the pairs of all cases by whether B is better or worse than A. */
export function changedPairs({ cases }: Pick<Comparison, 'cases'>): {
  readonly better: number;
  readonly worse: number;
} {
  const sum = (of: 'better' | 'worse') => cases.reduce((all, pairs) => all + pairs[of], 0);
  return { better: sum('better'), worse: sum('worse') };
}
