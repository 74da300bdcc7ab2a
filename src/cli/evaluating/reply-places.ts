import { performance } from 'node:perf_hooks';
import { recordingsFile } from '#library/prompts.js';
import { watchPrograms } from '#library/watch-programs.js';
import type { Ask, ModelCall, ReplyOrigin } from '#model/exchange.js';
import type { ReplyStore } from '#model/reply-store.js';
import type { RunManner } from '#model/run.js';
import { providerIdentities } from '#plan/provider-identity.js';
import type { Admission } from '#provider/admission.js';
import type { Silence } from '#provider/limits/silence-watch.js';
import { loadOnce, type OpenOptions, openProviders } from '#provider/open-provider.js';
import type { Provider } from '#provider/provider.js';
import { patientPolicy } from '#provider/retry/retry-policy.js';
import { withReplies } from '#provider/with-replies.js';
import { silenceText } from '#report/run/silence.js';
import { openCache } from '#store/replies/cache.js';
import { type Recordings, RecordingWriter, readRecordings } from '#store/replies/recordings.js';
import type { Io } from '../io.js';
import type { OpenPrompt } from '../open-prompt.js';
import type { Ends } from './interrupt.js';
import { inWords, type Liveness, noKeyError } from './replies.js';

export interface ReplyOptions {
  /** Where it is not said, eva.yml decides. */
  readonly cache?: boolean;
  /** A missing key is an error, also where there are recordings. */
  readonly live?: boolean;
}

/** Where replies come from and go to, beside the journal. */
export interface ReplyPlaces {
  readonly cache: ReplyStore | null;
  readonly recorder: Pick<RecordingWriter, 'put' | 'save'> | null;
  /** Those that are played; null where models are called. */
  readonly recordings: Recordings['store'] | null;
}

/** None: every reply is in the journal. */
export const noPlaces: ReplyPlaces = { cache: null, recorder: null, recordings: null };

/** The places as one run uses them: what it adds to the cache and to the recordings says which run asked for it. */
export function namingRun({ cache, recorder, recordings }: ReplyPlaces, origin: ReplyOrigin): ReplyPlaces {
  return {
    cache: cache && { get: (key) => cache.get(key), put: (reply) => cache.put({ ...reply, ...origin }) },
    recorder: recorder && { put: (reply) => recorder.put({ ...reply, ...origin }), save: () => recorder.save() },
    recordings,
  };
}

/** Opens what the options ask for. Throws `EvaError` if there is no way to a reply. */
export function openPlaces(
  open: OpenPrompt,
  liveness: Liveness,
  options: ReplyOptions,
  warn: (message: string) => void,
): ReplyPlaces {
  const recordings = recordingsFor(open, liveness);
  for (const { message } of recordings?.problems ?? []) warn(message);
  return {
    cache: usesCache(open, options) ? openCache(open.root, warn) : null,
    recorder: open.plan.manner.record ? new RecordingWriter(open.prompt.dir) : null,
    recordings: recordings && !liveness.isLive ? recordings.store : null,
  };
}

/** What is recorded comes from the model, and what is played from the recordings, unless the command line says otherwise. */
function usesCache({ config, plan }: OpenPrompt, { cache }: ReplyOptions): boolean {
  return cache ?? (config.cache && !plan.manner.record && !plan.manner.replay);
}

/** The recordings that are played, or added to; null where neither is done, whatever the file holds. */
function recordingsFor({ prompt, plan: { manner } }: OpenPrompt, liveness: Liveness): Recordings | null {
  if (liveness.isLive && !manner.record) return null;
  const file = recordingsFile(prompt.id);
  const recordings = readRecordings(prompt.dir, file);
  if (!liveness.isLive) requireReplies(recordings, liveness, manner, file);
  return recordings;
}

function requireReplies({ size }: Recordings, { withoutKey }: Liveness, { record }: RunManner, file: string): void {
  if (withoutKey.length > 0 && (record || size === 0)) throw noKeyError(withoutKey, file);
}

/** What providers need of the world. */
export function worldOf({ config, root, programs }: OpenPrompt, io: Io): OpenOptions {
  return {
    env: io.env,
    configs: config.providers,
    cwd: root,
    requireUnchanged: watchPrograms(programs),
    retry: patientPolicy,
    concurrency: config.concurrency,
    now: () => performance.now(),
  };
}

/** What else decides about the calls of a run. */
export interface CallWays {
  /** The way of a call through a batch; undefined for one that goes as usual. */
  readonly batchOf?: (call: ModelCall) => Provider | undefined;
  /** Is asked before each attempt; undefined where nothing bounds them. */
  readonly admission?: Admission;
  /** Is called when an attempt is made; what it returns, when that has ended. Not of those in batches. */
  readonly begin?: () => () => void;
  /** Is told of providers that do not answer. */
  readonly onSilence?: (silence: Silence) => void;
  /** Is told of each reply that a model gives. */
  readonly onReply?: () => void;
}

/** Prints a line for each provider that does not answer. */
export function silenceTeller(note: (line: string) => void): (silence: Silence) => void {
  return (silence) => note(silenceText(silence, new Date()));
}

/** How replies are had: out of these places, else from the models, if they may be called. */
export function askWith(
  { cache, recorder, recordings }: ReplyPlaces,
  journal: ReplyStore,
  open: OpenPrompt,
  liveness: Liveness,
  io: Io,
  { signal, stop }: Ends,
  { batchOf = () => undefined, onReply = () => {}, ...ways }: CallWays = {},
): Ask {
  const identities = providerIdentities(open.config, open.programs);
  const providerOf = openProviders({ ...worldOf(open, io), ...ways });
  return withReplies({
    provider: (call) => batchOf(call) ?? providerOf(call.request.provider),
    identity: (provider) => identities.get(provider),
    live: () => liveness.isLive,
    load: loadOnce(liveness.providers, providerOf),
    sources: () => [...(cache ? [cache] : []), ...(recordings ? [recordings] : [])],
    journal,
    sinks: [
      ...(cache ? [{ name: 'cache', store: cache }] : []),
      ...(recorder ? [{ name: 'recordings', store: recorder }] : []),
    ],
    onReply,
    now: () => new Date(),
    signal,
    stop,
  });
}

/** Where replies come from, if that is not the model for want of a key: a line for the reader. */
export function notesOn({ withoutKey }: Liveness, id: string): readonly string[] {
  if (withoutKey.length === 0) return [];
  return [`${withoutKey.map(inWords).join(', ')}: no model is called, the run plays ${recordingsFile(id)}`];
}
