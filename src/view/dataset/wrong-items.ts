import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { type Score, scoresByTrial } from '#model/run/score.js';
import type { Trial } from '#model/run/trial.js';
import { findingsOf, isPlainPass, outcomeOfReply } from '../replies/findings.js';

/** An answer to an item that did not pass. */
export interface WrongItem {
  /** The id of the item. */
  readonly id: string;
  /** The number of the answer to this item, from 0. */
  readonly draw: number;
  /** The number of the trial, from 0. */
  readonly trial: number;
  /** `ungraded`: no expectation failed, and one has no value. */
  readonly outcome: 'failed' | 'ungraded';
  /** The value of each slice field. */
  readonly slices: Readonly<Record<string, string>>;
  /** Why it did not pass, a sentence each. */
  readonly reasons: readonly string[];
}

/** Lists the answers of a case on a data set that did not pass, in trial order. */
export function wrongItems(result: CaseResult, testCase: Case): readonly WrongItem[] {
  const scores = scoresByTrial(result.scores);
  return result.trials.flatMap((trial) => wrongItem(trial, scores.get(trial.index) ?? [], testCase) ?? []);
}

function wrongItem(trial: Trial, scores: readonly Score[], testCase: Case): WrongItem | undefined {
  if (isPlainPass(trial, scores, testCase)) return undefined;
  const findings = findingsOf(trial, scores, testCase);
  const outcome = outcomeOfReply(trial, findings);
  const { origin, index } = trial;
  if (!origin || (outcome !== 'failed' && outcome !== 'ungraded')) return undefined;
  const found = findings
    .filter(({ mark }) => mark !== 'passed')
    .map(({ about, reason }) => (reason.raw === '' ? about.raw : `${about.raw}: ${reason.raw}`));
  const reasons = trial.outcome === 'failed' && found.length === 0 ? [trial.reason] : found;
  return { id: origin.item, draw: origin.draw, trial: index, outcome, slices: origin.slices ?? {}, reasons };
}
