import { canonicalJson, sha256 } from '#model/data/digest.js';
import { type StyleAxis, styleAxes, type WritingStyle, type WritingStyles } from '#model/writing-style.js';

/** Whose style is drawn. */
export interface StyleDraw {
  readonly seed: number;
  readonly case: string;
  /** Counted from 0. */
  readonly trial: number;
}

/** The style of one trial's user: each axis on its own and evenly, whatever is drawn for other trials. */
export function drawStyle(styles: WritingStyles, of: StyleDraw): WritingStyle {
  const drawn = styleAxes.map((axis) => [axis, drawFrom(styles[axis], axis, of)]);
  return Object.fromEntries(drawn) as Record<StyleAxis, string>;
}

/** 48 bits of a digest: taken modulo a handful of values they favour none by more than one part in 10^13. */
function drawFrom(values: readonly string[], axis: StyleAxis, { seed, case: name, trial }: StyleDraw): string {
  const bits = Number.parseInt(sha256(canonicalJson({ seed, case: name, trial, axis })).slice(0, 12), 16);
  const value = values[bits % values.length];
  if (value === undefined) throw new Error(`a writing style without values of ${axis} was planned`);
  return value;
}
