import { type CaseWatch, casePasses, type TrialPlace, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import { isClustered, type Origin } from '#model/dataset.js';
import { isWaiting } from '#model/people/label.js';
import { type CaseOutcome, outcomeOf } from '#model/run/run.js';
import type { Score, Trial } from '#model/run/trial.js';

interface Graded {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

/**
 * Follows a case of a run that another process works on. Its trials may come in any order. A case that ends early because of missing trials
 * stays open until the run has ended.
 */
export class StoredCaseFollower {
  readonly #testCase: Case;
  readonly #watch: CaseWatch;
  readonly #waiting = new Map<number, Graded>();

  constructor(testCase: Case) {
    this.#testCase = testCase;
    this.#watch = watchCase(testCase);
  }

  /** Takes a trial; a missing one may come again. Throws EVA_BAD_SCORE for a score that its grader cannot give. */
  add(graded: Graded): void {
    if (this.#watch.isSettled() || graded.trial.index < this.#watch.used()) return;
    this.#waiting.set(graded.trial.index, graded);
    for (let next = this.#next(); next && !this.#watch.isSettled(); next = this.#next()) {
      this.#waiting.delete(next.trial.index);
      this.#watch.push(next.scores, this.#placeOf(next.trial));
    }
  }

  /** Returns the outcome of a case that needs no further trial; null before. `unknown`: it waits for people. */
  outcome(): CaseOutcome | null {
    if (!this.#watch.isSettled()) return null;
    const { look } = this.#testCase;
    const [verdicts, dataset] = [this.#watch.verdicts(), this.#watch.dataset()];
    const decided = { passed: casePasses(verdicts, dataset), verdicts, ...(dataset && { dataset }) };
    if (!look && isWaiting(decided)) return 'unknown';
    return outcomeOf({ ...decided, ...(look && { look }) });
  }

  /** Returns the next trial in order, once it is known whether it ends its unit. */
  #next(): Graded | undefined {
    const at = this.#watch.used();
    const next = this.#waiting.get(at);
    const isLast = at + 1 >= this.#testCase.sample_size;
    const isKnown = !this.#testCase.dataset || isLast || this.#waiting.has(at + 1);
    return next && next.trial.outcome !== 'missing' && isKnown ? next : undefined;
  }

  #placeOf({ index, origin }: Trial): TrialPlace {
    const { dataset } = this.#testCase;
    if (!dataset || !origin) return {};
    const unitOf = ({ item, cluster }: Origin) => (isClustered(dataset) ? cluster : item);
    const following = this.#waiting.get(index + 1)?.trial.origin;
    return { origin, endsUnit: !following || unitOf(origin) !== unitOf(following) };
  }
}
