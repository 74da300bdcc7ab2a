import { problem } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';

/** Returns the name of a definition in problems: `defineMetric "questions"`. */
export function definitionName(maker: string, definition: unknown): string {
  const name = isObject(definition) ? definition['name'] : undefined;
  return typeof name === 'string' ? `${maker} ${quoted(name)}` : maker;
}

/** A possible mistake of a definition: whether it applies, the property, and the problem. */
type Mistake = readonly [isMade: boolean, property: string, message: string, hint: string];

/** Lists the mistakes that apply, as problems. */
export function definitionProblems(file: string, mistakes: readonly Mistake[]): readonly Problem[] {
  return mistakes.flatMap(([isMade, property, message, hint]) =>
    isMade ? [problem('EVA_BAD_VALUE', message, { at: { file, property }, hint })] : [],
  );
}
