import { usableMargin } from '#decide/pairs/pair-outlooks.js';
import { modelUnderTest } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { type CaseOutcome, outcomeOf, type RunPlan, type RunResult } from '#model/run/run.js';
import { knownLatency, type Trial } from '#model/run/trial.js';
import { claimViews } from './claims.js';
import type { MatrixCell, MatrixView } from './runs-view.js';
import type { CaseView, Claim, View, ViewOutcome } from './view.js';

interface MissingReason {
  readonly reason: string;
  readonly times: number;
  /** True if the budget has no room for them. */
  readonly is_budget: boolean;
}

export interface GroupColumn {
  readonly id: string;
  /** The name of the variant; the model's name if the prompt has no variants. */
  readonly variant: string;
  readonly cells: ReadonlyMap<string, MatrixCell>;
  /** The numbers of judged cases that passed, of all, and of those without a verdict. */
  readonly total: { readonly passed: number; readonly of: number; readonly open: number };
  /** Why replies are missing, the most frequent reason first. */
  readonly missing: readonly MissingReason[];
  /** False for a run that was interrupted, or did not begin: no result of it is stored. */
  readonly has_result: boolean;
  /** True if the command line asked to show all cases without judging them. */
  readonly is_look: boolean;
  readonly is_partial: boolean;
  readonly is_synthetic: boolean;
  readonly override: boolean;
  /** US dollars; null if they are not known, or nothing was paid. */
  readonly cost_usd: number | null;
  /** The date of eva's price table, if built-in prices are part of the cost. */
  readonly built_in_prices?: string;
  /** The median latency of its responses, in seconds; null if none is known. */
  readonly median_s: number | null;
  /** The greatest level of its verdicts; null if no test decided one. */
  readonly significance_level: number | null;
  /** Returns the margin with which its cases can be compared; null if no margin can be shown. */
  readonly margin: () => number | null;
}

export function groupColumn(plan: RunPlan, result: RunResult): GroupColumn {
  const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
  const cells = result.cases.map((one) => {
    const testCase = planned.get(one.name);
    const outcome = testCase?.look ? 'shown' : outcomeInView(outcomeOf(one));
    const isOnDataset = testCase?.dataset !== undefined;
    return [one.name, matrixCell(outcome, outcome === 'shown' ? [] : claimViews(one, testCase), isOnDataset)] as const;
  });
  const levels = result.cases.flatMap(({ verdicts }) => verdicts.flatMap((own) => own.significance_level ?? []));
  const open = cells.filter(([, { outcome }]) => outcome === 'unfinished').length;
  return {
    ...openColumn(plan),
    cells: new Map(cells),
    total: { passed: result.passed, of: result.total, open },
    missing: missingIn(result),
    has_result: true,
    is_synthetic: result.evidence.synthetic,
    cost_usd: result.replies.model === 0 ? null : result.cost_usd,
    ...(result.built_in_prices !== undefined && { built_in_prices: result.built_in_prices }),
    median_s: medianOf(result.cases.flatMap(({ trials }) => trials.flatMap(latenciesOfTrial))),
    significance_level: levels.length === 0 ? null : Math.max(...levels),
  };
}

/** The outcomes of cases that are settled in a run without a result, by name. */
export type SettledCases = ReadonlyMap<string, CaseOutcome>;

export function openColumn(
  { id, cases, partial, variant, manner }: RunPlan,
  settled: SettledCases = new Map(),
): GroupColumn {
  const cells = cases.map(({ name }) => [name, { outcome: outcomeInView(settled.get(name)) }] as const);
  const judged = cells.filter((_, at) => cases[at]?.look !== true);
  const count = (wanted: ViewOutcome) => judged.filter(([, { outcome }]) => outcome === wanted).length;
  return {
    id,
    variant:
      variant?.variant ?? cases.flatMap(({ subject }) => modelUnderTest(subject)?.model ?? [])[0] ?? 'the application',
    cells: new Map(cells),
    total: { passed: count('passed'), of: judged.length, open: count('unfinished') },
    missing: [],
    has_result: false,
    is_look: manner.look === true,
    is_partial: partial && manner.look !== true,
    is_synthetic: false,
    override: variant?.override === true,
    cost_usd: null,
    median_s: null,
    significance_level: null,
    margin: () => usableMargin(cases),
  };
}

function missingIn({ cases }: RunResult): readonly MissingReason[] {
  const trials = cases.flatMap((one) => one.trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial] : [])));
  const reasons = [...groupBy(trials, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    times: own.length,
    is_budget: own[0]?.why === 'budget',
  }));
  return reasons.sort((a, b) => b.times - a.times);
}

function outcomeInView(outcome: CaseOutcome | undefined): ViewOutcome {
  return outcome === undefined || outcome === 'unknown' ? 'unfinished' : outcome;
}

/** Returns the known latencies of a trial. A turn whose texts were omitted has no source, so its 0 may be that of a text written by hand. */
function latenciesOfTrial({ turns, cut }: Trial): readonly number[] {
  return turns.flatMap((turn) => (cut && turn.latency === 0 ? [] : (knownLatency(turn) ?? [])));
}

function medianOf(numbers: readonly number[]): number | null {
  const ordered = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(ordered.length / 2);
  const [low, high] = [ordered[ordered.length % 2 === 0 ? middle - 1 : middle], ordered[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export interface MatrixColumn {
  /** `RunLine.key`. */
  readonly key: string;
  readonly view: Pick<View, 'title'>;
  readonly cells: readonly { readonly name: CaseView['name']; readonly cell: MatrixCell }[];
}

export function matrixColumn(key: string, { title, cases }: View): MatrixColumn {
  return {
    key,
    view: { title },
    cells: cases.map((one) => ({ name: one.name, cell: matrixCell(one.outcome, one.claims, one.dataset !== null) })),
  };
}

/** Returns a matrix for each prompt that has several runs. */
export function matricesOf(columns: readonly MatrixColumn[]): readonly MatrixView[] {
  const prompts = [...groupBy(columns, ({ view: { title } }) => title.raw).values()];
  return prompts.filter(({ length }) => length > 1).map(matrixOf);
}

/** Returns cases in rows and runs in columns: rows in which runs differ or did not pass come first. */
function matrixOf(columns: readonly MatrixColumn[]): MatrixView {
  const cells = columns.map((column) => new Map(column.cells.map(({ name, cell }) => [name.raw, cell])));
  const named = new Map(
    columns.flatMap((column) => column.cells.map(({ name }) => [name.raw, { case: name }] as const)),
  );
  const rows = [...named].map(([key, names]) => ({ ...names, cells: cells.map((own) => own.get(key) ?? null) }));
  const isPassed = (own: readonly (MatrixCell | null)[]) =>
    own.every((cell) => cell === null || cell.outcome === 'passed');
  return {
    columns: columns.map(({ key }) => key),
    rows: [...rows.filter((row) => !isPassed(row.cells)), ...rows.filter((row) => isPassed(row.cells))],
  };
}

/** Returns how a case ended; with numbers if it has one claim about several trials, or is on a data set. */
function matrixCell(outcome: ViewOutcome, claims: readonly Claim[], isOnDataset: boolean): MatrixCell {
  const [claim] = isOnDataset ? claims.filter(({ found: { k } }) => k !== undefined) : claims;
  const isOnly = claims.length === 1 || isOnDataset;
  if (!claim || !isOnly || claim.found.k === undefined || claim.asked === 1) return { outcome };
  return { outcome, k: claim.found.k, n: claim.found.n };
}
