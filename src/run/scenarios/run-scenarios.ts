import type { Criterion } from '#decide/criterion.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig, Prices } from '#model/config.js';
import { isObject } from '#model/data/json.js';
import type { CheckFunction } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';
import type { Ask, ReplyStore } from '#model/reply/exchange.js';
import { withoutBuiltIn } from '#model/reply/price.js';
import type { Notify, OnRunEvent } from '#model/run/notice.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { readRows } from '#store/files/jsonl.js';
import { makeDirectories, onDisk } from '#store/files/regular-file.js';
import { appendRowTo, prepareRowsIn } from '#store/logs/eval-log.js';
import { openCache } from '#store/replies/cache.js';
import { RecordingWriter, readRecordings } from '#store/replies/recordings.js';
import { lockRun, readPlan, readRunPrices, writePlan, writeResult } from '#store/run/run-folder.js';
import { listRuns } from '#store/run/run-list.js';
import { newRunId, runDirOf } from '#store/run/run-names.js';
import type { AppFunction } from '#subject/deps.js';
import { nothingSpent, openBudget } from '../collect/budget.js';
import { meter, type Totals } from '../collect/meter.js';
import { anyPlaces, Pool } from '../collect/pool.js';
import { toRow } from '../collect/summarize.js';
import { missingRubrics, writeRubrics } from '../collect/write-rubrics.js';
import { type Datasets, samplesOf } from '../plan/chosen-items.js';
import { providerIdentities } from '../plan/evidence.js';
import { planDifference } from '../plan/plan-difference.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { askPlaces, memoryStore, namingRun, type ReplyPlaces, recordEarlier } from '../replies/reply-places.js';
import { type RubricStore, rubricReplies } from '../replies/run-rubrics.js';
import type { KnownRun } from '../resume/choose-run.js';
import { orNotResumed, reopenRunPlace } from '../resume/reopen-run.js';
import { type RunDeps, run } from '../run.js';
import { endsWithin, type StopSignals } from '../session/ends.js';
import { commonDeps, newRunPlace, type RunPlace } from '../session/run-deps.js';
import type { Models, ModelWorld } from './scenario-models.js';

interface ScenarioJob {
  readonly cases: readonly Case[];
  readonly metrics: readonly Metric[];
  readonly criteria: readonly Criterion[];
  readonly functions: ReadonlyMap<string, CheckFunction>;
  readonly app: AppFunction | undefined;
  /** The items of each case with a data set, by the name of the case. */
  readonly datasets: Datasets;
  /** Plans a run of these cases. Throws `EvaError` if eva would refuse it. */
  readonly planOf: (cases: readonly Case[]) => RunPlan;
}

interface ScenarioControl {
  readonly signal: AbortSignal | undefined;
  readonly onEvent: OnRunEvent;
}

interface ScenarioRun {
  /** The plan with every rubric. */
  readonly plan: RunPlan;
  readonly result: RunResult;
  /** The name of the run in `.eva/runs`; null if runs are not saved. */
  readonly run_id: string | null;
  /** Returns the totals of the replies for a scenario, by its title. */
  readonly totalsOf: (title: string) => Totals;
}

/**
 * Evaluates scenarios: begins or resumes a run if runs are saved, writes missing rubrics, collects and decides, and saves the
 * result. Throws `EvaError`, and the reason of `signal`.
 */
