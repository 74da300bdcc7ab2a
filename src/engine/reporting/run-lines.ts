import { type MatrixColumn, matricesOf } from '#report/view/run-group.js';
import type { RunLine, RunsView } from '#report/view/runs-view.js';
import { type Counts, text, type View, type ViewFlag, type ViewOutcome, viewSchema } from '#report/view/view.js';
import { worstFirst } from '#report/view/view-of.js';
import type { RunToReport } from './runs-to-report.js';

/** Returns a run's key for URLs and ids: its name, or its place among the runs if it has no folder or an odd name. */
export function runKey(run_id: string | null, at: number): string {
  return run_id !== null && /^[A-Za-z0-9-]{1,64}$/.test(run_id) ? run_id : `run-${at + 1}`;
}

export function lineOfRun(key: string, { id, variant, run_id, reason }: RunToReport, view: View): RunLine {
  const { outcome, flags, counts, facts, cases } = view;
  const missing = cases.flatMap((one) => one.missing)[0]?.reason ?? null;
  return {
    key,
    id: text(id),
    variant: variant === null ? null : text(variant),
    run_id: run_id === null ? null : text(run_id),
    outcome,
    flags,
    counts,
    facts,
    reason: outcome !== 'unfinished' ? null : reason ? text(reason) : missing,
  };
}

const noCounts: Counts = { passed: 0, failed: 0, inconclusive: 0, unfinished: 0, shown: 0 };

/** Returns the line of a run that did not begin, or that cannot be read. */
export function lineWithoutRun(key: string, { id, variant, run_id, reason }: RunToReport): RunLine {
  return {
    key,
    id: text(id),
    variant: variant === null ? null : text(variant),
    run_id: run_id === null ? null : text(run_id),
    outcome: 'unfinished',
    flags: ['unfinished'],
    counts: noCounts,
    facts: [],
    reason: reason ? text(reason) : null,
  };
}

/** Returns the view of several runs. `columns`: its runs beside each other, for variants of the same prompts. */
export function runsViewOf(lines: readonly RunLine[], exit_code: number, columns?: readonly MatrixColumn[]): RunsView {
  const number = (outcome: ViewOutcome) => lines.filter((line) => line.outcome === outcome).length;
  return {
    schema: viewSchema,
    kind: 'runs',
    outcome: worstFirst.find((outcome) => number(outcome) > 0) ?? 'passed',
    flags: [...new Set(lines.flatMap((line): readonly ViewFlag[] => line.flags))],
    counts: {
      passed: number('passed'),
      failed: number('failed'),
      inconclusive: number('inconclusive'),
      unfinished: number('unfinished'),
      shown: number('shown'),
    },
    runs: lines,
    matrices: columns ? matricesOf(columns) : [],
    exit_code,
    next: [],
  };
}
