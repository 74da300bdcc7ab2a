import type { Follower } from '../following/follower.js';
import type { RunDeps } from '../run.js';
import type { GradedTrial } from './collect-trial.js';
import { TrialKeeper } from './trial-keeper.js';

/** A trial that is missing and may come yet, with how many replies there were when the call began that came to nothing. */
interface GivenUp {
  readonly graded: GradedTrial;
  readonly repliesBefore: number;
}

/**
 * Takes the trials of a run as they come back, and tells once of each that ended: of one that is missing and may come yet, when
 * it was asked for twice, or when it is known that it will not be.
 */
export class TrialLedger {
  readonly #repliesGiven: RunDeps['repliesGiven'];
  readonly #emit: RunDeps['emit'];
  readonly #keeper: TrialKeeper;
  /** By the index of the trial. */
  readonly #givenUp = new Map<Follower, Map<number, GivenUp>>();
  readonly #decided = new Set<Follower>();
  #done = 0;
  #planned: number;

  constructor(
    followers: readonly Follower[],
    { emit, keepTrial, repliesGiven }: Pick<RunDeps, 'emit' | 'keepTrial' | 'repliesGiven'>,
  ) {
    this.#repliesGiven = repliesGiven;
    this.#emit = emit;
    this.#keeper = new TrialKeeper(keepTrial);
    this.#planned = followers.reduce((sum, follower) => sum + follower.planned(), 0);
  }

  /** `repliesBefore` is how many replies models had given when the trial's last call began that came to nothing. */
  take(follower: Follower, graded: GradedTrial, repliesBefore: number): void {
    const waits = mayComeYet(graded) && !follower.isSettled();
    const before = follower.planned();
    follower.take(waits ? graded : this.#keeper.keep(graded));
    this.#planned += follower.planned() - before;
    if (waits) this.#giveUp(follower, { graded, repliesBefore });
    else this.#end(follower, graded);
  }

  /** Once everything else is back: has those asked for again that may come now. False if there are none. */
  beginSecondRound(): boolean {
    const replies = this.#repliesGiven();
    this.#endThoseOf(
      (follower, { graded, repliesBefore }) => repliesBefore >= replies || !follower.askAgain(graded.trial.index),
    );
    return [...this.#givenUp.values()].some((ofCase) => ofCase.size > 0);
  }

  /** Once nothing is in hand any more: what is missing still has ended so. */
  close(): void {
    this.#endThoseOf(() => true);
  }

  #giveUp(follower: Follower, givenUp: GivenUp): void {
    const ofCase = this.#givenUp.get(follower) ?? new Map<number, GivenUp>();
    this.#givenUp.set(follower, ofCase);
    ofCase.set(givenUp.graded.trial.index, givenUp);
  }

  #endThoseOf(hasEnded: (follower: Follower, givenUp: GivenUp) => boolean): void {
    for (const [follower, ofCase] of this.#givenUp) {
      for (const givenUp of [...ofCase.values()].filter((each) => hasEnded(follower, each))) {
        this.#keeper.keep(givenUp.graded);
        this.#end(follower, givenUp.graded);
      }
    }
  }

  #end(follower: Follower, { trial }: GradedTrial): void {
    const givenUp = this.#givenUp.get(follower);
    givenUp?.delete(trial.index);
    this.#done += 1;
    this.#emit({ event: 'trial_finished', trial, done: this.#done, planned: this.#planned });
    const isDecided = follower.isSettled() || (follower.isDone() && !givenUp?.size);
    if (!isDecided || this.#decided.has(follower)) return;
    this.#decided.add(follower);
    this.#emit({ event: 'case_decided', result: follower.result() });
  }
}

function mayComeYet({ trial }: GradedTrial): boolean {
  return trial.outcome === 'missing' && trial.why === 'given_up';
}
