import type { LibraryConfig, Prices } from '#model/config.js';
import type { Ask, ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { withoutBuiltIn } from '#model/reply/price.js';
import type { Notify } from '#model/run/notice.js';
import type { RunPlan } from '#model/run/run.js';
import type { SampleOf } from '#model/run/sample.js';
import { providerIdentities } from '#plan/evidence/program-evidence.js';
import { openBudget } from '#run/budget/budget.js';
import type { SpendingLog } from '#run/budget/lost-attempts.js';
import { onDisk } from '#store/files/disk-error.js';
import { makeDirectories } from '#store/files/regular-file.js';
import { prepareRowsIn } from '#store/logs/eval-log.js';
import { openCache } from '#store/replies/cache.js';
import { RecordingWriter, readRecordings } from '#store/replies/recordings.js';
import { readRunPrices } from '#store/run/run-prices.js';
import { memoryStore } from '../replies/memory-store.js';
import { askPlaces, namingRun, type ReplyPlaces, recordEarlier } from '../replies/reply-places.js';
import type { StopSignals } from '../session/ends.js';
import type { RunPlace } from '../session/run-deps.js';
import { openScenarioPlace } from './scenario-place.js';
import type { ScenarioSetup, ScenarioStorage } from './scenario-setup.js';

/** Access of one evaluation to replies. */
export interface ScenarioReplies {
  /** The folder of the run; null if runs are not saved. */
  readonly place: RunPlace | null;
  /** The prices of the run: a resumed one keeps the built-in prices with which it began. */
  readonly prices: Prices;
  readonly ask: Ask;
  readonly repliesGiven: () => number;
  readonly saveRecordings: () => void;
  /** Closes the journal, unlocks the run and saves recordings. Further calls do nothing. */
  readonly close: () => void;
}

/** A plan and the trials of its cases. */
interface PlannedSamples {
  readonly plan: RunPlan;
  readonly sampleOf: SampleOf;
}

/** Opens the journal, the cache, the recordings and the models of one evaluation. Throws EVA_DISK, EVA_ODD_FILE. */
export function openScenarioReplies(
  { plan, sampleOf }: PlannedSamples,
  setup: ScenarioSetup,
  ends: StopSignals,
  notify: Notify,
): ScenarioReplies {
  const { config, models, storage, world } = setup;
  prepareStorage(storage);
  const place = storage.keepsRuns ? openScenarioPlace({ plan, sampleOf, root: storage.folder }, setup, notify) : null;
  const places = placesOf(setup, place, notify);
  if (place) recordEarlier(place.journal, places.recorder, plan.cases);
  const prices = pricesOf(place, config);
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
  const saveRecordings = once(() => places.recorder?.save());
  const close = once(() => closeAll(place, saveRecordings));
  return { place, prices, ask, repliesGiven: () => given, saveRecordings, close };
}

function pricesOf(place: RunPlace | null, { prices }: LibraryConfig): Prices {
  return place?.isResumed ? { ...readRunPrices(place.dir), ...withoutBuiltIn(prices) } : prices;
}

/** Makes the folders of the storage options and checks that the row can be appended, before the first call. */
function prepareStorage({ folder, keepsRuns, rows }: ScenarioStorage): void {
  if (keepsRuns) onDisk('create', folder, () => makeDirectories(folder));
  if (rows !== null) prepareRowsIn(rows);
}

function closeAll(place: RunPlace | null, save: () => void): void {
  try {
    place?.journal.close();
  } finally {
    place?.release();
    save();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
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

/** Labels cached replies of a stand-in as synthetic. */
function asSynthetic(cache: ReplyStore): ReplyStore {
  return { ...cache, put: (reply) => cache.put({ ...reply, source: 'synthetic' }) };
}

const nothingSpent: SpendingLog = { replies: () => [] as StoredReply[], notes: () => [], note: () => {} };
