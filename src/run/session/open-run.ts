import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { lazy, settledAll } from '#model/data/collections.js';
import type { Ask } from '#model/reply/exchange.js';
import type { Notify, RunObserver } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import { routeTo } from '#provider/model-name.js';
import type { ProviderLanes } from '#provider/open-provider.js';
import type { AttemptTimes } from '#store/logs/attempts-log.js';
import type { NewRunNames } from '#store/run/run-names.js';
import { openTrialLog } from '#store/run/trial-log.js';
import { type BudgetLedger, openBudget } from '../collect/budget.js';
import type { RunTurn } from '../collect/collect-cases.js';
import type { Seat } from '../collect/pool.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { budgetPrices, decideLiveness, routesOf } from '../replies/liveness.js';
import {
  askWith,
  type CallWorld,
  type CountedCalls,
  countCalls,
  namingRun,
  noPlaces,
  openBatchesOf,
  openPlaces,
  type ReplyPlaces,
  recordEarlier,
} from '../replies/reply-places.js';
import type { RunDeps } from '../run.js';
import { openEarlier, spentEarlier } from '../shares/earlier-processes.js';
import { AttemptNotes, attemptKindOf } from './attempt-notes.js';
import type { Ends } from './ends.js';
import { commonDeps, type RunClock, type RunPlace } from './run-deps.js';
import type { PlannedRun } from './run-options.js';

const clock: RunClock = {
  now: () => new Date(),
  elapsed: () => performance.now() / 1000,
  random: (bytes) => randomBytes(bytes).toString('hex'),
};

/** An open run: its folder, its journal and its access to replies. */
export interface OpenRun {
  readonly deps: Omit<RunDeps, 'emit'>;
  readonly place: RunPlace;
  readonly attempt: AttemptNotes;
  readonly inHand: CountedCalls['inHand'];
  /** Syncs the journal to disk and closes the files of the run. */
  readonly close: () => Promise<void>;
  /** Saves recordings, once. If that fails, throws `EvaError`, and the same error on every further call. */
  readonly saveRecordings: () => void;
}

/** What a run has of its command. */
export interface CommandShare {
  readonly names: NewRunNames;
  readonly times: AttemptTimes;
  readonly lanes: ProviderLanes;
  readonly seat: Seat;
  readonly ledger: BudgetLedger;
  /** The run's turn to take a case, among the runs of its prompt; undefined for a run alone. */
  readonly turn: RunTurn | undefined;
  /** Runs work while no other run of the prompt does: rubrics are written once, and then known to all. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all runs that go in step with this one are open, or could not be opened. */
  readonly afterOpening: () => Promise<void>;
  /** The side of a comparison that it is; undefined for a run of its own. */
  readonly pair: PairShare | undefined;
}

/** What a run has of the comparison whose side it is, which notes its attempt and saves its result. */
export interface PairShare {
  /** Returns the effects of an open run whose plan is complete, so that it goes on together with the other side. */
  readonly deps: (session: OpenRun, plan: RunPlan) => OpenRun['deps'];
  /** Frees the other side from waiting for this one. May be called again. */
  readonly leave: () => void;
}

/**
 * Opens a run, in this order: where replies come from, the folder with its lock and journal, the budget, the calls, the log of trials, the
 * attempt, and what the run is handed of them. Throws `EvaError` if there is neither a key nor a recording, or a file cannot be opened.
 */
export async function openRun(
  { open, options, placeOf, observer, earlier, ledger: shared }: PlannedRun,
  { names, times, lanes, seat, ledger, turn }: Omit<CommandShare, 'alone' | 'pair' | 'afterOpening'>,
  ends: Ends,
  notify: Notify,
): Promise<OpenRun> {
  const { plan, config } = open;
  const { env } = options;
  const routes = routesOf(plan.cases, config);
  const isMerged = plan.manner.merged !== null;
  const liveness = decideLiveness(routes, plan.manner.replay || isMerged, { env, open });
  const places = isMerged ? noPlaces : openPlaces(open, liveness, options, notify);

  const place = await placeOf(open, notify, names);
  const { runId, dir, journal } = place;
  try {
    const { prices, raised } = budgetPrices(open, env);
    ledger.addRaised(raised);
    if (earlier && !shared) for (const spent of spentEarlier(earlier, open, env)) ledger.addSpent(spent);
    const admission = openBudget(config.budget, prices, journal, ledger);

    const kind = attemptKindOf(plan);
    const named = namingRun(places, { run_id: runId, run_kind: kind });
    recordEarlier(journal, named.recorder, plan.cases);
    const world: CallWorld = { open, liveness, env, ends };
    const batchOf = plan.manner.batch ? openBatchesOf(world, journal, admission, notify) : () => undefined;
    const before = earlier && openEarlier(earlier, world);
    const replies = before?.behind(journal) ?? journal;
    const calls = countCalls((ways) => askWith(named, replies, world, { lanes, batchOf, admission, ...ways }));

    const trials = openTrialLog(dir);
    const valuesIn = itemValues(open);
    const attempt = new AttemptNotes({ root: open.root, times }, runId, kind);
    const common = {
      ...{ config, cases: plan.cases, programs: open.programs, root: open.root, versionRoots: open.version_roots },
      ...{ dir: join(open.root, 'prompts', open.cases_id), env, clock },
    };
    return {
      place,
      attempt,
      inHand: calls.inHand,
      close: async () => {
        before?.close();
        await settledAll([trials.close(), journal.close()]);
      },
      saveRecordings: savingOnce(places.recorder),
      deps: {
        ...commonDeps(common, ends),
        route: (model) => routeTo(model, config.providers),
        failFast: plan.manner.fail_fast !== false,
        ask: observer ? observed(calls.ask, observer) : calls.ask,
        repliesGiven: calls.repliesGiven,
        onRed: () => attempt.red(),
        onBegin: (progress) => attempt.follow(progress),
        keepTrial: ({ trial, scores }) => {
          observer?.onTrial(trial, scores);
          return trials.put({ case: trial.case, trial, scores, ...valuesIn(trial) });
        },
        ...(before && { keptReplies: () => before.asks }),
        runId,
        sampleOf: open.sampleOf,
        seat,
        turn,
      },
    };
  } catch (error) {
    journal.drop();
    place.release();
    throw error;
  }
}

function observed(ask: Ask, { onCall }: RunObserver): Ask {
  return async (call) => {
    const end = onCall(call);
    try {
      const stored = await ask(call);
      end({ stored });
      return stored;
    } catch (error) {
      end({ error });
      throw error;
    }
  };
}

/** Returns a function that names the values of the item of a trial, so that the trials of two runs can be compared. */
function itemValues({ plan, sampleOf }: Pick<OpenPrompt, 'plan' | 'sampleOf'>) {
  const ofCase = new Map(
    plan.cases.flatMap((testCase) => (testCase.dataset ? [[testCase.name, lazy(() => sampleOf(testCase))]] : [])),
  );
  return ({ case: name, index }: Pick<Trial, 'case' | 'index'>): { readonly values?: string } => {
    const values = ofCase.get(name)?.().values?.(index);
    return values === undefined ? {} : { values };
  };
}

function savingOnce(recorder: ReplyPlaces['recorder']): () => void {
  let failure: { readonly error: unknown } | undefined;
  let isSaved = false;
  return () => {
    if (failure) throw failure.error;
    if (isSaved) return;
    try {
      recorder?.save();
      isSaved = true;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
}
