import { canonicalJson, sha256 } from '../data/digest.js';
import type { AttemptKind, ReplySources } from '../reply/reply-sources.js';
import type { EvidenceDigests, Shard } from './run.js';

/**
 * How attempts end: decided (`passed`, `failed`), complete, and to be decided by labels of people (`waiting`), complete shard, or nothing to
 * judge (`collected`), missing replies (`unfinished`), signal (`interrupted`).
 */
export const attemptOutcomes = ['passed', 'failed', 'waiting', 'collected', 'unfinished', 'interrupted'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Counts of cases by outcome. `open`: not decided. */
export interface AttemptCases {
  readonly passed: number;
  readonly failed: number;
  readonly open: number;
}

/** The names of two runs, A first. */
export type ComparedRunNames = readonly [a: string, b: string];

/** The fields of every line of `.attempts.jsonl`: the run and its evidence. */
export interface AttemptFacts {
  readonly run_id: string;
  readonly id: string;
  readonly evidence: EvidenceDigests;
  readonly kind: AttemptKind;
  /** The time of the line, ISO 8601. */
  readonly ts: string;
  /** The number of this attempt on its evidence, from 1, determined when the run was planned. */
  readonly try: number;
  /** The shard, if the attempt collects one. */
  readonly shard?: Shard;
  /** The runs of the shards that were merged into this run. Such a run is not a further attempt. */
  readonly shards?: readonly string[];
  /** Processes with replies that nothing judged, where later ones drew others, and missing ones that others continued: each is an attempt. Absent without any. */
  readonly redrawn?: readonly string[];
  /** The whole runs whose trials a comparison took for A and B. Absent unless both sides have one. */
  readonly pair?: ComparedRunNames;
  /** The digests of the items of its data sets. Absent without any. */
  readonly datasets?: readonly string[];
}

/** Written before the first call and before the first reply is read from a journal, a cache or a recording. */
export interface AttemptBegin extends AttemptFacts {
  readonly event: 'begin';
}

/** Written when the first case is red, before anything is shown, so that a killed run leaves this line behind. */
export interface AttemptRed extends AttemptFacts {
  readonly event: 'red';
}

/** Written when a run ends, and again each time it is resumed and ends. The last one counts. */
export interface AttemptEnd extends AttemptFacts {
  readonly event: 'end';
  readonly outcome: AttemptOutcome;
  readonly cases: AttemptCases;
  /** True if at least one case had failed, or could not pass any more. */
  readonly red: boolean;
  /**
   * True if a trial counted against its case, or has replies that nothing has scored, unless an outage ended it: who ended the run may have seen
   * it.
   */
  readonly red_trial: boolean;
  readonly sources: ReplySources;
  /** The digest of the begin line and the row, so that neither can be changed alone. Absent without a row. */
  readonly row?: string;
}

/** One line of `.attempts.jsonl`. */
export type AttemptLine = AttemptBegin | AttemptRed | AttemptEnd;

/** Returns the digest of the begin line of an attempt and the row of its run, as they are stored. */
export function rowDigest(begin: AttemptLine | undefined, row: object): string {
  return sha256(canonicalJson([begin, row]));
}
