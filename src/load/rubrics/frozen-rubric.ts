import type { RubricLevels, Scale } from '#model/case.js';
import type { Place } from '#model/problem.js';

/** The rubric of one behaviour on one scale, as rubrics.yml has it. */
export interface FrozenRubric {
  readonly behavior: string;
  readonly scale: Scale;
  readonly levels: RubricLevels;
  /** The model or person that wrote it. */
  readonly written_by?: string;
  readonly written?: string;
  readonly at?: Place;
}

/** The rubrics of a rubrics.yml, in its order. */
export type FrozenRubrics = readonly FrozenRubric[];

/** The default scale of an expected behaviour. */
export const behaviorScale: Scale = { min: 1, max: 10 };

/** Returns the levels for a behaviour on a scale; null if the file has none. */
export function frozenLevels(rubrics: FrozenRubrics, text: string, scale: Scale): RubricLevels | null {
  return rubrics.find((rubric) => isFor(rubric, text, scale))?.levels ?? null;
}

/** Returns true if a rubric is for this behaviour and scale. Ignores white space around the text. */
export function isFor({ behavior, scale }: Pick<FrozenRubric, 'behavior' | 'scale'>, text: string, other: Scale) {
  return behavior === text.trim() && scale.min === other.min && scale.max === other.max;
}
