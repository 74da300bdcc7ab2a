import { existsSync } from 'node:fs';
import { EvaError } from '#errors/index.js';
import { uniqueBy } from '#model/data/collections.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { RunResult } from '#model/run/run.js';
import { batchesLeft } from '#provider/batch/batch-log.js';
import { interruptedText, type KnownSoFar, keptText, stoppingText } from '#report/run/interrupted.js';
import { run } from '#run/run.js';
import { readJournal } from '#store/run/read-journal.js';
import { writePlan } from '#store/run/run-folder.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import type { OpenPrompt } from '../open-prompt.js';
import { resumeCommand } from '../resuming/resume-command.js';
import type { Terminal } from '../terminal.js';
import { completeRubrics } from './complete-rubrics.js';
import { type FinishedRun, finishRun } from './finish-run.js';
import { goOnOf } from './go-on.js';
import { type Ends, graceMs, type Interrupt } from './interrupt.js';
import { type OpenRun, openRun, type Tell } from './open-run.js';
import { type ProgressTeller, tellProgress } from './progress.js';
import type { ReplyOptions } from './reply-places.js';
import type { RunPlace } from './run-place.js';
import type { ResultShow } from './show-results.js';
import { keepHeapSmall } from './small-heap.js';

/** A run of a prompt without problems. */
export interface PlannedRun {
  readonly open: OpenPrompt;
  /** Reads the prompt again after its rubrics were written. */
  readonly reopen: () => OpenPrompt;
  /** Makes its folder, or opens it again. */
  readonly placeOf: (tell: Tell) => RunPlace;
  /** Removes the folder of a run whose result is not to be kept, and throws `EvaError`. */
  readonly requireWhole?: (result: RunResult, dir: string) => void;
}

/** The surroundings of a run. */
export interface World {
  readonly io: Io;
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly results: ResultShow;
  readonly options: ReplyOptions & { readonly root?: string; readonly trust?: boolean };
}

/**
 * Makes a run, stores its result and prints it. Returns 0, 1 (a case did not pass), 3 (replies are missing), or the exit code of a signal.
 * Prints an error that ends the run, with the command that resumes it if there is one, and returns the exit code of the error.
 */
export async function evaluate(planned: PlannedRun, world: World): Promise<number> {
  const { io, interrupt, terminal, options } = world;
  keepHeapSmall();
  const progress = tellProgress(terminal);
  let session: OpenRun | undefined;
  try {
    const ends = interrupt.ends(() => {
      progress.end();
      ifItCan(() => session?.attempt.end('interrupted'));
      terminal.err(keptText(keptIn(session, planned, options), terminal.errScreen));
    });
    session = await openRun(planned.open, () => planned.placeOf(progress), options, io, ends, progress);
    return await evaluateIn(session, planned, ends, progress, world);
  } catch (error) {
    const exitCode = await exitWithError(
      withFailure(error, () => session?.attempt.end('unfinished')),
      io,
    );
    if (canGoOn(error, session)) terminal.err(keptText(keptIn(session, planned, options), terminal.errScreen));
    return exitCode;
  } finally {
    session?.place.release();
  }
}

/** Ignores errors: somebody who presses Ctrl-C twice wants to leave at once. */
function ifItCan(act: () => void): void {
  try {
    act();
  } catch {
    return;
  }
}

/** Notes the end of a run. Returns the error that ended it, together with the one that kept it from being noted, if any. */
function withFailure(error: unknown, note: () => void): unknown {
  try {
    note();
    return error;
  } catch (second) {
    if (!(error instanceof EvaError) || !(second instanceof EvaError)) return error;
    return new EvaError(
      uniqueBy([...error.problems, ...second.problems], ({ message }) => message),
      { cause: error },
    );
  }
}

