import { leastTrials } from '#decide/outlooks.js';
import { missingRubrics } from '#grade/rubric.js';
import type { Case } from '#model/case.js';
import type { Budget } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { RunPlan } from '#model/run/run.js';
import { groupedDigits, plural, short } from '#model/text/quoted.js';
import { callsOfModels, plannedCalls } from './calls.js';

type CountedPlan = Pick<RunPlan, 'body' | 'cases'>;

/** Runs that spend one budget together, before the first call. */
export interface BudgetedRuns {
  readonly budget: Budget;
  readonly plans: readonly CountedPlan[];
  /** Returns the fewest calls that can decide them. Default: those with which every case can pass. */
  readonly least?: () => number;
  /** The greatest number of calls. Default: that of the plans. */
  readonly most?: number;
  /** The place of `max_calls` in eva.yml; absent for a limit of the command line. */
  readonly at?: Place | undefined;
  /** The command that makes the runs, without limits. */
  readonly command: string;
  /** The number of shards that divide the limits of the command; 1 by default. */
  readonly shards?: number;
  /** What a verdict of the runs is. */
  readonly goal?: 'pass' | 'decide';
  /** True for `eva eval` without chosen items, which can ask some items of a file first. */
  readonly canChoose?: boolean;
  /** The estimated cost; null if it is unknown. */
  readonly aboutUsd: () => number | null;
  /** Why too few calls are only a warning: the user allows it, or kept replies may answer; false if they are an error. */
  readonly isAllowed: 'by_user' | 'kept_replies' | false;
}

/**
 * Returns the problem of a budget that is too small for any verdict, or a warning that it may be too small for one. That of dollars is only a
 * warning, since an estimate decides.
 */
export function shortBudget(runs: BudgetedRuns): readonly Problem[] {
  const limit = runs.budget.max_cost_usd;
  const about = limit === undefined ? null : runs.aboutUsd();
  const isShort = limit !== undefined && about !== null && about > limit;
  return [
    ...tooFewCalls(runs),
    ...(isShort
      ? [
          problem(
            'EVA_SHORT_BUDGET:cost',
            `may end without a verdict: about ${dollars(about)}, budget ${dollars(limit)}`,
            { hint: 'raise the limit; replies that are there already are not paid again', severity: 'warning' },
          ),
        ]
      : []),
  ];
}

function tooFewCalls(runs: BudgetedRuns): readonly Problem[] {
  const { budget, plans, at, command, goal = 'pass', isAllowed, shards = 1 } = runs;
  const limit = budget.max_calls;
  const most = runs.most ?? plans.reduce((sum, plan) => sum + callsOfModels(plan), 0);
  if (limit === undefined || limit >= most) return [];
  const least = runs.least?.() ?? plans.reduce((sum, plan) => sum + leastCalls(plan), 0);
  const place = at ? { at } : {};
  if (least <= limit)
    return [
      problem(
        'EVA_SHORT_BUDGET:range',
        `may end without a verdict: ${groupedDigits(least)} to ${plural(most, 'call')}, budget ${groupedDigits(limit)}`,
        { hint: `--max-calls ${most * shards} is enough for all`, ...place, severity: 'warning' },
      ),
    ];
  const about = runs.aboutUsd();
  const look = runs.canChoose ? firstLook(plans, limit) : null;
  const end =
    isAllowed === 'kept_replies'
      ? 'it ends without a verdict unless kept replies help'
      : 'it would end without a verdict';
  const eva = `eva ${short(command.replace(/^eva /, ''))}`;
  return [
    problem(
      'EVA_SHORT_BUDGET',
      `needs at least ${plural(least, 'call')} to ${goal}, and the budget is ${groupedDigits(limit)}: ${end}`,
      {
        hint: [
          `all of it: ${eva} --max-calls ${most * shards}${about === null ? '' : ` (about ${dollars(about)})`}`,
          ...(look ? [`a first look: ${eva} --items ${look.items} (${plural(look.calls, 'call')})`] : []),
          ...(isAllowed ? [] : ['go on anyway: --allow-short-budget']),
        ].join('; '),
        ...place,
        severity: isAllowed ? 'warning' : 'error',
      },
    ),
  ];
}

/**
 * Returns the fewest calls of models with which a run can pass, without retries: those of the fewest trials of each case, each conversation
 * with one turn. Equal texts share an embedding, so one is counted.
 */
export function leastCalls({ body, cases }: CountedPlan, trialsOf: (testCase: Case) => number = leastTrials): number {
  const calls = cases.flatMap((testCase) => {
    const { subject } = testCase;
    const shortest = subject.kind === 'conversation' ? { ...subject, max_turns: 1 } : subject;
    return plannedCalls(body, { ...testCase, sample_size: Math.max(0, trialsOf(testCase)), subject: shortest });
  });
  const counts = calls.map(({ role, settings, times }) =>
    settings === null ? 0 : role === 'embedding' ? Math.min(1, times) : times,
  );
  return counts.reduce((sum, times) => sum + times, missingRubrics(cases).length);
}

/** The number of items that a first look takes at most. */
const mostLooked = 60;

/** Returns how many items of the data sets a budget allows, with the calls for them; null without room for an item, or if a prompt has no data set. */
function firstLook(
  plans: readonly CountedPlan[],
  limit: number,
): { readonly items: number; readonly calls: number } | null {
  const callsWith = (items: number) =>
    plans.reduce((sum, { body, cases }) => {
      const some = cases.map((testCase) => {
        const { dataset, sample_size } = testCase;
        return dataset ? { ...testCase, sample_size: Math.min(sample_size, items * dataset.draws) } : testCase;
      });
      return sum + callsOfModels({ body, cases: some });
    }, 0);
  if (!plans.every(({ cases }) => cases.some(({ dataset }) => dataset !== undefined))) return null;
  let items = mostLooked;
  while (items > 0 && callsWith(items) > limit) items -= 1;
  return items === 0 ? null : { items, calls: callsWith(items) };
}

function dollars(usd: number): string {
  return `$${usd < 0.01 ? usd.toPrecision(1) : usd.toFixed(2)}`;
}
