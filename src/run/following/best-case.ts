import type { Criterion } from '#decide/criterion.js';
import { type CaseDecision, type CaseWatch, casePasses, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { CaseResult, RunSettings } from '#model/run/run.js';
import type { Sample } from '#model/run/sample.js';
import type { Score, Trial } from '#model/run/trial.js';
import { type Followed, placeOf } from './follower.js';
import type { TrialBuffer } from './trial-buffer.js';

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
      const place = placeOf(this.#sample, next);
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

/** Applies the run's `stop_early` setting to a case. The evidence and the tests of the case stay the same. */
export function withStopEarly(testCase: Case, { stop_early }: Pick<RunSettings, 'stop_early'>): Case {
  return stop_early || !testCase.stop_early ? testCase : { ...testCase, stop_early: false, collects_all: true };
}
