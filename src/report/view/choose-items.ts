import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { sliceOf } from '#model/dataset.js';
import type { CaseResult } from '#model/run/run.js';
import { type Score, scoresByTrial, type Trial } from '#model/run/trial.js';
import { findingViews, outcomeOfReply } from './findings.js';

/** Conditions on the trials of a data set; a trial is chosen if it meets all of them. */
export interface ShownItems {
  readonly failed: boolean;
  readonly flaky: boolean;
  /** The wanted values of slice fields. `class` is the expected class, unless a field has this name. */
  readonly slices: ReadonlyMap<string, ReadonlySet<string>>;
  /** The wanted ids; null for all items. */
  readonly items: ReadonlySet<string> | null;
}

/** Returns the indexes of the chosen trials of a case, in order. A case without a data set has one item. */
export function chosenTrials(result: CaseResult, testCase: Case | undefined, choice: ShownItems): readonly number[] {
  const scores = scoresByTrial(result.scores);
  const known = result.trials
    .filter(({ outcome }) => outcome !== 'missing')
    .map((trial) => {
      const own = scores.get(trial.index) ?? [];
      return { trial, scores: own, outcome: outcomeOfReply(trial, findingViews(trial, own, testCase)) };
    });
  const flaky = choice.flaky ? flakyItems(known) : null;
  return known
    .filter(({ trial, scores, outcome }) => {
      const item = trial.origin?.item ?? '';
      if (choice.failed && outcome === 'passed') return false;
      if (flaky && !flaky.has(item)) return false;
      if (choice.items && !choice.items.has(item)) return false;
      return [...choice.slices].every(([field, values]) =>
        valuesOf(field, { trial, scores, testCase }).some((own) => values.has(own)),
      );
    })
    .map(({ trial }) => trial.index);
}

function flakyItems(known: readonly { readonly trial: Trial; readonly outcome: string }[]): ReadonlySet<string> {
  const byItem = groupBy(known, ({ trial }) => trial.origin?.item ?? '');
  return new Set(
    [...byItem].flatMap(([item, own]) => (new Set(own.map(({ outcome }) => outcome)).size > 1 ? [item] : [])),
  );
}

interface TrialOfCase {
  readonly trial: Trial;
  readonly scores: readonly Score[];
  readonly testCase: Case | undefined;
}

function valuesOf(field: string, { trial, scores, testCase }: TrialOfCase): readonly string[] {
  if (testCase?.dataset?.slices.some((own) => own.field === field)) return [sliceOf(trial.origin, field)];
  return field === 'class' ? scores.flatMap(({ classes }) => classes?.expected ?? []) : [];
}

/** Returns the values that a field can have in a choice; none for an unknown field. */
export function valuesOfField(field: string, { dataset, expectations }: Case): readonly string[] {
  const slices = dataset?.slices.find((own) => own.field === field);
  if (slices) return slices.values.map(({ value }) => value);
  if (field !== 'class') return [];
  return expectations.flatMap(({ grader }) => (grader.grader === 'class' ? grader.params.of : []));
}
