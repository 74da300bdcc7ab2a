import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import type { ClassesResult, DatasetResult as Found, SliceFieldResult } from '#model/run/verdict.js';
import { type WrongItem, wrongItems } from '#report/view/item-view.js';

/** What the answers to a data set show beside the verdicts. */
export interface DatasetResult
  extends Pick<Dataset, 'file' | 'sha256' | 'digest' | 'items' | 'kept' | 'draws' | 'claim' | 'seed'> {
  /** The number of units (items or clusters) among the kept items, and of those that the verdicts use. */
  readonly units: number;
  readonly asked: number;
  /** The estimates for an average cluster and for an average item; null without clusters. */
  readonly estimates: Found['estimates'];
  /** The slices of each field of `slices`. */
  readonly slices: readonly SliceFieldResult[];
  /** The confusion matrix, recall, precision and F1 of each expectation of classes. */
  readonly classes: readonly ClassesResult[];
  /** The answers that did not pass, with the ids of their items. */
  readonly wrong: readonly WrongItem[];
}

/** Describes the data set of a case with its results; null without one. */
export function datasetResult(result: CaseResult, testCase: Case | undefined): DatasetResult | null {
  const dataset = testCase?.dataset;
  if (!dataset) return null;
  const { file, sha256, digest, items, kept, draws, claim, seed, kept_units: units } = dataset;
  const { units: asked = 0, estimates = null, slices = [], classes = [] } = result.dataset ?? {};
  const wrong = wrongItems(result, testCase);
  return { file, sha256, digest, items, kept, draws, claim, seed, units, asked, estimates, slices, classes, wrong };
}
