import { type ParamsOf, problem } from '#errors/index.js';
import type { SentenceKey } from '#errors/sentences/index.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';

/** Returns the name of a definition in problems: `defineMetric "questions"`. */
export function definitionName(maker: string, definition: unknown): string {
  const name = isObject(definition) ? definition['name'] : undefined;
  return typeof name === 'string' ? `${maker} ${quoted(name)}` : maker;
}

type FlawKey = Extract<SentenceKey, `EVA_BAD_VALUE:definition_${string}`>;

/** A possible mistake in a definition: whether it occurs, the property, and the sentence with its parameters. */
type Mistake = {
  readonly [Key in FlawKey]: readonly [isMade: boolean, property: string, key: Key, params: ParamsOf<Key>];
}[FlawKey];

/** Returns a problem for each mistake that occurs. */
export function definitionProblems(file: string, mistakes: readonly Mistake[]): readonly Problem[] {
  return mistakes.flatMap(([isMade, property, key, params]) =>
    isMade ? [problem(key, params as never, { at: { file, property } })] : [],
  );
}
