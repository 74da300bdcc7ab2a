import { comparisonPieces } from '../compare/compare-text.js';
import { groupTable, loneColumns } from '../run/group-table.js';
import { prettyAmongSeveral, prettyView } from '../run/pretty.js';
import { type RunOfSeveral, resultOfSeveral, severalRuns } from '../run/several.js';
import { plainScreen } from '../text/screen.js';
import { type GroupColumn, groupColumn, openColumn } from '../view/run-group.js';
import type { View } from '../view/view.js';
import type { ReportedRun, Reporter, RunsReport } from './report.js';

/** The reporter for people: the text of the terminal in 80 columns, without colours. */
export const pretty: Reporter = {
  pieces: (report) =>
    report.kind === 'compare' ? comparisonPieces(report.comparison, report.told, plainScreen) : runsPieces(report),
};

function* runsPieces(report: RunsReport): Generator<string> {
  if (report.arrangement === 'group') yield* groupPieces(report);
  else if (report.arrangement === 'run') for (const { view } of report.runs()) yield prettyView(view, plainScreen);
  else yield* listPieces(report);
}

function* groupPieces({ runs, view }: RunsReport): Generator<string> {
  const columns: GroupColumn[] = [];
  let resume: string | null = null;
  for (const { plan, result, view: own } of runs()) {
    columns.push(result ? groupColumn(plan, result) : openColumn(plan));
    resume ??= resumeOf(own);
  }
  const lone = new Set(loneColumns(columns).map(({ id }) => id));
  for (const { plan, result, view: own } of lone.size === 0 ? [] : runs())
    if (result && !result.all_passed && lone.has(plan.id)) yield prettyAmongSeveral(own, plainScreen);
  yield groupTable(columns, { exitCode: view.exit_code, resume, report: 'eva report --group', flags: [] }, plainScreen);
}

function resumeOf({ next }: View): string | null {
  return next.find(({ name }) => name === 'resume')?.command.raw ?? null;
}

function* listPieces(report: RunsReport): Generator<string> {
  const rows = new Map<string, RunOfSeveral>();
  for (const run of report.runs()) {
    if (run.result) yield prettyAmongSeveral(run.view, plainScreen);
    rows.set(run.line.key, rowOf(run));
  }
  const all = report.view.runs.map(({ key, id }) => rows.get(key) ?? { id: id.raw, exitCode: 3, result: null });
  yield severalRuns(all, report.view.exit_code, plainScreen);
}

function rowOf({ line, view, result }: ReportedRun): RunOfSeveral {
  return {
    id: line.id.raw,
    exitCode: view.exit_code,
    result: result && resultOfSeveral(result),
    resume: resumeOf(view),
  };
}
