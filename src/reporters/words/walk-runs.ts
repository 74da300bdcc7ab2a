import type { RunLine } from '#view/runs/runs-view.js';
import type { ReportedRun, RunsReport } from '../report.js';

/** Returns each run of a report with what is stored of it; null for a run that did not begin. One run at a time is in memory. */
export function* walkRuns({ view, runs }: RunsReport): Generator<readonly [RunLine, ReportedRun | null]> {
  const stored = runs()[Symbol.iterator]();
  let next = stored.next();
  for (const line of view.runs) {
    const isStored = next.done !== true && next.value.line.key === line.key;
    yield [line, isStored ? next.value : null];
    if (isStored) next = stored.next();
  }
}
