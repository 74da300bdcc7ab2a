import { casePaths } from '#decide/watch-case.js';
import { noSources } from '#model/reply/reply-sources.js';
import { defaultRunSettings, type RunPlan, type RunResult } from '#model/run/run.js';
import { scoresByTrial } from '#model/run/trial.js';
import type { ReportedRun, RunsReport } from '#report/formats/report.js';
import { lineOfRun, runsViewOf } from '#report/stored/stored-report.js';
import { replyView } from '#report/view/case-view.js';
import { matrixColumn } from '#report/view/run-group.js';
import type { CaseReply } from '#report/view/runs-view.js';
import { unfinishedView } from '#report/view/runs-view.js';
import type { View } from '#report/view/view.js';
import { type RunEnding, viewOf } from '#report/view/view-of.js';
import { summarize } from '#run/collect/summarize.js';
import type { MadeCase } from './made-case.js';

/** A run that was made without a model. */
export interface MadeRun {
  readonly plan: RunPlan;
  /** null for a run that was interrupted. */
  readonly result: RunResult | null;
  readonly view: View;
}

interface RunParts {
  readonly cases: readonly MadeCase[];
  readonly plan?: Partial<RunPlan>;
  /** Fields of the result that do not follow from its cases: cost, duration, sources of the replies. */
  readonly result?: Partial<RunResult>;
  readonly ending?: Partial<RunEnding>;
  readonly run_id?: string;
  /** True for a run that was interrupted: it has no result, and its settled cases are named. */
  readonly isInterrupted?: boolean;
}

const digests = { prompt: 'p'.repeat(64), cases: 'c'.repeat(64), judge: 'j'.repeat(64), models: 'm'.repeat(64) };

/** Makes a run of these cases: its plan, its result and its view. */
export function madeRun({ cases, run_id = '20261124T101500Z-1f0c2a', isInterrupted, ...parts }: RunParts): MadeRun {
  const plan: RunPlan = {
    ...{ id: 'support-triage', body: '<task>Triage this message: {{message}}</task>', evidence: digests },
    ...{ cases: cases.map(({ testCase }) => testCase), partial: false, calls: 1655, outlooks: [], try: 1 },
    manner: defaultRunSettings,
    ...parts.plan,
  };
  if (isInterrupted) {
    const settled = new Map(
      cases.flatMap(({ result: { name, passed } }) =>
        passed === null ? [] : [[name, passed ? 'passed' : 'failed'] as const],
      ),
    );
    return { plan, result: null, view: unfinishedView(plan, { run_id, exitCode: 130, settled }) };
  }
  const asked = cases.reduce(
    (sum, { result }) => sum + result.trials.filter(({ outcome }) => outcome !== 'missing').length,
    0,
  );
  const totals = {
    replies: { model: asked, recorded: 0, synthetic: 0 },
    usage: { replies: asked, input_tokens: asked * 1041, output_tokens: asked * 122, unmetered_replies: 0 },
    ...{ cost_usd: 4.12, oldest_reply: '2026-11-24T10:15:01.000Z', asked_again: 0, ...parts.result },
  };
  const facts = { run_id, ts: '2026-11-24T10:15:00.000Z', duration_s: 401, eva_version: '0.1.0' };
  const sources = { ...noSources, asked };
  const result = {
    ...summarize(
      plan,
      cases.map((one) => one.result),
      totals,
      { sources, ...facts },
    ),
    ...parts.result,
  };
  const exitCode = result.state === 'unfinished' ? 3 : result.all_passed || result.shard ? 0 : 1;
  const rowPath = exitCode === 3 || result.shard ? null : '.eval.jsonl';
  return { plan, result, view: viewOf(result, plan, { exitCode, rowPath, pathsOf: casePaths, ...parts.ending }) };
}

/** Returns the report of these runs, as reporters get it. */
export function reportOf(runs: readonly MadeRun[], arrangement: RunsReport['arrangement'] = 'run'): RunsReport {
  const reported = runs.map(reportedRun);
  const worst = Math.max(...runs.map(({ view }) => view.exit_code));
  return {
    kind: 'runs',
    arrangement,
    group: arrangement === 'group' ? 'g1' : null,
    view: runsViewOf(
      reported.map(({ line }) => line),
      worst,
      arrangement === 'group' ? reported.map(({ line, view }) => matrixColumn(line.key, view)) : undefined,
    ),
    runs: () => reported,
  };
}

function reportedRun({ plan, result, view }: MadeRun): ReportedRun {
  const run = { id: plan.id, variant: plan.variant?.variant ?? null, run_id: view.run_id.raw };
  return {
    line: lineOfRun(view.run_id.raw, run, view),
    view,
    plan,
    result,
    replies: () => repliesOf(plan, result, view),
  };
}

function* repliesOf(plan: RunPlan, result: RunResult | null, view: View): Generator<CaseReply> {
  for (const { key, name } of view.cases) {
    const one = result?.cases.find((own) => own.name === name.raw);
    const testCase = plan.cases.find((own) => own.name === name.raw);
    const scores = scoresByTrial(one?.scores ?? []);
    for (const trial of one?.trials ?? []) {
      yield { key, name, reply: replyView(trial, scores.get(trial.index) ?? [], testCase, plan.body) };
    }
  }
}
