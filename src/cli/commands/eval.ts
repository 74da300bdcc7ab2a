import { loadConfig } from '#library/settings/config.js';
import type { Problem } from '#model/problem.js';
import { EvaError } from '#model/problem.js';
import type { Notify } from '#model/run/notice.js';
import type { Shard } from '#model/run/run.js';
import { shardLine } from '#report/run/share.js';
import { planResumedGroup } from '#run/resume/plan-resumed.js';
import { planRuns } from '#run/session/plan-runs.js';
import type { PlannedRun, RunOptions } from '#run/session/run-options.js';
import { isGroup, sharedBudget } from '#run/session/run-pool.js';
import { planShare } from '#run/shares/plan-share.js';
import { assignShard } from '../evaluating/auto-shard.js';
import { type EvalFlags, runOptionsOf, wantedOf } from '../evaluating/eval-options.js';
import { noticesTo } from '../evaluating/progress.js';
import { type AfterResult, confirmRuns, type RunsOptions, runAll } from '../evaluating/run-all.js';
import {
  noteChanged,
  noteLeftOut,
  type Selection,
  selectChanged,
  selectPrompts,
} from '../evaluating/select-prompts.js';
import { sourceOf } from '../evaluating/show-results.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import { type CommandPlace, openCommand, promptOf } from '../open-command.js';
import { showDetail } from '../reporting/report-detail.js';
import { flaggedReports, requireReports } from '../reporting/report-flags.js';
import { openTracing, type Tracing } from '../reporting/trace-runs.js';
import { type OpenReports, openReports } from '../reporting/write-reports.js';
import { watchCommand } from '../watching/watch.js';

/**
 * Runs `eva eval [ids...]`: checks all prompts, then evaluates them from one pool of calls. Without ids it evaluates all prompts, after a question.
 * With `--resume` it goes on with one prompt, or with the last command. Returns the worst of 3 (replies are missing), 1 (a case did not pass, or the
 * answer was no) and 0, or the exit code of a signal.
 */
export async function evalCommand(ids: readonly string[], options: EvalFlags, io: Io): Promise<number> {
  const wanted = wantedOf(ids, options);
  const place = openCommand(io, options, { makesRuns: true });
  const tracing = await openTracing(place);
  try {
    return await evaluateWanted(wanted, options, { ...place, traced: tracing.traced });
  } finally {
    await tracing.close();
  }
}

async function evaluateWanted(
  wanted: ReturnType<typeof wantedOf>,
  options: EvalFlags,
  { traced, ...place }: CommandPlace & Pick<Tracing, 'traced'>,
): Promise<number> {
  const { io } = place;
  const flagged = flaggedReports(options, place);
  const notify = noticesTo(place);
  const shard = shardOf(options, io, notify);
  const runOptions = runOptionsOf(options, place, shard);
  const reportsOf = (runs: readonly PlannedRun[]) => openReports(flagged, runs[0]?.open.config.reports ?? [], place);
  // the table of a group has no replies, and those of looks are what was asked for
  const below = (runs: readonly PlannedRun[]) =>
    options.show || (isGroup(runs) && runs.some(({ open }) => open.plan.manner.look)) ? showReplies(place) : undefined;
  const make = (
    runs: readonly PlannedRun[],
    reports: OpenReports,
    told: Pick<RunsOptions, 'isList' | 'foretell' | 'group' | 'earlier'>,
  ) => runAll(runs, { flags: options, reports, afterResult: below(runs), ...told }, place);
  if ('words' in wanted) {
    if (options.watch) {
      const reports = openReports(requireReports(options, place), [], place);
      return watchCommand(wanted.words, options, { ...place, traced, below, reports });
    }
    const selection = await selected(wanted.words, options, place);
    if ('exitCode' in selection) return selection.exitCode;
    const planned = await plannedOrTold(selection, runOptions, flagged.problems, place);
    if ('exitCode' in planned) return planned.exitCode;
    if (planned.runs.length === 0) return reportNothing('', options, place);
    const runs = traced(sharedBudget(runOptions)(planned.runs));
    const reports = reportsOf(runs);
    if (!(await confirmRuns(runs, selection, options, place))) return 1;
    return make(runs, reports, { isList: selection.by !== 'named', foretell: shard === undefined, group: 'new' });
  }
  if (flagged.problems.length > 0) throw new EvaError(flagged.problems);
  // A word without a slash may also be the short name of a run.
  const id = wanted.id?.includes('/') ? promptOf(wanted.id, place) : wanted.id;
  const { runs: planned, group: earlier, release } = planResumedGroup({ ...wanted, id }, runOptions, notify);
  const runs = traced(planned);
  const reports = reportsOf(runs);
  try {
    return await make(runs, reports, { foretell: false, group: 'noted', earlier });
  } finally {
    release();
  }
}

