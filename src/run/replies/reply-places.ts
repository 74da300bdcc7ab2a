import { watchPrograms } from '#library/programs.js';
import { recordingsFile } from '#library/prompts.js';
import { type Case, expectsRefusal } from '#model/case.js';
import type { Ask, ModelCall, ReplyOrigin, ReplyStore, StoredReply } from '#model/reply/exchange.js';
import type { Notify } from '#model/run/notice.js';
import { openBatches } from '#provider/batch/batch-sender.js';
import { type LaneOptions, loadOnce, ProviderLanes, type RunCalls } from '#provider/open-provider.js';
import type { Provider } from '#provider/provider.js';
import { answererOf, configOf } from '#provider/provider-settings.js';
import { isWorthKeeping, type RepliesOptions, withReplies } from '#provider/wrappers/kept-replies.js';
import type { CallAdmission } from '#provider/wrappers/limits.js';
import { patientPolicy } from '#provider/wrappers/retries.js';
import type { Silence } from '#provider/wrappers/silence-watch.js';
import { openCache } from '#store/replies/cache.js';
import { type Recordings, RecordingWriter, readRecordings } from '#store/replies/recordings.js';
import type { Journal } from '#store/run/journal.js';
import { batchableCalls } from '../plan/calls.js';
import { providerIdentities } from '../plan/evidence.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import type { RunDeps } from '../run.js';
import type { Ends } from '../session/ends.js';
import type { RunOptions } from '../session/run-options.js';
import type { Liveness } from './liveness.js';

/** The stores of replies besides the journal. */
export interface ReplyPlaces {
  readonly cache: ReplyStore | null;
  readonly recorder: Pick<RecordingWriter, 'put' | 'save'> | null;
  /** The recordings to replay; null if models are called. */
  readonly recordings: Recordings['store'] | null;
}

/** No stores besides the journal. */
export const noPlaces: ReplyPlaces = { cache: null, recorder: null, recordings: null };

/** Adds the run's id and kind to every reply that is saved in cache and recordings. */
export function namingRun({ cache, recorder, recordings }: ReplyPlaces, origin: ReplyOrigin): ReplyPlaces {
  return {
    cache: cache && { get: (key) => cache.get(key), put: (reply) => cache.put({ ...reply, ...origin }) },
    recorder: recorder && { put: (reply) => recorder.put({ ...reply, ...origin }), save: () => recorder.save() },
    recordings,
  };
}

/** Saves the replies to these cases that a resumed run already has in the recordings. Does nothing without a recorder. */
export function recordEarlier(
  journal: Pick<Journal, 'replies'>,
  recorder: ReplyPlaces['recorder'],
  cases: readonly Case[],
): void {
  if (!recorder) return;
  const refusing = new Set(cases.filter(expectsRefusal).map(({ name }) => name));
  for (const stored of journal.replies()) {
    const mayRefuse = stored.role === 'subject' && refusing.has(stored.case);
    if (stored.source === 'model' && isWorthKeeping(stored, mayRefuse)) recorder.put(stored);
  }
}

/** Opens the cache, recorder and recordings that the options require. */
export function openPlaces(
  open: OpenPrompt,
  liveness: Liveness,
  options: Pick<RunOptions, 'cache'>,
  notify: Notify,
): ReplyPlaces {
  const recordings = recordingsFor(open, liveness);
  for (const problem of recordings?.problems ?? []) notify({ event: 'recordings_damaged', problem });
  const warn = (text: string) => notify({ event: 'cache_entry_ignored', text });
  return {
    cache: usesCache(open, options) ? openCache(open.root, warn) : null,
    recorder: open.plan.manner.record ? new RecordingWriter(open.prompt.dir) : null,
    recordings: recordings && !liveness.isLive ? recordings.store : null,
  };
}

/** Returns true if the cache is used. `record` and `replay` turn off the cache that eva.yml enables, but not one that an option enables. */
export function usesCache({ config, plan }: OpenPrompt, { cache }: Pick<RunOptions, 'cache'>): boolean {
  return cache ?? (config.cache && !plan.manner.record && !plan.manner.replay);
}

/** Reads the recordings if they will be replayed or extended; returns null if not. */
function recordingsFor({ prompt, plan: { manner } }: OpenPrompt, liveness: Liveness): Recordings | null {
  if (liveness.isLive && !manner.record) return null;
  return readRecordings(prompt.dir, recordingsFile(prompt.id));
}

