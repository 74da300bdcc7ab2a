import type { RubricLevels, Scale } from '#model/case.js';
import type { Place } from '#model/problem.js';

/** The rubric of one behaviour on one scale, as a file keeps it. */
export interface FrozenRubric {
  readonly behavior: string;
  readonly scale: Scale;
  readonly levels: RubricLevels;
  /** The model or the person that wrote it, and the day. */
  readonly written_by?: string;
  readonly written?: string;
  readonly at?: Place;
}

/** What a rubrics.yml holds, in its order. */
export type FrozenRubrics = readonly FrozenRubric[];

/** The scale of a behaviour whose judge sets none. */
export const behaviorScale: Scale = { min: 1, max: 10 };

/** The levels that a file holds for a behaviour on a scale; null without any. */
export function frozenLevels(rubrics: FrozenRubrics, text: string, scale: Scale): RubricLevels | null {
  return rubrics.find((one) => isFor(one, text, scale))?.levels ?? null;
}

/** True if a rubric was written for this behaviour and scale. White space around the text says nothing. */
export function isFor({ behavior, scale }: Pick<FrozenRubric, 'behavior' | 'scale'>, text: string, other: Scale) {
  return behavior === text.trim() && scale.min === other.min && scale.max === other.max;
}
