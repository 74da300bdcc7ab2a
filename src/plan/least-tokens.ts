import { problem } from '#errors/index.js';
import { type Case, modelUnderTest } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { routeModel } from '#provider/model-name.js';
import { typeOf } from '#provider/types/index.js';
import { judgesOf, simulatedUsersOf } from './evidence/case-evidence.js';

/** Returns a problem for each model whose `max_tokens` is below the least that its server accepts, once for each place of the model. */
export function limitsBelowLeast(cases: readonly Case[], { providers }: LibraryConfig): readonly Problem[] {
  const all = cases.flatMap((testCase) => {
    const subject = modelUnderTest(testCase.subject);
    return [...(subject ? [subject] : []), ...judgesOf(testCase), ...simulatedUsersOf(testCase)];
  });
  const found = all.flatMap(({ model, max_tokens, at }) => {
    const result = routeModel(model, providers);
    const { leastTokens: least = 1 } = 'route' in result ? typeOf(result.route.config) : {};
    const isBelow = max_tokens > 0 && max_tokens < least; // embeddings have 0
    return isBelow ? [problem('EVA_BAD_VALUE:least_tokens', { model, max_tokens, least }, { at })] : [];
  });
  return uniqueBy(found, ({ message, at }) => `${message} ${at?.file} ${at?.line}`);
}
