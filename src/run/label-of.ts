import type { LabelOf, PeopleVerdict } from '#decide/trial-values.js';
import type { Case } from '#model/case.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { CaseLabels } from '#model/people/label.js';
import { labelOrder, labelSeed } from '#model/people/label.js';
import type { CaseResult } from '#model/run/run.js';

/** Returns a function that returns the label of a stored trial of a case; undefined if the case was decided without labels. */
export function labelOf(testCase: Case, { trials, labels }: CaseResult): LabelOf | undefined {
  if (!labels) return undefined;
  const ranks = new Map(labelOrder(trials, testCase, labels.seed).map(({ index }, rank) => [index, rank]));
  const verdicts = new Map(labels.of.map((label) => [keyOf(label.expectation, label.trial), label.verdict]));
  return (expectation, trial) => {
    const rank = ranks.get(trial);
    if (rank === undefined) return undefined;
    const verdict: PeopleVerdict = verdicts.get(keyOf(expectation, trial)) ?? 'missing';
    return { rank, verdict };
  };
}

function keyOf(expectation: number, trial: number): string {
  return `${expectation}/${trial}`;
}

/** Returns the labels of a case that nobody has labelled. Answers of its sample that were refused, cut or empty need none. */
export function noLabels(testCase: Case): CaseLabels {
  return { seed: labelSeed(testCase), raters: 0, digest: sha256(canonicalJson([])), of: [] };
}
