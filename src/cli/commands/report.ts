import { evaError } from '#model/problem.js';
import { flagWords, short } from '#model/text/quoted.js';
import { prettyRecompute } from '#report/commands/recompute.js';
import { jsonResult } from '#report/formats/json-result.js';
import { continuationOf, exitCodeOfRun } from '#report/stored/continuation.js';
import { continueCommand, hasRow } from '#report/stored/read-log.js';
import type { RunsToReport } from '#report/stored/stored-report.js';
import { asCalled } from '#report/text/screen.js';
import { visible } from '#report/text/visible.js';
import { versionsOfRun } from '#run/attempts/next-attempt.js';
import { recomputed } from '#run/collect/recompute.js';
import { listRuns } from '#store/run/run-list.js';
import { runNames, shortRunName } from '#store/run/run-names.js';
import { readRun, type StoredRun } from '#store/run/stored-runs.js';
import { showResults, sourceOf, wordsNaming } from '../evaluating/show-results.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';
import { exportTrials, showDetail } from '../reporting/report-detail.js';
import { type DetailOptions, type ReportOptions, requireReports, wantsDetail } from '../reporting/report-flags.js';
import { notPassedIn, showGroup } from '../reporting/report-group.js';
import { openReports } from '../reporting/write-reports.js';

interface StoredRunOptions extends DetailOptions, ReportOptions {
  readonly root?: string;
  readonly recompute?: boolean;
  readonly group?: boolean;
}

/**
 * Runs `eva report [run]`: prints a stored run, by default the last one, and returns its exit code: 0, 1 or 3. With `--group` it prints the
 * runs that were made together, and returns the worst of their exit codes. With `--recompute` it
 * computes the verdicts again from the scores, compares them with the stored ones and the row, and returns 0 if all agree, else 1.
 */
export async function runReport(name: string | undefined, options: StoredRunOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options, { onlyRuns: true });
  const reports = openReports(requireReports(options, root, io), [], { root, terminal, io });
  if (options.group) {
    return showGroup(root, name, { ...options, reports }, { terminal, io });
  }
  const run = readRun(root, name);
  if (run.plan.compare) await refuseSide(root, run.result.run_id);
  if (name === undefined) {
    terminal.err(await laterRunNote(root, run.result.run_id, options.root, terminal));
    if (run.plan.variant?.group !== undefined) terminal.err(await groupNote(run, root, options, terminal));
  }
  if (options.recompute) return showRecomputation(run, root, options, terminal);
  const shown = { terminal, io };
  const exitCode =
    reports.output !== 'pretty'
      ? exitCodeOfRun(run.result, run.plan)
      : wantsDetail(options)
        ? await showReplies(run, { ...options, name, libraryRoot: root }, shown)
        : await showRun(run, { ...options, name, libraryRoot: root }, terminal);
  return reports.write(() => sourceOf(oneRun(run, { root, rootFlag: options.root, exitCode })), exitCode);
}

/** Returns a stored run for reports. */
function oneRun({ plan, result }: StoredRun, command: Pick<RunsToReport, 'root' | 'rootFlag' | 'exitCode'>) {
  const run = { id: plan.id, variant: plan.variant?.variant ?? null, run_id: result.run_id };
  return { ...command, arrangement: 'run', group: null, runs: [run] } as const;
}

/** Throws EVA_USAGE for one side of a comparison, and names the command that shows both. */
async function refuseSide(root: string, run_id: string): Promise<void> {
  const command = listRuns(root).find((run) => run.run_id === run_id)?.compare_command ?? 'eva compare';
  throw evaError(
    'EVA_USAGE:reported_side',
    `run ${short(run_id)} is one side of a comparison, which has no verdict by itself`,
    { hint: `${short(command)} --items changed` },
  );
}

/** Returns a line about the newest run if it began after the shown one and has no result; else an empty text. */
async function laterRunNote(
  root: string,
  shown: string,
  flag: string | undefined,
  terminal: Terminal,
): Promise<string> {
  if (runNames(root).at(-1) === shown) return '';
  const latest = listRuns(root).findLast(({ compare }) => compare === undefined);
  if (!latest || latest.run_id === shown) return '';
  const name = shortRunName(root, latest.run_id);
  const isRunning = latest.state === 'running';
  const command = isRunning ? null : continueCommand(root, latest, flag === undefined ? {} : { root: flag }, name);
  const how =
    command === null ? `${asCalled('eva log', terminal)} lists it` : `${asCalled(command, terminal)} continues it`;
  return `${visible(`a later run, ${name}, is ${isRunning ? 'still running' : 'unfinished'}: ${how}`)}\n`;
}

/** Returns a line about the other runs of the group that the shown run belongs to; empty if it is the only one. */
async function groupNote(
  shown: StoredRun,
  root: string,
  options: StoredRunOptions,
  terminal: Terminal,
): Promise<string> {
  const group = shown.plan.variant?.group ?? '';
  const { title, runs, notPassed } = notPassedIn(root, group, shown.plan);
  if (runs < 2) return '';
  const command = [
    asCalled('eva report --group', terminal),
    ...(options.failed ? ['--failed'] : []),
    ...(options.out === undefined ? [] : [flagWords('--out', options.out)]),
    ...wordsNaming(null, options.root),
  ];
  const notPassedText = notPassed.length === 0 ? 'the others passed' : notPassed.join(', ');
  return `${visible(`${title} is 1 of ${runs} runs of a group; ${notPassedText}: ${command.join(' ')}`)}\n`;
}

async function showReplies(
  run: StoredRun,
  { libraryRoot: root, ...options }: NamedRun,
  shown: { readonly terminal: Terminal; readonly io: Io },
): Promise<number> {
  const exitCode = exitCodeOfRun(run.result, run.plan);
  const { name, out } = options;
  if (out !== undefined) {
    exportTrials([run], root, { ...options, out }, shown);
    return exitCode;
  }
  const versions = versionsOfRun(root, { plan: run.plan, ts: run.result.ts });
  const words = wordsNaming(name === undefined ? null : shortRunName(root, run.result.run_id), options.root);
  const report = ['eva report', ...words].join(' ');
  await showDetail(run, root, { ...options, ending: { exitCode, rowPath: null, versions, report } }, shown);
  return exitCode;
}

interface NamedRun extends StoredRunOptions {
  /** The name of the run on the command line. */
  readonly name: string | undefined;
  /** The root of the library. */
  readonly libraryRoot: string;
}

async function showRun({ plan, result }: StoredRun, options: NamedRun, terminal: Terminal): Promise<number> {
  const { name, root, libraryRoot } = options;
  const shortName = shortRunName(libraryRoot, result.run_id);
  const exitCode = exitCodeOfRun(result, plan);
  const rowPath = exitCode !== 3 && !result.shard && hasRow(libraryRoot, result.run_id) ? '.eval.jsonl' : null;
  const interrupted = { budget: plan.manner.budget ?? {}, flags: options, run: shortName };
  const continuation = continuationOf(plan, result, interrupted);
  const show = showResults(terminal, {
    isList: false,
    isStored: true,
    wordsOf: () => wordsNaming(name === undefined ? null : shortName, root),
  });
  const versions = versionsOfRun(libraryRoot, { plan, ts: result.ts });
  await show(plan, result, { exitCode, rowPath, continuation, versions });
  return exitCode;
}

function showRecomputation(run: StoredRun, root: string, { json }: StoredRunOptions, terminal: Terminal): number {
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
