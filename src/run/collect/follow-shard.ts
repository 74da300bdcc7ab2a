import type { Criterion } from '#decide/criterion.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { Score, Trial } from '#model/run/trial.js';
import type { GradedTrial } from './collect-trial.js';
import {
  BestCase,
  couldPass,
  type Followed,
  type Follower,
  hasRedTrial,
  toCaseResult,
  undecided,
} from './follow-case.js';
import type { TrialsOfShard } from './shard.js';

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
    return isList(scores) ? scores : [scores];
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

  nextAgain(): number | null {
    return this.#again.shift() ?? null;
  }

  /** Returns the finished trials with an index below `end`, in order. */
  trialsTo(end: number): readonly Trial[] {
    return this.#trials.slice(0, end).filter(isTrial);
  }

  /** Returns the scores of these trials. */
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

/** Hands out all trials of a case that belong to a shard. Decides nothing, but tracks whether the case can still pass. */
export class ShardFollower implements Follower {
  readonly testCase: Case;
  readonly sample: Sample;
  readonly #own: TrialsOfShard;
  readonly #buffer = new TrialBuffer();
  readonly #best: BestCase;
  readonly #criteria: readonly Criterion[] | undefined;
  #handedOut = 0;

  constructor({ testCase, sample }: Followed, own: TrialsOfShard, criteria?: readonly Criterion[]) {
    this.testCase = testCase;
    this.sample = sample;
    this.#own = own;
    this.#best = new BestCase({ testCase, sample }, criteria);
    this.#criteria = criteria;
  }

  next(): number | null {
    return this.#buffer.nextAgain() ?? this.#own.at(this.#handedOut++);
  }

  take(graded: GradedTrial): void {
    this.#buffer.take(graded);
    this.#best.follow(this.#buffer, (index) => this.#own.has(index));
  }

  askAgain(index: number): boolean {
    return this.#buffer.askAgain(index);
  }

  isClosed(): boolean {
    return this.#handedOut >= this.#own.length;
  }

  isDone(): boolean {
    return false;
  }

  isSettled(): boolean {
    return false;
  }

  canPass(): boolean {
    return this.#best.canPass();
  }

  couldPass(): boolean {
    return couldPass(this, this.#buffer, this.#criteria);
  }

  hasRedTrial(): boolean {
    return hasRedTrial(this.testCase, this.#buffer, this.#criteria);
  }

  planned(): number {
    return this.#own.length;
  }

  result(): CaseResult {
    const { sample_size } = this.testCase;
    return toCaseResult(
      this.testCase,
      undecided,
      this.#buffer.trialsTo(sample_size),
      this.#buffer.scoresTo(sample_size),
    );
  }
}

/** In place of a trial: it is not needed, and was never asked or is asked for nothing. */
const unasked = Symbol('never asked');

const dropped = Symbol('dropped');

function isTrial(trial: Trial | symbol | undefined): trial is Trial {
  return typeof trial === 'object';
}

function isList(scores: Score | readonly Score[]): scores is readonly Score[] {
  return Array.isArray(scores);
}
