import type { Criterion } from '#decide/criterion.js';
import type { Case } from '#model/case.js';
import type { CaseResult, RunPlan } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { GradedTrial } from '../collect/collect-trial.js';
import {
  BestCase,
  CaseFollower,
  couldPass,
  type Followed,
  type Follower,
  hasRedTrial,
  TrialBuffer,
  toCaseResult,
  undecided,
  withStopEarly,
} from '../collect/follow-case.js';
import type { TrialsOfShard } from './share-trials.js';

/** Follows a case of a shard: a whole one as any other case, a split one to its last unit. */
export function followShare(
  { testCase, sample }: Followed,
  manner: RunPlan['manner'],
  own: TrialsOfShard,
  { ahead, criteria }: { readonly ahead: () => number; readonly criteria: readonly Criterion[] | undefined },
): Follower {
  const followed = { testCase: withStopEarly(testCase, manner), sample };
  const isWhole = manner.share?.whole.includes(testCase.name) === true;
  return isWhole ? new WholeCaseFollower(followed, ahead, criteria) : new SplitCaseFollower(followed, own, criteria);
}

/** Collects a case as a run without shards does. Its result has no verdict: only `eva merge` knows that no other attempt is hidden. */
class WholeCaseFollower extends CaseFollower {
  override isDone(): boolean {
    return false;
  }

  override isSettled(): boolean {
    return false;
  }

  override result(): CaseResult {
    const { trials, scores, requested } = super.result();
    const result = toCaseResult(this.testCase, undecided, trials, scores);
    return requested === undefined ? result : { ...result, requested };
  }
}

/** Hands out all trials of a case that belong to a shard. Decides nothing, but tracks whether the case can still pass. */
class SplitCaseFollower implements Follower {
  readonly testCase: Case;
  readonly sample: Sample;
  readonly #own: TrialsOfShard;
  readonly #buffer = new TrialBuffer();
  readonly #best: BestCase;
  readonly #criteria: readonly Criterion[] | undefined;
  #handedOut = 0;

  constructor({ testCase, sample }: Followed, trials: TrialsOfShard, criteria?: readonly Criterion[]) {
    this.testCase = testCase;
    this.sample = sample;
    this.#own = trials;
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

  isEmpty(): boolean {
    return this.#handedOut >= this.#own.length && !this.#buffer.hasAgain();
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
