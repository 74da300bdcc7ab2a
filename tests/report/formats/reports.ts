import type { Comparison } from '#model/pairs/comparison.js';
import { github } from '#report/formats/github.js';
import type { CompareReport, Report, Reporter, ReportSurroundings, RunsReport } from '#report/formats/report.js';
import type { ReplyPair } from '#report/view/changed-pairs.js';
import { compareViewOf } from '#report/view/compare-view.js';
import type { RunLine, RunsView } from '#report/view/runs-view.js';
import { type Counts, type View, viewSchema } from '#report/view/view.js';
import { planOf } from '../../support/run-files.js';

export const surroundings: ReportSurroundings = {
  now: new Date('2026-11-24T10:30:00.000Z'),
  eva_version: '0.1.0',
  prefix: '',
  is_stdout: false,
};

const noCounts: Counts = { passed: 0, failed: 0, inconclusive: 0, unfinished: 0, shown: 0 };

/** Returns the line of a run among several. */
export function lineOf({ title, run_id, outcome, flags, counts, facts, cases }: View, at: number): RunLine {
  const model = facts.find(({ name }) => name === 'variant' || name === 'model')?.value;
  const reason = cases.flatMap(({ missing }) => missing).map((own) => own.reason)[0] ?? null;
  return {
    ...{ key: `r${at}`, id: title, run_id, outcome, flags, counts, facts, reason },
    variant: typeof model === 'object' ? model : null,
  };
}

/** Returns a report of runs with these views. */
export function reportOf(views: readonly View[], changes: Partial<RunsView> = {}): RunsReport {
  const lines = views.map(lineOf);
  const number = (outcome: View['outcome']) => views.filter((view) => view.outcome === outcome).length;
  const view: RunsView = {
    ...{
      schema: viewSchema,
      kind: 'runs',
      outcome: views[0]?.outcome ?? 'passed',
      flags: [],
      runs: lines,
      matrices: [],
    },
    counts: { ...noCounts, passed: number('passed'), failed: number('failed'), unfinished: number('unfinished') },
    ...{ exit_code: Math.max(0, ...views.map(({ exit_code }) => exit_code)), next: [], ...changes },
  };
  return {
    kind: 'runs',
    arrangement: views.length === 1 ? 'run' : 'list',
    group: null,
    view,
    *runs() {
      for (const [at, own] of views.entries()) {
        const line = lines[at];
        if (line) yield { line, view: own, plan: planOf({}), result: null, replies: () => [] };
      }
    },
  };
}

/** Returns the document that a reporter makes of a report. */
export async function written(
  reporter: Reporter,
  report: Report,
  around: Partial<ReportSurroundings> = {},
): Promise<string> {
  let text = '';
  for await (const piece of reporter.pieces(report, { ...surroundings, ...around })) text += piece;
  return text;
}

/** Returns the report of a comparison without changed pairs. */
export function compareReportOf(comparison: Comparison, pairs: readonly ReplyPair[] = []): CompareReport {
  return {
    kind: 'compare',
    comparison,
    view: compareViewOf(comparison),
    async *changed() {
      yield* pairs;
    },
    told: {
      context: {
        ...{ rowPath: null, command: `eva compare ${comparison.id}`, missing: null, full: false },
        runName: (runId) => runId,
      },
      items: null,
    },
  };
}

/** Returns the sample with a name. */
export function sampleOf(samples: Readonly<Record<string, () => View>>, name: string): View {
  const make = samples[name];
  if (!make) throw new Error(`no sample ${name}`);
  return make();
}

/** Returns the summary that GitHub's reporter makes of a report. */
export async function summaryOf(report: Report, around: Partial<ReportSurroundings> = {}): Promise<string> {
  let text = '';
  for await (const piece of github.summary?.(report, { ...surroundings, ...around }) ?? []) text += piece;
  return text;
}
