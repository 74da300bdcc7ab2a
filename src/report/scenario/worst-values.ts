import type { Expectation } from '#model/case.js';
import type { ScoreWithValue, Shortfall } from '#view/shortfalls.js';
import { inUnit, votesText } from '../run/result/finding-words.js';

/** A value that kept an expectation from being proven. */
export interface WorstValue {
  /** Both counted from 0. */
  readonly trial: number;
  readonly turn?: number;
  /** `3 of 10`, `7.25 s`; null for checks, which hold or do not. */
  readonly value: string | null;
  /** What the judge said, or which check does not hold and why; empty for what was measured. */
  readonly reason: string;
}

/** The worst values of a shortfall in words, at most so many. */
export function worstValues({ expectation, scores }: Shortfall, most: number): readonly WorstValue[] {
  return scores.slice(0, most).map((score) => ({
    trial: score.trial,
    ...(score.turn !== undefined && { turn: score.turn }),
    value: isOfChecks(expectation) ? null : asMeasured(score.value, expectation) + ofBest(expectation),
    reason: isOfChecks(expectation) ? unmetInWords(score) : judgedInWords(score),
  }));
}

/** True where checks decide, of which a trial meets all or not. */
function isOfChecks({ grader }: Expectation): boolean {
  return grader.grader === 'trial_passes';
}

/** A value as an expectation measures it: `7.25 s`, `$0.0400`, `3`. */
function asMeasured(value: number, { grader }: Expectation): string {
  return grader.grader === 'metric' ? inUnit(value, { raw: grader.params.unit }) : String(value);
}

function ofBest({ grader }: Expectation): string {
  return grader.grader === 'expected_behavior' ? ` of ${grader.params.judge.scale.max}` : '';
}

function judgedInWords({ findings: [finding] }: ScoreWithValue): string {
  return finding ? finding.reason + votesText(finding.votes) : '';
}

function unmetInWords({ findings }: ScoreWithValue): string {
  const unmet = findings.filter(({ holds }) => holds !== true);
  return unmet.map(({ about, reason }) => `${about}: ${reason}`).join('; ');
}
