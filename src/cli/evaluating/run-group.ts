import { uniqueBy } from '#model/data/collections.js';
import { EvaError } from '#model/problem.js';
import type { OnRunEvent } from '#model/run/notice.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { renderProblems } from '#report/problems.js';
import { groupTable, loneColumns } from '#report/run/group-table.js';
import { interruptedRuns, type Kept, type KnownSoFar, keptText } from '#report/run/interrupted.js';
import { prettyAmongSeveral } from '#report/run/pretty.js';
import type { RunStandingFacts } from '#report/run/progress.js';
import { continuationOf, exitCodeOfRun, type Resumable, resumeCommand, rootFlag } from '#report/stored/continuation.js';
import type { RunToReport } from '#report/stored/stored-report.js';
import { visible } from '#report/text/visible.js';
import { type GroupColumn, groupColumn, openColumn, type SettledCases } from '#report/view/run-group.js';
import { runsOfGroup } from '#run/resume/choose-run.js';
import type { KeptReplies, RunOutcome } from '#run/session/finish-run.js';
import { groupRuns } from '#run/session/run-group.js';
import { type PlannedRun, warningsOf } from '#run/session/run-options.js';
import { startRun } from '#run/session/start-run.js';
import { shortRunName } from '#store/run/run-names.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import type { CommandPlace } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';
import { eventTeller, stopTeller } from './evaluate.js';
import { listenForInterrupt } from './interrupt.js';
import { runTitle, tellProgress } from './progress.js';
import type { RunsOptions } from './run-all.js';
import {
  exitCodeOfError,
  naming,
  runToReport,
  showResults,
  sourceOf,
  totalsOfRuns,
  withEarlierRuns,
} from './show-results.js';

/** One ended run of a group: its exit code alone, and the command that gets its missing replies. */
interface Ended {
  readonly exitCode: number;
  readonly resume: string | null;
  readonly reported: RunToReport;
  /** The error that ended it; absent if none did. */
  readonly error?: unknown;
  /** Set for a run that a signal ended. */
  readonly interrupted?: KnownSoFar & { readonly kept: Kept };
}

/**
 * Makes the runs of a group at the same time, and prints them side by side. Returns the worst of their exit codes, or that of a signal. The
 * table goes to standard error if standard output has a report.
 */
