import type { Evidence } from '../run/run.js';
import type { Comparison, PairOutcome, SideFacts } from './comparison.js';

/** One line of `.compare.jsonl`: a finished comparison of which B is the files of the working tree. */
export interface CompareRow {
  readonly row: 1;
  /** When the comparison began, ISO 8601. */
  readonly ts: string;
  /** The id of the prompt. */
  readonly id: string;
  /** The run of B, whose folder has comparison.json. */
  readonly run_id: string;
  /** The variant that was compared; absent for a prompt without variants. */
  readonly variant?: string;
  /** The word that named A. */
  readonly against: string;
  readonly a: ComparedBaseline;
  readonly b: ComparedFiles;
  readonly not_worse_by: number;
  readonly alpha: number;
  /** The number of the comparison among those of these files, for which `alpha` is corrected; absent if it is not. */
  readonly try?: number;
  readonly cases: readonly ComparedCase[];
  readonly outcome: PairOutcome;
  /** Set if both sides have the same prompt and models, so that no model was asked. */
  readonly same?: true;
  readonly partial: false;
  /** The number of cases that were omitted to keep the row small. comparison.json has all of them. */
  readonly cut?: number;
  readonly eva_version: string;
}

interface ReplyOrigin {
  /** The earlier whole run whose trials are used; null without one. */
  readonly from_run: string | null;
  /** The numbers of trials of that run, and of trials that this comparison asked. */
  readonly kept: number;
  readonly asked: number;
}

/** A in a row: its prompt and models. Its cases and judge are those of B. */
export interface ComparedBaseline
  extends Pick<Evidence, 'prompt' | 'models' | 'synthetic' | 'oldest_reply'>,
    ReplyOrigin {
  /** As shown: `main (4f2a9c1)`. */
  readonly label: string;
  readonly commit?: string;
}

/** B in a row: the evidence of the files. */
interface ComparedFiles extends Evidence, ReplyOrigin {}

export interface ComparedCase {
  readonly case: string;
  /** The planned number of units, and the number that was used. */
  readonly n: number;
  readonly used: number;
  /** The numbers of pairs in which only B, and only A, is right; null for scores, and if an item has several draws. */
  readonly b: number | null;
  readonly c: number | null;
  /** null for a case with too few pairs to show "not worse", unless it is worse. */
  readonly outcome: PairOutcome | null;
  /** The p-values of "not worse", of its opposite, and of "better". */
  readonly p_value: number | null;
  readonly fail_p: number | null;
  readonly better_p: number | null;
}

/** Returns the row of a comparison; null if it has none: it is unfinished or partial, or B is not the working tree. */
export function compareRowOf(comparison: Comparison, variant?: string): CompareRow | null {
  const { ts, id, against, a, b, margin, alpha, cases, same, partial, state, outcome, eva_version } = comparison;
  const { try: attempt } = comparison;
  if (state !== 'finished' || partial || outcome === null || b.kind !== 'tree') return null;
  const { prompt, models, synthetic, oldest_reply } = a.evidence;
  const { label, commit } = a;
  return {
    row: 1,
    ts,
    id,
    run_id: b.run_id,
    ...(variant !== undefined && { variant }),
    against,
    a: { label, ...(commit !== undefined && { commit }), prompt, models, synthetic, oldest_reply, ...originOf(a) },
    b: { ...b.evidence, ...originOf(b) },
    not_worse_by: margin,
    alpha,
    ...(attempt !== undefined && { try: attempt }),
    cases: cases.map(({ case: name, n, used, counts, outcome, not_worse, better_claim }) => {
      const { p_value, fail_p } = not_worse;
      const [b, c] = counts === null ? [null, null] : [counts.only_b, counts.only_a];
      return { case: name, n, used, b, c, outcome, p_value, fail_p, better_p: better_claim.p_value };
    }),
    outcome,
    ...(same && { same: true }),
    partial: false,
    eva_version,
  };
}

function originOf({ from_run, kept, asked }: SideFacts): ReplyOrigin {
  return { from_run, kept, asked };
}
