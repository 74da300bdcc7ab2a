import { existsSync } from 'node:fs';
import { EvaError } from '#model/problem.js';
import { isRunEvent, type OnRunEvent, type RunObserver } from '#model/run/notice.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { batchesLeft } from '#provider/batch/batch-log.js';
import { readJournal } from '#store/run/journal.js';
import { writePlan } from '#store/run/run-folder.js';
import { missingRubrics } from '../collect/write-rubrics.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { completeRubrics, rubricReplies } from '../replies/run-rubrics.js';
import { run } from '../run.js';
import { type Ends, endsWithin, type RunControl, withFailure } from './ends.js';
import { finishRun, type KeptReplies, type ResumableRun, type RunFailure, type RunOutcome } from './finish-run.js';
import { type CommandShare, type OpenRun, openRun } from './open-run.js';
import type { RunPlace } from './run-deps.js';
import type { DecidedRun, PlannedRun } from './run-options.js';

/** A run that this process holds locked. */
export type HeldRun = Pick<RunPlace, 'runId' | 'release'>;

export interface StartedRun {
  /** Resolves when the run has ended; never rejects. Its row is not written yet. */
  readonly outcome: Promise<RunOutcome>;
  /** Records at once that the run was interrupted, for a process that exits without waiting. Returns the saved part of the run. */
  readonly leave: () => KeptReplies;
  /** Returns its name and its lock, which outlive the rest of it; null for a run without a folder. */
  readonly held: () => HeldRun | null;
}

/** Starts a planned run: opens or resumes its folder, collects and decides, and saves result and attempt. It stays locked until `release`. */
export function startRun(planned: PlannedRun, share: CommandShare, given: RunControl): StartedRun {
  const control = { ...given, onEvent: eventsFor(planned.observer, given.onEvent) };
  let session: OpenRun | undefined;
  const ends = endsWithin(control);
  const begin = async (): Promise<RunOutcome> => {
    try {
      if (planned.decided) return await outcomeOfDecided(planned.decided);
      try {
        session = await openRun(planned, share, ends, control.onEvent);
      } finally {
        await share.afterOpening();
      }
      const outcome = await evaluate(session, { planned, share }, ends, control);
      return { ...outcome, unsaved: savingFailure(session, planned) };
    } catch (error) {
      const first = (session && savingFailure(session, planned))?.error ?? error;
      const failure = await withFailure(first, () => session?.attempt.end('unfinished'));
      return { ended: 'with_error', ...failureOf(failure, session, planned) };
    } finally {
      share.turn?.leave();
      share.pair?.leave();
    }
  };
  const leave = () => {
    session?.attempt.end('interrupted').catch(() => {}); // the user pressed Ctrl-C twice, and wants to leave at once
    return keptIn(session, planned);
  };
  const outcome = planned.observer ? reportingEnd(begin(), planned.observer) : begin();
  const held = () => {
    if (planned.decided) return { runId: planned.decided.runId, release: () => {} };
    return session ? { runId: session.place.runId, release: session.place.release } : null;
  };
  return { outcome, leave, held };
}

async function outcomeOfDecided({ runId, plan, result, save }: DecidedRun): Promise<RunOutcome> {
  const kept = { replies: 0, batches: 0, resume: { id: plan.id, runId } };
  return { ended: 'with_result', plan, result, rowPath: null, isUnrecorded: await save(), kept, unsaved: null };
}

/** Returns a listener that passes the events of a run to its observer too. */
function eventsFor(observer: RunObserver | undefined, onEvent: OnRunEvent): OnRunEvent {
  if (!observer) return onEvent;
  return (event) => {
    if (isRunEvent(event)) observer.onEvent(event);
    onEvent(event);
  };
}

/** Tells an observer how the run ended. */
async function reportingEnd(outcome: Promise<RunOutcome>, observer: RunObserver): Promise<RunOutcome> {
  const ended = await outcome;
  observer.onEnd({ state: ended.ended, ...(ended.ended === 'with_error' && { error: ended.error }) });
  return ended;
}

/** Saves the recordings. Returns an error instead of throwing it, so that the result is not lost; null if they were saved. */
function savingFailure(session: OpenRun, planned: PlannedRun): RunFailure | null {
  try {
    session.saveRecordings();
    return null;
  } catch (error) {
    return failureOf(error, session, planned);
  }
}

