import type { Criterion } from '#decide/criterion.js';
import { type CaseDecision, type CaseWatch, casePasses, type TrialPlace, watchCase } from '#decide/watch-case.js';
import type { Case, Subject } from '#model/case.js';
import { isWaiting } from '#model/people/label.js';
import type { CaseResult, RunSettings } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { Score, Trial } from '#model/run/trial.js';
import { notDecided, type Verdict } from '#model/run/verdict.js';
import type { GradedTrial } from './collect-trial.js';
import type { Job } from './pool.js';

/**
 * Decides a case in trial order, in whatever order its trials end. It hands out trials at most `ahead` of the first
 * unfinished one, so that an early stop wastes few. Once only slices of a data set are open, it hands out their items alone.
 *
 * A missing trial leaves the case undecided, unless the trials before it settle the case. The other trials are still collected as
 * long as the case could pass if the missing one had the best possible result.
 */
export class CaseFollower implements Follower {
  readonly testCase: Case;
  readonly sample: Sample;
  readonly #criteria: readonly Criterion[] | undefined;
  readonly #watch: CaseWatch;
  readonly #ahead: () => number;
  readonly #buffer = new TrialBuffer();
  #best: BestCase | undefined;
  #handedOut = 0;
  /** The number of trials after which the case ends; null while it is open. */
  #end: number | null;
  #result: CaseResult | undefined;

  constructor({ testCase, sample }: Followed, ahead: () => number, criteria?: readonly Criterion[]) {
    this.testCase = testCase;
    this.sample = sample;
    this.#criteria = criteria;
    this.#watch = watchCase(testCase, criteria);
    this.#ahead = testCase.stop_early ? ahead : () => testCase.sample_size;
    this.#end = this.#watch.isSettled() ? this.#watch.used() : null;
  }

