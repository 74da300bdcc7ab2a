import type { Case } from '#model/case.js';
import { type CaseResult, outcomeOf, type RunPlan, type RunResult } from '#model/run/run.js';
import { knownLatency, type Trial } from '#model/run/trial.js';
import { claimsOf } from './claims.js';
import type { ViewOutcome } from './view.js';

/** How a case ended for one variant. `shown`: it is a look, which nothing judges. */
export interface GroupCell {
  readonly outcome: ViewOutcome;
  /** The number of trials that passed and of all, if the case has one claim about several trials. */
  readonly passed?: number;
  readonly of?: number;
}

/** One run of a group, as a column of its table. */
export interface GroupColumn {
  readonly id: string;
  /** The name of the variant; the model's name if the prompt has no variants. */
  readonly variant: string;
  /** Its cases by name, in the order of the file; empty if the run has no result. */
  readonly cells: ReadonlyMap<string, GroupCell>;
  /** The numbers of cases that passed and of all; null without a result. */
  readonly total: { readonly passed: number; readonly of: number } | null;
  readonly is_unfinished: boolean;
  readonly is_partial: boolean;
  readonly is_synthetic: boolean;
  readonly override: boolean;
  /** US dollars; null if they are not known, or nothing was paid. */
  readonly cost_usd: number | null;
  /** The median latency of its responses, in seconds; null if none is known. */
  readonly median_s: number | null;
  /** The greatest level of its verdicts; null if no test decided one. */
  readonly significance_level: number | null;
}

/** Returns the column of a run with a result. */
export function groupColumn(plan: RunPlan, result: RunResult): GroupColumn {
  const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
  const cells = result.cases.map((one) => [one.name, cellOf(one, planned.get(one.name))] as const);
  const levels = result.cases.flatMap(({ verdicts }) => verdicts.flatMap((own) => own.significance_level ?? []));
  return {
    ...emptyColumn(plan),
    cells: new Map(cells),
    total: { passed: result.passed, of: result.total },
    is_unfinished: result.state === 'unfinished',
    is_synthetic: result.evidence.synthetic,
    cost_usd: result.replies.model === 0 ? null : result.cost_usd,
    median_s: medianOf(latenciesOf(result)),
    significance_level: levels.length === 0 ? null : Math.max(...levels),
  };
}

/** Returns the column of a run without a result: it was interrupted, or did not begin. */
export function emptyColumn({ id, cases, partial, variant }: RunPlan): GroupColumn {
  return {
    id,
    variant: variant?.variant ?? cases.flatMap(modelsOf)[0] ?? 'the application',
    cells: new Map(),
    total: null,
    is_unfinished: true,
    is_partial: partial,
    is_synthetic: false,
    override: variant?.override === true,
    cost_usd: null,
    median_s: null,
    significance_level: null,
  };
}

function modelsOf({ subject }: Case): readonly string[] {
  if (subject.kind === 'prompt') return [subject.settings.model];
  return subject.kind === 'conversation' && subject.app.app === 'model' ? [subject.app.settings.model] : [];
}

function cellOf(result: CaseResult, testCase: Case | undefined): GroupCell {
  if (testCase?.look) return { outcome: 'shown' };
  const found = outcomeOf(result);
  const outcome = found === 'unknown' ? 'unfinished' : found;
  const claims = claimsOf(result, testCase);
  const [claim] = testCase?.dataset ? claims.filter(({ found: { k } }) => k !== undefined) : claims;
  const isOne = claim && (claims.length === 1 || testCase?.dataset);
  if (!isOne || claim.found.k === undefined || claim.asked === 1) return { outcome };
  return { outcome, passed: claim.found.k, of: claim.found.n };
}

function latenciesOf({ cases }: RunResult): readonly number[] {
  return cases.flatMap(({ trials }) => trials.flatMap(latenciesOfTrial));
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
