import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { redactor } from '#model/redact.js';
import { version } from '#model/version.js';
import { appVariables } from '#plan/app-variables.js';
import { appIdentity } from '#plan/provider-identity.js';
import { namedVariables, programEnvironment } from '#process/program-environment.js';
import { routeTo, widest } from '#provider/model-name.js';
import { applicationSecrets, keyVariables } from '#provider/secrets.js';
import type { RunDeps } from '#run/run.js';
import { openJournal } from '#store/journal.js';
import { createRunFolder, newRunId, writePlan } from '#store/run-folder.js';
import type { Interrupt } from './interrupt.js';
import type { Io } from './io.js';
import type { OpenPrompt } from './open-prompt.js';
import { decideLiveness, routesOf } from './replies.js';
import { askWith, notesOn, openPlaces, type ReplyOptions, type ReplyPlaces } from './reply-places.js';

export interface RunOptions extends ReplyOptions {
  readonly failFast?: boolean;
}

/** A run with its folder, its journal and its way to replies. */
export interface OpenRun {
  readonly deps: Omit<RunDeps, 'emit'>;
  readonly runDir: string;
  /** Where the replies come from, where that is not the model: one line for the reader. */
  readonly notes: readonly string[];
  /** Has the journal on the disk, however the run ended. */
  readonly closeJournal: () => void;
  /** Leaves what was to be recorded on the disk, once. Throws `EvaError` if that cannot be, the same whenever it is called again. */
  readonly saveRecordings: () => void;
}

/** Makes the run's folder and everything that a run needs of the world. Throws `EvaError` if there is no way to a reply. */
export function openRun(
  open: OpenPrompt,
  options: RunOptions,
  io: Io,
  interrupt: Interrupt,
  warn: (message: string) => void,
): OpenRun {
  const routes = routesOf(open.plan.cases, open.config);
  const liveness = decideLiveness(routes, options.replay === true, io.env);
  const places = openPlaces(open, liveness, options, warn);
  const runId = newRunId(new Date(), randomBytes(3).toString('hex'));
  const runDir = createRunFolder(open.root, runId);
  writePlan(runDir, open.plan);
  const journal = openJournal(runDir, { run_id: runId, id: open.plan.id, eva_version: version });
  const ask = askWith(places, journal, open, liveness, io, interrupt.signal);
  return {
    runDir,
    notes: notesOn(liveness, open.prompt.id),
    closeJournal: () => journal.close(),
    saveRecordings: savingOnce(places.recorder),
    deps: { ...depsOf(open, options, io, interrupt), ask, runId, concurrency: widest(open.config.concurrency, routes) },
  };
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
  options: RunOptions,
  io: Io,
  interrupt: Interrupt,
): Omit<OpenRun['deps'], 'ask' | 'runId' | 'concurrency'> {
  const keys = keyVariables(config.providers);
  return {
    route: (model) => routeTo(model, config.providers),
    nonce: () => randomBytes(16).toString('hex'),
    programEnv: programEnvironment(io.env, keys),
    appEnv: (names) => namedVariables(io.env, names),
    appIdentity: (argv) => appIdentity(argv, programs),
    startedApps: new Set(),
    redact: redactor(applicationSecrets(io.env, keys, appVariables(plan.cases))),
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
