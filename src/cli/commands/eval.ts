import { relative } from 'node:path';
import type { NamedProgram } from '#library/programs.js';
import type { CostOutlook } from '#model/cost.js';
import type { Emit } from '#model/event.js';
import type { RunPlan, RunResult } from '#model/run.js';
import { jsonResult } from '#report/json.js';
import { foretold } from '#report/plan/foretold.js';
import { renderProblems } from '#report/problems.js';
import { prettyResult } from '#report/run/pretty.js';
import { toRow } from '#run/row.js';
import { run } from '#run/run.js';
import { appendRunRow, checkRunLog } from '#store/eval-log.js';
import { writeResult } from '#store/run-folder.js';
import { costOutlook } from '../cost-outlook.js';
import { type Interrupt, listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type OpenPrompt, openPrompt } from '../open-prompt.js';
import { type OpenRun, openRun, type ReplyOptions } from '../open-run.js';
import { tellProgress } from '../progress.js';
import { requireTrust } from '../trust-store.js';

export interface EvalOptions extends ReplyOptions {
  readonly root?: string;
  readonly case: readonly string[];
  readonly allowUnderpowered?: boolean;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/** `eva eval <id>`: evaluates one prompt and appends one row. Returns 0, 1 (a case failed), 3 (something is missing), 130 or 143. */
export async function evalCommand(id: string, options: EvalOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const open = openPrompt(root, id, { only: options.case, allowUnderpowered: options.allowUnderpowered === true });
  const { plan } = open;
  terminal.err(renderProblems(open.warnings, terminal.errScreen));
  if (!options.trust) requireTrust(programsThatRun(open, options), open, io);
  checkRunLog(root);
  if (!options.json) terminal.err(foretold({ plan, cost: costIfTold(open) }, terminal.errScreen));
  const interrupt = listenForInterrupt(io);
  try {
    const progress = tellProgress(terminal);
    const session = openRun(open, options, io, interrupt, progress.warn);
    for (const note of session.notes) progress.note(note);
    const result = await evaluate(plan, session, progress.emit, interrupt);
    if (result === null) {
      terminal.err(interrupted(relative(root, session.runDir)));
      return interrupt.exitCode() ?? 130;
    }
    const exitCode = keep(result, root, session.runDir);
    const rowPath = exitCode === 3 ? null : '.eval.jsonl';
    const screen = { ...terminal, exitCode, rowPath, cases: plan.cases };
    terminal.out(options.json ? jsonResult(result) : prettyResult(result, screen));
    return exitCode;
  } finally {
    interrupt.release();
  }
}

/** Nothing is foretold of a run without a test, so that nobody need read the log for it. */
function costIfTold(open: OpenPrompt): CostOutlook | null {
  return open.plan.outlooks.some((outlook) => outlook.significance_level !== null) ? costOutlook(open) : null;
}

function interrupted(runDir: string): string {
  return `interrupted: nothing was decided and no row was written; the replies so far are in ${runDir}/journal.jsonl\n`;
}

/** With `--replay` no provider is called, so that only checks run. */
function programsThatRun({ programs }: OpenPrompt, { replay }: EvalOptions): readonly NamedProgram[] {
  return replay ? programs.filter(({ kind }) => kind === 'check') : programs;
}

/**
 * Runs, and has the journal and the recordings on the disk before anything is said of the result. Returns null if a signal
 * ended the run.
 */
async function evaluate(plan: RunPlan, session: OpenRun, emit: Emit, interrupt: Interrupt): Promise<RunResult | null> {
  try {
    return await run(plan, { ...session.deps, emit });
  } catch (error) {
    if (interrupt.exitCode() === null) throw error;
    return null;
  } finally {
    session.close();
  }
}

/** Writes what a run leaves behind: its result always, its row only if nothing is missing. Returns the exit code. */
function keep(result: RunResult, root: string, runDir: string): number {
  writeResult(runDir, result);
  if (result.state === 'unfinished') return 3;
  appendRunRow(root, toRow(result));
  return result.all_passed ? 0 : 1;
}
