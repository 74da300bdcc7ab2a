import type { ReplySources } from '../reply/reply-sources.js';
import type { EvidenceDigests, Shard } from './run.js';

/** What kind of look at replies an attempt is: a whole run, one narrowed by `--case`, a shard, a preview, a comparison, a replay. */
export const attemptKinds = ['full', 'partial', 'shard', 'look', 'compare', 'replay'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** How an attempt ended: decided (`passed`, `failed`), a whole shard (`collected`), replies missing (`unfinished`), or a signal (`interrupted`). */
export const attemptOutcomes = ['passed', 'failed', 'collected', 'unfinished', 'interrupted'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Cases by what is known of them; `open` are those that are not decided. */
export interface AttemptCases {
  readonly passed: number;
  readonly failed: number;
  readonly open: number;
}

/** What every line of `.attempts.jsonl` holds: its run and its evidence. */
export interface AttemptFacts {
  readonly run_id: string;
  /** The prompt. */
  readonly id: string;
  readonly evidence: EvidenceDigests;
  readonly kind: AttemptKind;
  /** When the line was written, ISO 8601. */
  readonly ts: string;
  /** The number of this attempt on its evidence, from 1, as the run read it when it was planned. */
  readonly try: number;
  /** The part that a shard collects. */
  readonly shard?: Shard;
  /** The runs of the shards that were merged into this run, which is then no further attempt. */
  readonly shards?: readonly string[];
}

/** Written before the first call or the first kept reply. */
export interface AttemptBegin extends AttemptFacts {
  readonly event: 'begin';
}

/** Written when the first case is red, before anybody is shown it: a run that is killed then leaves this line behind. */
export interface AttemptRed extends AttemptFacts {
  readonly event: 'red';
}

/** Written when a run ends, and again when it is resumed and ends. The last one of a run counts. */
export interface AttemptEnd extends AttemptFacts {
  readonly event: 'end';
  readonly outcome: AttemptOutcome;
  readonly cases: AttemptCases;
  /** Whether a case had failed, or could not pass any more, by then. */
  readonly red: boolean;
  /** Whether any trial counted against its case: a user who ended the run may have seen it. Absent in lines of earlier versions. */
  readonly red_trial?: boolean;
  /** Where its replies came from, as far as it had any. */
  readonly sources: ReplySources;
}

/** One line of `.attempts.jsonl`. */
export type AttemptLine = AttemptBegin | AttemptRed | AttemptEnd;
