import type { Dataset } from '#model/dataset.js';
import type { CaseResult, RunPlan, RunResult } from '#model/run/run.js';
import { unsafe } from '../text/visible.js';

/** Returns a result as indented JSON with a newline at its end. Writes invisible characters as `\u` escapes. */
export function jsonResult(result: unknown): string {
  return `${jsonText(result)}\n`;
}

/** Returns a value as indented JSON. Writes invisible characters as `\u` escapes. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unsafe, (character) =>
    character === '\n'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  );
}

/** Returns the facts of a data set for JSON. `asked`: the number of units that were asked; default: the greatest number. */
export function datasetFacts(dataset: Dataset, asked = dataset.units): object {
  const { file, sha256, items, kept, kept_units: units, draws, claim, seed, digest } = dataset;
  return { file, sha256, items, kept, asked, units, draws, claim, seed, digest };
}

/**
 * Returns a result with the facts of its data sets: of such a case `dataset` describes the items, `slices`, `classes` and `confusion` are
 * beside it, and each trial has the id of its item.
 */
export function withDatasets(result: RunResult, { cases }: Pick<RunPlan, 'cases'>): object {
  const planned = new Map(cases.map(({ name, dataset }) => [name, dataset]));
  if (cases.every(({ dataset }) => !dataset)) return result;
  return { ...result, cases: result.cases.map((one) => withDataset(one, planned.get(one.name))) };
}

function withDataset(result: CaseResult, dataset: Dataset | undefined): object {
  if (!dataset) return result;
  const { dataset: found, trials, scores, ...rest } = result;
  const { units, slices = [], classes = [], estimates = null } = found ?? {};
  return {
    ...rest,
    dataset: datasetFacts(dataset, units ?? 0),
    estimates,
    slices,
    classes: classes.map(({ matrix: _matrix, classes: _classes, ...own }) => own),
    confusion: classes.map(({ expectation, classes: labels, matrix: counts }) => ({ expectation, labels, counts })),
    trials: trials.map(({ origin, ...trial }) => ({ ...trial, ...(origin && { ...origin }) })),
    scores,
  };
}
