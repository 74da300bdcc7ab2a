import { EvaError, evaError, hasErrors, type Problem } from '#model/problem.js';
import { listed } from '#model/text/quoted.js';
import { comparePlanText } from '#report/compare/compare-plan.js';
import { jsonResult } from '#report/formats/json-result.js';
import { renderProblems } from '#report/problems.js';
import { resumeComparison } from '#run/compare/earlier-comparisons.js';
import { planComparison } from '#run/compare/plan-comparison.js';
import type { AskedComparison, CompareOptions, PlannedComparison } from '#run/compare/planned-comparison.js';
import { comparePlan, comparisonBudget } from '../comparing/compare-forecast.js';
import type { CompareFlags, CompareWorld } from '../comparing/compare-line.js';
import { runComparison, showStored } from '../comparing/run-comparison.js';
import { budgetOf } from '../evaluating/eval-options.js';
import { listenForInterrupt } from '../evaluating/interrupt.js';
import { noticesTo } from '../evaluating/progress.js';
import type { Io } from '../io.js';
import { openCommand, promptOf, userOf } from '../open-command.js';
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
  const id = promptOf(word, place);
  const interrupt = listenForInterrupt(io);
  const { model, case: cases, notWorseBy, replay, trust } = flags;
  const options: CompareOptions = {
    ...{ root: place.root, env: io.env, user: userOf(io), words: versions, models: model, margin: notWorseBy },
    ...{ replay, trust, budget: budgetOf(flags), onOpen: interrupt.onLeave },
    ...(cases.length > 0 && { cases }),
    has_begun: flags.resume === true || flags.items !== undefined,
  };
  try {
    const planned = await planComparison(id, options, interrupt.signal);
    return await compare(planned, { ...place, flags, interrupt, reports }).finally(() => planned.close());
  } catch (error) {
    const exitCode = interrupt.exitCode();
    if (exitCode === null || error instanceof EvaError) throw error;
    return exitCode;
  } finally {
    interrupt.release();
  }
}

async function compare(planned: PlannedComparison, world: CompareWorld): Promise<number> {
  const { flags, terminal, reports } = world;
  if (planned.way === 'stored') refuseAskingFlags(flags);
  const short = planned.way === 'asked' && !flags.items ? comparisonBudget(planned, world) : [];
  if (flags.plan && planned.way === 'asked') return showPlan(planned, short, world);
  terminal.err(renderProblems(planned.warnings, terminal.errScreen));
  if (hasErrors(short)) throw new EvaError(short);
  terminal.err(renderProblems(short, terminal.errScreen));
  await reports.load();
  return planned.way === 'asked' ? startOrResume(planned, world) : showStored(planned, world);
}

/** Throws EVA_USAGE for flags that say how models are asked. */
function refuseAskingFlags({ model, plan, resume, replay, maxCalls, maxCost }: CompareFlags): void {
  const given = {
    ...{ '--model': model.length > 0, '--plan': plan, '--resume': resume, '--replay': replay },
    ...{ '--max-calls': maxCalls !== undefined, '--max-cost': maxCost !== undefined },
  };
  const flags = Object.entries(given).flatMap(([flag, isGiven]) => (isGiven ? [flag] : []));
  if (flags.length > 0)
    throw evaError(
      'EVA_USAGE:compare_runs_flag',
      `two stored runs are compared without asking a model, so ${listed(flags)} would have no effect`,
      { hint: `leave out ${listed(flags)}` },
    );
}

/** Asks both sides, or with `--resume` what the last comparison of them lacks. */
async function startOrResume(planned: AskedComparison, world: CompareWorld): Promise<number> {
  if (!world.flags.resume) return runComparison(planned, world);
  const resumed = resumeComparison(planned, noticesTo(world));
  return runComparison(resumed.planned, world).finally(() => resumed.release());
}

/** Prints what a comparison would ask and could show. Returns 0, or 2 if its budget is too small. */
function showPlan(
  planned: AskedComparison,
  short: readonly Problem[],
  { flags: { json }, root, terminal }: CompareWorld,
): number {
  const plan = comparePlan(planned, root);
  const problems = [...planned.warnings, ...short];
  terminal.out(json ? jsonResult({ ...plan, problems }) : comparePlanText(plan, terminal));
  if (!json) terminal.err(renderProblems(problems, terminal.errScreen));
  return hasErrors(short) ? 2 : 0;
}
