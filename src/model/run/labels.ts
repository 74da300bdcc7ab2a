import type { DatasetResult } from './dataset-result.js';
import { type Verdict, waitsForLabels } from './verdict.js';

/** The labels of the sample of a case, as they were when its verdict was made; none while it waits. */
export interface CaseLabels {
  /** The seed of the sample. */
  readonly seed: number;
  /** The number of people who labelled it. */
  readonly raters: number;
  /** The sha256 of the labels that count. */
  readonly digest: string;
  readonly of: readonly TrialLabel[];
}

/** The label of people for one trial under one expectation. `none`: they skipped it, or as many say pass as fail. */
export interface TrialLabel {
  readonly expectation: number;
  readonly trial: number;
  readonly verdict: 'pass' | 'fail' | 'none';
}

/** The parts of a case's result that say whether it waits. */
interface DecidedCase {
  readonly look?: true;
  readonly passed: boolean | null;
  readonly verdicts: readonly Verdict[];
  readonly dataset?: DatasetResult | undefined;
}

/** Returns true for a case that passes if labels of people say so: they are not complete, and all else passed. */
export function isWaiting({ passed, verdicts, dataset }: DecidedCase): boolean {
  if (passed !== false || !verdicts.some(waitsForLabels)) return false;
  const isElsePassed = verdicts.every((verdict) => verdict.outcome === 'passed' || waitsForLabels(verdict));
  return isElsePassed && (dataset?.slices ?? []).every(({ must, holds }) => must === null || holds === true);
}

/**
 * Returns the number of labels that a run waits for; null if it waits for none, or did not pass whatever they say. Criteria of one expectation
 * share their labels.
 */
export function labelsAwaited(cases: readonly DecidedCase[]): number | null {
  const judged = cases.filter(({ look }) => !look);
  const waiting = judged.filter(isWaiting);
  if (waiting.length === 0 || !judged.every((one) => one.passed === true || isWaiting(one))) return null;
  return waiting.reduce((sum, { verdicts }) => sum + missingLabels(verdicts), 0);
}

function missingLabels(verdicts: readonly Verdict[]): number {
  const byExpectation = new Map<string, number>();
  for (const { about, people } of verdicts)
    byExpectation.set(about, Math.max(byExpectation.get(about) ?? 0, people?.missing ?? 0));
  return [...byExpectation.values()].reduce((sum, missing) => sum + missing, 0);
}