/** Plans runs of the selected prompts. If one of several has problems, prints them, says that none was run, and returns the exit code. */
async function plannedOrTold(
  { ids, problems }: Selection,
  options: RunOptions,
  others: readonly Problem[],
  { terminal, io }: CommandPlace,
): Promise<{ readonly runs: readonly PlannedRun[] } | { readonly exitCode: number }> {
  try {
    const { shard } = options.manner;
    if (!shard) return { runs: planRuns(ids, options, [...others, ...problems]) };
    const { runs, facts } = planShare(ids, options, shard, [...others, ...problems]);
    terminal.err(shardLine(facts, terminal.errScreen));
    return { runs };
  } catch (error) {
    if (!(error instanceof EvaError) || ids.length + problems.length < 2) throw error;
    const exitCode = exitWithError(error, io);
    terminal.err('no prompt was run\n');
    return { exitCode };
  }
}

/** Returns the prompts to evaluate, or the exit code of a command that evaluates none. */
async function selected(
  words: readonly string[],
  options: EvalFlags,
  place: CommandPlace,
): Promise<Selection | { readonly exitCode: number }> {
  const selection = selectPrompts(words, options, place);
  noteLeftOut(selection, place.terminal);
  if (options.changed === undefined || selection.problems.length > 0) return selection;
  const changedSelection = await selectChanged(selection.ids, options.changed, place);
  if ('exitCode' in changedSelection) return changedSelection;
  noteChanged(changedSelection, selection, place.terminal);
  if (changedSelection.ids.length > 0) return { ...selection, ids: changedSelection.ids, by: 'changed' };
  return { exitCode: await reportNothing(`no prompt differs from ${changedSelection.from}\n`, options, place) };
}

/** Prints why there is nothing to run, and writes the reports of no run. Returns the exit code. */
async function reportNothing(why: string, options: EvalFlags, place: CommandPlace): Promise<number> {
  const { root, terminal } = place;
  const flagged = requireReports(options, place);
  const reports = openReports(flagged, loadConfig(root).value?.config.reports ?? [], place);
  (reports.output === 'pretty' ? terminal.out : terminal.err)(why);
  const none = { root, place: options, arrangement: 'list', group: null, exitCode: 0, runs: [] } as const;
  return reports.write(() => sourceOf(none), 0);
}

/** Returns a function that prints all replies of a run below its result. */
function showReplies(place: CommandPlace): AfterResult {
  return async (run) => {
    await showDetail(run, { full: true, isBelowResult: true, ending: { exitCode: 0, rowPath: null } }, place);
  };
}

/** Returns the shard to collect, if there is one. Says which variables it comes from. Throws EVA_NO_SHARD. */
function shardOf({ shard }: EvalFlags, { env }: Io, notify: Notify): Shard | undefined {
  if (shard === undefined || !('isAuto' in shard)) return shard;
  const assigned = assignShard(shard, env);
  notify({ event: 'shard_assigned', ...assigned });
  return assigned.shard;
}
