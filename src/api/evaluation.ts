import { setMaxListeners } from 'node:events';
import type { Case } from '#model/case.js';
import type { Ask, StoredReply } from '#model/reply/exchange.js';
import type { ReplyStore } from '#model/reply/reply-store.js';
import type { Emit } from '#model/run/event.js';
import { redactor } from '#model/text/redact.js';
import { version } from '#model/version.js';
import { appIdentity } from '#plan/evidence/program-evidence.js';
import { appVariables } from '#plan/programs.js';
import { namedVariables, programEnvironment } from '#process/program-environment.js';
import { applicationSecrets, keyVariables } from '#provider/secrets.js';
import { withReplies } from '#provider/with-replies.js';
import type { RunDeps } from '#run/deps.js';
import { meter, type Totals } from '#run/meter.js';
import { newRunId } from '#store/run/run-id.js';
import type { AppFunction } from '#subject/app/app-function.js';
import type { Models } from './models.js';
import type { Settings } from './options/options.js';
import type { ReadScenarios } from './read-scenarios.js';
import type { World } from './world.js';

/** What one evaluation may be told besides. */
export interface EvaluateOptions {
  /** Ends it: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Is told what happens as it happens. */
  readonly onEvent?: Emit | undefined;
  readonly allow_underpowered?: boolean | undefined;
}

/** One evaluation: what its run needs of the world, and what its replies amount to. */
export interface Evaluation {
  readonly deps: RunDeps;
  /** Of the replies that were asked for a scenario, by its title. */
  readonly totalsOf: (title: string) => Totals;
}

/** Makes what a run needs of the world. Replies live as long as the evaluation, which its signal ends at once. */
export function openEvaluation(
  { config: { providers, prices } }: Settings,
  world: World,
  models: Models,
  { cases, metrics, criteria }: ReadScenarios,
  app: AppFunction | undefined,
  { signal, onEvent = () => {} }: EvaluateOptions,
): Evaluation {
  const { env, cwd, now, elapsed, random } = world;
  const controller = new AbortController();
  const ended = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
  setMaxListeners(0, ended); // one a call in hand, and Node warns of more than ten
  let given = 0;
  const ask = askOf(models, cases, world, ended, () => {
    given += 1;
  });
  const metered = meterByCase(models.labelled(ask), prices);
  return {
    totalsOf: metered.totalsOf,
    deps: {
      ask: metered.ask,
      repliesGiven: () => given,
      route: models.route,
      nonce: () => random(16),
      programEnv: programEnvironment(env, keyVariables(providers)),
      appEnv: (names) => namedVariables(env, names),
      appIdentity: (argv) => appIdentity(argv, []),
      startedApps: new Set(),
      redact: redactor(applicationSecrets(env, keyVariables(providers), appVariables(cases))),
      promptDir: cwd,
      signal: ended,
      stop: ended,
      abort: () => controller.abort(),
      failFast: false,
      now,
      elapsed,
      runId: newRunId(now(), random(3)),
      evaVersion: version,
      concurrency: models.inHand(cases),
      prices,
      metrics,
      criteria,
      emit: onEvent,
      ...(app && { app }),
    },
  };
}

function askOf(
  { provider, loader }: Models,
  cases: readonly Case[],
  { now }: World,
  signal: AbortSignal,
  onReply: () => void,
): Ask {
  return withReplies({
    journal: inMemory(),
    sources: () => [],
    sinks: [],
    provider,
    identity: () => undefined,
    live: () => true,
    load: loader(cases),
    onReply,
    now,
    signal,
    stop: signal,
  });
}

/** Within an evaluation no reply is asked for twice, and none is kept beyond it. */
function inMemory(): ReplyStore {
  const replies = new Map<string, StoredReply>();
  return { get: (key) => replies.get(key), put: (reply) => replies.set(reply.key, reply) };
}

/** Counts the replies of each scenario on its own. */
function meterByCase(ask: Ask, prices: RunDeps['prices']) {
  const meters = new Map<string, ReturnType<typeof meter>>();
  const meterOf = (name: string) => {
    const own = meters.get(name) ?? meter(ask, prices);
    meters.set(name, own);
    return own;
  };
  const counted: Ask = (call) => meterOf(call.case).ask(call);
  return { ask: counted, totalsOf: (name: string) => meterOf(name).totals() };
}