function failureOf(error: unknown, session: OpenRun | undefined, planned: PlannedRun): RunFailure {
  return { error, kept: canResume(error, session) ? keptIn(session, planned) : null };
}

/**
 * Returns true if a resumed run could make progress: false if the run folder is gone, if the judge failed twice to write a rubric, or if something
 * must be mended first: a run with a changed module is not resumed, and the journal keeps the answers of what is broken.
 */
function canResume(error: unknown, session: OpenRun | undefined): boolean {
  if (!(error instanceof EvaError) || !session || !existsSync(session.place.dir)) return false;
  const codes = new Set(error.problems.map(({ code }) => code));
  if (codes.has('EVA_IMPURE_CHECK') || codes.has('EVA_BROKEN')) return false;
  return !codes.has('EVA_NO_RUBRIC') || !isRubricUnreadable(session.place.dir);
}

/** Returns true if the judge was asked for a rubric a second time, since its first reply had none. */
function isRubricUnreadable(dir: string): boolean {
  for (const { role, draw } of readJournal(dir).replies) if (role === 'rubric' && draw.attempt > 0) return true;
  return false;
}

interface Starting {
  readonly planned: PlannedRun;
  readonly share: CommandShare;
}

async function evaluate(session: OpenRun, { planned, share }: Starting, ends: Ends, control: RunControl) {
  const { attempt, place } = session;
  const stopping = () => {
    if (ends.signal.aborted) return;
    const batches = batchesLeft(place.journal.notes());
    control.onEvent({ event: 'run_stopping', in_hand: session.inHand(), batches });
  };
  control.stop.addEventListener('abort', stopping, { once: true });
  try {
    const done = await collect(session, { planned, share }, control);
    if (done) {
      const isUnrecorded = share.pair ? false : await finishRun(done.result, session);
      return { ended: 'with_result', ...done, rowPath: null, isUnrecorded, kept: keptIn(session, planned) } as const;
    }
    await attempt.end('interrupted');
    const isAttempt = attempt.isCounted() && place.journal.size > 0;
    const kept = keptIn(session, planned);
    return { ended: 'interrupted', cases: attempt.progress().cases, isAttempt, kept } as const;
  } finally {
    control.stop.removeEventListener('abort', stopping);
  }
}

/** Returns the run to resume. Replays and merged runs need their name, since resuming without a name never picks them. */
function resumable(session: OpenRun | undefined, { open: { plan, prompt } }: PlannedRun): ResumableRun {
  const { replay, merged } = plan.manner;
  const isNamed = session && (replay || merged !== null);
  return { id: prompt.id, ...(isNamed && { runId: session.place.runId }) };
}

function keptIn(session: OpenRun | undefined, planned: PlannedRun): KeptReplies {
  const journal = session?.place.journal;
  return {
    replies: journal?.size ?? 0,
    batches: batchesLeft(journal?.notes() ?? []),
    resume: resumable(session, planned),
  };
}

/**
 * Completes the rubrics, runs the plan, and syncs the journal. Returns null after a stop: a resumed run decides the trials
 * collected so far.
 */
async function collect(
  session: OpenRun,
  { planned: { open: planned, reopen }, share }: Starting,
  { stop, onEvent }: RunControl,
): Promise<{ readonly plan: RunPlan; readonly result: RunResult } | null> {
  try {
    const complete = (from: OpenPrompt) => completeRubrics(from, session.deps, reopen, onEvent);
    // read again, since an earlier run of the command may have written the rubrics
    const write = () => complete(reopen());
    const isComplete = missingRubrics(planned.plan.cases).length === 0;
    if (!isComplete) share.seat.letOthers();
    const { open, before } = isComplete ? await complete(planned) : await share.alone(write);
    const { plan } = open;
    if (open !== planned) await writePlan(session.place.dir, plan);
    const deps = share.pair?.deps(session, plan) ?? session.deps;
    if (!share.pair) session.attempt.begin(plan, session.place.isResumed);
    const rubrics = [...rubricReplies(session.place.journal.replies()), ...before];
    const result = await run(plan, { ...deps, before: rubrics, emit: onEvent });
    return stop.aborted ? null : { plan, result };
  } catch (error) {
    if (!stop.aborted) throw error;
    return null;
  } finally {
    await session.close();
    await session.deps.modules?.close();
  }
}
