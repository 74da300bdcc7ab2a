import type { Criterion } from '#decide/criterion.js';
import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import type { GradedTrial } from '../collecting/collect-trial.js';
import { BestCase, couldPass } from './best-case.js';
import { toCaseResult, undecided } from './case-result.js';
import type { Follower } from './follower.js';
import { TrialsBack } from './trials-back.js';

/** Hands out those trials of a case that belong to a shard, all of them, and decides nothing; what it sees is whether the case could pass. */
export class ShardFollower implements Follower {
  readonly one: Case;
  readonly #own: readonly number[];
  readonly #isOwn: ReadonlySet<number>;
  readonly #back: TrialsBack;
  readonly #best: BestCase;
  readonly #criteria: readonly Criterion[] | undefined;
  #handedOut = 0;

  /** `own`: the indexes of the shard's trials, in order. */
  constructor(one: Case, own: readonly number[], criteria?: readonly Criterion[]) {
    this.one = one;
    this.#own = own;
    this.#isOwn = new Set(own);
    this.#best = new BestCase(one, criteria);
    this.#criteria = criteria;
    this.#back = new TrialsBack(one.sample_size);
  }

  next(): number | null {
    return this.#back.nextAgain() ?? this.#own[this.#handedOut++] ?? null;
  }

  take(graded: GradedTrial): void {
    this.#back.take(graded);
    this.#best.follow(this.#back, (index) => this.#isOwn.has(index));
  }

  askAgain(index: number): boolean {
    return this.#back.askAgain(index);
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
    return couldPass(this.one, this.#back, this.#criteria);
  }

  planned(): number {
    return this.#own.length;
  }

  result(): CaseResult {
    const { sample_size } = this.one;
    return toCaseResult(this.one, undecided, this.#back.trialsTo(sample_size), this.#back.scoresTo(sample_size));
  }
}