export async function runGroup(
  planned: readonly PlannedRun[],
  { reports, flags, afterResult, onResult, interrupt: given }: RunsOptions,
  { terminal, io }: CommandPlace,
): Promise<number> {
  const runs = groupRuns(planned);
  terminal.err(renderProblems(warningsOf(runs), terminal.errScreen));
  terminal.err(totalsOfRuns(runs, terminal.errScreen));
  await reports.load();
  const interrupt = given ?? listenForInterrupt(io);
  const leaves: (() => Kept)[] = [];
  const progress = tellProgress(
    terminal,
    runs.map(({ open }) => runTitle(open.plan)),
  );
  interrupt.onLeave(() => {
    progress.end();
    const kept = leaves.map((leave) => leave());
    if (kept[0]) terminal.err(keptText(keptOfAll(kept, kept[0].resume), terminal.errScreen));
  });
  const known = new Map<string, GroupColumn>();
  const settled = new Map<string, SettledCases>();
  const results = new Map<PlannedRun, { readonly plan: RunPlan; readonly result: RunResult }>();
  const tellStop = joiningStops((event) => {
    stopTeller(eventTeller(progress.of(0), '', terminal), progress.note, interrupt)(event);
  });
  const evaluateOne = async (run: PlannedRun, at: number): Promise<Ended> => {
    const teller = progress.of(at);
    const { stop, signal } = interrupt;
    const tell = eventTeller(teller, run.open.root, terminal);
    const onEvent: OnRunEvent = (event) => (event.event === 'run_stopping' ? tellStop(event) : tell(event));
    const started = startRun(run, { stop, signal, onEvent });
    leaves.push(() => keptOf(started.leave(), run, flags));
    const outcome = await started.outcome;
    if (outcome.ended === 'with_result') {
      known.set(outcome.result.run_id, groupColumn(outcome.plan, outcome.result));
      onResult?.(run, outcome);
    }
    if (outcome.ended === 'with_result' && (afterResult || !outcome.result.all_passed)) results.set(run, outcome);
    teller.end();
    const standing = teller.standing();
    settled.set(nameOf(run), new Map(standing.settled.map((one) => [one.name, one.outcome])));
    return endOf(outcome, run, { flags, standing, runId: started.runId() });
  };
  const ended = await Promise.all(runs.map(evaluateOne)).finally(() => {
    progress.end();
    if (!given) interrupt.release();
  });
  if (interrupt.isOutdated?.()) return 0;
  printInterrupted(ended, terminal);
  printErrors(ended, io);
  const exitCode = interrupt.exitCode() ?? Math.max(...ended.map((one) => one.exitCode));
  const [first] = runs;
  const group = first?.open.plan.variant?.group ?? '';
  const columns = first ? columnsOf(first.open.root, group, { known, settled }) : [];
  const write = () =>
    reports.write(() => {
      const root = first?.open.root ?? '';
      const runsOfTheGroup = withEarlierRuns(
        root,
        group,
        ended.map(({ reported }) => reported),
      );
      return sourceOf({ root, rootFlag: flags.root, arrangement: 'group', group, exitCode, runs: runsOfTheGroup });
    }, exitCode);
  if (columns.length === 0) return write();
  const isPretty = reports.output === 'pretty';
  const report = naming('eva report --group', null, flags.root);
  const resume = ended.find((one) => one.resume !== null)?.resume ?? null;
  const table = groupTable(
    columns,
    { exitCode, resume, report, flags: rootFlag(flags.root) },
    isPretty ? terminal : terminal.errScreen,
  );
  if (!isPretty) terminal.err(table);
  else {
    await showLone(loneRuns(runs, columns), { results, flags }, terminal);
    terminal.out(table);
  }
  for (const run of afterResult && isPretty ? runs : []) {
    const result = results.get(run);
    if (!result) continue;
    terminal.out(`\n ${terminal.paint.bold(visible(nameOf(run)))}\n`);
    await afterResult?.(result);
  }
  return write();
}

/** Returns the runs that are one line of the table, so that their cases are not in it. */
function loneRuns(runs: readonly PlannedRun[], columns: readonly GroupColumn[]): readonly PlannedRun[] {
  const ids = new Set(loneColumns(columns).map(({ id }) => id));
  return runs.filter(({ open }) => ids.has(open.prompt.id));
}

/** Prints those of the runs that did not pass, with their replies. */
async function showLone(
  runs: readonly PlannedRun[],
  { results, flags }: { readonly results: ResultsOfGroup; readonly flags: Resumable },
  terminal: Terminal,
): Promise<void> {
  for (const run of runs) {
    const ended = results.get(run);
    if (!ended || ended.result.all_passed) continue;
    const name = shortRunName(run.open.root, ended.result.run_id);
    const show = showResults(terminal, prettyAmongSeveral, { nameOf: () => name, root: flags.root });
    const exitCode = exitCodeOfRun(ended.result, ended.plan);
    await show(ended.plan, ended.result, { exitCode, rowPath: null });
  }
}

type ResultsOfGroup = ReadonlyMap<PlannedRun, { readonly plan: RunPlan; readonly result: RunResult }>;

type Stopping = Extract<Parameters<OnRunEvent>[0], { readonly event: 'run_stopping' }>;

/** Joins the notices of runs that stop at the same moment into one. */
function joiningStops(tell: (event: Stopping) => void): (event: Stopping) => void {
  let joined: Stopping | undefined;
  return (event) => {
    const { in_hand, batches } = joined ?? { in_hand: 0, batches: 0 };
    if (!joined) queueMicrotask(() => joined && tell(joined));
    joined = { ...event, in_hand: event.in_hand + in_hand, batches: event.batches + batches };
  };
}

