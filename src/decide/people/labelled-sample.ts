import type { LabelStrata, PeopleCounts } from '#model/run/verdict.js';
import { anyValue, type Range } from '../procedures/statistical-test.js';
import type { PeopleVerdict, TrialValues, Unit } from '../trial-values.js';

/** The decision about one answer of the sample, by people or by its failure; `failed`: it was refused, cut or empty, and needs no label. */
type Decided = PeopleVerdict | 'failed';

/** The sample by what the judge says, with the answers that nobody decided. */
export interface SampledStrata {
  readonly counts: LabelStrata;
  /** The sampled answers without a label among the judge's passes, and among its failures. */
  readonly unlabelled1: number;
  readonly unlabelled0: number;
}

/** Counts the answers of a case and the labels of its sample: the answers with the first `size` ranks. */
export class LabelledSample {
  readonly #size: number;
  readonly #isPassed: (values: readonly number[]) => boolean;
  #judged = 0;
  #judgePassed = 0;
  /** The labels among the judge's passes and failures. */
  readonly #passes: Decided[] = [];
  readonly #failures: Decided[] = [];

  constructor(size: number, isPassed: (values: readonly number[]) => boolean) {
    this.#size = size;
    this.#isPassed = isPassed;
  }

  push(unit: Unit): void {
    for (const trial of unit) this.#add(trial);
  }

  #add(trial: TrialValues): void {
    const isPassed = trial.values !== null && this.#isPassed(trial.values);
    this.#judged += 1;
    if (isPassed) this.#judgePassed += 1;
    const { label } = trial;
    if (!label || label.rank >= this.#size) return;
    const hasNoAnswer = trial.values === null && trial.why === 'failed';
    (isPassed ? this.#passes : this.#failures).push(hasNoAnswer ? 'failed' : label.verdict);
  }

  /** Returns the number of answers so far. */
  answers(): number {
    return this.#judged;
  }

  counts(): PeopleCounts {
    const all = [...this.#passes, ...this.#failures];
    const known = all.length - count(all, 'missing');
    return {
      labels: this.#size,
      missing: this.#size - known,
      passed: count(all, 'pass'),
      failed: count(all, 'fail', 'failed'),
      unlabelled: count(all, 'none'),
    };
  }

  /** Returns the number of sampled answers that need no label, because they were refused, cut or empty. */
  withoutAnswer(): number {
    return count(this.#failures, 'failed');
  }

  strata(): SampledStrata {
    const [passes, failures] = [this.#passes, this.#failures];
    return {
      counts: {
        judged: this.#judged,
        judge_passed: this.#judgePassed,
        m1: passes.length,
        x1: count(passes, 'pass'),
        m0: failures.length,
        x0: count(failures, 'pass'),
      },
      unlabelled1: count(passes, 'none'),
      unlabelled0: count(failures, 'none'),
    };
  }

  /** Returns the label of each answer as a range: an answer without one can be either. */
  ranges(): readonly Range[] {
    return [...this.#passes, ...this.#failures].map(rangeOf);
  }
}

function count(among: readonly Decided[], ...wanted: readonly Decided[]): number {
  return among.filter((one) => wanted.includes(one)).length;
}

function rangeOf(label: Decided): Range {
  if (label === 'pass') return { low: 1, high: 1 };
  return label === 'fail' || label === 'failed' ? { low: 0, high: 0 } : anyValue;
}
