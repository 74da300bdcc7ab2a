import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { EvaError, problem } from '#errors.js';
import { recordingsFile } from '#library/prompts.js';
import type { RunPlan } from '#model/run.js';
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
  plan: RunPlan,
  options: ReplyOptions,
  io: Io,
  interrupt: Interrupt,
  warn: (message: string) => void,
): OpenRun {
  const { providers } = open.config;
  const liveness = decideLiveness(routesOf(plan.cases, open.config), options.replay === true, io.env);
  const recordings = readRecordings(open.prompt.dir, recordingsFile(open.prompt.id));
  checkReplies(liveness, recordings, options, recordingsFile(open.prompt.id));
  for (const { message } of recordings.problems) warn(message);
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
    live: liveness.live,
    sources: (provider) => [...(cache ? [cache] : []), ...(liveness.live(provider) ? [] : [recordings.store])],
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
      concurrency: open.config.concurrency,
      prices: open.config.prices,
    },
  };
}

function checkReplies({ withoutKey }: Liveness, recordings: Recordings, options: ReplyOptions, file: string): void {
  if (options.replay && recordings.size === 0) {
    throw new EvaError([
      problem('EVA_NO_RECORDINGS', `${file} holds no replies to play`, { hint: 'make them with --record and a key' }),
    ]);
  }
  if (withoutKey.length > 0 && (options.record || recordings.size === 0)) throw noKeyError(withoutKey, file);
}

function notesOn({ withoutKey }: Liveness, id: string): readonly string[] {
  return withoutKey.map(
    ({ provider, variable }) => `no key for ${provider} (${variable} is not set): playing ${recordingsFile(id)}`,
  );
}