/** What is known of the runs of a group: columns of those with a result by the name of the run, settled cases by prompt and variant. */
interface KnownRuns {
  readonly known: ReadonlyMap<string, GroupColumn>;
  readonly settled: ReadonlyMap<string, SettledCases>;
}

/** Returns the columns of a group, also of its runs that ended before this command. */
function columnsOf(root: string, group: string, { known, settled }: KnownRuns): readonly GroupColumn[] {
  return runsOfGroup(root, group).map(({ run_id, read }) => {
    const column = known.get(run_id);
    if (column) return column;
    const { plan, result } = read();
    return result ? groupColumn(plan, result) : openColumn(plan, settled.get(runTitle(plan).name));
  });
}

function nameOf({ open: { plan } }: PlannedRun): string {
  return runTitle(plan).name;
}

/** Prints the runs that a signal ended, and once the command that resumes them. */
function printInterrupted(ended: readonly Ended[], terminal: Terminal): void {
  const runs = ended.flatMap(({ interrupted }) => interrupted ?? []);
  const [first] = runs;
  if (!first) return;
  const kept = runs.map((one) => one.kept);
  terminal.err(interruptedRuns(runs, keptOfAll(kept, first.kept.resume), terminal.errScreen));
}

/** Adds what is stored of runs. `resume` is the command that resumes all of them. */
function keptOfAll(kept: readonly Kept[], resume: string): Kept {
  const sum = (of: 'replies' | 'batches') => kept.reduce((all, one) => all + one[of], 0);
  return { replies: sum('replies'), batches: sum('batches'), resume };
}

function keptOf({ resume, ...kept }: KeptReplies, { open }: PlannedRun, flags: Resumable): Kept {
  const run = resume.runId === undefined ? undefined : shortRunName(open.root, resume.runId);
  return { ...kept, resume: resumeCommand(open.prompt.id, flags, run) };
}

/** Prints the errors that ended runs: equal problems once, since runs of a group often fail for the same reason. */
function printErrors(ended: readonly Ended[], io: Io): void {
  const errors = ended.flatMap((one) => ('error' in one ? [one.error] : []));
  const problems = errors.flatMap((error) => (error instanceof EvaError ? error.problems : []));
  for (const error of errors.filter((one) => !(one instanceof EvaError))) exitWithError(error, io);
  if (problems.length > 0)
    exitWithError(new EvaError(uniqueBy(problems, ({ code, message, at }) => JSON.stringify([code, message, at]))), io);
}

interface EndWorld {
  readonly flags: Resumable;
  readonly standing: RunStandingFacts;
  /** The name of its folder; null if it has none. */
  readonly runId: string | null;
}

function endOf(outcome: RunOutcome, run: PlannedRun, { flags, standing, runId }: EndWorld): Ended {
  const { open } = run;
  const reported = (exitCode: number) => ({ exitCode, reported: runToReport(run, outcome, runId, exitCode) });
  if (outcome.ended === 'with_error') {
    const resume = outcome.kept ? keptOf(outcome.kept, run, flags).resume : null;
    return { ...reported(exitCodeOfError(outcome.error)), resume, error: outcome.error };
  }
  if (outcome.ended === 'interrupted') {
    const kept = keptOf(outcome.kept, run, flags);
    const interrupted = { ...standing, id: nameOf(run), isAttempt: outcome.isAttempt, kept };
    return { ...reported(130), resume: kept.resume, interrupted };
  }
  const { plan, result, unsaved, resume } = outcome;
  const name = resume.runId === undefined ? undefined : shortRunName(open.root, resume.runId);
  const continuation = continuationOf(plan, result, { budget: open.config.budget, flags, run: name });
  return {
    ...(unsaved && { error: unsaved.error }),
    ...reported(unsaved ? exitCodeOfError(unsaved.error) : exitCodeOfRun(result, plan)),
    resume: continuation?.command ?? null,
  };
}
