import { leastPairs } from '#decide/outlooks.js';
import { pairOutlooks } from '#decide/pairs/pair-outlooks.js';
import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { CallRole } from '#model/reply/exchange.js';
import type { CostOutlook } from '#model/reply/price.js';
import type { ComparePlan, PlannedSideFacts } from '#report/compare/compare-plan.js';
import type { AskedComparison, PlannedComparison, PlannedSide } from '#run/compare/planned-comparison.js';
import { callsByRole, callsOfModels } from '#run/plan/calls.js';
import { builtInPrices, costAtMost, earlierUsdPerReply } from '#run/plan/cost.js';
import { leastCalls, shortBudget } from '#run/plan/short-budget.js';
import { placeOfBudget } from '#run/prompt/budget-problems.js';
import { callsModels } from '#run/replies/liveness.js';
import { type CompareLog, readCompareRows } from '#store/logs/compare-log.js';
import { readRunRows } from '#store/logs/eval-log.js';
import { shortRunName } from '#store/run/run-names.js';
import type { CommandPlace } from '../open-command.js';
import { type CompareLine, commandOf } from './compare-line.js';

/** Returns what a comparison would ask, what that costs, and its chance to show "not worse". */
export function comparePlan(planned: PlannedComparison, root: string): ComparePlan {
  const { id, question, partial } = planned;
  const cases = planned.way === 'asked' ? planned.b.run.open.plan.cases : planned.cases.map(({ testCase }) => testCase);
  const named = planned.only;
  const compared = named === null ? cases : cases.filter(({ name }) => named.includes(name));
  const outlooks = pairOutlooks(compared, question, { changes: earlierChanges(id, readCompareRows(root).rows) });
  const shared = { id, ...question, partial, outlooks };
  if (planned.way === 'stored') {
    const trials = compared.reduce((sum, { sample_size }) => sum + sample_size, 0);
    const side = ({ name }: typeof planned.a): PlannedSideFacts => ({
      ...{ label: name.label, trials, kept: trials, from_run: null },
    });
    return { ...shared, a: side(planned.a), b: side(planned.b), same: false, calls: [], cost: null };
  }
  const sides = [planned.a, planned.b].map(sideToAsk);
  return {
    ...shared,
    a: sideFacts(planned.a, root),
    b: sideFacts(planned.b, root),
    same: planned.same,
    calls: planned.same ? [] : callsOf(sides),
    cost: planned.same ? null : costOf(sides, planned, root),
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
export function comparisonBudget(
  planned: AskedComparison,
  line: CompareLine,
  { root, io }: CommandPlace,
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

/** A side with the cases that it asks: each with the trials that it does not have yet. */
interface SideToAsk {
  readonly side: PlannedSide;
  readonly cases: readonly Case[];
}

function sideToAsk(side: PlannedSide): SideToAsk {
  const left = side.run.open.plan.cases.map((testCase) => ({
    ...testCase,
    sample_size: testCase.sample_size - (side.kept?.count(testCase.name) ?? 0),
  }));
  return { side, cases: left.filter(({ sample_size }) => sample_size > 0) };
}

const purposes: readonly (readonly [roles: readonly CallRole[], what: string])[] = [
  [['subject'], 'of the prompts'],
  [['user'], 'of the simulated user'],
  [['judge', 'trigger'], 'of judges'],
  [['rubric'], 'to write rubrics'],
  [['embedding'], 'for embeddings'],
];

function callsOf(sides: readonly SideToAsk[]): ComparePlan['calls'] {
  const byRole = sides.map(({ side, cases }) => callsByRole({ body: side.run.open.plan.body, cases }));
  return purposes.map(([roles, what]) => [
    byRole.reduce((sum, calls) => sum + roles.reduce((own, role) => own + calls[role], 0), 0),
    what,
  ]);
}

function costOf(sides: readonly SideToAsk[], { id }: AskedComparison, root: string): CostOutlook {
  const log = readRunRows(root);
  const costs = sides.map(({ side, cases }) => {
    const { plan, config } = side.run.open;
    const priced = { body: plan.body, cases, manner: plan.manner };
    const perReply = earlierUsdPerReply(id, plan.evidence, log);
    const calls = callsOfModels(priced);
    return {
      ...costAtMost(priced, config),
      about: calls === 0 ? 0 : perReply === null ? null : perReply * calls,
      ...builtInPrices(cases, config),
    };
  });
  const sum = (values: readonly (number | null)[]) =>
    values.reduce((all, own) => (all === null || own === null ? null : all + own), 0);
  const names = (of: (cost: (typeof costs)[number]) => readonly string[]) => [...new Set(costs.flatMap(of))].sort();
  const built = costs.flatMap(({ built_in_prices }) => built_in_prices ?? []);
  const [first] = built;
  return {
    at_most_usd: sum(costs.map(({ usd }) => usd)),
    about_usd: sum(costs.map(({ about }) => about)),
    without_price: names(({ without_price }) => without_price),
    asked_by_programs: names(({ asked_by_programs }) => asked_by_programs),
    unbounded_apps: names(({ unbounded_apps }) => unbounded_apps),
    ...(first && {
      built_in_prices: { date: first.date, models: [...new Set(built.flatMap(({ models }) => models))].sort() },
    }),
  };
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
