import type { Case } from '#model/case.js';
import type { Ask, Call, Reply } from '#model/reply/exchange.js';
import type { ProgressEvent } from '#model/run/notice.js';
import { defaultRunSettings, type RunPlan } from '#model/run/run.js';
import { anyPlaces, Pool } from '#run/collect/pool.js';
import type { RunDeps } from '#run/run.js';
import { caseWith } from '../support/prompt.js';
import { scriptedJudge } from '../support/scripted-ask.js';

const evidence = { prompt: 'p', cases: 'c', judge: 'j', models: 'm' };

/** Makes a plan of these cases. */
export function planOf(...cases: readonly Case[]): RunPlan {
  return {
    id: 'diff',
    body: '<task/>',
    cases,
    evidence,
    partial: false,
    calls: 0,
    outlooks: [],
    manner: defaultRunSettings,
  };
}

/** Wraps a script to count its replies. */
export function counted(ask: Ask): Pick<RunDeps, 'ask' | 'repliesGiven'> {
  let given = 0;
  return {
    ask: async (call) => {
      const stored = await ask(call);
      given += 1;
      return stored;
    },
    repliesGiven: () => given,
  };
}

/** Makes the dependencies of a run with scripted replies. `events` and `calls` list what happened. */
export function setUp(
  answer: (call: Call, index: number) => Partial<Reply>,
  { concurrency = 2, ...part }: Partial<RunDeps> & { readonly concurrency?: number } = {},
) {
  const controller = new AbortController();
  const events: ProgressEvent[] = [];
  const judge = scriptedJudge(answer);
  const deps: RunDeps = {
    ...judge,
    ...counted(judge.ask),
    programEnv: {},
    promptDir: '/nowhere',
    readMedia: async () => '',
    appEnv: () => ({}),
    appIdentity: () => 'unchanged',
    startedApps: new Set(),
    redact: (text) => text,
    signal: controller.signal,
    stop: controller.signal,
    abort: () => controller.abort(),
    failFast: false,
    now: () => new Date('2026-01-02T03:04:05.000Z'),
    elapsed: () => 7,
    runId: 'run-1',
    evaVersion: '0.1.0',
    seat: new Pool(anyPlaces(concurrency)).seat(),
    prices: { 'claude-opus-4-7': { input: 10, output: 20 } },
    emit: (event) => events.push(event),
    ...part,
  };
  return { deps, events, calls: judge.calls, controller };
}

/** Makes a case of `n` trials that expects this text. */
export const says = (name: string, value: string, sampleSize = 1): Case => ({
  ...caseWith(name, [{ op: 'contains', value }]),
  sample_size: sampleSize,
});
