import type { JsonValue } from '#model/data/json.js';
import { isObject } from '#model/data/json.js';
import { defaultStyles, type StyleAxis, styleAxes, type WritingStyles } from '#model/writing-style.js';

/** What `writing_style` says: null for users without a style, else the usual texts with those of its axes in their place. */
export function writingStyles(written: JsonValue | undefined): WritingStyles | null {
  if (written === false) return null;
  if (!isObject(written)) return defaultStyles;
  const texts = (axis: StyleAxis) => textsOf(Object.hasOwn(written, axis) ? written[axis] : undefined);
  const entries = styleAxes.map((axis) => [axis, texts(axis) ?? defaultStyles[axis]] as const);
  return Object.fromEntries(entries) as WritingStyles;
}

/** One text or several; undefined for none. */
function textsOf(written: JsonValue | undefined): readonly string[] | undefined {
  const texts = [written].flat().filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts;
}
