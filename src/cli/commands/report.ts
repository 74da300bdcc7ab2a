import { evaError } from '#model/problem.js';
import { flagWords, short } from '#model/text/quoted.js';
import { prettyRecompute } from '#report/commands/recompute.js';
import { jsonResult } from '#report/formats/json-result.js';
import { prettyOverview } from '#report/run/pretty.js';
import { continuationOf, exitCodeOfRun, mergeCommandOf, placeFlags } from '#report/stored/continuation.js';
import { continueCommand, hasRow } from '#report/stored/read-log.js';
import { asCalled } from '#report/text/screen.js';
import { visible } from '#report/text/visible.js';
import { versionsOfRun } from '#run/attempts/next-attempt.js';
import { recomputed } from '#run/collect/recompute.js';
import { callsToFinish } from '#run/resume/calls-to-finish.js';
import { listRuns } from '#store/run/run-list.js';
import { runNames, shortRunName } from '#store/run/run-names.js';
import { readRun, type StoredRun } from '#store/run/stored-runs.js';
import { naming, showResults, sourceOf } from '../evaluating/show-results.js';
import type { Io } from '../io.js';
import { type CommandPlace, openCommand } from '../open-command.js';
import { exportTrials, showDetail } from '../reporting/report-detail.js';
import { type DetailOptions, type ReportOptions, requireReports, wantsDetail } from '../reporting/report-flags.js';
import { notPassedIn, showGroup } from '../reporting/report-group.js';
import { openReports } from '../reporting/write-reports.js';

interface StoredRunOptions extends DetailOptions, ReportOptions {
  readonly root?: string;
  readonly runs?: string;
  readonly recompute?: boolean;
  readonly group?: boolean;
}

/**
 * Runs `eva report [run]`: prints a stored run, by default the last one, and returns its exit code: 0, 1 or 3. With `--group` it prints the
 * runs that were made together, and returns the worst of their exit codes. With `--recompute` it
 * computes the verdicts again from the scores, compares them with the stored ones and the row, and returns 0 if all agree, else 1.
 */
export async function runReport(name: string | undefined, options: StoredRunOptions, io: Io): Promise<number> {
  const place = openCommand(io, options, { onlyRuns: true });
  const { terminal, root } = place;
  const reports = openReports(requireReports(options, place), [], place);
  if (options.group) return showGroup(name, { ...options, reports }, place);
  const run = readRun(root, name);
  const { plan, result } = run;
  if (plan.compare) refuseSide(root, result.run_id);
  if (name === undefined) {
    terminal.err(laterRunNote(result.run_id, options, place));
    if (plan.variant?.group !== undefined) terminal.err(groupNote(run, options, place));
  }
  if (options.recompute) return showRecomputation(run, options, place);
  const exitCode = exitCodeOfRun(result, plan);
  if (reports.output === 'pretty') {
    const { out } = options;
    if (out !== undefined) exportTrials([run], { ...options, out }, place);
    else await showRun(run, name, options, place);
  }
  const reported = { id: plan.id, variant: plan.variant?.variant ?? null, run_id: result.run_id };
  const command = { root, place: options, arrangement: 'run', group: null, exitCode } as const;
  return reports.write(() => sourceOf({ ...command, runs: [reported] }), exitCode);
}

/** Throws EVA_USAGE for one side of a comparison, and names the command that shows both. */
function refuseSide(root: string, run_id: string): never {
  const command = listRuns(root).find((run) => run.run_id === run_id)?.compare?.command ?? 'eva compare';
  throw evaError(
    'EVA_USAGE:reported_side',
    `run ${short(run_id)} is one side of a comparison, which has no verdict by itself`,
    { hint: `${short(command)} --items changed` },
  );
}

/** Returns a line about the newest run if it began after the shown one and has no result; else an empty text. */
function laterRunNote(shown: string, options: StoredRunOptions, { root, terminal }: CommandPlace): string {
  if (runNames(root).at(-1) === shown) return '';
  const latest = listRuns(root).findLast(({ compare }) => compare === undefined);
  if (!latest || latest.run_id === shown) return '';
  const name = shortRunName(root, latest.run_id);
  const isRunning = latest.state === 'running';
  const command = isRunning ? null : continueCommand(root, latest, options, name);
  const how =
    command === null ? `${asCalled('eva log', terminal)} lists it` : `${asCalled(command, terminal)} continues it`;
  return `${visible(`a later run, ${name}, is ${isRunning ? 'still running' : 'unfinished'}: ${how}`)}\n`;
}

/** Returns a line about the other runs of the group that the shown run belongs to; empty if it is the only one. */
function groupNote(shown: StoredRun, options: StoredRunOptions, { root, terminal }: CommandPlace): string {
  const group = shown.plan.variant?.group ?? '';
  const { title, runs, notPassed } = notPassedIn(root, group, shown.plan);
  if (runs < 2) return '';
  const command = [
    asCalled('eva report --group', terminal),
    ...(options.failed ? ['--failed'] : []),
    ...(options.out === undefined ? [] : [flagWords('--out', options.out)]),
    ...placeFlags(options),
  ];
  const notPassedText = notPassed.length === 0 ? 'the others passed' : notPassed.join(', ');
  return `${visible(`${title} is 1 of ${runs} runs of a group; ${notPassedText}: ${command.join(' ')}`)}\n`;
}

/** Prints the overview of a run, or the cases with their replies that the options select. */
async function showRun(
  run: StoredRun,
  name: string | undefined,
  options: StoredRunOptions,
  place: CommandPlace,
): Promise<void> {
  const { plan, result } = run;
  const { root, terminal } = place;
  const shortName = shortRunName(root, result.run_id);
  const named = name === undefined ? null : shortName;
  const exitCode = exitCodeOfRun(result, plan);
  const versions = versionsOfRun(root, { plan, ts: result.ts });
  if (wantsDetail(options)) {
    const report = naming('eva report', named, options);
    return showDetail(run, { ...options, ending: { exitCode, rowPath: null, versions, report } }, place);
  }
  const rowPath = exitCode !== 3 && !result.shard && hasRow(root, result.run_id) ? '.eval.jsonl' : null;
  const interrupted = {
    ...{ budget: plan.manner.budget ?? {}, flags: options, run: shortName },
    toFinish: () => callsToFinish(root, { run_id: result.run_id, plan }),
  };
  const continuation = continuationOf(plan, result, interrupted);
  const show = showResults(terminal, prettyOverview, { nameOf: () => named, flags: options });
  await show(plan, result, { exitCode, rowPath, continuation, versions, merge: mergeCommandOf(root, options) });
}

function showRecomputation(run: StoredRun, { json }: StoredRunOptions, { root, terminal }: CommandPlace): number {
  const recomputedRun = recomputed(run, root);
  const { id, run_id } = run.result;
  const agrees = recomputedRun.differences.length === 0 && recomputedRun.contradictions.length === 0;
  terminal.out(
    json
      ? jsonResult({ run_id, agrees, ...recomputedRun })
      : prettyRecompute({ id, run_id, ...recomputedRun }, terminal),
  );
  return agrees ? 0 : 1;
}
