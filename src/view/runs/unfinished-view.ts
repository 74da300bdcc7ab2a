import { type Case, modelUnderTest } from '#model/case.js';
import type { CaseOutcome, RunPlan } from '#model/run/run.js';
import { caseKey, inputsOf } from '../case-view.js';
import { type CaseView, type Counts, type Fact, text, type View, type ViewOutcome, viewSchema } from '../view.js';
import { countsOf } from '../view-of.js';
import { reasonsOf, worstReasons } from '../words/reasons.js';
import { runSentence } from '../words/run-sentence.js';

/** What is known of a run that has no result: it was interrupted, or an error ended it. */
export interface OpenRun {
  readonly run_id: string;
  readonly exitCode: number;
  /** The outcomes of cases that were settled, by name. */
  readonly settled?: ReadonlyMap<string, CaseOutcome>;
}

/** Returns the view of a run without a result. Settled cases are named, and give no verdict on the prompt. */
export function unfinishedView(plan: RunPlan, { run_id, exitCode, settled }: OpenRun): View {
  const cases = plan.cases.map((testCase) => openCase(testCase, settled?.get(testCase.name)));
  const counts: Counts = countsOf(cases);
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
    inputs: inputsOf(subject),
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
