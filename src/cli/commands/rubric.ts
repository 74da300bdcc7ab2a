import { type OpenPrompt, openPrompt } from '#engine/prompt/open-prompt.js';
import { missingRubrics } from '#grade/rubric/missing-rubrics.js';
import { renderRubrics } from '#report/commands/rubrics.js';
import { jsonResult } from '#report/json.js';
import { renderProblems } from '#report/problems.js';
import { eventTeller } from '../evaluating/evaluate.js';
import { listenForInterrupt } from '../evaluating/interrupt.js';
import { tellProgress } from '../evaluating/progress.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';
import { rubricsView } from '../rubrics-view.js';
import { userOf } from '../user.js';

export interface RubricOptions {
  readonly root?: string;
  readonly write?: boolean;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `eva rubric <id>`: prints the rubric of every behaviour. With `--write` the judge writes missing ones first. Returns 0, 1 if a
 * rubric is missing, or the exit code of a signal.
 */
export async function rubricCommand(id: string, options: RubricOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const read = () => openPrompt(root, id, { allowUnderpowered: true });
  const found = read();
  terminal.err(renderProblems(found.warnings, terminal.errScreen));
  const isToWrite = options.write === true && missingRubrics(found.plan.cases).length > 0;
  const open = isToWrite ? await write(found, read, options, { terminal, io }) : found;
  if (typeof open === 'number') return open;
  const view = rubricsView(open);
  terminal.out(options.json ? jsonResult(view) : renderRubrics(view, terminal));
  return view.behaviors.some(({ levels }) => levels === null) ? 1 : 0;
}

/** Lets the judge write the missing rubrics. Returns the prompt with all rubrics, or the exit code of a signal. Throws other errors. */
async function write(
  open: OpenPrompt,
  read: () => OpenPrompt,
  { trust }: RubricOptions,
  { terminal, io }: { readonly terminal: Terminal; readonly io: Io },
): Promise<OpenPrompt | number> {
  const { writeMissingRubrics } = await import('#engine/write-missing-rubrics.js');
  const interrupt = listenForInterrupt(io);
  const { stop, signal } = interrupt;
  const onEvent = eventTeller(tellProgress(terminal), open.root);
  try {
    return await writeMissingRubrics(open, read, { env: io.env, user: userOf(io), trust }, { stop, signal, onEvent });
  } catch (error) {
    const exitCode = interrupt.exitCode();
    if (exitCode === null) throw error;
    return exitCode;
  } finally {
    interrupt.release();
  }
}
