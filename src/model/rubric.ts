import type { RubricLevels } from './grader.js';
import type { Place } from './problem.js';
import type { Scale } from './settings.js';
import { controlCharacter, isBlank } from './text/characters.js';

/** The maximum length of the description of one level, in code points. */
export const maxLevelLength = 600;

/** A flaw of one level of a rubric: `level 3 is blank`. */
export interface RubricFlaw {
  readonly level: string;
  readonly flaw: string;
  /** The level below, if the two say the same. */
  readonly same_as?: string;
}

/**
 * Lists the levels that make a rubric unusable, in the order of the scale: missing, not on the scale, blank, too long, several lines, or
 * the same as the level below.
 */
export function rubricFlaws(levels: Readonly<Record<string, unknown>>, scale: Scale): readonly RubricFlaw[] {
  const wanted = levelsOf(scale);
  return [
    ...wanted.flatMap((level, index) => {
      const [text, below = ''] = [textAt(levels, level), wanted[index - 1]];
      const flaw = flawOf(text);
      if (flaw !== null) return [{ level, flaw }];
      return isSame(text, textAt(levels, below))
        ? [{ level, flaw: `says the same as level ${below}`, same_as: below }]
        : [];
    }),
    ...Object.keys(levels)
      .filter((level) => !wanted.includes(level))
      .map((level) => ({ level, flaw: `is not on the scale from ${scale.min} to ${scale.max}` })),
  ];
}

/** Lists the scores of a scale as texts, from the worst to the best. */
export function levelsOf({ min, max }: Scale): readonly string[] {
  return Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
}

/** Returns the lowest score of the upper half of a scale. A response with this score or more meets the expectation. */
export function upperHalf({ min, max }: Scale): number {
  return Math.floor((min + max) / 2) + 1;
}

/** Returns the description of one level of a complete rubric. Throws if it is missing. */
export function levelText(levels: RubricLevels, level: string): string {
  const text = textAt(levels, level);
  if (typeof text !== 'string') throw new Error(`a rubric without level ${level} was planned`);
  return text;
}

function textAt(levels: Readonly<Record<string, unknown>>, level: string): unknown {
  return Object.hasOwn(levels, level) ? levels[level] : undefined;
}

function isSame(text: unknown, below: unknown): boolean {
  return typeof text === 'string' && typeof below === 'string' && plain(below) === plain(text);
}

function flawOf(text: unknown): string | null {
  if (text === undefined) return 'is missing';
  if (typeof text !== 'string') return 'is not a text';
  if (isBlank(text)) return 'is blank';
  if ([...text].length > maxLevelLength) return `is longer than ${maxLevelLength} characters`;
  if (!isPlainLine(text)) return 'is not one line of plain characters';
  return null;
}

/** Returns true if a YAML file can hold the text unchanged on one line. */
function isPlainLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) && !controlCharacter.test(text);
}

/** Normalises white space and case. */
function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}

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
