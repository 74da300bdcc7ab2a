import { inspect } from 'node:util';
import type { Case } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import { spentLimit } from '#model/reply/no-reply.js';
import { type CaseResult, outcomeOf, type RunResult } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import type { ClassesResult, DatasetFindings as Found, SliceFieldResult } from '#model/run/verdict.js';
import type { ScenarioOutcome } from '#report/run/pretty.js';
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

/** The error of `assertPassed`. Its message is the printed result. */
export class EvaAssertionError extends Error {
  override readonly name = 'EvaAssertionError';
}

/** Makes `console.log` print the results of a class as `String` does. */
export function printAsText(type: { readonly prototype: object }): void {
  Object.defineProperty(type.prototype, inspect.custom, {
    value(this: object) {
      return String(this);
    },
  });
}

/** Returns the outcome of several results together: unfinished if one is, else failed, inconclusive, passed. */
export function worstOf(results: readonly { readonly outcome: ScenarioOutcome }[]): ScenarioOutcome {
  const has = (outcome: ScenarioOutcome) => results.some((result) => result.outcome === outcome);
  if (has('unfinished')) return 'unfinished';
  if (has('failed')) return 'failed';
  return has('inconclusive') ? 'inconclusive' : 'passed';
}

/** Returns the outcome of a case; `unfinished` while it is not known. */
export function outcomeOfCase(result: CaseResult): ScenarioOutcome {
  const outcome = outcomeOf(result);
  return outcome === 'unknown' || outcome === 'shown' ? 'unfinished' : outcome;
}

/** Adds advice to the reason of each trial that is missing because of the budget. */
export function withBudgetAdvice(result: RunResult): RunResult {
  const advised = (trial: Trial): Trial =>
    trial.outcome === 'missing' && trial.why === 'budget'
      ? {
          ...trial,
          reason: `${trial.reason}; set a larger ${spentLimit(trial.reason)?.bound ?? 'limit'} in "budget" to continue`,
        }
      : trial;
  return {
    ...result,
    cases: result.cases.map((caseResult) => ({ ...caseResult, trials: caseResult.trials.map(advised) })),
  };
}
