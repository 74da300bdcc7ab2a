import { passWord } from '#model/case.js';
import type { Outlook } from '#model/run/outlook.js';
import type { Verdict } from '#model/run/verdict.js';
import { countingOf, formatCount, type Noun } from '../claim.js';
import type { Criterion, CriterionContext, TestStatus, Watch } from '../criterion.js';
import { noTrials, type Tally, type TrialValues, tally } from '../trial-values.js';

/** The default criterion: every trial passes. It has no p-value and is never inconclusive. A failed or ungraded trial does not pass. */
export const everyTrialCriterion: Criterion = {
  name: 'every_trial',
  refuse: () => null,
  outlook,
  watch,
};

function outlook({ testCase, expectation }: CriterionContext): Outlook {
  return {
    case: testCase.name,
    about: expectation.about,
    criterion: 'every_trial',
    claim: claimOf(testCase.sample_size, wordsOf({ testCase, expectation })),
    test: 'every trial',
    significance_level: null,
    n: testCase.sample_size,
    smallest_n: 1,
    max_failures: 0,
    gives_up: false,
    can_fail: true,
    power: null,
    needed_n: null,
    is_widest_spread: false,
  };
}

function watch({ testCase, expectation }: CriterionContext): Watch {
  const n = testCase.sample_size;
  const words = wordsOf({ testCase, expectation });
  let seen = { ...noTrials, successes: 0 };
  return {
    push: (unit) => {
      for (const trial of unit)
        seen = { ...tally(seen, trial), successes: seen.successes + (isSuccess(trial) ? 1 : 0) };
    },
    status: () => statusOf(seen, n),
    isAgainst: (trial) => !isSuccess(trial),
    verdict: () => verdict(expectation.about, seen, n, words),
  };
}

function isSuccess(trial: TrialValues): boolean {
  return trial.values === null ? trial.why === 'missing' : trial.values.every((value) => value === 1);
}

interface TrialCounts extends Tally {
  readonly successes: number;
}

function statusOf({ used, successes }: TrialCounts, n: number): TestStatus {
  if (successes < used) return 'cannot_pass';
  return used === n && n > 0 ? 'passes' : 'open';
}

function verdict(about: string, seen: TrialCounts, n: number, words: Words): Verdict {
  const { used, successes } = seen;
  const observed = `${successes} of ${formatCount(used, words.noun)} ${words.past}`;
  return {
    about,
    criterion: 'every_trial',
    claim: claimOf(n, words),
    outcome: statusOf(seen, n) === 'passes' ? 'passed' : 'failed',
    significance_level: null,
    estimate: used > 0 ? successes / used : null,
    interval: null,
    p_value: null,
    fail_p: null,
    n,
    used,
    failed: seen.failed,
    ungraded: seen.ungraded,
    needed_n: null,
    words: { found: observed, bound: null, bar: null },
    reason: explainOutcome(seen, n, observed, words),
  };
}

/** The noun of what is counted, and the word for those that pass. */
interface Words {
  readonly noun: Noun;
  readonly past: ReturnType<typeof passWord>;
}

function wordsOf({ testCase, expectation }: Pick<CriterionContext, 'testCase' | 'expectation'>): Words {
  return { noun: countingOf(testCase).trial, past: passWord(testCase, expectation) };
}

function claimOf(n: number, { noun: { one }, past }: Words): string {
  return n === 1 && one === 'trial' ? 'the trial passes' : `every ${one} ${past === 'right' ? 'is right' : 'passes'}`;
}

function explainOutcome(
  { successes, ungraded }: TrialCounts,
  n: number,
  observed: string,
  { noun, past }: Words,
): string {
  const graded = ungraded === 0 ? '' : `; ${ungraded} could not be graded`;
  if (n === 1 && noun.one === 'trial') return successes === 1 ? 'the trial passed' : `the trial did not pass${graded}`;
  if (successes === n) return `all ${formatCount(n, noun)} ${past}`;
  return `${observed}, and every ${past === 'right' ? 'one' : noun.one} must${graded}`;
}
