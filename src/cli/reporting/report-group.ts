import { unknownCase } from '#model/case.js';
import { EvaError } from '#model/problem.js';
import { isOnlyLook, type RunPlan, type RunResult } from '#model/run/run.js';
import { groupTable } from '#report/run/group-table.js';
import { openRunsText } from '#report/run/open-runs.js';
import { continuationOf, exitCodeOfRun, placeFlags, resumeCommand } from '#report/stored/continuation.js';
import { continueCommand } from '#report/stored/read-log.js';
import { visible } from '#report/text/visible.js';
import { groupColumn, openColumn } from '#report/view/run-group.js';
import { callsToFinish } from '#run/resume/calls-to-finish.js';
import { groupNamed, runsOfGroup } from '#run/resume/choose-run.js';
import { groupLeft } from '#run/resume/plan-resumed.js';
import { listRuns } from '#store/run/run-list.js';
import { shortRunName } from '#store/run/run-names.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import { naming, sourceOf } from '../evaluating/show-results.js';
import type { CommandPlace } from '../open-command.js';
import { exportTrials, showDetail } from './report-detail.js';
import { type DetailOptions, wantsDetail } from './report-flags.js';
import type { OpenReports } from './write-reports.js';

interface GroupOptions extends DetailOptions {
  readonly root?: string;
  readonly runs?: string;
  readonly reports: OpenReports;
}

/** A stored run of a group: its result is null if it has none yet. */
interface RunInGroup {
  readonly run_id: string;
  readonly plan: RunPlan;
  readonly result: RunResult | null;
}

/**
 * Prints the stored runs of a group side by side: of the group of a named run, or of the last one. With options that select replies it prints
 * these of one run after another. Returns the worst of their exit codes. Throws EVA_UNKNOWN_RUN, EVA_UNKNOWN_CASE, EVA_USAGE.
 */
export async function showGroup(name: string | undefined, options: GroupOptions, place: CommandPlace): Promise<number> {
  const { root, terminal } = place;
  const group = groupNamed(root, name);
  const runs = runsOfGroup(root, group).map(({ run_id, read }) => ({ run_id, ...read() }));
  const exitCode = Math.max(...runs.map(({ plan, result }) => (result ? exitCodeOfRun(result, plan) : 3)));
  const { open, resume } = openRuns(root, runs, options);
  const { reports } = options;
  if (reports.output !== 'pretty') {
    terminal.err(openRunsText({ open, of: runs.length, resume }, terminal.errScreen));
  } else if (wantsDetail(options)) {
    requireKnownCases(runs, options);
    const openWithCases = open.filter(({ plan }) => hasCases(plan, options));
    const of = runs.filter(({ plan }) => hasCases(plan, options)).length;
    terminal.err(
      openRunsText({ open: openWithCases, of, resume: openWithCases.length === 0 ? null : resume }, terminal.errScreen),
    );
    await showReplies(runs, options, place);
  } else {
    const columns = runs.map(({ plan, result }) => (result ? groupColumn(plan, result) : openColumn(plan)));
    const report = naming('eva report --group', name ?? null, options);
    terminal.out(groupTable(columns, { exitCode, resume, report, open, flags: placeFlags(options) }, terminal));
  }
  const reported = runs.map(({ run_id, plan }) => ({ id: plan.id, variant: plan.variant?.variant ?? null, run_id }));
  const command = { root, place: options, arrangement: 'group', group, exitCode, runs: reported } as const;
  return reports.write(() => sourceOf(command), exitCode);
}

/** Returns the title of the shown run, the number of runs in its group, and how those ended that did not pass: `small failed`. */
export function notPassedIn(root: string, group: string, shown: RunPlan) {
  const runs = runsOfGroup(root, group).map(({ read }) => read());
  const titleOf = titlesIn(runs);
  const title = titleOf(shown);
  const notPassed = runs.flatMap(({ plan, result }) => {
    const [name, end] = [titleOf(plan), endInWords(result)];
    return name === title || end === null ? [] : [`${name} ${end}`];
  });
  return { title, runs: runs.length, notPassed };
}

