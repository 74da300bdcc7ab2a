import { type PairDecision, watchPairs } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import { type CasePairs, type Comparison, isOpenCase, type SideFacts } from '#model/pairs/comparison.js';
import { noUsage } from '#model/reply/price.js';
import { noSources } from '#model/reply/reply-sources.js';
import type { AttemptCases, ComparedRunNames } from '#model/run/attempt.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import { checkCompareLog } from '#store/logs/compare-log.js';
import { checkLogs } from '#store/logs/eval-log.js';
import type { Seat } from '../collect/pool.js';
import type { RunProgress } from '../run.js';
import { nothingYet } from '../session/attempt-notes.js';
import { endsWithin, type StopSignals } from '../session/ends.js';
import type { OpenRun, PairShare } from '../session/open-run.js';
import { type EndedRun, type PoolControl, startPool } from '../session/run-pool.js';
import { ComparedPairs } from './compared-pairs.js';
import { comparisonOf, finishComparison, keepCompareRow } from './finish-comparison.js';
import type { Side } from './pair-case.js';
import { type AskedComparison, keptPair, type PlannedSide } from './planned-comparison.js';

/** How a comparison ended. `replies`: the number of saved replies of both sides. */
export type ComparisonOutcome =
  | {
      readonly ended: 'with_comparison';
      readonly comparison: Comparison;
      /** The results of both runs, A first; empty if both sides are the same. */
      readonly results: readonly RunResult[];
      /** The file of its row; null if it has no row. */
      readonly rowPath: string | null;
    }
  | {
      readonly ended: 'interrupted';
      /** True if another comparison of the same files is a further attempt. */
      readonly isAttempt: boolean;
      readonly replies: number;
    }
  | {
      readonly ended: 'with_error';
      readonly error: unknown;
      /** null if a resumed comparison could make no progress. */
      readonly replies: number | null;
    };

export interface StartedComparison {
  /** Resolves when both runs have ended and are unlocked; never rejects. */
  readonly outcome: Promise<ComparisonOutcome>;
  /** Returns the cases on the pairs so far; none before the first call. */
  readonly progress: () => readonly CasePairs[];
  /** Records at once that the comparison was interrupted, for a process that exits without waiting. Returns the number of saved replies. */
  readonly leave: () => number;
}

/**
 * Starts a planned comparison: a group of two runs in one pool, whose pairs keep them in step. At the end it saves both results, the attempt and the
 * row.
 */
export function startComparison(
  planned: AskedComparison,
  control: StopSignals & Pick<PoolControl, 'onEvent'>,
): StartedComparison {
  const pairing = new Pairing(planned);
  const ends = endsWithin(control);
  let leave = () => 0;
  const compare = async (): Promise<ComparisonOutcome> => {
    const { root } = planned.b.run.open;
    checkLogs(root);
    checkCompareLog(root);
    if (planned.same) {
      const comparison = sameComparison(planned, new Date());
      return { ended: 'with_comparison', comparison, results: [], rowPath: keepCompareRow(planned, comparison) };
    }
    const ended: EndedRun[] = [];
    const pool = startPool([planned.a.run, planned.b.run], {
      ...{ stop: ends.stop, signal: ends.signal, onEvent: control.onEvent },
      pair: (at, seat) => pairing.share(at === 0 ? 'a' : 'b', seat),
      onRunEnd: ({ ended: how }) => {
        if (how === 'with_error') ends.abort();
      },
      onTurn: (run) => {
        ended.push(run);
      },
    });
    leave = () => pool.leave().reduce((sum, { kept }) => sum + kept.replies, 0);
    await pool.done;
    return outcomeOf(ended, pairing, control.stop);
  };
  const outcome = compare().catch((error): ComparisonOutcome => ({ ended: 'with_error', error, replies: null }));
  return { outcome, progress: () => pairing.cases(), leave: () => leave() };
}

/** Returns how a comparison ended whose runs have ended. Saves it if both have results. */
async function outcomeOf(runs: readonly EndedRun[], pairing: Pairing, stop: AbortSignal): Promise<ComparisonOutcome> {
  const outcomes = runs.flatMap(({ outcome }) => outcome ?? []);
  const replies = outcomes.reduce((sum, { kept }) => sum + (kept?.replies ?? 0), 0);
  const failures = outcomes.flatMap((outcome) => (outcome.ended === 'with_error' ? [outcome] : []));
  const [failure] = failures;
  if (failure) return { ended: 'with_error', error: failure.error, replies: failure.kept && replies };
  const [a, b] = outcomes;
  if (a?.ended === 'with_result' && b?.ended === 'with_result' && !stop.aborted)
    return pairing.finish(a.result, b.result);
  const isAttempt = outcomes.some((outcome) => outcome.ended === 'interrupted' && outcome.isAttempt) && replies > 0;
  return { ended: 'interrupted', isAttempt, replies };
}

/** The run of a side that is open, and what it has asked so far. */
interface JoinedSide {
  readonly session: OpenRun;
  readonly plan: RunPlan;
  progress: () => RunProgress;
  asked: number;
  kept: number;
}

/**
 * Joins the runs of both sides: their pairs, where their trials come from, and the attempt on B's files that a comparison is, from the first call of
 * either side on. New answers of A alone make it one too, else a person could ask A until B looks good. So do two whole runs whose trials are
 * taken, else a person could evaluate a side until they look good. A has no attempt, since the comparison decides nothing about A.
 */
