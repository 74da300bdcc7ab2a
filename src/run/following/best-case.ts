import type { Criterion } from '#decide/criterion.js';
import { type CaseWatch, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { TrialsBack } from './trials-back.js';

/**
 * Follows a case, in trial order, past trials that are missing, each counted at the best that it could have been: a case that
 * cannot pass even so needs no further trial, though it stays undecided.
 */
export class BestCase {
  readonly #watch: CaseWatch;

  constructor(one: Case, criteria?: readonly Criterion[]) {
    this.#watch = watchCase(one, criteria);
  }

  /** Takes what is back next in trial order, by index, up to the first that is not and is awaited. */
  follow(back: TrialsBack, isAwaited: (index: number) => boolean = () => true): void {
    while (!this.#watch.isSettled()) {
      const next = this.#watch.used();
      const trial = back.trial(next);
      if (!trial && isAwaited(next)) return;
      if (!trial || trial.outcome === 'missing') this.#watch.pushMissing();
      else this.#watch.push(back.scores(next));
    }
  }

  /** False once the case cannot pass any more. */
  canPass(): boolean {
    return this.#watch.canPass();
  }

  /** After how many trials it was seen that the case cannot pass; null if it can. */
  hopelessAfter(): number | null {
    return this.#watch.canPass() ? null : this.#watch.used();
  }
}

/** Whether a case could pass by all its trials that are back, whatever the others had been. Takes time that grows with the case. */
export function couldPass(one: Case, back: TrialsBack, criteria?: readonly Criterion[]): boolean {
  const best = new BestCase(one, criteria);
  best.follow(back, () => false);
  return best.canPass();
}

/** Whether any trial that is back speaks against the case by itself. Takes time that grows with the case. */
export function hasRedTrial(one: Case, back: TrialsBack, criteria?: readonly Criterion[]): boolean {
  const watch = watchCase(one, criteria);
  return back
    .trialsTo(one.sample_size)
    .some(({ index, outcome }) => outcome !== 'missing' && watch.isAgainst(back.scores(index)));
}
