import type { Criterion } from './criterion.js';

/** The card's rule: every trial passes. No p-value, never inconclusive; an ungraded trial is a trial that did not pass. */
export const everyTrial: Criterion = {
  name: 'every_trial',
  decide({ about, n, scores }) {
    const successes = scores.filter((score) => score.value === 1).length;
    const ungraded = scores.filter((score) => score.value === null).length;
    const passed = n > 0 && successes === n;
    return {
      about,
      criterion: 'every_trial',
      outcome: passed ? 'passed' : 'failed',
      estimate: n > 0 ? successes / n : null,
      interval: null,
      p_value: null,
      n,
      ungraded,
      reason: reasonInWords(successes, n, ungraded),
    };
  },
};

function reasonInWords(successes: number, n: number, ungraded: number): string {
  const graded = ungraded === 0 ? '' : `; ${ungraded} could not be graded`;
  if (n === 1) return successes === 1 ? 'the trial passed' : `the trial did not pass${graded}`;
  if (n > 0 && successes === n) return `all ${n} trials passed`;
  return `${successes} of ${n} trials passed, and every trial must${graded}`;
}