export async function runScenarios(
  job: ScenarioJob,
  setup: ScenarioSetup,
  { signal, onEvent }: ScenarioControl,
): Promise<ScenarioRun> {
  const { config, models, storage, world } = setup;
  const sampleOf = samplesOf(job.datasets);
  const plan = job.planOf(job.cases);
  if (!storage.replay) models.requireKeys(plan.cases);
  const outer = signal ?? new AbortController().signal;
  const ends = endsWithin({ stop: outer, signal: outer });
  const replies = await openScenarioReplies({ plan, sampleOf }, setup, ends, onEvent);
  const { place } = replies;
  try {
    const metered = meterByCase(labelled(replies.ask, models.isSynthetic), replies.prices);
    const runId = place?.runId ?? newRunId(world.now(), world.random(3));
    const { cases, metrics, criteria, functions, app } = job;
    const { env, cwd: dir } = world;
    const deps: RunDeps & { readonly signal: AbortSignal } = {
      ...commonDeps(
        { config: { ...config, prices: replies.prices }, cases, programs: [], root: dir, dir, env, clock: world },
        ends,
      ),
      ask: metered.ask,
      repliesGiven: replies.repliesGiven,
      route: models.route,
      runId,
      seat: new Pool(anyPlaces(models.widthOf(cases))).seat(),
      failFast: false,
      metrics,
      criteria,
      functions,
      sampleOf,
      ...(app && { app }),
      emit: onEvent,
    };
    // missing rubrics are written before the first conversation
    const isComplete = missingRubrics(plan.cases).length === 0;
    const filled = isComplete
      ? null
      : await setup.rubrics.fill(plan.cases, (missing) => writeRubrics(missing, deps), ends.signal);
    const whole = filled ? job.planOf(filled.cases) : plan;
    if (place && whole !== plan) await writePlan(place.dir, whole);
    const earlier = place ? rubricReplies(place.journal.replies()) : [];
    const result = await run(whole, { ...deps, before: [...earlier, ...(filled?.replies ?? [])] });
    if (place) await writeResult(place.dir, result);
    replies.saveRecordings();
    if (result.state === 'finished' && storage.rows !== null) await appendRowTo(storage.rows, toRow(result));
    return { plan: whole, result, run_id: place?.runId ?? null, totalsOf: metered.totalsOf };
  } finally {
    try {
      await place?.journal.close();
    } finally {
      place?.release();
      replies.saveRecordings();
    }
  }
}

function labelled(ask: Ask, isSynthetic: boolean): Ask {
  if (!isSynthetic) return ask;
  return async (call) => {
    const stored = await ask(call);
    return 'answer' in call ? stored : { ...stored, source: 'synthetic' };
  };
}

function meterByCase(ask: Ask, prices: RunDeps['prices']) {
  const meters = new Map<string, ReturnType<typeof meter>>();
  const meterOf = (name: string) => {
    const caseMeter = meters.get(name) ?? meter(ask, prices);
    meters.set(name, caseMeter);
    return caseMeter;
  };
  const counted: Ask = (call) => meterOf(call.case).ask(call);
  return { ask: counted, totalsOf: (name: string) => meterOf(name).totals() };
}

interface ScenarioReplies {
  /** The folder of the run; null if runs are not saved. */
  readonly place: RunPlace | null;
  /** The prices of the run: a resumed one keeps the built-in prices with which it began. */
  readonly prices: Prices;
  readonly ask: Ask;
  readonly repliesGiven: () => number;
  /** Saves the replies that are not in the recordings yet. */
  readonly saveRecordings: () => void;
}

/** Opens the journal, the cache, the recordings and the models of one evaluation. Throws EVA_DISK, EVA_ODD_FILE. */
async function openScenarioReplies(
  { plan, sampleOf }: Pick<OpenPrompt, 'plan' | 'sampleOf'>,
  setup: ScenarioSetup,
  ends: StopSignals,
  notify: Notify,
): Promise<ScenarioReplies> {
  const { config, models, storage, world } = setup;
  if (storage.keepsRuns) onDisk('create', storage.folder, () => makeDirectories(storage.folder));
  if (storage.rows !== null) prepareRowsIn(storage.rows);
  const place = storage.keepsRuns
    ? await openScenarioPlace({ plan, sampleOf, root: storage.folder }, setup, notify)
    : null;
  const places = placesOf(setup, place, notify);
  if (place) recordEarlier(place.journal, places.recorder, plan.cases);
  const prices = place?.isResumed ? { ...readRunPrices(place.dir), ...withoutBuiltIn(config.prices) } : config.prices;
  const isBounded = Object.keys(config.budget).length > 0;
  const admission = isBounded ? openBudget(config.budget, prices, place?.journal ?? nothingSpent) : undefined;
  const access = models.open(admission);
  const identities = providerIdentities(config, []);
  let given = 0;
  const ask = askPlaces(places, {
    journal: place?.journal ?? memoryStore(),
    provider: access.provider,
    identity: (provider) => identities.get(provider),
    live: () => !storage.replay,
    load: access.loader(plan.cases),
    onReply: () => {
      given += 1;
    },
    now: world.now,
    signal: ends.signal,
    stop: ends.stop,
  });
  return { place, prices, ask, repliesGiven: () => given, saveRecordings: () => places.recorder?.save() };
}

