import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { lazy } from '#model/data/collections.js';
import type { Ask } from '#model/reply/exchange.js';
import type { RunObserver } from '#model/reply/observer.js';
import type { Notify } from '#model/run/notice.js';
import type { Trial } from '#model/run/trial.js';
import { routeTo, widest } from '#provider/model-name.js';
import type { Admission } from '#provider/wrappers/limits.js';
import { openBudget } from '#run/budget/budget.js';
import { BudgetLedger } from '#run/budget/budget-ledger.js';
import type { RunDeps } from '#run/deps.js';
import { openTrialLog, type TrialLog } from '#store/run/journal/trial-log.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { openBatchesOf as OpenBatchesOf } from '../replies/batches.js';
import { openBatchesOf } from '../replies/batches.js';
import { budgetPrices } from '../replies/budget-prices.js';
import { decideLiveness, routesOf } from '../replies/liveness.js';
import {
  askWith,
  type CallWorld,
  type CountedCalls,
  countCalls,
  namingRun,
  noPlaces,
  openPlaces,
  type ReplyPlaces,
  recordEarlier,
  silenceNotice,
} from '../replies/reply-places.js';
import type { GroupMember, PlannedRun } from '../run-options.js';
import { AttemptNotes, attemptKindOf } from './attempt-notes.js';
import type { Ends } from './ends.js';
import { commonDeps, type RunClock, type RunPlace } from './run-deps.js';

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
  readonly close: () => void;
  /** Saves recordings, once. If that fails, throws `EvaError`, and the same error on every further call. */
  readonly saveRecordings: () => void;
}

/**
 * Opens a run: its access to replies, then its folder (`placeOf`), journal and logs. Throws `EvaError` if there is neither a key
 * nor a recording, or a file cannot be opened.
 */
export async function openRun(
  {
    open,
    options,
    placeOf,
    ledger,
    group,
    first,
    observer,
  }: Pick<PlannedRun, 'open' | 'options' | 'placeOf' | 'ledger' | 'group' | 'first' | 'observer'>,
  ends: Ends,
  notify: Notify,
): Promise<OpenRun> {
  const { plan, config } = open;
  const { env } = options;
  const routes = routesOf(plan.cases, config);
  const isMerged = plan.manner.merged !== null;
  const liveness = decideLiveness(routes, plan.manner.replay || isMerged, { env, open });
  const places = isMerged ? noPlaces : openPlaces(open, liveness, options, notify);
  const kind = attemptKindOf(plan);
  const place = placeOf(open, notify);
  const { calls, trials } = orLetGo(place, () => ({
    calls: openCalls({ open, liveness, env, ends }, place, namingRun(places, { run_id: place.runId, run_kind: kind }), {
      notify,
      openBatchesOf: plan.manner.batch ? openBatchesOf : undefined,
      ledger,
      group,
    }),
    trials: openTrialLog(place.dir),
  }));
  const valuesIn = itemValues(open);
  const attempt = new AttemptNotes(open.root, place.runId, kind);
  return {
    place,
    attempt,
    inHand: calls.inHand,
    close: () => closeAll(place, trials),
    saveRecordings: savingOnce(places.recorder),
    deps: {
      ...commonDeps(
        {
          config,
          cases: plan.cases,
          programs: open.programs,
          root: open.root,
          versionRoots: open.version_roots,
          dir: join(open.root, 'prompts', open.cases_id),
          env,
          clock,
        },
        ends,
      ),
      route: (model) => routeTo(model, config.providers),
      failFast: plan.manner.fail_fast,
      ask: observer ? observed(calls.ask, observer) : calls.ask,
      repliesGiven: calls.repliesGiven,
      onRed: () => attempt.red(),
      onBegin: (progress) => attempt.follow(progress),
      keepTrial: ({ trial, scores }) => {
        observer?.onTrial(trial, scores);
        return trials.put({ case: trial.case, trial, scores, ...valuesIn(trial) });
      },
      runId: place.runId,
      sampleOf: open.sampleOf,
      concurrency: widest(config.concurrency, routes),
      turn: group?.turn,
      first,
    },
  };
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
  world: CallWorld,
  { journal }: RunPlace,
  places: ReplyPlaces,
  {
    notify,
    openBatchesOf = () => () => undefined,
    ledger = new BudgetLedger(world.open.config.budget),
    group,
  }: Surroundings,
): CountedCalls {
  recordEarlier(journal, places.recorder, world.open.plan.cases);
  const admission = admissionOf(world, journal, ledger);
  const batchOf = openBatchesOf(world, journal, admission, notify);
  const onSilence = silenceNotice(notify);
  const limitsOf = group?.limitsOf;
  return countCalls((ways) => askWith(places, journal, world, { batchOf, admission, onSilence, limitsOf, ...ways }));
}

/** Opens the budget of a run, which counts with the prices of its limits. */
function admissionOf({ open, env }: CallWorld, journal: RunPlace['journal'], ledger: BudgetLedger): Admission {
  const { prices, raised } = budgetPrices(open, env);
  ledger.addRaised(raised);
  return openBudget(open.config.budget, prices, journal, ledger);
}

interface Surroundings {
  readonly notify: Notify;
  readonly ledger: BudgetLedger | undefined;
  readonly group: GroupMember | undefined;
  /** undefined unless the run uses batches, whose code is loaded only then. */
  readonly openBatchesOf: typeof OpenBatchesOf | undefined;
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
