import { type ParamsOf, problem } from '#errors/index.js';
import { groupBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';

/** The part of the parameters of EVA_NO_KEY that is the same for all prompts of a command. */
type Key = Omit<ParamsOf<'EVA_NO_KEY:prompts'>, 'ids'>;

/** Returns the problems of prompts without a key (EVA_NO_KEY), once for each variable. One prompt alone keeps its own. */
export function onceForPrompts(found: ReadonlyMap<string, readonly Problem[]>): readonly Problem[] {
  if (found.size === 1) return [...found.values()].flat();
  const all = [...found].flatMap(([id, problems]) => problems.map(({ fix }) => ({ id, key: fix as unknown as Key })));
  return [...groupBy(all, ({ key }) => key.variable)].flatMap(([, own]) => {
    const [first] = own;
    if (!first) return [];
    const { provider, variable, isEmpty, similar } = first.key;
    const env_file = own.map(({ key }) => key.env_file).find((file) => file !== null) ?? null;
    const hasRecordings = own.every(({ key }) => key.hasRecordings);
    const key = { provider, variable, isEmpty, ...(similar !== undefined && { similar }), env_file, hasRecordings };
    return [problem('EVA_NO_KEY:prompts', { ...key, ids: [...new Set(own.map(({ id }) => id))] })];
  });
}
