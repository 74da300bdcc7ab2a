import type { Case } from '#model/case.js';
import { type CasePairs, isOpenCase } from '#model/pairs/comparison.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { RunDeps } from '#run/deps.js';
import { ComparedPairs } from '#run/pairing/compared-pairs.js';
import type { PairDecision } from '#run/pairing/pair-case.js';
import type { Side } from '#run/pairing/pair-flow.js';
import { run } from '#run/run.js';

/** One side: a plan with the same cases as the other one, and the effects of its run. */
export interface DrivenSide {
  readonly plan: RunPlan;
  readonly deps: Omit<RunDeps, 'side'>;
}

/** Both sides, the greatest number of concurrent pairs, and the start of the decision of a case. */
export interface DrivenPair extends Readonly<Record<Side, DrivenSide>> {
  readonly concurrency: number;
  readonly decisionOf: (testCase: Case) => PairDecision;
}

/** Two runs that go on together. */
export interface StartedPair {
  /** Returns the results of the cases on the pairs so far. */
  readonly progress: () => readonly CasePairs[];
  /** Resolves when both runs have ended. Throws the error of a side, or the reason of `stop`. */
  readonly done: Promise<PairResults>;
}

/** The results of both runs, and of their pairs. A run is unfinished if the outcome of a case depends on a missing reply. */
export interface PairResults extends Readonly<Record<Side, RunResult>> {
  readonly cases: readonly CasePairs[];
}

/**
 * Runs both sides of a comparison: asks each trial of B after that of A, and stops asking for a case once its outcome cannot change. Needs neither
 * disk nor network.
 */
export function drivePair({ concurrency, decisionOf, ...sides }: DrivenPair): StartedPair {
  const pairs = new ComparedPairs(decisionOf, concurrency);
  const start = async (side: Side) => {
    const place = pairs.side(side);
    const { plan, deps } = sides[side];
    try {
      return await run(plan, { ...deps, side: place });
    } finally {
      place.leave();
    }
  };
  const results = () => pairs.results();
  return { progress: results, done: both(start, { stop: sides.b.deps.stop, results }) };
}

async function both(
  start: (side: Side) => Promise<RunResult>,
  { stop, results }: { readonly stop: AbortSignal; readonly results: () => readonly CasePairs[] },
): Promise<PairResults> {
  const ended = await Promise.allSettled([start('a'), start('b')]);
  const failed = ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  if (failed.length > 0) throw failed.find((reason) => !stop.aborted || reason !== stop.reason) ?? failed[0];
  const [a, b] = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (!a || !b) throw new Error('a comparison has two sides');
  const cases = results();
  const state = cases.some(isOpenCase) ? 'unfinished' : 'finished';
  return { a: { ...a, state }, b: { ...b, state }, cases };
}
