import { type ParamsOf, problem } from '#errors/index.js';
import type { SentenceKey } from '#errors/sentences/index.js';
import { isObject } from '#model/data/json.js';
import { quoted } from '#model/text/quoted.js';
import { errorOf } from '../error-texts.js';
import { type Fields, fieldProblems } from '../options/fields.js';

type FlawKey = Extract<SentenceKey, `EVA_BAD_VALUE:definition_${string}`>;

/** A possible mistake in a definition: whether it occurs, the property, and the sentence with its parameters. */
type Mistake = {
  readonly [Key in FlawKey]: readonly [isMade: boolean, property: string, key: Key, params: ParamsOf<Key>];
}[FlawKey];

/** Returns whether a name is lower-case words joined by underscores. */
export function isDefinitionName(name: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name);
}

/** Throws `EvaError` with all problems of a definition: those of its fields, else its mistakes. `maker` is the public function that got it. */
export function checkDefinition<T>(
  [maker, caller]: readonly [string, (definition: T) => unknown],
  definition: T,
  fields: Fields<T>,
  mistakesOf: (definition: T) => readonly Mistake[],
): void {
  const name = isObject(definition) ? definition['name'] : undefined;
  const file = typeof name === 'string' ? `${maker} ${quoted(name)}` : maker;
  const shape = fieldProblems(definition, fields, file);
  const mistakes = shape.length > 0 ? [] : mistakesOf(definition).filter(([isMade]) => isMade);
  const problems = mistakes.map(([, property, key, params]) =>
    problem(key, params as never, { at: { file, property } }),
  );
  if (shape.length + problems.length > 0) throw errorOf([...shape, ...problems], { caller });
}
