import { setTimeout as wait } from 'node:timers/promises';
import type { PairDecision } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { Call, StoredReply } from '#model/reply/exchange.js';
import type { ProgressEvent } from '#model/run/notice.js';
import type { RunResult } from '#model/run/run.js';
import { NoReply } from '#provider/provider.js';
import type { KeptTrials } from '#run/collect/collect-cases.js';
import { ComparedPairs } from '#run/compare/compared-pairs.js';
import type { Side } from '#run/compare/pair-case.js';
import { type RunDeps, run } from '#run/run.js';
import { planOf, setUp } from '../scripted-run.js';

/** A call as it was seen: `a one 3` began, `/a one 3` ended. */
export type Seen = string;

/** The fate of each trial: `y` right, `n` wrong, `-` without a reply, `~` without a reply at first and then right; the last one repeats. */
export type Fates = Readonly<Record<Side, string>>;

export interface ScriptedPair {
  readonly fates: (testCase: string) => Fates;
  readonly cases: readonly Case[];
  readonly decisionOf: (testCase: Case) => PairDecision;
  readonly concurrency?: number;
  readonly kept?: Partial<Record<Side, KeptTrials>>;
  /** Milliseconds until a call is answered. */
  readonly delay?: () => number;
  readonly onCall?: (seen: Seen, controller: AbortController) => void;
}

interface Driven {
  readonly seen: readonly Seen[];
  readonly results: Promise<Readonly<Record<Side, RunResult>> & { readonly cases: readonly CasePairs[] }>;
  readonly events: Readonly<Record<Side, readonly ProgressEvent[]>>;
}

/** Drives two runs with scripted replies that share a stop signal. */
export function driveScripted({
  fates,
  cases,
  decisionOf,
  concurrency = 1,
  kept = {},
  delay,
  onCall,
}: ScriptedPair): Driven {
  const seen: Seen[] = [];
  const controller = new AbortController();
  const sideOf = (side: Side) => {
    const asked = new Map<string, number>();
    const answer = (call: Call) => {
      const name = `${side} ${call.case} ${call.draw.trial}`;
      const times = (asked.get(name) ?? 0) + 1;
      asked.set(name, times);
      const fate = fateOf(fates(call.case)[side], call.draw.trial);
      if (fate === '-' || (fate === '~' && times === 1)) throw new NoReply('the server was down');
      return { text: fate === 'n' ? 'no' : 'yes' };
    };
    const { deps, events } = setUp(answer, {
      concurrency,
      stop: controller.signal,
      signal: controller.signal,
      abort: () => controller.abort(),
      keptTrial: kept[side],
    });
    const ask: RunDeps['ask'] = async (call): Promise<StoredReply> => {
      const name = `${side} ${call.case} ${call.draw.trial}`;
      seen.push(name);
      onCall?.(name, controller);
      try {
        if (delay) await wait(delay());
        return await deps.ask(call);
      } finally {
        seen.push(`/${name}`);
      }
    };
    return { plan: planOf(...cases), deps: { ...deps, ask }, events };
  };
  const [a, b] = [sideOf('a'), sideOf('b')];
  const { seat } = a.deps;
  const pairs = new ComparedPairs(decisionOf, seat);
  const start = async (side: Side, { plan, deps }: typeof a) => {
    const place = pairs.side(side);
    return run(plan, { ...deps, seat, side: place }).finally(() => place.leave());
  };
  const both = async () => {
    const [ofA, ofB] = await Promise.all([start('a', a), start('b', b)]);
    return { a: ofA, b: ofB, cases: pairs.results() };
  };
  return { seen, results: both(), events: { a: a.events, b: b.events } };
}

function fateOf(fates: string, trial: number): string | undefined {
  return fates.at(Math.min(trial, fates.length - 1));
}

/** Returns the calls that began, in order. */
export function begun(seen: readonly Seen[]): readonly Seen[] {
  return seen.filter((one) => !one.startsWith('/'));
}