/** Returns whether `--resume` could make progress: not if the folder is gone, or if the judge failed twice to write a rubric. */
function canGoOn(error: unknown, session: OpenRun | undefined): boolean {
  if (!(error instanceof EvaError) || !session || !existsSync(session.place.dir)) return false;
  return !error.problems.some(({ code }) => code === 'EVA_NO_RUBRIC') || !isRubricUnreadable(session.place.dir);
}

/** Returns whether the judge was asked for a rubric a second time, because its first reply had none. */
function isRubricUnreadable(dir: string): boolean {
  for (const { role, draw } of readJournal(dir).replies) if (role === 'rubric' && draw.attempt > 0) return true;
  return false;
}

async function evaluateIn(
  session: OpenRun,
  planned: PlannedRun,
  ends: Ends,
  progress: ProgressTeller,
  { interrupt, terminal, results, options }: World,
): Promise<number> {
  const stopping = () => {
    const batches = batchesLeft(session.place.journal.notes());
    if (interrupt.exitCode() !== null) progress.note(stoppingText({ inHand: session.inHand(), batches }, graceMs));
  };
  ends.stop.addEventListener('abort', stopping, { once: true });
  for (const note of session.notes) progress.note(note);
  try {
    await results.load();
    const done = await collect(session, planned, progress, interrupt);
    if (done) {
      planned.requireWhole?.(done.result, session.place.dir);
      const end = finishRun(done, session, planned.open.root);
      const goOn = goOnOf(done.plan, done.result, planned.open.config.budget, options, namedRun(session, planned));
      await results.show(done.plan, done.result, { ...end, goOn });
      return end.exitCode;
    }
    session.attempt.end('interrupted');
    terminal.err(interruptedText(knownIn(session), keptIn(session, planned, options), terminal.errScreen));
    return interrupt.exitCode() ?? 130;
  } finally {
    ends.stop.removeEventListener('abort', stopping);
    // Last, however the run ended: recordings that cannot be saved are an error, but must not cost the result.
    session.saveRecordings();
  }
}

/** Returns the name of a replay or a merged run: `--resume` without a name never picks one of those. */
function namedRun(session: OpenRun | undefined, { open: { plan } }: PlannedRun): string | undefined {
  const { replay, merged } = plan.manner;
  return replay || merged !== null ? session?.place.runId : undefined;
}

function knownIn({ attempt, place }: OpenRun): KnownSoFar {
  return { cases: attempt.standing().cases, isAttempt: attempt.isCounted() && place.journal.size > 0 };
}

function keptIn(session: OpenRun | undefined, planned: PlannedRun, options: World['options']) {
  const journal = session?.place.journal;
  return {
    replies: journal?.size ?? 0,
    batches: batchesLeft(journal?.notes() ?? []),
    resume: resumeCommand(planned.open.prompt.id, options, namedRun(session, planned)),
  };
}

/**
 * Completes the rubrics and runs. The journal is on the disk on return, before the result is shown. Returns null after a signal: the
 * resumed run decides what was collected by then.
 */
async function collect(
  session: OpenRun,
  { open: planned, reopen }: PlannedRun,
  { emit, note, end }: ProgressTeller,
  interrupt: Interrupt,
): Promise<FinishedRun | null> {
  try {
    const { open, before } = await completeRubrics(planned, session.deps, reopen, note);
    const { plan } = open;
    if (open !== planned) writePlan(session.place.dir, plan);
    session.attempt.begin(plan, session.place.isResumed);
    const rubrics = [...rubricReplies(session.place.journal.replies()), ...before];
    const result = await run(plan, { ...session.deps, before: rubrics, emit });
    return interrupt.exitCode() === null ? { plan, result } : null;
  } catch (error) {
    if (interrupt.exitCode() === null) throw error;
    return null;
  } finally {
    end();
    session.close();
  }
}

/** Yields the replies in the journal that rubrics were taken from, with their models. */
function* rubricReplies(replies: Iterable<StoredReply>): Generator<{ stored: StoredReply; model: string }> {
  for (const stored of replies) {
    if (stored.role === 'rubric' && stored.model !== undefined) yield { stored, model: stored.model };
  }
}
