import { runsOfGroup } from '#engine/resume/stored-group.js';
import { groupRuns } from '#engine/run-group.js';
import type { PlannedRun } from '#engine/run-options.js';
import { warningsOf } from '#engine/run-options.js';
import type { RunOutcome } from '#engine/session/outcome.js';
import { startRun } from '#engine/start-run.js';
import { EvaError } from '#errors/index.js';
import { uniqueBy } from '#model/data/collections.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { jsonResult, withDatasets } from '#report/json.js';
import { renderProblems } from '#report/problems.js';
import { interruptedText } from '#report/run/interrupted.js';
import { groupTable } from '#report/run/run-group.js';
import { visible } from '#report/text/visible.js';
import { shortRunName } from '#store/run/run-names.js';
import { emptyColumn, type GroupColumn, groupColumn } from '#view/run-group.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import type { Terminal } from '../output/terminal.js';
import { continuationOf, type Resumable, resumeCommand } from './continuation.js';
import { eventTeller } from './evaluate.js';
import { tellGroupProgress } from './group-progress.js';
import { listenForInterrupt } from './interrupt.js';
import type { AfterResult } from './run-all.js';
import { exitCodeOfError, exitCodeOfRun, wordsNaming } from './show-results.js';
import { totalsOfRuns } from './totals-of-runs.js';

/** Options of a group of runs. */
export interface GroupOptions {
  readonly json: boolean;
  /** The flags that the resume command must repeat. */
  readonly flags: Resumable;
  readonly afterResult?: AfterResult | undefined;
}

/** One ended run of a group: its exit code alone, and the command that gets its missing replies. */
interface Ended {
  readonly exitCode: number;
  readonly resume: string | null;
  readonly document: object | null;
  /** The error that ended it; absent if none did. */
  readonly error?: unknown;
}

/**
 * Makes the runs of a group at the same time, and prints them side by side. Returns the worst of their exit codes, or that of a signal. With
 * `json` standard output has one document with all results, and the table goes to standard error.
 */
export async function runGroup(
  planned: readonly PlannedRun[],
  { json, flags, afterResult }: GroupOptions,
  terminal: Terminal,
  io: Io,
): Promise<number> {
  const runs = groupRuns(planned);
  terminal.err(renderProblems(warningsOf(runs), terminal.errScreen));
  terminal.err(totalsOfRuns(runs, terminal.errScreen));
  const interrupt = listenForInterrupt(io);
  const leaves: (() => void)[] = [];
  interrupt.onLeave(() => {
    for (const leave of leaves) leave();
  });
  const tellers = tellGroupProgress(terminal, runs.map(nameOf));
  const known = new Map<string, GroupColumn>();
  const results = new Map<PlannedRun, { readonly plan: RunPlan; readonly result: RunResult }>();
  const evaluateOne = async (run: PlannedRun, at: number): Promise<Ended> => {
    const teller = tellers[at];
    if (!teller) throw new Error('a run without a teller');
    const { stop, signal } = interrupt;
    const started = startRun(run, { stop, signal, onEvent: eventTeller(teller, run.open.root) });
    leaves.push(started.leave);
    const outcome = await started.outcome;
    if (outcome.ended === 'with_result') known.set(outcome.result.run_id, groupColumn(outcome.plan, outcome.result));
    if (outcome.ended === 'with_result' && afterResult) results.set(run, outcome);
    teller.end();
    return endOf(outcome, run, { flags, terminal, standing: teller.standing() });
  };
  const ended = await Promise.all(runs.map(evaluateOne)).finally(() => interrupt.release());
  await printErrors(ended, io);
  const exitCode = interrupt.exitCode() ?? Math.max(...ended.map((one) => one.exitCode));
  const [first] = runs;
  const group = first?.open.plan.variant?.group ?? '';
  const columns = first ? columnsOf(first.open.root, group, known) : [];
  if (columns.length === 0) return exitCode;
  const report = ['eva report --group', ...wordsNaming(null, flags.root)].join(' ');
  const resume = ended.find((one) => one.resume !== null)?.resume ?? null;
  const table = groupTable(columns, { exitCode, resume, report }, json ? terminal.errScreen : terminal);
  if (json) terminal.out(jsonResult({ group, runs: ended.flatMap(({ document }) => document ?? []) }));
  if (json) terminal.err(table);
  else terminal.out(table);
  for (const run of runs) {
    const result = results.get(run);
    if (!result) continue;
    terminal.out(`\n ${terminal.paint.bold(visible(nameOf(run)))}\n`);
    await afterResult?.(result);
  }
  return exitCode;
}

/** Returns the columns of a group, also of its runs that ended before this command. */
function columnsOf(root: string, group: string, known: ReadonlyMap<string, GroupColumn>): readonly GroupColumn[] {
  return runsOfGroup(root, group).map(({ run_id, read }) => known.get(run_id) ?? columnOf(read()));
}

function columnOf({ plan, result }: { readonly plan: RunPlan; readonly result: RunResult | null }): GroupColumn {
  return result ? groupColumn(plan, result) : emptyColumn(plan);
}

/** Returns the name of a run in lines of progress: its prompt and variant. */
function nameOf({ open: { plan } }: PlannedRun): string {
  return [plan.id, ...(plan.variant?.variant === undefined ? [] : [plan.variant.variant])].join(' × ');
}

/** Prints the errors that ended runs: equal problems once, since runs of a group often fail for the same reason. */
async function printErrors(ended: readonly Ended[], io: Io): Promise<void> {
  const errors = ended.flatMap((one) => ('error' in one ? [one.error] : []));
  const problems = errors.flatMap((error) => (error instanceof EvaError ? error.problems : []));
  for (const error of errors.filter((one) => !(one instanceof EvaError))) await exitWithError(error, io);
  if (problems.length > 0)
    await exitWithError(
      new EvaError(uniqueBy(problems, ({ code, message, at }) => JSON.stringify([code, message, at]))),
      io,
    );
}

interface EndWorld {
  readonly flags: Resumable;
  readonly terminal: Terminal;
  readonly standing: ReturnType<ReturnType<typeof tellGroupProgress>[number]['standing']>;
}

function endOf(outcome: RunOutcome, { open }: PlannedRun, world: EndWorld): Ended {
  const { flags, terminal } = world;
  const commandOf = (runId: string | undefined) =>
    resumeCommand(open.prompt.id, flags, runId === undefined ? undefined : shortRunName(open.root, runId));
  if (outcome.ended === 'with_error') {
    const resume = outcome.kept ? commandOf(outcome.kept.resume.runId) : null;
    return { exitCode: exitCodeOfError(outcome.error), resume, document: null, error: outcome.error };
  }
  if (outcome.ended === 'interrupted') {
    const { isAttempt, kept } = outcome;
    const resume = commandOf(kept.resume.runId);
    terminal.err(
      interruptedText({ ...world.standing, id: open.prompt.id, isAttempt }, { ...kept, resume }, terminal.errScreen),
    );
    return { exitCode: 130, resume, document: null };
  }
  const { plan, result, unsaved, resume } = outcome;
  const run = resume.runId === undefined ? undefined : shortRunName(open.root, resume.runId);
  const continuation = continuationOf(plan, result, { budget: open.config.budget, flags, run });
  return {
    ...(unsaved && { error: unsaved.error }),
    exitCode: unsaved ? exitCodeOfError(unsaved.error) : exitCodeOfRun(result, plan),
    resume: continuation?.command ?? null,
    document: withDatasets(result, plan),
  };
}
