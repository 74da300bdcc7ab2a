import type { Origin } from '#model/dataset.js';
import type { TrialValues } from '../trial-values.js';

/** A graded trial with its item; `valuesAt` returns its values under an expectation. */
export interface PlacedTrial {
  readonly origin: Origin | undefined;
  readonly valuesAt: (expectation: number) => TrialValues;
}

/** The trials of one unit, in order. Never empty. */
export type GradedUnit = readonly PlacedTrial[];

/** Collects the trials of a unit until it is complete. */
export class UnitBuffer {
  #trials: PlacedTrial[] = [];

  add(trial: PlacedTrial): void {
    this.#trials.push(trial);
  }

  isEmpty(): boolean {
    return this.#trials.length === 0;
  }

  /** Returns the collected trials, and begins a new unit. */
  empty(): GradedUnit {
    const unit = this.#trials;
    this.#trials = [];
    return unit;
  }
}
