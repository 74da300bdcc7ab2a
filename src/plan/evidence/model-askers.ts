import { type Case, modelUnderTest } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import type { ModelAsker, ModelRole } from '#model/reply/reply-sources.js';
import type { ModelSettings } from '#model/settings.js';
import { embeddingsOf, judgesOf, simulatedUsersOf } from './case-evidence.js';

/** Lists the models that cases call, with the part that each plays and where a file names it. Each once for a role and a place. */
export function modelAskers(cases: readonly Case[]): readonly ModelAsker[] {
  const all = cases.flatMap((testCase) => {
    const subject = modelUnderTest(testCase.subject);
    const embeddings = testCase.expectations.flatMap(({ grader }) => embeddingsOf(grader));
    const judges = judgesOf(testCase).filter(({ max_tokens }) => max_tokens > 0); // the others make embeddings
    return [
      ...(subject ? [askerOf('the model under test', subject)] : []),
      ...simulatedUsersOf(testCase).map((settings) => askerOf('the simulated user', settings)),
      ...judges.map((settings) => askerOf('the judge', settings)),
      ...embeddings.map((settings) => askerOf('the embedding model', settings)),
    ];
  });
  return uniqueAskers(all);
}

/** Removes repetitions of a model in the same role, named at the same place. */
export function uniqueAskers(askers: readonly ModelAsker[]): readonly ModelAsker[] {
  return uniqueBy(askers, ({ role, model, at }) => JSON.stringify([role, model, at?.file, at?.line, at?.property]));
}

function askerOf(role: ModelRole, { model, at }: ModelSettings): ModelAsker {
  return { role, model, at: at ?? null };
}
