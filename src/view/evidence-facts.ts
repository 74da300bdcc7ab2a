import { checksOfGrader, judgedChecks, rubricsOf } from '#model/case/grader.js';
import type { Case } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { type Fact, text } from './view.js';

/** Returns the facts of a run that say on which evidence its verdict rests: judges, data sets, the prompt, the age of the replies. */
export function evidenceFacts(
  { evidence, try: attempt, eva_version }: RunResult,
  { cases }: Pick<RunPlan, 'cases'>,
  freshness: 'fresh' | 'stale' | undefined,
): readonly Fact[] {
  const judges = unique(cases.flatMap(judgesOf));
  const files = unique(cases.flatMap(({ dataset }) => dataset?.file ?? []));
  return [
    ...judges.map((judge): Fact => ({ name: 'judge', value: text(judge) })),
    ...files.map((file): Fact => ({ name: 'data_set', value: text(file) })),
    ...(attempt === undefined ? [] : [{ name: 'attempt', value: attempt } as const]),
    ...(evidence.oldest_reply === null ? [] : [{ name: 'oldest_reply', value: text(evidence.oldest_reply) } as const]),
    ...(freshness === undefined ? [] : [{ name: 'evidence', value: text(freshness) } as const]),
    { name: 'prompt_digest', value: text(evidence.prompt) },
    { name: 'eva_version', value: text(eva_version) },
  ];
}

function unique(names: readonly string[]): readonly string[] {
  return uniqueBy(names, (name) => name);
}

function judgesOf({ subject, expectations }: Case): readonly string[] {
  const ofGraders = expectations.flatMap(({ grader }) => {
    if (grader.grader === 'expected_behavior') return [grader.params.judge.model];
    if (grader.grader !== 'trial_passes') return [];
    const checks = checksOfGrader(grader).filter(({ op }) => judgedChecks.includes(op));
    return [
      ...rubricsOf(grader.params).map(({ judge }) => judge.model),
      ...checks.flatMap(({ judge }) => judge?.model ?? []),
    ];
  });
  return subject.kind === 'trigger' ? [...ofGraders, subject.settings.model] : ofGraders;
}
