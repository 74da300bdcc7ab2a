import { existsSync } from 'node:fs';
import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import { type CasePairs, type Comparison, isOpenCase, type SideFacts } from '#model/pairs/comparison.js';
import { EvaError } from '#model/problem.js';
import { noUsage } from '#model/reply/price.js';
import type { Notify, ProgressEvent, RunEvent } from '#model/run/notice.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import { checkCompareLog } from '#store/logs/compare-log.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { NewRunNames } from '#store/run/run-names.js';
import { BudgetLedger } from '../collect/budget.js';
import { type RunDeps, run } from '../run.js';
import { type Ends, endsWithin, ignoringErrors, type StopSignals, withFailure } from '../session/ends.js';
import { type OpenRun, openRun } from '../session/open-run.js';
import type { PlannedRun } from '../session/run-options.js';
import { openPool } from '../session/run-pool.js';
import { ComparedPairs } from './compared-pairs.js';
import { ComparisonAttempt } from './comparison-attempt.js';
import {
  askedComparison,
  type ComparedSide,
  type ComparedSides,
  comparisonOf,
  completeSides,
  finishComparison,
  keepCompareRow,
  withKept,
} from './finish-comparison.js';
import type { PairDecision, Side } from './pair-case.js';
import type { AskedComparison, PlannedSide } from './planned-comparison.js';

export interface ComparisonControl extends StopSignals {
  readonly onEvent: (event: RunEvent, side: Side | null) => void;
}

