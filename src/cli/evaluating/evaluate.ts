import { existsSync } from 'node:fs';
import { EvaError } from '#errors.js';
import type { StoredReply } from '#model/exchange.js';
import { onceBy } from '#model/once.js';
import type { RunResult } from '#model/run.js';
import { batchesLeft } from '#provider/anthropic/batch/batch-log.js';
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

/** A run that is to be made, of a prompt with nothing against it. */
export interface PlannedRun {
  readonly open: OpenPrompt;
  /** Reads the prompt anew, once its rubrics are written. */
  readonly reopen: () => OpenPrompt;
  /** Its folder, made or opened again. */
  readonly placeOf: (tell: Tell) => RunPlace;
  /** Throws `EvaError` for a result that is not to be kept, and has the folder of its run removed. */
  readonly requireWhole?: (result: RunResult, dir: string) => void;
}

/** Where a run takes place. */
export interface World {
  readonly io: Io;
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly results: ResultShow;
  readonly options: ReplyOptions & { readonly root?: string; readonly trust?: boolean };
}

/**
 * Makes a run, keeps and shows what it came to. Returns 0, 1 (a case did not pass), 3 (something is missing), or that of a signal. What ends it
 * otherwise is told with how to go on, if there is anything to go on with, and its exit code returned.
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

/** What is thrown here would hide that a person wants to leave at once. */
function ifItCan(act: () => void): void {
  try {
    act();
  } catch {
    return;
  }
}

/** The error that ended a run, and what keeps its end from being noted, if anything does. */
function withFailure(error: unknown, note: () => void): unknown {
  try {
    note();
    return error;
  } catch (second) {
    if (!(error instanceof EvaError) || !(second instanceof EvaError)) return error;
    return new EvaError(
      onceBy([...error.problems, ...second.problems], ({ message }) => message),
      { cause: error },
    );
  }
}

/** Whether a resume may bring more: not where the run is gone, nor where the replies that it keeps hold no rubric. */
function canGoOn(error: unknown, session: OpenRun | undefined): boolean {
  if (!(error instanceof EvaError) || !session || !existsSync(session.place.dir)) return false;
  return !error.problems.some(({ code }) => code === 'EVA_NO_RUBRIC') || !isRubricUnreadable(session.place.dir);
}

/** Whether a judge was asked for a rubric once more, since its first reply held none. */
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
    // Last, and however the run ended: what cannot be recorded is an error, and must not cost the result.
    session.saveRecordings();
  }
}

/** The name of a run that is never the one that is meant where none is named: a replay, or one that was merged. */
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
 * Runs, once every rubric is there, and has the journal on the disk before anything is said of the result. Returns null if a signal
 * came: what was collected by then is decided by the run that goes on with it.
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

/** The replies that rubrics of this run were taken from, before it was resumed, with the models that gave them. */
function* rubricReplies(replies: Iterable<StoredReply>): Generator<{ stored: StoredReply; model: string }> {
  for (const stored of replies) {
    if (stored.role === 'rubric' && stored.model !== undefined) yield { stored, model: stored.model };
  }
}
