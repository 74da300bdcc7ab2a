import { EvaError } from '#errors.js';
import type { NamedProgram } from '#library/programs.js';
import { checkPromptId } from '#library/prompts.js';
import type { RunChoice } from '#lifecycle/gather.js';
import type { CostOutlook } from '#model/cost.js';
import { onceBy } from '#model/once.js';
import type { Problem } from '#model/problem.js';
import { foretold } from '#report/plan/foretold.js';
import { renderProblems } from '#report/problems.js';
import { usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import { checkRunLog } from '#store/eval-log.js';
import { readRun } from '#store/stored-runs.js';
import { costOutlook } from '../cost-outlook.js';
import { budgetOf, type EvalOptions, mannerOf, type Wanted, wantedOf } from '../eval-options.js';
import { evaluate, type PlannedRun, type World } from '../evaluate.js';
import { exitCodeOfRun, keepRow } from '../finish-run.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type OpenPrompt, openPrompt } from '../open-prompt.js';
import type { Tell } from '../open-run.js';
import { tellProgress } from '../progress.js';
import { findResumed, type ResumedRun, reopenRunPlace, requireUnchanged, resumedChoice } from '../resume.js';
import { newRunPlace } from '../run-place.js';
import { showResults } from '../show-results.js';
import type { Terminal } from '../terminal.js';
import { requireTrust } from '../trust-store.js';

/**
 * `eva eval <ids...>`: evaluates prompts one after another, each in a run of its own, once nothing stands against any of them. Returns
 * the worst of 3 (something is missing), 1 (a case did not pass) and 0, or 130 or 143.
 */
export async function evalCommand(ids: readonly string[], options: EvalOptions, io: Io): Promise<number> {
  const wanted = wantedOf(ids, options);
  const { terminal, root } = await openCommand(io, options);
  if (!('ids' in wanted)) return resumeRun(root, wanted, options, terminal, io);
  const runs = planAll(root, wanted.ids, options, io);
  tellWarnings(
    runs.map(({ open }) => open),
    terminal,
  );
  checkRunLog(root);
  return runAll(runs, options, terminal, io);
}

/** Goes on with one run: writes the row that it lacks, where that is all, else asks for what is missing. */
async function resumeRun(
  root: string,
  wanted: Extract<Wanted, { readonly resume: string | true }>,
  options: EvalOptions,
  terminal: Terminal,
  io: Io,
): Promise<number> {
  if (wanted.id !== null) checkPromptId(root, wanted.id);
  const { note } = tellProgress(terminal);
  const resumed = findResumed(root, wanted, options, note);
  try {
    checkRunLog(root);
    if (resumed.run.state === 'finished') return finishRow(resumed, root, options, terminal);
    const choice = { ...resumedChoice(resumed.plan), budget: budgetOf(options) };
    const read = () => requireTrusted(openPrompt(root, resumed.run.id, choice), options, io);
    const open = read();
    requireUnchanged(resumed, open.plan);
    const placeOf = (tell: Tell) => reopenRunPlace(resumed, open, tell);
    tellWarnings([open], terminal);
    return await runAll([{ open, reopen: read, placeOf }], options, terminal, io);
  } finally {
    resumed.release();
  }
}

/** A run that was killed between its result and its row. */
function finishRow({ run }: ResumedRun, root: string, { json }: EvalOptions, terminal: Terminal): number {
  const { plan, result } = readRun(root, run.run_id);
  const rowPath = keepRow(result, root);
  terminal.err(`run ${run.run_id} had come to its result, and its row was not written yet: now it is\n`);
  const exitCode = exitCodeOfRun(result);
  showResults(terminal, json === true, false).show(plan, result, { exitCode, rowPath });
  return exitCode;
}

async function runAll(runs: readonly PlannedRun[], options: EvalOptions, terminal: Terminal, io: Io): Promise<number> {
  const results = showResults(terminal, options.json === true, runs.length > 1);
  const interrupt = listenForInterrupt(io);
  const world: World = { io, terminal, interrupt, results, options };
  const exitCodes: number[] = [];
  try {
    for (const [index, one] of runs.entries()) {
      if (interrupt.exitCode() !== null) break;
      if (runs.length > 1)
        terminal.err(`[${index + 1}/${runs.length}] ${terminal.errScreen.paint.bold(visible(one.open.prompt.id))}\n`);
      const isToldBefore = options.json || options.resume !== undefined;
      if (!isToldBefore)
        terminal.err(foretold({ plan: one.open.plan, cost: costIfTold(one.open) }, terminal.errScreen));
      exitCodes.push(await evaluate(one, world));
    }
  } finally {
    interrupt.release();
    results.end();
  }
  tellNotBegun(runs.slice(exitCodes.length), terminal);
  return interrupt.exitCode() ?? Math.max(...exitCodes);
}

function tellNotBegun(runs: readonly PlannedRun[], terminal: Terminal): void {
  if (runs.length === 0) return;
  const ids = runs.map(({ open }) => visible(open.prompt.id)).join(', ');
  terminal.err(`${wrap(`not begun: ${ids}`, usableWidth(terminal.errScreen)).join('\n')}\n`);
}

/** Reads and plans every prompt. Throws one `EvaError` with all that stands against any of them. */
function planAll(root: string, ids: readonly string[], options: EvalOptions, io: Io): readonly PlannedRun[] {
  const choice: RunChoice = {
    only: options.case,
    allowUnderpowered: options.allowUnderpowered === true,
    manner: mannerOf(options),
    budget: budgetOf(options),
  };
  const problems: Problem[] = [];
  const runs = ids.flatMap((id) => {
    try {
      const read = () => requireTrusted(openPrompt(root, id, choice), options, io);
      const open = read();
      return [{ open, reopen: read, placeOf: ({ note }: Tell) => newRunPlace(open, note) }];
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new EvaError(onceBy(problems, (one) => JSON.stringify(one)));
  return runs;
}

/** What belongs to the library is said once. */
function tellWarnings(prompts: readonly OpenPrompt[], terminal: Terminal): void {
  const warnings = onceBy(
    prompts.flatMap(({ warnings }) => warnings),
    (one) => JSON.stringify(one),
  );
  terminal.err(renderProblems(warnings, terminal.errScreen));
}

/** The prompt, if all that it would run is trusted. */
function requireTrusted(open: OpenPrompt, options: EvalOptions, io: Io): OpenPrompt {
  if (!options.trust) requireTrust(programsThatRun(open), open, io);
  return open;
}

/** With `--replay` neither a provider nor an application is called, so that only checks run. */
function programsThatRun({ programs, plan }: OpenPrompt): readonly NamedProgram[] {
  return plan.manner.replay ? programs.filter(({ kind }) => kind === 'check') : programs;
}

/** Nothing is foretold of a run without a test, so that nobody need read the log for it. */
function costIfTold(open: OpenPrompt): CostOutlook | null {
  return open.plan.outlooks.some((outlook) => outlook.significance_level !== null) ? costOutlook(open) : null;
}
