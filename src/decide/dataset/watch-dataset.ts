import type { Case } from '#model/case.js';
import { isClustered, type Origin } from '#model/dataset.js';
import type { DatasetFindings } from '#model/run/verdict.js';
import { type Criterion, type TestStatus, worstStatus } from '../criterion.js';
import type { GradedUnit } from '../trial-values.js';
import { ClassTally } from './class-tally.js';
import { SliceFieldWatch } from './slices.js';

/** The slices and classes of a case while its units arrive, in trial order. */
interface DatasetWatch {
  readonly push: (unit: GradedUnit) => void;
  /** Adds a unit to the slices that are still open; nothing else changes. */
  readonly pushToOpen: (unit: GradedUnit) => void;
  /** Returns true if an item is in a slice that is still open. */
  readonly isOpen: (origin: Origin) => boolean;
  /** Returns whether the slices that must pass do. `passes` without such slices. */
  readonly slices: () => TestStatus;
  readonly result: (isSettled: boolean) => DatasetFindings | undefined;
}

const noDataset: DatasetWatch = {
  push: () => {},
  pushToOpen: () => {},
  isOpen: () => false,
  slices: () => 'passes',
  result: () => undefined,
};

/** Returns the initial state of the slices and classes of a case. */
export function watchDataset(testCase: Case, criteria: readonly Criterion[]): DatasetWatch {
  const { dataset } = testCase;
  if (!dataset || testCase.expectations.length === 0) return noDataset; // a look claims nothing
  const slices = dataset.slices.map((field) => new SliceFieldWatch(testCase, field, criteria));
  const classes = testCase.expectations.flatMap(({ grader }, index) =>
    grader.grader === 'class' ? [new ClassTally(testCase, index, grader.params)] : [],
  );
  const means = new ClusterMeans();
  let [units, trials] = [0, 0];
  const count = (unit: GradedUnit) => {
    units += 1;
    trials += unit.length;
  };
  return {
    push: (unit) => {
      count(unit);
      for (const field of slices) field.push(unit);
      for (const tally of classes) for (const { valuesAt } of unit) tally.push(valuesAt(tally.expectation));
      means.push(unit);
    },
    pushToOpen: (unit) => {
      count(unit);
      for (const field of slices) field.pushToOpen(unit);
    },
    isOpen: (origin) => slices.some((field) => field.isOpen(origin)),
    slices: () => worstStatus(slices.map((field) => field.status())),
    result: (isSettled) => ({
      units,
      items: Math.round(trials / dataset.draws),
      estimates: isClustered(dataset) ? means.estimates() : null,
      slices: slices.map((field) => field.result(isSettled)),
      classes: classes.map((tally) => tally.result()),
    }),
  };
}

/** The shares of passes of an average cluster and of an average item, for expectations of passes. */
class ClusterMeans {
  #clusters = 0;
  #sumOfMeans = 0;
  #trials = 0;
  #passes = 0;

  push(unit: GradedUnit): void {
    const values = unit.map(({ valuesAt }) => valuesAt(0).values?.[0] ?? 0);
    const passes = values.reduce((sum, value) => sum + value, 0);
    this.#clusters += 1;
    this.#sumOfMeans += passes / values.length;
    this.#trials += values.length;
    this.#passes += passes;
  }

  estimates(): { readonly clusters: number | null; readonly items: number | null } {
    return {
      clusters: this.#clusters === 0 ? null : this.#sumOfMeans / this.#clusters,
      items: this.#trials === 0 ? null : this.#passes / this.#trials,
    };
  }
}
