import type { Expectation } from '#model/case.js';
import type { ScoreWithValue, Shortfall } from '#view/shortfalls.js';
import { inUnit, votesText } from '../run/result/finding-words.js';

/** A bad value of an expectation that did not pass. */
export interface WorstValue {
  /** The trial and the turn, counted from 0. */
  readonly trial: number;
  readonly turn?: number;
  /** The value in words: `3 of 10`, `7.25 s`; null for checks. */
  readonly value: string | null;
  /** The judge's explanation, or the check that does not hold and why; empty for metrics. */
  readonly reason: string;
}

/** Returns at most `most` of the worst values of a shortfall, in words. */
export function worstValues({ expectation, scores }: Shortfall, most: number): readonly WorstValue[] {
  return scores.slice(0, most).map((score) => ({
    trial: score.trial,
    ...(score.turn !== undefined && { turn: score.turn }),
    value: isOfChecks(expectation) ? null : asMeasured(score.value, expectation) + ofBest(expectation),
    reason: isOfChecks(expectation) ? unmetInWords(score) : judgedInWords(score),
  }));
}

/** Returns true if an expectation consists of checks. */
function isOfChecks({ grader }: Expectation): boolean {
  return grader.grader === 'trial_passes';
}

/** Renders a value in the unit of an expectation: `7.25 s`, `$0.0400`, `3`. */
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
