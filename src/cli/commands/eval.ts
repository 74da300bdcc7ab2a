import { relative } from 'node:path';
import type { NamedProgram } from '#library/programs.js';
import type { CostOutlook } from '#model/cost.js';
import { foretold } from '#report/plan/foretold.js';
import { renderProblems } from '#report/problems.js';
import { run } from '#run/run.js';
import { checkRunLog } from '#store/eval-log.js';
import { writePlan } from '#store/run-folder.js';
import { completeRubrics } from '../complete-rubrics.js';
import { costOutlook } from '../cost-outlook.js';
import { type FinishedRun, finishRun } from '../finish-run.js';
import { type Interrupt, listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type OpenPrompt, openPrompt } from '../open-prompt.js';
import { type OpenRun, openRun, type RunOptions } from '../open-run.js';
import { type ProgressTeller, tellProgress } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { requireTrust } from '../trust-store.js';

export interface EvalOptions extends RunOptions {
  readonly root?: string;
  readonly case: readonly string[];
  readonly allowUnderpowered?: boolean;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/** `eva eval <id>`: evaluates one prompt and appends one row. Returns 0, 1 (a case failed), 3 (something is missing), 130 or 143. */
export async function evalCommand(id: string, options: EvalOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const choice = { only: options.case, allowUnderpowered: options.allowUnderpowered === true };
  const open = openPrompt(root, id, choice);
  terminal.err(renderProblems(open.warnings, terminal.errScreen));
  const trusted = (prompt: OpenPrompt) => requireTrusted(prompt, options, io);
  trusted(open);
  checkRunLog(root);
  if (!options.json) terminal.err(foretold({ plan: open.plan, cost: costIfTold(open) }, terminal.errScreen));
  const interrupt = listenForInterrupt(io);
  try {
    const progress = tellProgress(terminal);
    const session = openRun(open, options, io, interrupt, progress.warn);
    for (const note of session.notes) progress.note(note);
    const reopen = () => trusted(openPrompt(root, id, choice));
    try {
      const done = await evaluate(open, reopen, session, progress, interrupt);
      return done
        ? finishRun(done, session, root, options, terminal)
        : tellInterrupt(session, root, interrupt, terminal);
    } finally {
      // Last, and however the run ended: what cannot be recorded is an error, and must not cost the result.
      session.saveRecordings();
    }
  } finally {
    interrupt.release();
  }
}

function tellInterrupt({ runDir }: OpenRun, root: string, interrupt: Interrupt, terminal: Terminal): number {
  terminal.err(interrupted(relative(root, runDir)));
  return interrupt.exitCode() ?? 130;
}

/** The prompt, if all that it would run is trusted. */
function requireTrusted(open: OpenPrompt, options: EvalOptions, io: Io): OpenPrompt {
  if (!options.trust) requireTrust(programsThatRun(open, options), open, io);
  return open;
}

/** Nothing is foretold of a run without a test, so that nobody need read the log for it. */
function costIfTold(open: OpenPrompt): CostOutlook | null {
  return open.plan.outlooks.some((outlook) => outlook.significance_level !== null) ? costOutlook(open) : null;
}

function interrupted(runDir: string): string {
  return `interrupted: nothing was decided and no row was written; the replies so far are in ${runDir}/journal.jsonl\n`;
}

/** With `--replay` neither a provider nor an application is called, so that only checks run. */
function programsThatRun({ programs }: OpenPrompt, { replay }: EvalOptions): readonly NamedProgram[] {
  return replay ? programs.filter(({ kind }) => kind === 'check') : programs;
}

/**
 * Runs, once every rubric is there, and has the journal on the disk before anything is said of the result. Returns null if a signal
 * ended it.
 */
async function evaluate(
  planned: OpenPrompt,
  reopen: () => OpenPrompt,
  session: OpenRun,
  { emit, note }: ProgressTeller,
  interrupt: Interrupt,
): Promise<FinishedRun | null> {
  try {
    const { open, before } = await completeRubrics(planned, session.deps, reopen, note);
    const { plan } = open;
    if (open !== planned) writePlan(session.runDir, plan);
    return { plan, result: await run(plan, { ...session.deps, before, emit }) };
  } catch (error) {
    if (interrupt.exitCode() === null) throw error;
    return null;
  } finally {
    session.closeJournal();
  }
}
