import { canonicalJson, sha256 } from '#model/data/digest.js';
import { type StyleAxis, styleAxes, type WritingStyle, type WritingStyles } from '#model/writing-style.js';

/** The trial for which a writing style is drawn. */
export interface StyleDraw {
  readonly seed: number;
  readonly case: string;
  /** Counts from 0. */
  readonly trial: number;
}

/** Draws the writing style of one trial's user: each axis uniformly, independent of other axes and trials. */
export function drawStyle(styles: WritingStyles, of: StyleDraw): WritingStyle {
  const drawn = styleAxes.map((axis) => [axis, drawFrom(styles[axis], axis, of)]);
  return Object.fromEntries(drawn) as Record<StyleAxis, string>;
}

/** Draws a value with 48 bits of a digest. The bias of the modulo is at most one part in 10^13 for short lists. */
function drawFrom(values: readonly string[], axis: StyleAxis, { seed, case: name, trial }: StyleDraw): string {
  const bits = Number.parseInt(sha256(canonicalJson({ seed, case: name, trial, axis })).slice(0, 12), 16);
  const value = values[bits % values.length];
  if (value === undefined) throw new Error(`a writing style without values of ${axis} was planned`);
  return value;
}
