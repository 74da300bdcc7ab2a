import type { LabelOf } from '#decide/trial-values.js';
import { type CaseDecision, decideCase, watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { ClassAnswer, Dataset, Origin, SliceValue, SlicingField } from '#model/dataset.js';
import type { ClassSpec, Grader } from '#model/grader.js';
import type { Score } from '#model/run/trial.js';
import type { CriterionSpec } from '#model/settings.js';
import { datasetWith } from './dataset.js';
import { caseOf, criterion, passesOrNot } from './statistical-case.js';

/** One trial of a case on a data set: its value, and its place among the items. */
export interface PlacedExample {
  /** Whether it passes, its score, or the reason that it has no value. */
  readonly value: number | 'failed' | 'ungraded';
  readonly item?: string;
  readonly draw?: number;
  readonly cluster?: string;
  readonly slices?: Readonly<Record<string, string>>;
  /** False if further trials of its unit follow. Default: true. */
  readonly endsUnit?: boolean;
  /** For the second expectation, which is about classes. */
  readonly classes?: ClassAnswer;
}

/** The claim that at least a share of the items is right. */
export const share = (proportion: number, level = 0.05) => criterion('proportion_gte', { proportion }, level);

/** Makes a case with one claim on `dataset`. It asks all items unless `asked` says otherwise. */
export function caseOn(dataset: Partial<Dataset>, claim: CriterionSpec, changes: Partial<Case> = {}): Case {
  return caseWith(dataset, { grader: passesOrNot, claim }, changes);
}

/** Makes the case of `caseOn` for any grader. */
export function caseWith(
  dataset: Partial<Dataset>,
  { grader, claim }: { readonly grader: Grader; readonly claim: CriterionSpec },
  changes: Partial<Case> = {},
): Case {
  const data = datasetWith(dataset);
  return caseOf(data.asked * data.draws, grader, [claim], { dataset: data, ...changes });
}

/** Adds a second expectation, about classes of which `kept` items each are in the file, and all are asked. */
export function withClasses(
  one: Case,
  kept: Readonly<Record<string, number>>,
  criteria: readonly CriterionSpec[],
): Case {
  const [of, counts] = [Object.keys(kept), Object.values(kept)];
  const params: ClassSpec = { expected: { field: 'label' }, of, ignore_case: true, kept: counts, asked: counts };
  const classes = { about: 'the class', grader: { grader: 'class' as const, params }, criteria };
  return { ...one, expectations: [...one.expectations, classes] };
}

/** Makes a slice field with the number of items of each value, all of which are asked. */
export function slicesOf(counts: Readonly<Record<string, number>>, gate?: SlicingField['gate']): SlicingField {
  const values = Object.entries(counts).map(
    ([value, units]): SliceValue => ({ value, kept: units, kept_units: units, units }),
  );
  return { field: 'language', values, ...(gate && { gate }) };
}

/** Decides a stored case: all scores at once, with the place of each trial. */
export function decideOn(one: Case, trials: readonly PlacedExample[], labelOf?: LabelOf): CaseDecision {
  const placed = (trial: number) => placeOf(trials[trial], trial);
  return decideCase(one, trials.flatMap(scoresOn), undefined, { placeOf: placed, labelOf });
}

/** Runs a case as a run does: it asks the next trial that is wanted until the case is settled. `asked` lists the trials asked. */
export function runOn(one: Case, trials: readonly PlacedExample[]) {
  const watch = watchCase(one);
  const asked: number[] = [];
  for (let trial = 0; !watch.isSettled() && trial < trials.length; trial++) {
    const place = placeOf(trials[trial], trial);
    const example = trials[trial];
    if (example && watch.wants(place.origin)) {
      asked.push(trial);
      watch.push(scoresOn(example, trial), place);
    } else watch.skip(place);
  }
  return { asked, verdicts: watch.verdicts(), dataset: watch.dataset(), isSettled: watch.isSettled() };
}

export function placeOf(example: PlacedExample | undefined, trial: number) {
  const { item = `item-${trial}`, draw = 0, cluster, slices, endsUnit = true } = example ?? {};
  const origin: Origin = { item, draw, ...(slices && { slices }), ...(cluster !== undefined && { cluster }) };
  return { origin, endsUnit };
}

export function scoresOn({ value, classes }: PlacedExample, trial: number): Score[] {
  const valued = typeof value === 'number' ? { value } : { value: null, why: value, reason: 'no answer' };
  const score: Score = { expectation: 0, trial, findings: [], ...valued };
  if (!classes) return [score];
  const isRight = Number(classes.expected === classes.answered);
  const ofClass = typeof value === 'number' ? { value: isRight } : valued;
  return [score, { expectation: 1, trial, findings: [], ...ofClass, classes }];
}

/** Makes one trial of each item from values in order. */
export function itemsOf(values: readonly PlacedExample['value'][], part: Partial<PlacedExample> = {}): PlacedExample[] {
  return values.map((value) => ({ value, ...part }));
}