export function worldOf({ config, root, programs }: OpenPrompt, env: RunOptions['env']): LaneOptions {
  return {
    env,
    configs: config.providers,
    cwd: root,
    requireUnchanged: watchPrograms(programs),
    retry: patientPolicy,
    concurrency: config.concurrency,
    now: () => performance.now(),
  };
}

/** `begin` is not called for batches. */
interface CallWays extends RunCalls {
  /** The providers of the command. Default: providers of its own. */
  readonly lanes?: ProviderLanes;
  /** Returns the batch provider of a call; undefined if the call is sent on its own. */
  readonly batchOf?: (call: ModelCall) => Provider | undefined;
  readonly onReply?: () => void;
}

export interface CallWorld {
  readonly open: OpenPrompt;
  readonly liveness: Liveness;
  readonly env: RunOptions['env'];
  readonly ends: Ends;
}

/** Returns a function that reports a provider that does not answer. */
export function silenceNotice(notify: Notify): (silence: Silence) => void {
  return (silence) => notify({ event: 'provider_silent', ...silence });
}

/** Returns an `ask` that looks a reply up in journal, cache and recordings, then calls the model if that is allowed. */
export function askWith(
  places: ReplyPlaces,
  journal: ReplyStore,
  { open, liveness, env, ends: { signal, stop } }: CallWorld,
  {
    lanes = new ProviderLanes(worldOf(open, env)),
    batchOf = () => undefined,
    onReply = () => {},
    ...calls
  }: CallWays = {},
): Ask {
  const identities = providerIdentities(open.config, open.programs);
  const providerOf = lanes.of(calls);
  return askPlaces(places, {
    provider: (call) => batchOf(call) ?? providerOf(call.request.provider),
    identity: (provider) => identities.get(provider),
    answerer: (provider) => answererOf(configOf(provider, open.config.providers), env),
    live: () => liveness.isLive,
    load: loadOnce(liveness.providers, providerOf),
    journal,
    onReply,
    now: () => new Date(),
    signal,
    stop,
  });
}

/** Returns an `ask` that reads from the stores, and saves model replies there. */
export function askPlaces(
  { cache, recorder, recordings }: ReplyPlaces,
  options: Omit<RepliesOptions, 'sources' | 'sinks'>,
): Ask {
  return withReplies({
    ...options,
    sources: () => [...(cache ? [cache] : []), ...(recordings ? [recordings] : [])],
    sinks: [
      ...(cache ? [{ name: 'cache', store: cache }] : []),
      ...(recorder ? [{ name: 'recordings', store: recorder }] : []),
    ],
  });
}

export interface CountedCalls extends Pick<RunDeps, 'ask' | 'repliesGiven'> {
  /**
   * Returns the number of calls that a model or an application is answering. Calls that wait for a slot, after a rate limit or in
   * a batch do not count.
   */
  readonly inHand: () => number;
}

/** Counts running calls and replies. A call to a model counts from its first attempt on, a call to an application from its start. */
export function countCalls(askWhile: (ways: Required<Pick<CallWays, 'begin' | 'onReply'>>) => Ask): CountedCalls {
  let [inHand, given] = [0, 0];
  const begin = () => {
    inHand += 1;
    return () => {
      inHand -= 1;
    };
  };
  const onReply = () => {
    given += 1;
  };
  const ask = askWhile({ begin, onReply });
  const counted: Ask = (call) => ('answer' in call ? ask(call).finally(begin()) : ask(call));
  return { ask: counted, inHand: () => inHand, repliesGiven: () => given };
}

/** Makes a store that keeps replies in memory only. */
export function memoryStore(): ReplyStore {
  const replies = new Map<string, StoredReply>();
  return { get: (key) => replies.get(key), put: (reply) => void replies.set(reply.key, reply) };
}

/** Returns a function that returns the batch provider of a call; undefined if the call is sent on its own. */
export function openBatchesOf(
  { open, env, ends: { signal, stop } }: CallWorld,
  journal: Journal,
  admission: CallAdmission,
  notify: Notify,
): (call: ModelCall) => Provider | undefined {
  return openBatches({
    ...worldOf(open, env),
    admission,
    mayGo: batchableCalls(open.plan.cases),
    log: {
      notes: () => journal.notes(),
      note: (note) => journal.note(note),
      holds: (key) => journal.has(key),
    },
    tell: (change) => notify({ event: 'batch_changed', ...change }),
    stop,
    signal,
  });
}
