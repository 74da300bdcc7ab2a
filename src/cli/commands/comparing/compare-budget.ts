import { leastPairs } from '#decide/least-trials.js';
import type { AskedComparison, PlannedSide } from '#engine/comparing/planned-comparison.js';
import { placeOfBudget } from '#engine/prompt/budget-problems.js';
import { callsModels } from '#engine/replies/liveness.js';
import type { Problem } from '#model/problem.js';
import { leastCalls } from '#plan/calls/least-calls.js';
import { shortBudget } from '#plan/short-budget.js';
import { comparePlan, sideToAsk } from './compare-plan.js';
import { type CompareLine, type CompareWorld, commandOf } from './compare-words.js';

/** Returns the problem of a budget that is too small for the pairs which a comparison needs. Kept trials need no call. */
export function comparisonBudget(
  planned: AskedComparison,
  line: CompareLine,
  { root, io }: Pick<CompareWorld, 'root' | 'io'>,
): readonly Problem[] {
  const { same, question, seeksBetter } = planned;
  const { resume, replay, maxCalls, allowShortBudget } = line.flags;
  const sides = [planned.a, planned.b];
  const isLive = sides.every(({ run: { open } }) => callsModels(open.plan, open.config, io.env));
  if (same || resume || replay || !isLive) return [];
  const leastOf = ({ run, kept }: PlannedSide) => {
    const { body, cases } = run.open.plan;
    const options = { cases: cases.length, seeksBetter };
    return leastCalls(
      { body, cases },
      (testCase) => leastPairs(testCase, question, options) - (kept?.count(testCase.name) ?? 0),
    );
  };
  return shortBudget({
    budget: planned.b.run.open.config.budget,
    plans: sides.map((side) => ({ body: side.run.open.plan.body, cases: sideToAsk(side).cases })),
    least: () => sides.reduce((sum, side) => sum + leastOf(side), 0),
    at: maxCalls === undefined ? placeOfBudget(root) : undefined,
    command: commandOf(line),
    goal: 'decide',
    aboutUsd: () => comparePlan(planned, root).cost?.about_usd ?? null,
    isAllowed: allowShortBudget ? 'by_user' : false,
  });
}
