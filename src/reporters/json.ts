import { withDatasets } from '#report/json.js';
import { comparisonDocument } from './compare-json.js';
import { jsonPieces } from './json-pieces.js';
import type { CompareReport, ReportedRun, Reporter, RunsReport } from './report.js';

/** The levels of a result that are written in pieces: its cases, the trials of each, and so on. */
const levels = 5;

/**
 * The reporter for JSON. A file has the view and the result of a run; of several runs the view of all, and these two of each. Standard output
 * has the keys of the result with `view` beside them, and a list of such objects for several runs. A comparison is reported as a run is.
 */
export const json: Reporter = {
  pieces: async function* (report, { is_stdout }) {
    if (report.kind === 'compare') yield* jsonPieces(await documentOfComparison(report, is_stdout), levels);
    else yield* jsonPieces(is_stdout ? documentOfOutput(report) : documentOfFile(report), levels);
    yield '\n';
  },
};

async function documentOfComparison(report: CompareReport, isOutput: boolean): Promise<object> {
  const comparison = await comparisonDocument(report);
  return isOutput ? { ...comparison, view: report.view } : { view: report.view, comparison };
}

function documentOfFile(report: RunsReport): unknown {
  return report.arrangement === 'run'
    ? (first(documents(report, fileDocument)) ?? { view: report.view, result: null })
    : { view: report.view, runs: documents(report, fileDocument) };
}

/** Returns what programs read from standard output: results with their views. A list has only the runs with a result. */
function documentOfOutput(report: RunsReport): unknown {
  const { arrangement, group, view } = report;
  if (arrangement === 'list') return results(report);
  return arrangement === 'group'
    ? { group, runs: results(report), view }
    : (first(results(report)) ?? withoutResult(report));
}

function* results(report: RunsReport): Generator<object> {
  for (const { view, plan, result } of report.runs()) if (result) yield { ...withDatasets(result, plan), view };
}

/** Returns the document of a run without a result, with the keys that programs read of every run. */
function withoutResult(report: RunsReport): object {
  const [line] = report.view.runs;
  const run = first(documents(report, ({ view }) => view));
  const facts = { run_id: line?.run_id?.raw ?? null, id: line?.id.raw ?? null, state: 'unfinished', all_passed: false };
  return { ...facts, cases: [], view: run ?? report.view };
}

function* documents(report: RunsReport, of: (run: ReportedRun) => object): Generator<object> {
  for (const run of report.runs()) yield of(run);
}

function first(runs: Generator<object>): object | undefined {
  const { value, done } = runs.next();
  return done ? undefined : value;
}

function fileDocument({ view, plan, result }: ReportedRun): object {
  return { view, result: result && withDatasets(result, plan) };
}
