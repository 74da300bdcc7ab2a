import { relative } from 'node:path';
import { whyNotReady } from '#gate/real-gate.js';
import { isRunEvent, type OnRunEvent } from '#model/run/notice.js';
import { interruptedRuns, keptText } from '#report/run/interrupted.js';
import { noticeText } from '#report/run/notice.js';
import type { RunStandingFacts } from '#report/run/progress.js';
import { outdatedText } from '#report/run/watch.js';
import { continuationOf, exitCodeOfRun, type Resumable, resumeCommand } from '#report/stored/continuation.js';
import type { RunToReport } from '#report/stored/stored-report.js';
import { visible } from '#report/text/visible.js';
import { versionsOfRun } from '#run/attempts/next-attempt.js';
import type { OpenPrompt } from '#run/prompt/open-prompt.js';
import { KeylessError } from '#run/replies/liveness.js';
import type { KeptReplies, RunFailure, RunOutcome } from '#run/session/finish-run.js';
import type { PlannedRun } from '#run/session/run-options.js';
import { startRun } from '#run/session/start-run.js';
import { shortRunName } from '#store/run/run-names.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import type { Terminal } from '../output/terminal.js';
import { graceMs, type Interrupt } from './interrupt.js';
import type { CommandTeller, ProgressTeller } from './progress.js';
import { exitCodeOfError, type ResultShow, runToReport } from './show-results.js';

export interface CommandWorld {
  readonly io: Io;
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly results: ResultShow;
  /** Takes the problems of a run that has no key and called no model, to print them once. Set for one of several runs. */
  readonly onKeyless?: ((error: KeylessError) => void) | undefined;
  readonly teller: CommandTeller;
  /** The place of the run in the command, from 0. */
  readonly at: number;
  /** The flags that the resume command must repeat. */
  readonly flags: Resumable;
  /** Takes the ended run, for reports. */
  readonly onEnd: (run: RunToReport) => void;
}

/**
 * Runs a plan and prints its result. Returns 0, 1 (a case did not pass), 3 (replies are missing), or the exit code of a signal. Prints an
 * error that ends the run, with the command that resumes it if there is one, and returns the exit code of the error.
 */
export async function evaluate(planned: PlannedRun, world: CommandWorld): Promise<number> {
  const { interrupt, terminal, teller } = world;
  const progress = teller.of(world.at);
  const { stop, signal } = interrupt;
  const onEvent = stopTeller(eventTeller(progress, planned.open.root, terminal), progress.note, interrupt);
  const { outcome, leave, runId } = startRun(planned, { stop, signal, onEvent });
  interrupt.onLeave(() => {
    teller.end();
    terminal.err(keptLines(leave(), planned.open.root, world));
  });
  const ended = await outcome;
  progress.end();
  const exitCode = await teller.pause(() => showOutcome(ended, planned, progress.standing(), world));
  world.onEnd(runToReport(planned, ended, runId(), exitCode));
  return exitCode;
}

/** Returns a function that shows events as progress and notices as lines. `root`: the directory that paths are relative to. */
export function eventTeller(
  { emit, note, silent, warn }: Pick<ProgressTeller, 'emit' | 'note' | 'silent' | 'warn'>,
  root: string,
  { eva }: Pick<Terminal, 'eva'>,
): OnRunEvent {
  return (event) => {
    if (isRunEvent(event)) return emit(event);
    if (event.event === 'provider_silent') return silent(event);
    const context = { now: new Date(), graceMs, pathOf: (file: string) => relative(root, file), ...(eva && { eva }) };
    const { text, isWarning } = noticeText(event, context);
    return isWarning ? warn(text) : note(text);
  };
}

/** Returns a listener that says of a run which stops for saved files why it stops. Passes all other events on. */
export function stopTeller(tell: OnRunEvent, note: ProgressTeller['note'], interrupt: Interrupt): OnRunEvent {
  return (event) => {
    if (event.event === 'run_stopping' && interrupt.isOutdated?.()) return note(outdatedText);
    return tell(event);
  };
}

async function showOutcome(
  outcome: RunOutcome,
  { open }: PlannedRun,
  standing: RunStandingFacts,
  world: CommandWorld,
): Promise<number> {
  const { terminal, interrupt, results, flags } = world;
  if (outcome.ended === 'with_error') return showFailure(outcome, open, world);
  if (outcome.ended === 'interrupted') {
    if (interrupt.isOutdated?.()) return 0; // a run of the saved files follows, and says so
    const { isAttempt, kept } = outcome;
    const known = { ...standing, id: open.prompt.id, isAttempt };
    terminal.err(interruptedRuns([known], commandOf(kept, open.root, flags), terminal.errScreen));
  } else {
    const { plan, result, rowPath, isUnrecorded, resume, unsaved } = outcome;
    const run = shortName(resume.runId, open.root);
    const continuation = continuationOf(plan, result, { budget: open.config.budget, flags, run });
    const exitCode = unsaved ? exitCodeOfError(unsaved.error) : exitCodeOfRun(result, plan);
    const versions = versionsOfRun(open.root, { plan, ts: result.ts });
    const notReady = whyNotReady(open.root, open.prompt, result);
    await results(plan, result, { exitCode, rowPath, isUnrecorded, continuation, versions, notReady });
    if (!unsaved) return exitCode;
  }
  return outcome.unsaved ? showFailure(outcome.unsaved, open, world) : (interrupt.exitCode() ?? 130);
}

async function showFailure(
  { error, kept }: RunFailure,
  { prompt, root }: OpenPrompt,
  world: CommandWorld,
): Promise<number> {
  if (
    world.onKeyless &&
    !kept &&
    error instanceof KeylessError &&
    error.problems.every(({ code }) => code === 'EVA_NO_KEY')
  ) {
    world.onKeyless(error);
    return error.exitCode;
  }
  if (world.onKeyless) world.terminal.err(`${visible(prompt.id)}\n`);
  const exitCode = exitWithError(error, world.io);
  if (kept) world.terminal.err(keptLines(kept, root, world));
  return exitCode;
}

function keptLines(kept: KeptReplies, root: string, { terminal, flags }: CommandWorld): string {
  return keptText(commandOf(kept, root, flags), terminal.errScreen);
}

function commandOf({ resume, ...kept }: KeptReplies, root: string, flags: Resumable) {
  return { ...kept, resume: resumeCommand(resume.id, flags, shortName(resume.runId, root)) };
}

function shortName(runId: string | undefined, root: string): string | undefined {
  return runId === undefined ? undefined : shortRunName(root, runId);
}