function placesOf({ models, storage }: ScenarioSetup, place: RunPlace | null, notify: Notify): ReplyPlaces {
  const { folder, cache, record, replay } = storage;
  const recordings = replay ? readRecordings(folder, 'recordings.jsonl') : null;
  for (const problem of recordings?.problems ?? []) notify({ event: 'recordings_damaged', problem });
  const recorder = record ? new RecordingWriter(folder, models.isSynthetic ? 'synthetic' : 'recorded') : null;
  const places: ReplyPlaces = {
    cache: cache ? openCache(folder, (text) => notify({ event: 'cache_entry_ignored', text })) : null,
    recorder,
    recordings: recordings?.store ?? null,
  };
  const marked = models.isSynthetic ? { ...places, cache: places.cache && asSynthetic(places.cache) } : places;
  return place ? namingRun(marked, { run_id: place.runId, run_kind: replay ? 'replay' : 'full' }) : marked;
}

function asSynthetic(cache: ReplyStore): ReplyStore {
  return { ...cache, put: (reply) => cache.put({ ...reply, source: 'synthetic' }) };
}

/**
 * Opens the folder of the latest unfinished run of the same scenarios, or makes a new one. Skips and reports runs that cannot be
 * resumed, for example because another evaluation holds them. Throws EVA_DISK, EVA_ODD_FILE.
 */
async function openScenarioPlace(
  { plan, sampleOf, root }: Pick<OpenPrompt, 'plan' | 'sampleOf' | 'root'>,
  { storage, config }: { readonly storage: ScenarioStorage; readonly config: LibraryConfig },
  notify: Notify,
): Promise<RunPlace> {
  const candidates = storage.resume ? listRuns(root).filter(isOpen(plan.id, storage)).reverse() : [];
  for (const run of candidates) {
    const place = await orNotResumed(() => reopened(run, { root, plan, config, sampleOf }, notify), notify);
    if (place) return place;
  }
  return newRunPlace({ root, plan, config }, notify);
}

/** Returns a filter for unfinished runs. If rows are written, a run with a result but without a row is unfinished. */
function isOpen(id: string, { rows }: ScenarioStorage) {
  const values = rows === null ? null : readRows(rows, (value) => ({ value })).rows;
  const recorded = values && new Set(values.map(({ value }) => (isObject(value) ? value['run_id'] : undefined)));
  return (run: ReturnType<typeof listRuns>[number]): run is KnownRun => {
    if (run.id !== id || run.state === 'running' || run.shard !== null || run.journal !== undefined) return false;
    return run.state === 'unfinished' || (recorded !== null && !recorded.has(run.run_id));
  };
}

/** Locks a run and opens its folder; null if it has other scenarios. Throws `EvaError` if it cannot be resumed. */
async function reopened(
  run: KnownRun,
  now: Pick<OpenPrompt, 'root' | 'plan' | 'config' | 'sampleOf'>,
  notify: Notify,
): Promise<RunPlace | null> {
  const { run_id } = run;
  const lock = lockRun(runDirOf(now.root, run_id), run_id, (takeover) =>
    notify({ event: 'lock_taken_over', ...takeover }),
  );
  const release = () => lock.release();
  try {
    const plan = readPlan(now.root, run_id);
    if (plan.manner.replay === now.plan.manner.replay && isSamePlan(plan, now.plan))
      return await reopenRunPlace({ run, plan, release }, now, notify);
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

/** Returns true if two plans differ in nothing but rubrics that one of them lacks: rubrics in memory end with their process. */
function isSamePlan(stored: RunPlan, now: RunPlan): boolean {
  return planDifference(stored, now).length === 0 || planDifference(now, stored).length === 0;
}

export interface ScenarioWorld extends ModelWorld {
  readonly now: () => Date;
  /** Returns random bytes as hexadecimal digits. */
  readonly random: (bytes: number) => string;
}

/** The parts that all evaluations of a program share. */
export interface ScenarioSetup {
  readonly config: LibraryConfig;
  readonly models: Models;
  readonly rubrics: RubricStore;
  readonly storage: ScenarioStorage;
  readonly world: ScenarioWorld;
}

/** The storage options of a program's evaluations. Paths are absolute. */
export interface ScenarioStorage {
  /** The folder that holds `.eva/runs`, `.eva/cache` and `recordings.jsonl`. */
  readonly folder: string;
  /** True to save a journal and the result of each evaluation in `.eva/runs`. */
  readonly keepsRuns: boolean;
  readonly resume: boolean;
  readonly cache: boolean;
  readonly record: boolean;
  /** True to call no model: every reply comes from recordings, or from the cache if it is enabled. */
  readonly replay: boolean;
  /** The file to which the row of a finished evaluation is appended; null if rows are not written. */
  readonly rows: string | null;
}
