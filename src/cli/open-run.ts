import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { recordingsFile } from '#library/prompts.js';
import type { LibraryConfig } from '#model/config.js';
import type { Ask } from '#model/exchange.js';
import type { JsonObject } from '#model/json.js';
import { redactor } from '#model/redact.js';
import type { ReplyStore } from '#model/reply-store.js';
import { appIdentity, providerIdentities } from '#plan/provider-identity.js';
import { programEnvironment } from '#process/program-environment.js';
import type { ModelRoute } from '#provider/model-name.js';
import { openProviders } from '#provider/open-provider.js';
import { patientPolicy } from '#provider/retry-policy.js';
import { keyVariables, secretsOf } from '#provider/secrets.js';
import { withReplies } from '#provider/with-replies.js';
import type { RunDeps } from '#run/run.js';
import { openCache } from '#store/cache.js';
import { type Journal, openJournal } from '#store/journal.js';
import { type Recordings, RecordingWriter, readRecordings } from '#store/recordings.js';
import { createRunFolder, newRunId, writePlan } from '#store/run-folder.js';
import type { Interrupt } from './interrupt.js';
import type { Io } from './io.js';
import type { OpenPrompt } from './open-prompt.js';
import { decideLiveness, type Liveness, noKeyError, routeOf, routesOf } from './replies.js';
import { version } from './version.js';

export interface ReplyOptions {
  readonly replay?: boolean;
  readonly record?: boolean;
  readonly cache?: boolean;
  readonly failFast?: boolean;
}

/** A run with its folder, its journal and its way to replies. */
export interface OpenRun {
  readonly deps: Omit<RunDeps, 'emit'>;
  readonly runDir: string;
  /** Where the replies come from, where that is not the model: one line for the reader. */
  readonly notes: readonly string[];
  /** Leaves what was paid for on the disk, however the run ended. */
  readonly close: () => void;
}

/** Makes the run's folder and everything that a run needs of the world. Throws `EvaError` if there is no way to a reply. */
export function openRun(
  open: OpenPrompt,
  options: ReplyOptions,
  io: Io,
  interrupt: Interrupt,
  warn: (message: string) => void,
): OpenRun {
  const routes = routesOf(open.plan.cases, open.config);
  const liveness = decideLiveness(routes, options.replay === true, io.env);
  const recordings = recordingsFor(open, liveness, options);
  for (const { message } of recordings?.problems ?? []) warn(message);
  const runId = newRunId(new Date(), randomBytes(3).toString('hex'));
  const runDir = createRunFolder(open.root, runId);
  writePlan(runDir, open.plan);
  const places: ReplyPlaces = {
    journal: openJournal(runDir, headerOf(open, runId)),
    cache: options.cache ? openCache(open.root, warn) : null,
    recorder: options.record ? new RecordingWriter(open.prompt.dir) : null,
    recordings: recordings && !liveness.isLive ? recordings.store : null,
  };
  const ask = askWith(places, open, liveness, io, interrupt.signal);
  return {
    runDir,
    notes: notesOn(liveness, open.prompt.id),
    close: () => closePlaces(places),
    deps: { ...depsOf(open, options, io, interrupt), ask, runId, concurrency: widest(open.config, routes) },
  };
}

/** Where the replies of a run come from and go to. */
interface ReplyPlaces {
  readonly journal: Journal;
  readonly cache: ReplyStore | null;
  readonly recorder: RecordingWriter | null;
  /** Those that are played; null in a run that calls models. */
  readonly recordings: Recordings['store'] | null;
}

function headerOf({ plan }: OpenPrompt, runId: string): JsonObject {
  return { run_id: runId, id: plan.id, eva_version: version, evidence: { ...plan.evidence } };
}

function askWith(places: ReplyPlaces, open: OpenPrompt, liveness: Liveness, io: Io, signal: AbortSignal): Ask {
  const { journal, cache, recorder, recordings } = places;
  const { providers, concurrency } = open.config;
  const identities = providerIdentities(open.config, open.programs);
  const elapsedMs = () => performance.now();
  return withReplies({
    provider: openProviders({
      env: io.env,
      configs: providers,
      cwd: open.root,
      retry: patientPolicy,
      concurrency,
      now: elapsedMs,
    }),
    identity: (provider) => identities.get(provider),
    live: () => liveness.isLive,
    sources: () => [...(cache ? [cache] : []), ...(recordings ? [recordings] : [])],
    journal,
    sinks: [
      ...(cache ? [{ name: 'cache', store: cache }] : []),
      ...(recorder ? [{ name: 'recordings', store: recorder }] : []),
    ],
    now: () => new Date(),
    signal,
  });
}

/** The journal is closed even where the recordings could not be saved. */
function closePlaces({ journal, recorder }: ReplyPlaces): void {
  try {
    recorder?.save();
  } finally {
    journal.close();
  }
}

function depsOf(
  { config, prompt, programs }: OpenPrompt,
  options: ReplyOptions,
  io: Io,
  interrupt: Interrupt,
): Omit<OpenRun['deps'], 'ask' | 'runId' | 'concurrency'> {
  return {
    route: (model) => routeOf(model, config.providers),
    nonce: () => randomBytes(16).toString('hex'),
    programEnv: programEnvironment(io.env, keyVariables(config.providers)),
    appEnv: (names) => setVariables(io.env, names),
    appIdentity: (argv) => appIdentity(argv, programs),
    redact: redactor(secretsOf(io.env, keyVariables(config.providers))),
    promptDir: prompt.dir,
    signal: interrupt.signal,
    abort: interrupt.abort,
    failFast: options.failFast === true,
    now: () => new Date(),
    elapsed: () => performance.now() / 1000,
    evaVersion: version,
    prices: config.prices,
  };
}

/** Those of the named variables that are set. */
function setVariables(env: Io['env'], names: readonly string[]): Readonly<Record<string, string>> {
  const values = names.map((name) => [name, Object.hasOwn(env, name) ? env[name] : undefined] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** As many trials in hand as the widest provider in use allows, and at least as many as eva.yml says. */
function widest({ concurrency }: LibraryConfig, routes: readonly ModelRoute[]): number {
  return Math.max(concurrency, ...routes.map(({ config }) => config.concurrency ?? 0));
}

/** The recordings that a run plays, or adds to; null for one that does neither, whatever the file holds. */
function recordingsFor({ prompt }: OpenPrompt, liveness: Liveness, options: ReplyOptions): Recordings | null {
  if (liveness.isLive && !options.record) return null;
  const file = recordingsFile(prompt.id);
  const recordings = readRecordings(prompt.dir, file);
  if (!liveness.isLive) requireReplies(recordings, liveness, options, file);
  return recordings;
}

function requireReplies({ size }: Recordings, { withoutKey }: Liveness, { record }: ReplyOptions, file: string): void {
  if (withoutKey.length > 0 && (record || size === 0)) throw noKeyError(withoutKey, file);
}

function notesOn({ withoutKey }: Liveness, id: string): readonly string[] {
  if (withoutKey.length === 0) return [];
  const missing = withoutKey.map(({ provider, variable }) => `no key for ${provider} (${variable} is not set)`);
  return [`${missing.join(', ')}: no model is called, the run plays ${recordingsFile(id)}`];
}
