import type { ConversationFacts } from '#model/run/trial.js';
import type { ItemView } from '../dataset/dataset-view.js';
import type { Text } from '../text.js';
import type { FindingView } from './finding-view.js';
import type { TurnView } from './turn-view.js';

export type ReplyOutcome = 'passed' | 'failed' | 'ungraded' | 'missing';

/** Replies of a case with equal texts and outcomes. Trials are counted from 0. */
export interface Group {
  /** The digest of their texts. */
  readonly digest: string;
  readonly times: number;
  readonly trials: readonly number[];
  readonly styles_differ?: true;
  readonly example: Reply;
}

export interface Reply {
  readonly trial: number;
  /** null if the case has no data set. */
  readonly item: ItemView | null;
  readonly outcome: ReplyOutcome;
  /** True if its texts are only in `trials.jsonl`. */
  readonly is_cut: boolean;
  readonly turns: readonly TurnView[];
  /** The piece of the reply that checks and rubrics saw; absent if it is the whole reply. */
  readonly extracted?: Text;
  /** All graded parts. */
  readonly findings: readonly FindingView[];
  /** Why the response is not usable; null if it is usable. */
  readonly unusable: Text | null;
  /** Why the reply or its grading is missing. */
  readonly missing?: Text;
  readonly latency_s: number | null;
  readonly conversation: ConversationView | null;
}

export interface ConversationView {
  readonly ended: ConversationFacts['ended'];
  /** The user's writing style, one word or clause per axis. */
  readonly style: readonly Text[];
  readonly unanswered: Text | null;
}
