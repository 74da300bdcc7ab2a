import type { ConversationFacts, TrialOutcome, Turn } from '#model/run/trial.js';

/** What a subject said in one trial. */
export interface Answer {
  readonly turns: readonly Turn[];
  readonly outcome: TrialOutcome;
  readonly conversation?: ConversationFacts;
}
