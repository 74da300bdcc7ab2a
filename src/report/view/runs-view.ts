import { type Case, modelUnderTest } from '#model/case.js';
import type { CaseOutcome, RunPlan } from '#model/run/run.js';
import { caseKey, inputViews } from './case-view.js';
import { reasonsOf, worstReasons } from './reasons.js';
import { runSentence } from './run-sentence.js';
import type { Text } from './text.js';
import {
  type CaseView,
  type Counts,
  type Fact,
  type Next,
  type Reply,
  text,
  type View,
  type ViewFlag,
  type ViewOutcome,
  viewSchema,
} from './view.js';
import { replyCounts } from './view-of.js';

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

/** What is known of a run that has no result: it was interrupted, or an error ended it. */
interface OpenRun {
  readonly run_id: string;
  readonly exitCode: number;
  readonly settled?: ReadonlyMap<string, CaseOutcome>;
}

/** Returns the view of a run without a result. Settled cases are named, and give no verdict on the prompt. */
export function unfinishedView(plan: RunPlan, { run_id, exitCode, settled }: OpenRun): View {
  const cases = plan.cases.map((testCase) => openCase(testCase, settled?.get(testCase.name)));
  const counts: Counts = replyCounts(cases);
  const flags = ['unfinished', ...(plan.partial ? (['partial'] as const) : [])] as const;
  const { shard } = plan.manner;
  const models = new Set(plan.cases.flatMap(({ subject }) => modelUnderTest(subject)?.model ?? []));
  return {
    schema: viewSchema,
    kind: 'run',
    title: text(plan.id),
    run_id: text(run_id),
    started_at: timeOf(run_id),
    outcome: 'unfinished',
    sentence: text(runSentence({ outcome: 'unfinished', counts, flags, cases, shard, labels: 0 })),
    reasons: worstReasons(cases),
    flags,
    counts,
    facts: [...models].map((model): Fact => ({ name: 'model', value: text(model) })),
    cases,
    triggering: null,
    shard,
    exit_code: exitCode,
    next: [],
  };
}

/** Returns the time in the name of a run, ISO 8601; null without one. */
function timeOf(runId: string): string | null {
  const [, day, time] = /^(\d{8})T(\d{6})Z/.exec(runId) ?? [];
  if (day === undefined || time === undefined) return null;
  return `${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
}

function openCase(testCase: Case, settled: CaseOutcome | undefined): CaseView {
  const { name, subject, at, sample_size } = testCase;
  const none = { total: 0, failed: 0, unusable: 0, ungraded: 0, missing: 0, gave_up: 0, without_texts: 0 };
  const outcome: ViewOutcome = settled === undefined || settled === 'unknown' ? 'unfinished' : settled;
  const own = {
    key: caseKey(name),
    name: text(name),
    kind: subject.kind,
    outcome,
    at: at ?? null,
    inputs: inputViews(subject),
    claims: [],
    trials: { asked: sample_size, ...none },
    stopped_at: null,
    marks: [],
    misses: [],
    groups: [],
    missing: [],
    dataset: null,
    slices: [],
    figures: [],
  };
  return { ...own, reasons: outcome === 'unfinished' ? reasonsOf(own) : [] };
}
