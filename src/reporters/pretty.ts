import { comparisonPieces } from '#report/pairs/pieces.js';
import { prettyAmongSeveral, prettyView } from '#report/run/pretty.js';
import { type RunOfSeveral, resultOfSeveral, severalRuns } from '#report/run/several.js';
import { plainPaint } from '#report/text/paint.js';
import type { ReportedRun, Reporter, RunsReport } from './report.js';

const screen = { paint: plainPaint, width: 80 };

/** The reporter for people: the text of the terminal in 80 columns, without colours. */
export const pretty: Reporter = {
  pieces: (report) =>
    report.kind === 'compare' ? comparisonPieces(report.comparison, report.told, screen) : runsPieces(report),
};

function* runsPieces(report: RunsReport): Generator<string> {
  if (report.arrangement === 'run') for (const { view } of report.runs()) yield prettyView(view, screen);
  else yield* listPieces(report);
}

function* listPieces(report: RunsReport): Generator<string> {
  const rows = new Map<string, RunOfSeveral>();
  for (const run of report.runs()) {
    if (run.result) yield prettyAmongSeveral(run.view, screen);
    rows.set(run.line.key, rowOf(run));
  }
  const all = report.view.runs.map(({ key, id }) => rows.get(key) ?? { id: id.raw, exitCode: 3, result: null });
  yield severalRuns(all, report.view.exit_code, screen);
}

function rowOf({ line, view, result }: ReportedRun): RunOfSeveral {
  const resume = view.next.find(({ name }) => name === 'resume')?.command.raw ?? null;
  return { id: line.id.raw, exitCode: view.exit_code, result: result && resultOfSeveral(result), resume };
}
