import type { RubricView } from '#view/people/answer-view.js';
import type { NamedText } from '#view/text.js';

/** Returns the text of a rubric, after its name if it has one. */
export function rubricTitle({ name, text }: RubricView): string {
  return name ? `${name.raw}: ${text.raw}` : text.raw;
}

/** Returns the meaning of a score: `5: solves the problem`. */
export function levelText({ name, value }: NamedText): string {
  return `${name.raw}: ${value.raw}`;
}