/** Returns a function that names runs of a group: by their variant, and by their prompt if the group has several. */
function titlesIn(runs: readonly { readonly plan: RunPlan }[]): (plan: RunPlan) => string {
  const isOnePrompt = new Set(runs.map(({ plan }) => plan.id)).size === 1;
  return (plan) => {
    const { id, variant } = openColumn(plan);
    return isOnePrompt ? variant : `${id} × ${variant}`;
  };
}

/** Returns how a run ended; null if it passed, or judged nothing: a look, or a shard that is not merged. */
function endInWords(result: RunResult | null): string | null {
  if (!result || result.state === 'unfinished') return 'is unfinished';
  return result.all_passed || result.shard !== null || isOnlyLook(result) ? null : 'failed';
}

function hasCases({ cases }: RunPlan, { case: names = [] }: GroupOptions): boolean {
  return names.every((name) => cases.some((testCase) => testCase.name === name));
}

/** Throws EVA_UNKNOWN_CASE for names that no run of the group has, with a result or without. */
function requireKnownCases(runs: readonly RunInGroup[], { case: names = [] }: GroupOptions): void {
  const cases = [...new Set(runs.flatMap(({ plan }) => plan.cases.map(({ name }) => name)))];
  const unknown = names.filter((name) => !cases.includes(name));
  if (unknown.length === 0) return;
  throw new EvaError(unknown.map((name) => unknownCase(name, cases)));
}

/** Returns the runs of a group without a result, and the command that gets all missing replies: null if no run can be resumed. */
function openRuns(root: string, runs: readonly RunInGroup[], flags: GroupOptions) {
  const incomplete = runs.filter(({ result }) => result?.state !== 'finished');
  if (incomplete.length === 0) return { open: [], resume: null };
  const listed = new Map(listRuns(root).map((run) => [run.run_id, run]));
  const titleOf = titlesIn(runs);
  const open = incomplete.flatMap(({ run_id, plan, result }) => {
    const run = listed.get(run_id);
    if (result || !run) return [];
    const report = naming('eva report', shortRunName(root, run_id), flags);
    const isEnded = run.isDone || run.state === 'finished';
    const state = run.state === 'running' ? run.state : isEnded ? 'unreadable' : 'unfinished';
    return [{ plan, title: titleOf(plan), state, replies: run.replies ?? null, report } as const];
  });
  const commands = incomplete.map(({ run_id, plan, result }) => {
    const run = listed.get(run_id);
    if (!run || run.isDone || run.state !== 'unfinished') return null;
    const name = shortRunName(root, run_id);
    if (!result) return continueCommand(root, run, flags, name);
    const toFinish = () => callsToFinish(root, { run_id, plan });
    return (
      continuationOf(plan, result, { budget: plan.manner.budget ?? {}, flags, run: name, toFinish })?.command ?? null
    );
  });
  const known = commands.filter((command) => command !== null);
  const ofBudget = known.find((command) => / --max-(?:calls|cost) /.test(command));
  const group = groupLeft(root, [...listed.values()])?.id;
  const isOfGroup = group === runs[0]?.plan.variant?.group && new Set(runs.map(({ plan }) => plan.id)).size > 1;
  return { open, resume: ofBudget ?? (isOfGroup ? resumeCommand(null, flags) : (known[0] ?? null)) };
}

async function showReplies(all: readonly RunInGroup[], options: GroupOptions, place: CommandPlace): Promise<void> {
  const { root, terminal } = place;
  const runs = all.filter((run): run is RunInGroup & StoredRun => run.result !== null);
  const isOwn = all.some(({ plan }) => hasCases(plan, options));
  const chosen = isOwn ? runs.filter(({ plan }) => hasCases(plan, options)) : runs;
  const { out } = options;
  if (out !== undefined) {
    exportTrials(chosen, { ...options, out }, place);
    return;
  }
  const notPassed = chosen.filter(({ result }) => endInWords(result) !== null);
  for (const run of options.failed && notPassed.length > 0 ? notPassed : chosen) {
    const { id, variant } = openColumn(run.plan);
    terminal.out(`\n ${terminal.paint.bold(visible(`${id} × ${variant}`))}\n`);
    const report = naming('eva report', shortRunName(root, run.result.run_id), options);
    const ending = { exitCode: exitCodeOfRun(run.result, run.plan), rowPath: null, report };
    await showDetail(run, { ...options, isBelowResult: true, ending }, place);
  }
}
