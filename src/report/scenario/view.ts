import type { ConversationFacts, Trial } from '#model/run/trial.js';
import type { Outcome } from '#model/run/verdict.js';
import type { ScoreWithValue, Shortfall } from '#view/replies/shortfalls.js';
import { inUnit } from '#view/words/numbers.js';
import { shortAbout, votesText } from '../run/result/claim-words.js';
import type { ScenarioDatasetView } from './dataset.js';

/** The outcome of a scenario; `unfinished` if missing conversations could change it. */
export type ScenarioOutcome = Outcome | 'unfinished';

export interface AssertionView {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly p_value: number | null;
  readonly claim: string;
  /** The numbers of the verdict in words; null if there are none yet. */
  readonly reason: string | null;
}

export interface ExpectationView {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly assertions: readonly AssertionView[];
  /** The expected behaviour, for which `about` may be a label; null for a metric or checks. */
  readonly expected_behavior: string | null;
  readonly worst: readonly WorstValue[];
}

export interface ScenarioView {
  readonly title: string;
  readonly outcome: ScenarioOutcome;
  readonly expectations: readonly ExpectationView[];
  /** The maximum number of conversations. */
  readonly sample_size: number;
  /** The number of conversations after which it was settled; null if it needed all of them. */
  readonly stopped_at: number | null;
  /** True if a person wrote at least one reply by hand. Default: false. */
  readonly synthetic?: boolean;
  /** The command that shows the run; null if the text does not name it. Default: null. */
  readonly report?: string | null;
  /** The data set, if each conversation asked an item of one. Default: none. */
  readonly dataset?: ScenarioDatasetView | null;
  readonly trials: readonly EndedTrial[];
  readonly ungraded: readonly UngradedTrial[];
}

/** Why a conversation has no value for an expectation. */
interface UngradedTrial {
  readonly index: number;
  readonly about: string;
  readonly reason: string;
  /** The judge's reply, if that is the reason. */
  readonly judge_reply?: string;
}

export type EndedTrial = FinishedTrial | BrokenTrial;

type FinishedTrial = Pick<Extract<Trial, { outcome: 'finished' }>, 'index' | 'outcome'> &
  Pick<ConversationFacts, 'ended'>;

export type BrokenTrial = Pick<Extract<Trial, { reason: string }>, 'index' | 'outcome' | 'reason'>;

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
export function worstValues({ expectation: { grader }, scores }: Shortfall, most: number): readonly WorstValue[] {
  const isOfChecks = grader.grader === 'trial_passes';
  const best = grader.grader === 'expected_behavior' ? ` of ${grader.params.judge.scale.max}` : '';
  const unit = grader.grader === 'metric' ? grader.params.unit : undefined;
  return scores.slice(0, most).map(({ trial, turn, value, findings }) => ({
    trial,
    ...(turn !== undefined && { turn }),
    value: isOfChecks ? null : (unit === undefined ? String(value) : inUnit(value, unit)) + best,
    reason: isOfChecks ? unmetInWords(findings) : judgedInWords(findings),
  }));
}

function judgedInWords([finding]: ScoreWithValue['findings']): string {
  return finding ? finding.reason + votesText(finding.votes) : '';
}

function unmetInWords(findings: ScoreWithValue['findings']): string {
  const unmet = findings.filter(({ holds }) => holds !== true);
  return unmet.map(({ about, reason }) => `${shortAbout(about)}: ${reason}`).join('; ');
}