class Pairing {
  readonly #planned: AskedComparison;
  readonly #sides: Partial<Record<Side, JoinedSide>> = {};
  #pairs: ComparedPairs | undefined;
  readonly #pair: ComparedRunNames | null;
  #hasBegun = false;

  constructor(planned: AskedComparison) {
    this.#planned = planned;
    this.#pair = keptPair(planned.a.kept, planned.b.kept);
  }

  cases(): readonly CasePairs[] {
    return this.#pairs?.results() ?? [];
  }

  share(side: Side, seat: Seat): PairShare {
    this.#pairs ??= new ComparedPairs(decisionsOf(this.#planned), seat);
    const place = this.#pairs.side(side);
    const { kept } = this.#planned[side];
    const found = new WeakSet<Trial>();
    return {
      leave: () => place.leave(),
      deps: (session, plan) => {
        const { onRed, ...deps } = session.deps;
        const joined: JoinedSide = { session, plan, progress: () => nothingYet(0), asked: 0, kept: 0 };
        this.#sides[side] = joined;
        if (side === 'b' && this.#pair) this.#begin();
        return {
          ...deps,
          ...(side === 'b' && onRed && { onRed }),
          side: place,
          ask: (call) => {
            if (side === 'b' || this.#isNew()) this.#begin();
            return deps.ask(call);
          },
          onBegin: (progress) => {
            joined.progress = progress;
          },
          keptTrial: (name, index) => {
            const graded = kept?.find(name, index);
            if (graded) found.add(graded.trial);
            return graded;
          },
          keepTrial: (graded) => {
            const { trial } = graded;
            if (found.has(trial)) joined.kept += 1;
            else if (trial.outcome !== 'missing') joined.asked += 1;
            return deps.keepTrial?.(graded) ?? 0;
          },
        };
      },
    };
  }

  /** Saves the comparison of two results. A run is unfinished if the outcome of a case depends on a missing reply. */
  async finish(ofA: RunResult, ofB: RunResult): Promise<ComparisonOutcome> {
    const cases = this.cases();
    const state = cases.some(isOpenCase) ? ('unfinished' as const) : ('finished' as const);
    const { a, b } = this.#sides;
    if (!a || !b) throw new Error('a side has a result and no run');
    const results = [
      { ...ofA, state },
      { ...ofB, state },
    ] as const;
    const ended = { a: { ...a, result: results[0] }, b: { ...b, result: results[1] }, cases };
    const { comparison, rowPath } = await finishComparison(this.#planned, ended);
    return { ended: 'with_comparison', comparison, results, rowPath };
  }

  /** Recorded replies of A are no new answers. */
  #isNew(): boolean {
    const { a, b } = this.#sides;
    return a?.session.attempt.isReplay() === false && b?.session.attempt.isReplay() !== true;
  }

  #begin(): void {
    const { b } = this.#sides;
    if (this.#hasBegun || !b) return;
    this.#hasBegun = true;
    const { session, plan } = b;
    session.attempt.begin(plan, session.place.isResumed, this.#pair);
    session.attempt.follow(() => ({ ...this.#both(b), cases: countCases(this.cases()) }));
  }

  /** Returns the progress of B. The replies that A asked count as asked, and who answered A alone is named too. */
  #both(b: JoinedSide): RunProgress {
    const { sources, ...progress } = b.progress();
    const { asked, servers, programs } = this.#sides.a?.progress().sources ?? noSources;
    const ofA = { ...(servers && { servers }), ...(programs && { programs }) };
    return { ...progress, sources: { ...ofA, ...sources, asked: sources.asked + asked } };
  }
}

/** Counts the cases that decide something, or are worse, by their outcomes. */
function countCases(cases: readonly CasePairs[]): AttemptCases {
  const outcomes = cases.filter(({ decides, outcome }) => decides || outcome === 'worse').map(({ outcome }) => outcome);
  const passed = outcomes.filter((outcome) => outcome === 'better' || outcome === 'not_worse').length;
  const failed = outcomes.filter((outcome) => outcome === 'worse' || outcome === 'undecided').length;
  return { passed, failed, open: outcomes.length - passed - failed };
}

function decisionsOf({ question, seeksBetter, b }: AskedComparison): (testCase: Case) => PairDecision {
  const cases = Math.max(1, b.run.open.plan.cases.length);
  return (testCase) => watchPairs(testCase, question, { cases, seeksBetter });
}

/** Makes the result of a comparison of two sides with the same prompt and models: B is not worse in any case, and nothing was asked. */
function sameComparison(planned: AskedComparison, now: Date): Comparison {
  const decisionOf = decisionsOf(planned);
  const cases = planned.b.run.open.plan.cases.map(
    (testCase): CasePairs => ({ ...decisionOf(testCase).result(), outcome: 'not_worse' }),
  );
  const facts = ({ name, run }: PlannedSide): SideFacts => {
    const evidence = { ...run.open.plan.evidence, synthetic: false, oldest_reply: null };
    // in the place of a run's name it has that of the comparison
    return { ...name, run_id: planned.comparison, evidence, kept: 0, asked: 0, from_run: null };
  };
  const nothing = { usage: noUsage, cost_usd: 0, duration_s: 0 };
  const comparison = comparisonOf(planned, {
    ...{ cases, ts: now.toISOString(), a: facts(planned.a), b: facts(planned.b) },
    ...nothing,
  });
  return { ...comparison, same: true, state: 'finished', outcome: 'not_worse', cases };
}
