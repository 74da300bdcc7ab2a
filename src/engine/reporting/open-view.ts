import type { Case } from '#model/case.js';
import { sha256 } from '#model/data/digest.js';
import type { RunPlan } from '#model/run/run.js';
import { inputsOf } from '#view/case-view.js';
import { type CaseView, text, type View, viewSchema } from '#view/view.js';
import type { RunToReport } from './runs-to-report.js';

/** Returns the view of a run without a result: all its cases are unfinished. */
export function openView(run_id: string, plan: RunPlan, { exitCode = 3 }: RunToReport): View {
  const cases = plan.cases.map(openCase);
  return {
    schema: viewSchema,
    kind: 'run',
    title: text(plan.id),
    run_id: text(run_id),
    outcome: 'unfinished',
    flags: ['unfinished', ...(plan.partial ? (['partial'] as const) : [])],
    counts: { passed: 0, failed: 0, inconclusive: 0, unfinished: cases.length, shown: 0 },
    facts: [],
    cases,
    triggering: null,
    shard: plan.manner.shard,
    exit_code: exitCode,
    next: [],
  };
}

const keyLength = 12;

function openCase(testCase: Case): CaseView {
  const { name, subject, at, sample_size } = testCase;
  const none = { total: 0, failed: 0, unusable: 0, ungraded: 0, missing: 0, gave_up: 0, without_texts: 0 };
  return {
    key: sha256(name).slice(0, keyLength),
    name: text(name),
    kind: subject.kind,
    outcome: 'unfinished',
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
  };
}