  next(): number | null {
    if (this.#watch.isSettled()) return null;
    const again = this.#buffer.nextAgain();
    if (again !== null) return again;
    const most = this.#ahead();
    while (!this.#isClosed() && this.#buffer.aheadTo(this.#handedOut) < most) {
      const index = this.#handedOut++;
      if (this.#watch.wants(this.sample.origin(index))) return index;
      this.#buffer.leaveOut(index);
    }
    return null;
  }

  take(graded: GradedTrial): void {
    if (this.#watch.isSettled()) return;
    this.#buffer.take(graded);
    this.#end = this.#decide();
  }

  askAgain(index: number): boolean {
    return !this.#watch.isSettled() && (this.#end === null || index < this.#end) && this.#buffer.askAgain(index);
  }

  isEmpty(): boolean {
    return this.isSettled() || (this.#isClosed() && !this.#buffer.hasAgain());
  }

  isDone(): boolean {
    return this.#end !== null || this.#buffer.inOrder() >= this.testCase.sample_size;
  }

  isSettled(): boolean {
    return this.#watch.isSettled();
  }

  canPass(): boolean {
    return this.#watch.canPass() && this.#best?.canPass() !== false;
  }

  couldPass(): boolean {
    if (this.#watch.isSettled()) {
      const result = this.result();
      return this.testCase.look === true || result.passed === true || isWaiting(result);
    }
    return couldPass(this, this.#buffer, this.#criteria);
  }

  hasRedTrial(): boolean {
    return hasRedTrial(this.testCase, this.#buffer, this.#criteria);
  }

  planned(): number {
    return this.#buffer.askedTo(this.#isClosed() ? this.#handedOut : this.testCase.sample_size);
  }

  result(): CaseResult {
    this.#result ??= this.#toResult();
    return this.#result;
  }

  #isClosed(): boolean {
    return this.#end !== null || this.#handedOut >= this.testCase.sample_size;
  }

  /** Decides as far as trials have finished in order. Returns the number of trials after which the case ends; null if it is open. */
  #decide(): number | null {
    while (!this.#watch.isSettled()) {
      const next = this.#watch.used();
      const place = placeOfTrial(this.sample, next);
      if (this.#watch.wants(place.origin)) {
        const trial = this.#buffer.trial(next);
        if (!trial) return null;
        if (trial.outcome === 'missing') return this.#endBehindMissing();
        this.#watch.push(this.#buffer.scores(next), place);
      } else {
        this.#pass(next);
        this.#watch.skip(place);
      }
    }
    return this.#watch.used();
  }

  /** Passes over a trial that is not needed, whether it was handed out or not. */
  #pass(index: number): void {
    if (index < this.#handedOut) {
      this.#buffer.drop(index);
    } else {
      this.#handedOut = index + 1;
      this.#buffer.leaveOut(index);
    }
  }

  /**
   * Checks whether the case can pass if missing trials had the best possible result. Returns the number of trials after which it
   * cannot; null if it can.
   */
  #endBehindMissing(): number | null {
    if (!this.testCase.stop_early) return null;
    this.#best ??= new BestCase(this, this.#criteria);
    this.#best.follow(this.#buffer);
    return this.#best.hopelessAfter();
  }

  #toResult(): CaseResult {
    const decision = {
      verdicts: this.#watch.verdicts(),
      dataset: this.#watch.dataset(),
      used: this.#watch.used(),
      is_settled: this.#watch.isSettled(),
    };
    const end = this.#end ?? this.testCase.sample_size;
    const result = toCaseResult(this.testCase, decision, this.#buffer.trialsTo(end), this.#buffer.scoresTo(end));
    const requested = this.#buffer.askedTo(this.#handedOut);
    const isMore = result.stopped_at !== null && requested > result.stopped_at;
    return isMore ? { ...result, requested } : result;
  }
}

/**
 * The state of a case, in trial order, if each missing trial had the best possible result. If the case still cannot pass, more
 * trials are pointless, although it stays undecided.
 */
export class BestCase {
  readonly #watch: CaseWatch;
  readonly #sample: Sample;

  constructor({ testCase, sample }: Followed, criteria?: readonly Criterion[]) {
    this.#sample = sample;
    this.#watch = watchCase(testCase, criteria);
  }

  /** Adds the finished trials in order, up to the first one that is still expected. */
  follow(back: TrialBuffer, isAwaited: (index: number) => boolean = () => true): void {
    while (!this.#watch.isSettled()) {
      const next = this.#watch.used();
      const place = placeOfTrial(this.#sample, next);
      const isWanted = this.#watch.wants(place.origin);
      const trial = back.trial(next);
      if (isWanted && !trial && isAwaited(next)) return;
      if (!isWanted) this.#watch.skip(place);
      else if (!trial || trial.outcome === 'missing') this.#watch.pushMissing(place);
      else this.#watch.push(back.scores(next), place);
    }
  }

  /** Returns false once the case can no longer pass. */
  canPass(): boolean {
    return this.#watch.canPass();
  }

  /** Returns the number of trials after which the case could no longer pass; null if it can. */
  hopelessAfter(): number | null {
    return this.#watch.canPass() ? null : this.#watch.used();
  }
}

/**
 * Returns true if a case could still pass if every unfinished trial had the best possible result. Takes time proportional to the
 * number of trials.
 */
export function couldPass(followed: Followed, back: TrialBuffer, criteria?: readonly Criterion[]): boolean {
  const best = new BestCase(followed, criteria);
  best.follow(back, () => false);
  return best.canPass();
}

/** Returns true if a finished trial counts against the case. Takes time proportional to the number of trials. */
export function hasRedTrial(testCase: Case, back: TrialBuffer, criteria?: readonly Criterion[]): boolean {
  const watch = watchCase(testCase, criteria);
  return back
    .trialsTo(testCase.sample_size)
    .some(({ index, outcome }) => outcome !== 'missing' && watch.isAgainst(back.scores(index)));
}

/** The decision on a case of a shard: a single shard decides nothing. */
export const undecided: CaseDecision = { verdicts: [], used: 0, is_settled: false };

/** Makes the result of a case from its decision, trials and scores. The case is undecided if the decision is not settled. */
export function toCaseResult(
  testCase: Case,
  { verdicts, dataset, used, is_settled }: CaseDecision,
  trials: readonly Trial[],
  scores: readonly Score[],
): CaseResult {
  // A case on a data set may pass over trials that it does not need.
  const asked = testCase.dataset ? trials.length : used;
  return {
    name: testCase.name,
    kind: testCase.subject.kind,
    ...(testCase.look && { look: true }),
    passed: is_settled && !testCase.look ? casePasses(verdicts, dataset) : null,
    verdicts: is_settled ? verdicts : [],
    sample_size: testCase.sample_size,
    stopped_at: is_settled && asked < testCase.sample_size ? asked : null,
    trials,
    scores,
    ...(dataset && !testCase.look && { dataset }),
  };
}

/** Makes the result of a case that was open when the run ended with another one. Nothing is concluded from its trials. */
export function undecidedResult(
  testCase: Case,
  verdicts: readonly Verdict[],
  { trials, scores, ended_by = '' }: CaseResult,
): CaseResult {
  return {
    ...toCaseResult(testCase, undecided, trials, scores),
    passed: false,
    verdicts: verdicts.map(({ people: _people, ...verdict }) => ({
      ...verdict,
      outcome: 'inconclusive',
      ...{ estimate: null, interval: null, p_value: null, fail_p: null, needed_n: null },
      ...{ used: 0, failed: 0, ungraded: 0 },
      words: { found: 'not decided', bound: null, bar: verdict.words.bar },
      reason: notDecided(ended_by),
    })),
    stopped_at: trials.length < testCase.sample_size ? trials.length : null,
    ended_by,
  };
}

/** Applies the run's `stop_early` setting to a case. The evidence and the tests of the case stay the same. */
export function withStopEarly(testCase: Case, { stop_early, split }: Pick<RunSettings, 'stop_early' | 'split'>): Case {
  const mayStop = stop_early && split?.includes(testCase.name) !== true;
  return mayStop || !testCase.stop_early ? testCase : { ...testCase, stop_early: false, collects_all: true };
}

export interface Followed {
  readonly testCase: Case;
  readonly sample: Sample;
}

/** Returns the item of a trial, and whether it is the last of its unit. */
export function placeOfTrial({ origin, endsUnit }: Sample, index: number): TrialPlace {
  return { origin: origin(index), endsUnit: endsUnit(index) };
}

/** Hands out the trials of a case, and receives them in any order when they end. */
export interface Follower extends Followed {
  /** Returns the index of the next trial to collect; null if no trial can be collected now. */
  next(): number | null;
  /** Returns true if `next` gave nothing only because another run must go on first. Absent for a run alone. */
  isHeld?(): boolean;
  /** Receives a finished trial. It receives a missing trial twice if the trial is retried. */
  take(graded: GradedTrial): void;
  /** Queues a missing trial for a retry. Returns false if it cannot change the result. */
  askAgain(index: number): boolean;
  /** Returns true if `next` has no trial, now or later, unless a missing one is asked again. */
  isEmpty(): boolean;
  /** Returns true once the running trials cannot change the result, unless a missing one is retried. Always false for a shard. */
  isDone(): boolean;
  /** Returns true once no trial can change the result. Always false for a shard. */
  isSettled(): boolean;
  /** Returns false once the trials that have finished in order show that the case cannot pass. */
  canPass(): boolean;
  /** Returns the same as `canPass`, from all finished trials. Takes time proportional to the number of trials: call it once, at the end. */
  couldPass(): boolean;
  /** Returns true if a finished trial counts against the case. Takes as long as `couldPass`. */
  hasRedTrial(): boolean;
  /** Returns the greatest number of trials to collect; a retried trial counts once. */
  planned(): number;
  /** Returns the result. Call it once the case is done. */
  result(): CaseResult;
}

export interface TrialJob extends Job {
  readonly follower: Follower;
  readonly trial: number;
}

/** Returns the model that the first call of a trial asks. */
export function firstModel({ subject }: Case): string {
  return subject.kind === 'conversation' ? subject.user_simulator.model : subject.settings.model;
}

export function isOfKind(...kinds: readonly Subject['kind'][]): (follower: Follower) => boolean {
  return ({ testCase }) => kinds.includes(testCase.subject.kind);
}

/**
 * Holds the finished trials of a case by index, and a queue of missing ones to retry. Uses little memory per trial, since there
 * can be many.
 */
export class TrialBuffer {
  readonly #trials: (Trial | typeof unasked | typeof dropped | undefined)[] = [];
  /** Indexed by trial. A single score is held without a list around it. */
  readonly #scores: (Score | readonly Score[] | undefined)[] = [];
  /** The number of finished trials, and of those that are not needed, before the first gap. */
  #inOrder = 0;
  #unasked = 0;
  /** The number of unasked trials before the first gap. */
  #unaskedInOrder = 0;
  readonly #again: number[] = [];

  /** Receives a finished trial, unless it was dropped. */
  take({ trial, scores }: GradedTrial): void {
    const { index } = trial;
    if (this.#trials[index] === dropped) return;
    this.#put(index, trial);
    this.#scores[index] = scores.length === 1 ? scores[0] : scores;
  }

  /** Leaves out a trial that will never be asked. */
  leaveOut(index: number): void {
    this.#unasked += 1;
    this.#put(index, unasked);
  }

  /** Drops a trial that is not needed any more, whether it is finished or still asked. */
  drop(index: number): void {
    if (this.#trials[index] === unasked) return;
    this.#put(index, dropped);
    this.#scores[index] = undefined;
  }

  trial(index: number): Trial | undefined {
    const trial = this.#trials[index];
    return isTrial(trial) ? trial : undefined;
  }

  /** Returns the scores of a trial; an empty list if it is not finished. */
  scores(index: number): readonly Score[] {
    const scores = this.#scores[index] ?? [];
    return 'length' in scores ? scores : [scores];
  }

  inOrder(): number {
    return this.#inOrder;
  }

  /** Returns the number of trials below `end` that are asked. */
  askedTo(end: number): number {
    return end - this.#unasked;
  }

  /** Returns the number of asked trials from the first unfinished one to `end`. */
  aheadTo(end: number): number {
    return this.askedTo(end) - (this.#inOrder - this.#unaskedInOrder);
  }

  /** Queues a missing trial for a retry. Returns false if it is not missing. */
  askAgain(index: number): boolean {
    if (this.trial(index)?.outcome !== 'missing') return false;
    this.#again.push(index);
    return true;
  }

  hasAgain(): boolean {
    return this.#again.length > 0;
  }

  nextAgain(): number | null {
    return this.#again.shift() ?? null;
  }

  /** Returns the finished trials with an index below `end`, in order. */
  trialsTo(end: number): readonly Trial[] {
    return this.#trials.slice(0, end).filter(isTrial);
  }

  scoresTo(end: number): readonly Score[] {
    return this.#scores.slice(0, end).flatMap((scores) => scores ?? []);
  }

  #put(index: number, trial: Trial | typeof unasked | typeof dropped): void {
    this.#trials[index] = trial;
    for (; this.#trials[this.#inOrder] !== undefined; this.#inOrder += 1) {
      if (this.#trials[this.#inOrder] === unasked) this.#unaskedInOrder += 1;
    }
  }
}

/** In place of a trial: it is not needed, and was never asked or is asked for nothing. */
const unasked = Symbol('never asked');

const dropped = Symbol('dropped');

function isTrial(trial: Trial | symbol | undefined): trial is Trial {
  return typeof trial === 'object';
}
