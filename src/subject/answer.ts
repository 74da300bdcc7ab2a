import type { Case } from '#model/case.js';
import type { ConversationFacts, TrialOutcome, Turn } from '#model/run/trial.js';
import { NoReply, RanOutOfTime } from '#provider/failure.js';

/** One trial of a case, with its subject and the text of the prompt. */
export interface SubjectTrial<S> {
  readonly testCase: Case;
  readonly subject: S;
  /** The text of the prompt, with its placeholders. */
  readonly body: string;
  /** Counts from 0. */
  readonly trial: number;
}

/** The turns of one trial, and its outcome. */
export interface Answer {
  readonly turns: readonly Turn[];
  readonly outcome: TrialOutcome;
  readonly conversation?: ConversationFacts;
}

/**
 * Returns the outcome of a trial in which a call got no reply: `missing`, or `failed` after a timeout that counts as a failure.
 * Undefined for any other error.
 */
export function outcomeWithout(error: unknown): Exclude<TrialOutcome, { readonly outcome: 'finished' }> | undefined {
  if (error instanceof NoReply) return { outcome: 'missing', reason: error.message, why: error.why };
  if (error instanceof RanOutOfTime) return { outcome: 'failed', reason: error.message, timed_out: true };
  return undefined;
}
