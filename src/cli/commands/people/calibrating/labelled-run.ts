import { openAnswers } from '#lifecycle/labelling/answers.js';
import type { LabelTarget } from '#lifecycle/labelling/target.js';
import { groupBy } from '#model/data/collections.js';
import type { CalibratedAnswer } from '#model/people/calibration.js';
import { type Label, majorityOf, responseDigest } from '#model/people/label.js';
import { judgePasses } from '#report/view/answer-view.js';

/** The labelled answers of one expectation of a run. */
export interface LabelledAnswers {
  readonly answers: readonly CalibratedAnswer[];
  /** The labels of answers that the run does not have. */
  readonly strangers: number;
}

/** Reads the answers that labels are about. `labels` are of this run, case and rubric, the last of each rater and answer. */
export function labelledAnswers(root: string, target: LabelTarget, labels: readonly Label[]): LabelledAnswers {
  const trialOf = new Map(target.cases.trials.map((trial) => [placeOf(trial.origin, trial.index), trial]));
  const byPlace = groupBy(labels, ({ item, draw }) => keyOf(item, draw));
  const places = [...byPlace].flatMap(([place, own]) => {
    const trial = trialOf.get(place);
    return trial?.outcome === 'finished' ? [{ index: trial.index, own }] : [];
  });
  const reader = openAnswers(root, target, new Set(places.map(({ index }) => index)));
  try {
    const answers = places.flatMap(({ index, own }): readonly CalibratedAnswer[] => {
      const read = reader.read(index);
      const response = responseDigest(read.trial);
      const used = own.filter((label) => label.response === response);
      if (used.length === 0) return [];
      const { testCase, expectation, plan } = target;
      return [
        {
          trial: index,
          people: majorityOf(used.map(({ verdict }) => verdict)),
          raters: used.map(({ rater, verdict, note }) => ({ rater, verdict, ...(note !== undefined && { note }) })),
          judge: judgePasses({ ...read, testCase, expectation, body: plan.body }),
        },
      ];
    });
    const used = answers.reduce((sum, { raters }) => sum + raters.length, 0);
    return { answers, strangers: labels.length - used };
  } finally {
    reader.close();
  }
}

function placeOf(origin: { readonly item: string; readonly draw: number } | undefined, index: number): string {
  return keyOf(origin?.item ?? null, origin?.draw ?? index);
}

function keyOf(item: string | null, draw: number): string {
  return JSON.stringify([item, draw]);
}