/** How a comparison ended. `replies`: the number of saved replies of both sides. */
export type ComparisonOutcome =
  | {
      readonly ended: 'with_comparison';
      readonly comparison: Comparison;
      /** The folders of both runs; null if no model could be asked. */
      readonly dirs: Readonly<Record<Side, string>> | null;
      /** The file of its row; null if it has no row. */
      readonly rowPath: string | null;
      /** True if replies are missing, which `--resume` asks for. */
      readonly resume: boolean;
    }
  | {
      readonly ended: 'interrupted';
      readonly cases: readonly CasePairs[];
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

/** Starts a planned comparison: opens or resumes the folders of both runs, collects and decides, and saves results, attempt and row. */
export function startComparison(planned: AskedComparison, control: ComparisonControl): StartedComparison {
  const session = new ComparisonSession(planned, control);
  return { outcome: session.run(), progress: () => session.progress(), leave: () => session.leave() };
}

class ComparisonSession {
  #planned: AskedComparison;
  readonly #control: ComparisonControl;
  #sides: OpenSessions | undefined;
  #attempt: ComparisonAttempt | undefined;
  #pair: StartedPair | undefined;

  constructor(planned: AskedComparison, control: ComparisonControl) {
    this.#planned = planned;
    this.#control = control;
  }

  async run(): Promise<ComparisonOutcome> {
    try {
      checkLogs(this.#planned.b.run.open.root);
      checkCompareLog(this.#planned.b.run.open.root);
      return this.#planned.same ? this.#withoutCalls() : await this.#compare();
    } catch (error) {
      const failure = withFailure(error, () => this.#attempt?.end('unfinished'));
      return { ended: 'with_error', error: failure, replies: this.#canResume(failure) ? this.#replies() : null };
    } finally {
      this.#sides?.release();
    }
  }

  progress(): readonly CasePairs[] {
    return this.#pair?.progress() ?? [];
  }

  leave(): number {
    ignoringErrors(() => this.#attempt?.end('interrupted'));
    return this.#replies();
  }

  /** Ends a comparison of two sides with the same prompt and models, whose answers differ by chance alone. */
  #withoutCalls(): ComparisonOutcome {
    const comparison = sameComparison(this.#planned, new Date());
    const rowPath = keepCompareRow(this.#planned, comparison);
    return { ended: 'with_comparison', comparison, dirs: null, rowPath, resume: false };
  }

  async #compare(): Promise<ComparisonOutcome> {
    const { onEvent, stop } = this.#control;
    const ends = endsWithin(this.#control);
    const sides = openSessions(this.#planned, ends, (notice) => onEvent(notice, null));
    this.#sides = sides;
    const stopping = () => {
      if (ends.signal.aborted) return;
      onEvent({ event: 'run_stopping', in_hand: sides.a.inHand() + sides.b.inHand(), batches: 0 }, null);
    };
    stop.addEventListener('abort', stopping, { once: true });
    try {
      return await this.#collect(sides);
    } finally {
      stop.removeEventListener('abort', stopping);
    }
  }

  async #collect(sides: OpenSessions): Promise<ComparisonOutcome> {
    const results = await this.#drive(sides);
    if (results) return this.#finish(sides, results);
    this.#attempt?.end('interrupted');
    const isAttempt = this.#attempt?.isCounted() === true && this.#replies() > 0;
    return { ended: 'interrupted', cases: this.progress(), isAttempt, replies: this.#replies() };
  }

  /** Runs both sides and closes their files. Returns null after a stop: a resumed comparison decides the pairs collected so far. */
  async #drive(sides: OpenSessions): Promise<ComparedSides | null> {
    const { stop } = this.#control;
    try {
      const { a, b } = await this.#start(sides);
      const pair = drivePair({
        a: a.driven,
        b: b.driven,
        decisionOf: decisionsOf(this.#planned),
      });
      this.#pair = pair;
      this.#attempt?.follow(pair.progress);
      const done = await pair.done;
      if (stop.aborted) return null;
      const ended = (side: Side, counted: CountedSide) => comparedSide(this.#planned[side], done[side], counted);
      return { cases: done.cases, a: ended('a', a), b: ended('b', b) };
    } catch (error) {
      if (!stop.aborted) throw error;
      return null;
    } finally {
      await sides.close();
    }
  }

  /** Completes the rubrics of both sides, and returns what their runs need. */
  async #start(sides: OpenSessions): Promise<Readonly<Record<Side, CountedSide>>> {
    const { onEvent } = this.#control;
    const { planned, before } = await completeSides(this.#planned, sides, (notice) => onEvent(notice, null));
    this.#planned = planned;
    const attempt = new ComparisonAttempt(sides, planned.b.run.open.plan);
    this.#attempt = attempt;
    return {
      a: countedSide(planned.a, attempt.depsOfA(), (event) => onEvent(event, 'a')),
      b: countedSide(planned.b, { ...attempt.deps(), before }, (event) => onEvent(event, 'b')),
    };
  }

  #finish(sides: OpenSessions, results: ComparedSides): ComparisonOutcome {
    const comparison = askedComparison(this.#planned, results);
    const rowPath = finishComparison(this.#planned, comparison, results, { sides, attempt: this.#attempt });
    const dirs = { a: sides.a.place.dir, b: sides.b.place.dir };
    return { ended: 'with_comparison', comparison, dirs, rowPath, resume: comparison.state === 'unfinished' };
  }

  #replies(): number {
    return (this.#sides?.a.place.journal.size ?? 0) + (this.#sides?.b.place.journal.size ?? 0);
  }

  /** Returns true if a resumed comparison could make progress: false if a folder is gone, or if something must be mended first. */
  #canResume(error: unknown): boolean {
    const sides = this.#sides;
    if (!(error instanceof EvaError) || !sides) return false;
    const isThere = [sides.a, sides.b].every(({ place }) => existsSync(place.dir));
    return isThere && !error.problems.some(({ code }) => code === 'EVA_IMPURE_CHECK' || code === 'EVA_BROKEN');
  }
}

function comparedSide(
  planned: AskedComparison[Side],
  result: PairResults[Side],
  { counts }: CountedSide,
): ComparedSide {
  const { kept, asked } = counts();
  return { kept, asked, result: { ...result, evidence: withKept(result.evidence, planned, kept) } };
}

/** Makes the result of a comparison of two sides with the same prompt and models: B is not worse in any case, and nothing was asked. */
function sameComparison(planned: AskedComparison, now: Date): Comparison {
  const decisionOf = decisionsOf(planned);
  const cases = planned.b.run.open.plan.cases.map(
    (testCase): CasePairs => ({ ...decisionOf(testCase).result(), outcome: 'not_worse' }),
  );
  const comparison = comparisonOf(planned, {
    cases,
    ts: now.toISOString(),
    a: sideFacts(planned.a, planned.comparison),
    b: sideFacts(planned.b, planned.comparison),
    usage: noUsage,
    cost_usd: 0,
    duration_s: 0,
  });
  return { ...comparison, same: true, state: 'finished', outcome: 'not_worse', cases };
}

/** Describes a side without a run; in the place of its name it has that of the comparison. */
function sideFacts({ name, run }: PlannedSide, run_id: string): SideFacts {
  const evidence = { ...run.open.plan.evidence, synthetic: false, oldest_reply: null };
  return { ...name, run_id, evidence, kept: 0, asked: 0, from_run: null };
}

/** A side that counts where its trials come from. */
interface CountedSide {
  readonly driven: DrivenSide;
  /** Returns the numbers of its trials so far that were kept, and that were asked. */
  readonly counts: () => Pick<ComparedSide, 'kept' | 'asked'>;
}

/** Adds the kept trials of a side to the effects of its run, and counts them and the others that have a reply. */
function countedSide(
  { run, kept }: PlannedSide,
  deps: Omit<RunDeps, 'side' | 'emit'>,
  emit: (event: ProgressEvent) => void,
): CountedSide {
  const taken = new Set<string>();
  let asked = 0;
  const isAnswer = ({ case: name, index, outcome }: Trial) => outcome !== 'missing' && !taken.has(keyOf(name, index));
  const counting: DrivenSide['deps'] = {
    ...deps,
    keptTrial: (name, index) => {
      const trial = kept?.find(name, index);
      if (trial) taken.add(keyOf(name, index));
      return trial;
    },
    emit: (event) => {
      if (event.event === 'trial_finished' && isAnswer(event.trial)) asked += 1;
      emit(event);
    },
  };
  return { driven: { plan: run.open.plan, deps: counting }, counts: () => ({ kept: taken.size, asked }) };
}

function keyOf(caseName: string, index: number): string {
  return JSON.stringify([caseName, index]);
}

function decisionsOf({
  question,
  seeksBetter,
  b,
}: Pick<AskedComparison, 'question' | 'seeksBetter' | 'b'>): DrivenPair['decisionOf'] {
  const cases = Math.max(1, b.run.open.plan.cases.length);
  return (testCase) => watchPairs(testCase, question, { cases, seeksBetter });
}

/** One side: a plan with the same cases as the other one, and the effects of its run. */
export interface DrivenSide {
  readonly plan: RunPlan;
  readonly deps: Omit<RunDeps, 'side'>;
}

/** Both sides, which have one seat, and the start of the decision of a case. */
interface DrivenPair extends Readonly<Record<Side, DrivenSide>> {
  readonly decisionOf: (testCase: Case) => PairDecision;
}

/** Two runs that go on together. */
interface StartedPair {
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
export function drivePair({ decisionOf, ...sides }: DrivenPair): StartedPair {
  const pairs = new ComparedPairs(decisionOf, sides.b.deps.seat);
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
  const failed = ended.filter((side) => side.status === 'rejected').map(({ reason }) => reason);
  if (failed.length > 0) throw failed.find((reason) => !stop.aborted || reason !== stop.reason) ?? failed[0];
  const [a, b] = ended.flatMap((side) => (side.status === 'fulfilled' ? [side.value] : []));
  if (!a || !b) throw new Error('a comparison has two sides');
  const cases = results();
  const state = cases.some(isOpenCase) ? 'unfinished' : 'finished';
  return { a: { ...a, state }, b: { ...b, state }, cases };
}

export interface OpenSessions extends Readonly<Record<Side, OpenRun>> {
  /** Syncs the journals to disk and closes the files of both runs. */
  readonly close: () => Promise<void>;
  readonly release: () => void;
}

/**
 * Opens the runs of both sides, A first. They have one budget and the same limits of providers, and read no cache: its replies may be of any run.
 * Throws `EvaError` and leaves nothing locked if one cannot be opened.
 */
export function openSessions({ a, b }: Pick<AskedComparison, Side>, ends: Ends, notify: Notify): OpenSessions {
  const share = sharedBySides([a.run, b.run], notify);
  const open = ({ run }: PlannedSide) =>
    openRun({ ...run, options: { ...run.options, cache: false } }, share, ends, notify);
  const openA = open(a);
  try {
    return bothOf(openA, open(b));
  } catch (error) {
    openA.close();
    openA.place.release();
    throw error;
  }
}

function bothOf(a: OpenRun, b: OpenRun): OpenSessions {
  return {
    a,
    b,
    close: async () => {
      try {
        a.close();
      } finally {
        b.close();
      }
      await Promise.all([a, b].map(({ deps }) => deps.modules?.close()));
    },
    release: () => {
      a.place.release();
      b.place.release();
    },
  };
}

/** Returns what both sides share. The pairs of a comparison keep its sides in step, so neither waits for the cases of the other. */
function sharedBySides(runs: readonly [PlannedRun, PlannedRun], notify: Notify): Parameters<typeof openRun>[1] {
  const { lanes, pool } = openPool(runs, notify);
  return {
    names: new NewRunNames(runs[1].open.root),
    lanes,
    seat: pool.seat(),
    ledger: new BudgetLedger(runs[1].open.config.budget),
    turn: undefined,
  };
}
