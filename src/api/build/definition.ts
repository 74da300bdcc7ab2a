import { problem } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';

/** How problems call a definition: `defineMetric "questions"`. */
export function definitionName(maker: string, definition: unknown): string {
  const name = isObject(definition) ? definition['name'] : undefined;
  return typeof name === 'string' ? `${maker} ${quoted(name)}` : maker;
}

/** A mistake that a definition may hold: whether it does, at which property, and what to say of it. */
type Mistake = readonly [isMade: boolean, property: string, message: string, hint: string];

/** The mistakes that are made, as problems. */
export function definitionProblems(file: string, mistakes: readonly Mistake[]): readonly Problem[] {
  return mistakes.flatMap(([isMade, property, message, hint]) =>
    isMade ? [problem('EVA_BAD_VALUE', message, { at: { file, property }, hint })] : [],
  );
}
