import type { RubricLevels, Scale } from './case.js';
import { controlCharacter, isBlank } from './text/characters.js';

/** Characters (code points) of the description of one level at most. */
export const longestLevel = 600;

/** What is wrong with one level of a rubric: `level 3 is blank`. */
export interface RubricFlaw {
  readonly level: string;
  readonly flaw: string;
}

/**
 * What keeps levels from being a whole rubric of a scale: a level that is missing or not on it, blank, too long, of more than one
 * line, or no different from the one below. In the order of the scale.
 */
export function rubricFlaws(levels: Readonly<Record<string, unknown>>, scale: Scale): readonly RubricFlaw[] {
  const wanted = levelsOf(scale);
  return [
    ...wanted.flatMap((level, index) => {
      const flaw = flawOf(textAt(levels, level), textAt(levels, wanted[index - 1] ?? ''), wanted[index - 1]);
      return flaw === null ? [] : [{ level, flaw }];
    }),
    ...Object.keys(levels)
      .filter((level) => !wanted.includes(level))
      .map((level) => ({ level, flaw: `is not on the scale from ${scale.min} to ${scale.max}` })),
  ];
}

/** The scores of a scale as texts, from the worst to the best. */
export function levelsOf({ min, max }: Scale): readonly string[] {
  return Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
}

/** The lowest score of the upper half: what a rubric says from there on meets the expectation. */
export function upperHalf({ min, max }: Scale): number {
  return Math.floor((min + max) / 2) + 1;
}

/** The description of one level of a rubric that is whole. Throws if there is none. */
export function levelText(levels: RubricLevels, level: string): string {
  const text = textAt(levels, level);
  if (typeof text !== 'string') throw new Error(`a rubric without level ${level} was planned`);
  return text;
}

function textAt(levels: Readonly<Record<string, unknown>>, level: string): unknown {
  return Object.hasOwn(levels, level) ? levels[level] : undefined;
}

function flawOf(text: unknown, below: unknown, levelBelow: string | undefined): string | null {
  if (text === undefined) return 'is missing';
  if (typeof text !== 'string') return 'is not a text';
  if (isBlank(text)) return 'is blank';
  if ([...text].length > longestLevel) return `is longer than ${longestLevel} characters`;
  if (!isPlainLine(text)) return 'is not one line of plain characters';
  if (typeof below === 'string' && plain(below) === plain(text)) return `says the same as level ${levelBelow}`;
  return null;
}

/** No file could hold another one, or not as it is. */
function isPlainLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text) && !controlCharacter.test(text);
}

/** White space and case aside. */
function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}
