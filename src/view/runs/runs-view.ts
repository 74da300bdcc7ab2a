import type { Text } from '../text.js';
import type { Counts, Fact, Next, Reply, ViewFlag, ViewOutcome, viewSchema } from '../view.js';

/** The runs of one command side by side: several prompts, several models, or one run. */
export interface RunsView {
  readonly schema: typeof viewSchema;
  readonly kind: 'runs';
  /** The worst of the runs: unfinished, failed, inconclusive, passed. */
  readonly outcome: ViewOutcome;
  readonly flags: readonly ViewFlag[];
  /** Runs by outcome. */
  readonly counts: Counts;
  readonly runs: readonly RunLine[];
  /** One for each prompt with several variants; prompts with the same cases share one. Empty unless a command made such runs. */
  readonly matrices: readonly MatrixView[];
  readonly exit_code: number;
  readonly next: readonly Next[];
}

/** One run among several. */
export interface RunLine {
  /** The run in URLs and ids of a page, unique among the runs: letters, digits and `-`. */
  readonly key: string;
  /** The id of the prompt. */
  readonly id: Text;
  /** The name of the variant, or the model; null for an application. */
  readonly variant: Text | null;
  /** null if the run has no folder: it did not begin. */
  readonly run_id: Text | null;
  readonly outcome: ViewOutcome;
  readonly flags: readonly ViewFlag[];
  /** Cases by outcome. */
  readonly counts: Counts;
  readonly facts: readonly Fact[];
  /** Why it has no verdict: what ended it, or the first reason of missing replies. null if it has one. */
  readonly reason: Text | null;
}

/** Cases in rows and variants in columns. Differences between columns are not tested. */
export interface MatrixView {
  /** Keys of the runs, one for each column. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly case: Text;
    /** One cell for each column; null if the run lacks the case. `k` of `n`: trials that passed, if the case has one claim about several. */
    readonly cells: readonly (MatrixCell | null)[];
  }[];
}

export interface MatrixCell {
  readonly outcome: ViewOutcome;
  readonly k?: number;
  readonly n?: number;
}

export interface CaseReply {
  /** `CaseView.key`. */
  readonly key: string;
  readonly name: Text;
  readonly reply: Reply;
}
