import type { Outlook } from '#model/run/outlook.js';
import type { Verdict } from '#model/run/verdict.js';
import { decisiveBound } from '#model/text/bounds.js';
import { numberIn } from '../claim/claim.js';
import { countingOf } from '../claim/counting.js';
import { formatExactPercent, formatPercent } from '../claim/format.js';
import { type Criterion, type CriterionContext, levelOf, type Watch } from '../criterion.js';
import { ClassTally } from '../dataset/class-tally.js';
import { noTrials, type Tally, tally } from '../trial-values.js';
import { classSpecOf, refuseOther } from './classes.js';

/**
 * `macro_f1_gte`: the mean F1 of the classes is at least a threshold. It compares the mean of the lower bounds of the classes at alpha / L, which
 * is valid but conservative (by 3 to 40 points): `f1_gte` with `class: each` is the sharper claim. It needs the whole sample.
 */
export const macroF1: Criterion = { name: 'macro_f1_gte', refuse: refuseOther, outlook, watch };

function barOf({ spec: { params } }: CriterionContext): number {
  return numberIn(params, 'threshold') ?? 0;
}

function claimText(context: CriterionContext): string {
  return `the mean F1 of the classes is at least ${formatExactPercent(barOf(context))}`;
}

function outlook(context: CriterionContext): Outlook {
  const { testCase, expectation, spec } = context;
  return {
    case: testCase.name,
    about: expectation.about,
    criterion: spec.criterion,
    claim: claimText(context),
    test: 'exact bounds of each class',
    significance_level: levelOf(spec),
    n: countingOf(testCase).n,
    smallest_n: 1,
    max_failures: null,
    can_fail: null,
    power: null,
    needed_n: null,
    is_widest_spread: false,
  };
}

function watch(context: CriterionContext): Watch {
  const counts = new ClassTally(context.testCase, 0, classSpecOf(context));
  let seen = noTrials;
  return {
    push: (unit) => {
      for (const trial of unit) {
        seen = tally(seen, trial);
        counts.push(trial);
      }
    },
    status: () => 'open',
    isAgainst: ({ values }) => values?.[0] !== 1,
    verdict: () => verdictOf(context, counts, seen),
  };
}

function verdictOf(context: CriterionContext, counts: ClassTally, { used, failed, ungraded }: Tally): Verdict {
  const alpha = levelOf(context.spec);
  const bar = barOf(context);
  const { estimate, lower, upper } = counts.macroF1(alpha);
  const isFailed = upper !== null && upper < bar;
  const outcome = lower !== null && lower >= bar ? 'passed' : isFailed ? 'failed' : 'inconclusive';
  const found = estimate === null ? 'no answer' : `mean F1 ${formatPercent(estimate)}`;
  const bound = decisiveBound({ outcome, lower, upper }, formatPercent);
  const known = bound === null ? [] : [`with ${formatPercent(1 - alpha)} confidence ${bound}`];
  const formattedBar = formatExactPercent(bar);
  return {
    about: context.expectation.about,
    criterion: context.spec.criterion,
    claim: claimText(context),
    outcome,
    significance_level: alpha,
    estimate,
    interval: { lower, upper },
    p_value: null,
    fail_p: null,
    n: countingOf(context.testCase).n,
    used,
    failed,
    ungraded,
    needed_n: null,
    words: { found, bound, bar: formattedBar },
    reason: [found, ...known, `the bar is ${formattedBar}`].join('; '),
  };
}
