import { leastPairs } from '#decide/outlooks.js';
import { pairOutlooks } from '#decide/pairs/pair-outlooks.js';
import type { Problem } from '#model/problem.js';
import type { CostOutlook } from '#model/reply/price.js';
import type { RunPlan } from '#model/run/run.js';
import type { ComparePlan, PlannedSideFacts } from '#report/compare/compare-plan.js';
import type { AskedComparison, PlannedSide } from '#run/compare/planned-comparison.js';
import { callsByRole } from '#run/plan/calls.js';
import { costOutlook } from '#run/plan/cost.js';
import { leastCalls, shortBudget } from '#run/plan/short-budget.js';
import { placeOfBudget } from '#run/prompt/budget-problems.js';
import { callsModels } from '#run/replies/liveness.js';
import { type CompareLog, readCompareRows } from '#store/logs/compare-log.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { shortRunName } from '#store/run/run-names.js';
import { type CompareWorld, commandOf } from './compare-line.js';

/** Returns what a comparison would ask, what that costs, and its chance to show "not worse". */
export function comparePlan(planned: AskedComparison, root: string): ComparePlan {
  const { id, question, partial, only } = planned;
  const { cases } = planned.b.run.open.plan;
  const compared = only === null ? cases : cases.filter(({ name }) => only.includes(name));
  return {
    ...{ id, ...question, partial },
    outlooks: pairOutlooks(compared, question, { changes: earlierChanges(id, readCompareRows(root).rows) }),
    a: sideFacts(planned.a, root),
    b: sideFacts(planned.b, root),
    same: planned.same,
    calls: callsByRole(planned.same ? [] : [planned.a, planned.b].map(planToAsk)),
    cost: planned.same ? null : costOfSides(planned, root),
    ...(!planned.same && { budget: planned.b.run.open.config.budget }),
  };
}

function sideFacts({ name, run, kept }: PlannedSide, root: string): PlannedSideFacts {
  const { cases } = run.open.plan;
  return {
    label: name.label,
    trials: cases.reduce((sum, { sample_size }) => sum + sample_size, 0),
    kept: cases.reduce((sum, testCase) => sum + (kept?.count(testCase.name) ?? 0), 0),
    from_run: kept && shortRunName(root, kept.run_id),
  };
}

/** Returns the problem of a budget that is too small for the pairs which a comparison needs. Kept trials need no call. */
export function comparisonBudget(planned: AskedComparison, { root, io, flags }: CompareWorld): readonly Problem[] {
  const { same, question, seeksBetter } = planned;
  const { resume, replay, maxCalls, allowShortBudget } = flags;
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
    plans: sides.map(planToAsk),
    least: () => sides.reduce((sum, side) => sum + leastOf(side), 0),
    at: maxCalls === undefined ? placeOfBudget(root) : undefined,
    command: commandOf(planned, flags),
    goal: 'decide',
    aboutUsd: () => costOfSides(planned, root).about_usd,
    isAllowed: allowShortBudget ? 'by_user' : false,
  });
}

/** Returns the plan of what a side asks: its cases with the trials that it does not have yet. */
function planToAsk({ run, kept }: PlannedSide): RunPlan {
  const left = run.open.plan.cases.map((testCase) => ({
    ...testCase,
    sample_size: testCase.sample_size - (kept?.count(testCase.name) ?? 0),
  }));
  return { ...run.open.plan, cases: left.filter(({ sample_size }) => sample_size > 0) };
}

/** Returns the forecast cost of both sides together. */
function costOfSides({ a, b }: AskedComparison, root: string): CostOutlook {
  const priced = [a, b].map((side) => ({ plan: planToAsk(side), config: side.run.open.config }));
  return costOutlook(priced, readRunRows(root));
}

/** Returns the shares of answers that changed in the last comparison of a prompt that was not worse, by case. A worse version changes other answers. */
export function earlierChanges(id: string, rows: CompareLog['rows']): ReadonlyMap<string, number> {
  const last = rows.findLast(({ value }) => value.id === id && value.same !== true && value.outcome !== 'worse');
  return new Map(
    (last?.value.cases ?? []).flatMap(({ case: name, used, b, c }) =>
      b === null || c === null || used === 0 || b + c === 0 ? [] : [[name, (b + c) / used] as const],
    ),
  );
}
