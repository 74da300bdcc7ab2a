import { EvaError, hasErrors, type Problem } from '#model/problem.js';
import { comparePlanText } from '#report/compare/compare-plan.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { planComparison } from '#run/compare/plan-comparison.js';
import type { AskedComparison, PlannedComparison } from '#run/compare/planned-comparison.js';
import { resumeComparison } from '#run/compare/resumed-comparison.js';
import { runsFlag } from '#run/compare/stored-pairs.js';
import { comparePlan, comparisonBudget } from '../comparing/compare-forecast.js';
import { type CompareFlags, type CompareLine, type CompareWorld, compareOptionsOf } from '../comparing/compare-line.js';
import { runComparison, showStored } from '../comparing/run-comparison.js';
import { listenForInterrupt } from '../evaluating/interrupt.js';
import { tellProgress } from '../evaluating/progress.js';
import { eventTeller } from '../evaluating/run-all.js';
import type { Io } from '../io.js';
import { openCommand, promptOf } from '../open-command.js';
import { requireReports } from '../reporting/report-flags.js';
import { openReports } from '../reporting/write-reports.js';

/**
 * Runs `eva compare <id> [versions...]`: compares two versions of a prompt, or with `--plan` shows what that would take. Returns 0 for better and
 * not worse, 1 for worse and undecided, 3 if replies are missing, or the exit code of a signal.
 */
export async function runCompare(
  word: string,
  versions: readonly string[],
  flags: CompareFlags,
  io: Io,
): Promise<number> {
  const place = openCommand(io, flags, { makesRuns: flags.plan !== true });
  const reports = openReports(requireReports(flags, place), [], place);
  const line = { id: promptOf(word, place), versions, flags };
  const interrupt = listenForInterrupt(io);
  const world = { ...place, interrupt, reports };
  try {
    return await planAndCompare(line, world);
  } catch (error) {
    const exitCode = interrupt.exitCode();
    if (exitCode === null || error instanceof EvaError) throw error;
    return exitCode;
  } finally {
    interrupt.release();
  }
}

async function planAndCompare(line: CompareLine, world: CompareWorld): Promise<number> {
  const { interrupt, terminal, reports } = world;
  const has_begun = line.flags.resume === true || line.flags.items !== undefined;
  const options = { ...compareOptionsOf(line, world), has_begun, onOpen: interrupt.onLeave };
  const planned = await planComparison(line.id, options, interrupt.signal);
  try {
    const short = planned.way === 'asked' && !line.flags.items ? comparisonBudget(planned, line, world) : [];
    if (line.flags.plan) return showPlan(planned, short, line.flags, world);
    terminal.err(renderProblems(planned.warnings, terminal.errScreen));
    if (hasErrors(short)) throw new EvaError(short);
    terminal.err(renderProblems(short, terminal.errScreen));
    await reports.load();
    if (planned.way === 'asked') return await startOrResume(planned, line, world);
    if (line.flags.resume) throw new EvaError([runsFlag('--resume')]);
    return await showStored(planned, line, world);
  } finally {
    planned.close();
  }
}

/** Asks both sides, or with `--resume` what the last comparison of them lacks. */
async function startOrResume(planned: AskedComparison, line: CompareLine, world: CompareWorld): Promise<number> {
  if (!line.flags.resume) return runComparison(planned, line, world);
  const { terminal, root } = world;
  const resumed = resumeComparison(planned, eventTeller(tellProgress(terminal, []).of(0), root, terminal));
  try {
    return await runComparison(resumed.planned, line, world);
  } finally {
    resumed.release();
  }
}

/** Prints what a comparison would ask and could show. Returns 0, or 2 if its budget is too small. */
function showPlan(
  planned: PlannedComparison,
  short: readonly Problem[],
  { json }: CompareFlags,
  { root, terminal }: CompareWorld,
): number {
  const plan = comparePlan(planned, root);
  const problems = [...planned.warnings, ...short];
  terminal.out(json ? jsonResult({ ...plan, problems }) : comparePlanText(plan, terminal));
  if (!json) terminal.err(renderProblems(problems, terminal.errScreen));
  return hasErrors(short) ? 2 : 0;
}
