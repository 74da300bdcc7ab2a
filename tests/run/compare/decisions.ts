import type { PairDecision } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import { type CasePairs, noUnpaired, type PairOutcome } from '#model/pairs/comparison.js';
import type { Score } from '#model/run/trial.js';

/** One pair as it was decided: `y` right, `n` wrong, `-` missing, first A. */
export type Decided = string;

/**
 * Decides by counting: B is worse once it lost `worseAfter` pairs, and not worse once it can no longer lose as many. If `worseAfter` is above the
 * number of pairs, it needs all of them. `log` has the pairs of the
 * decisions, each in the order in which it received them.
 */
export function countingDecision(worseAfter: number, log: Decided[][] = []): (testCase: Case) => PairDecision {
  return (testCase) => {
    const own: Decided[] = [];
    log.push(own);
    const n = testCase.sample_size;
    const lost = () => own.filter((pair) => pair === 'yn').length;
    const open = () => n - own.filter((pair) => !pair.includes('-')).length;
    const outcome = (): PairOutcome | null => {
      if (lost() >= worseAfter) return 'worse';
      if (worseAfter > n) return open() === 0 ? 'not_worse' : null;
      return lost() + open() < worseAfter ? 'not_worse' : null;
    };
    return {
      push: (a, b) => {
        own.push(`${letter(a)}${letter(b)}`);
      },
      isSettled: () => outcome() !== null || own.length === n,
      result: () => ({ ...blank, case: testCase.name, n, used: own.length, outcome: outcome() }),
    };
  };
}

function letter(value: readonly Score[] | 'missing'): string {
  if (value === 'missing') return '-';
  return value.every((score) => score.value === 1) ? 'y' : 'n';
}

const blank: CasePairs = {
  case: '',
  kind: 'prompt',
  measure: 'right',
  unit: 'trial',
  outcome: null,
  decides: true,
  needs: null,
  n: 0,
  used: 0,
  stopped_at: null,
  trials: 0,
  a: null,
  b: null,
  difference: null,
  interval: { lower: null, upper: null },
  counts: null,
  better: 0,
  worse: 0,
  same: 0,
  not_worse: { test: 'gaffke', p_value: null, fail_p: null, adjusted: null, fail_adjusted: null, shown: false },
  better_claim: { test: 'mcnemar', p_value: null, adjusted: null, shown: false },
  unpaired: noUnpaired,
  missing: 0,
  without_value: { a: 0, b: 0 },
  slices: [],
};
