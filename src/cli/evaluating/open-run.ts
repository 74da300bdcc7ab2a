import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { watchPrograms } from '#library/watch-programs.js';
import { redactor } from '#model/text/redact.js';
import { version } from '#model/version.js';
import { appIdentity } from '#plan/evidence/program-evidence.js';
import { appVariables } from '#plan/programs.js';
import { namedVariables, programEnvironment } from '#process/program-environment.js';
import { routeTo, widest } from '#provider/model-name.js';
import { applicationSecrets, keyVariables } from '#provider/secrets.js';
import { isWorthKeeping } from '#provider/with-replies.js';
import { openBudget } from '#run/budget/budget.js';
import type { RunDeps } from '#run/deps.js';
import { openTrialLog, type TrialLog } from '#store/run/trial-log.js';
import type { Io } from '../io.js';
import type { OpenPrompt } from '../open-prompt.js';
import { AttemptNotes, attemptKindOf } from './attempt-notes.js';
import type { openBatchesOf as OpenBatchesOf } from './batches.js';
import { type CountedCalls, countCalls } from './count-calls.js';
import type { Ends } from './interrupt.js';
import { decideLiveness, type Liveness, routesOf, wishOf } from './replies.js';
import {
  askWith,
  namingRun,
  noPlaces,
  notesOn,
  openPlaces,
  type ReplyOptions,
  type ReplyPlaces,
  silenceTeller,
} from './reply-places.js';
import type { RunPlace } from './run-place.js';

/** A run with its folder, its journal and its way to replies. */
export interface OpenRun {
  readonly deps: Omit<RunDeps, 'emit'>;
  readonly place: RunPlace;
  /** Writes the lines of its attempt. */
  readonly attempt: AttemptNotes;
  /** Says where replies come from, if not from the model. */
  readonly notes: readonly string[];
  readonly inHand: CountedCalls['inHand'];
  /** Syncs the journal to the disk and closes the files of the run. */
  readonly close: () => void;
  /** Saves recordings, once. Throws `EvaError` if that fails, and the same error at each further call. */
  readonly saveRecordings: () => void;
}

/** Prints a run's messages while it goes on. */
export interface Tell {
  readonly note: (line: string) => void;
  readonly warn: (message: string) => void;
}

/**
 * Makes all that a run needs: its way to replies, then its folder (`placeOf`), journal and logs. Throws `EvaError` if there is no way to
 * replies, or a file cannot be opened.
 */
export async function openRun(
  open: OpenPrompt,
  placeOf: () => RunPlace,
  options: ReplyOptions,
  io: Io,
  ends: Ends,
  tell: Tell,
): Promise<OpenRun> {
  const { plan, config } = open;
  const routes = routesOf(plan.cases, config);
  const isMerged = plan.manner.merged !== null;
  const liveness = decideLiveness(routes, wishOf(plan.manner.replay || isMerged, options, io.env), io.env);
  const places = isMerged ? noPlaces : openPlaces(open, liveness, options, tell.warn);
  const batches = plan.manner.batch ? await import('./batches.js') : undefined;
  const kind = attemptKindOf(plan, liveness.isLive);
  const place = placeOf();
  const { calls, trials } = orLetGo(place, () => ({
    calls: openCalls(
      open,
      place,
      namingRun(places, { run_id: place.runId, run_kind: kind }),
      liveness,
      io,
      ends,
      tell,
      batches?.openBatchesOf,
    ),
    trials: openTrialLog(place.dir),
  }));
  const concurrency = widest(config.concurrency, routes);
  const attempt = new AttemptNotes(open.root, place.runId, kind);
  return {
    place,
    attempt,
    inHand: calls.inHand,
    notes: notesOn(liveness, open.prompt.id),
    close: () => closeAll(place, trials),
    saveRecordings: savingOnce(places.recorder),
    deps: {
      ...depsOf(open, io, ends),
      ask: calls.ask,
      repliesGiven: calls.repliesGiven,
      onRed: () => attempt.red(),
      onBegin: (standing) => attempt.follow(standing),
      keepTrial: ({ trial, scores }) => trials.put({ case: trial.case, trial, scores }),
      runId: place.runId,
      concurrency,
    },
  };
}

/** Closes the journal and unlocks the run if `open` throws. */
function orLetGo<T>({ journal, release }: RunPlace, open: () => T): T {
  try {
    return open();
  } catch (error) {
    journal.close();
    release();
    throw error;
  }
}

function openCalls(
  open: OpenPrompt,
  { journal }: RunPlace,
  places: ReplyPlaces,
  liveness: Liveness,
  io: Io,
  ends: Ends,
  { note }: Tell,
  openBatchesOf: typeof OpenBatchesOf = () => () => undefined,
): CountedCalls {
  const { budget, prices } = open.config;
  if (places.recorder) recordEarlier(journal, places.recorder);
  const admission = openBudget(budget, prices, journal);
  const batchOf = openBatchesOf(open, journal, io, ends, note, admission);
  const onSilence = silenceTeller(note);
  return countCalls((ways) =>
    askWith(places, journal, open, liveness, io, ends, { batchOf, admission, onSilence, ...ways }),
  );
}

/** Records the replies that a resumed run had before. */
function recordEarlier(journal: RunPlace['journal'], recorder: NonNullable<ReplyPlaces['recorder']>): void {
  for (const stored of journal.replies()) if (stored.source === 'model' && isWorthKeeping(stored)) recorder.put(stored);
}

function closeAll({ journal }: RunPlace, trials: TrialLog): void {
  try {
    trials.close();
  } finally {
    journal.close();
  }
}

function savingOnce(recorder: ReplyPlaces['recorder']): () => void {
  let outcome: { readonly error?: unknown } | undefined;
  return () => {
    outcome ??= outcomeOf(() => recorder?.save());
    if ('error' in outcome) throw outcome.error;
  };
}

function outcomeOf(act: () => void): { readonly error?: unknown } {
  try {
    act();
    return {};
  } catch (error) {
    return { error };
  }
}

function depsOf(
  { config, plan, prompt, programs }: OpenPrompt,
  io: Io,
  { stop, signal, abort }: Ends,
): Omit<OpenRun['deps'], 'ask' | 'repliesGiven' | 'keepTrial' | 'onRed' | 'onBegin' | 'runId' | 'concurrency'> {
  const keys = keyVariables(config.providers);
  return {
    route: (model) => routeTo(model, config.providers),
    nonce: () => randomBytes(16).toString('hex'),
    programEnv: programEnvironment(io.env, keys),
    appEnv: (names) => namedVariables(io.env, names),
    appIdentity: (argv) => appIdentity(argv, programs),
    requireUnchanged: watchPrograms(programs),
    startedApps: new Set(),
    redact: redactor(applicationSecrets(io.env, keys, appVariables(plan.cases))),
    promptDir: prompt.dir,
    stop,
    signal,
    abort,
    failFast: plan.manner.fail_fast,
    now: () => new Date(),
    elapsed: () => performance.now() / 1000,
    evaVersion: version,
    prices: config.prices,
  };
}
