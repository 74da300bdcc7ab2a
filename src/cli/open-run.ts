import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { recordingsFile } from '#library/prompts.js';
import { providerIdentities } from '#plan/provider-identity.js';
import { programEnvironment } from '#process/program-environment.js';
import { openProviders } from '#provider/open-provider.js';
import { patientPolicy } from '#provider/retry-policy.js';
import { keyVariables } from '#provider/secrets.js';
import { withReplies } from '#provider/with-replies.js';
import type { RunDeps } from '#run/run.js';
import { openCache } from '#store/cache.js';
import { openJournal } from '#store/journal.js';
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
  const { plan } = open;
  const { providers } = open.config;
  const routes = routesOf(plan.cases, open.config);
  const liveness = decideLiveness(routes, options.replay === true, io.env);
  const recordings = recordingsFor(open, liveness, options);
  for (const { message } of recordings?.problems ?? []) warn(message);
  const identities = providerIdentities(open.config, open.programs);
  const now = () => new Date();
  const runId = newRunId(now(), randomBytes(3).toString('hex'));
  const runDir = createRunFolder(open.root, runId);
  writePlan(runDir, plan);
  const journal = openJournal(runDir, {
    run_id: runId,
    id: plan.id,
    eva_version: version,
    evidence: { ...plan.evidence },
  });
  const cache = options.cache ? openCache(open.root, warn) : null;
  const recorder = options.record ? new RecordingWriter(open.prompt.dir) : null;
  const ask = withReplies({
    provider: openProviders({
      env: io.env,
      configs: providers,
      cwd: open.root,
      retry: patientPolicy,
      concurrency: open.config.concurrency,
      now: () => performance.now(),
    }),
    identity: (provider) => identities.get(provider),
    live: () => liveness.isLive,
    sources: () => [...(cache ? [cache] : []), ...(recordings && !liveness.isLive ? [recordings.store] : [])],
    journal,
    sinks: [
      ...(cache ? [{ name: 'cache', store: cache }] : []),
      ...(recorder ? [{ name: 'recordings', store: recorder }] : []),
    ],
    now,
    signal: interrupt.signal,
  });
  return {
    runDir,
    notes: notesOn(liveness, open.prompt.id),
    close: () => {
      try {
        recorder?.save();
      } finally {
        journal.close();
      }
    },
    deps: {
      ask,
      route: (model) => routeOf(model, providers),
      nonce: () => randomBytes(16).toString('hex'),
      programEnv: programEnvironment(io.env, keyVariables(providers)),
      promptDir: open.prompt.dir,
      signal: interrupt.signal,
      abort: interrupt.abort,
      failFast: options.failFast === true,
      now,
      elapsed: () => performance.now() / 1000,
      runId,
      evaVersion: version,
      concurrency: Math.max(open.config.concurrency, ...routes.map(({ config }) => config.concurrency ?? 0)),
      prices: open.config.prices,
    },
  };
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
