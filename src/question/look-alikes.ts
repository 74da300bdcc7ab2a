import { invisible } from './fold.js';

/** Words that stand before an equals sign in a verdict. */
export const verdictWords = ['SCORE', 'DECISION', 'REASON'] as const;
export type VerdictWord = (typeof verdictWords)[number];
/** Words that stand before an equals sign where a reply says what comes next. */
export type AnswerWord = VerdictWord | 'NEXT';

const decoration = `[\\s${invisible}*_\`"']*`;

/**
 * Source of a pattern, for folded text with flag `u`, of everything that could be taken for `WORD=`, up to the equals sign.
 * `high_score=` and `score ==` are ordinary code and not meant.
 */
export function assignmentLike(word: AnswerWord): string {
  const letters = [...word].join(`[\\s${invisible}]*`);
  return `(?<![\\p{L}\\p{N}]_{0,3})${letters}${decoration}=(?!=)`;
}

/** Finds, in folded text, everything that could be taken for a verdict: `WORD=` and a value. */
export function verdictLike(word: AnswerWord, value: string): RegExp {
  return new RegExp(`${assignmentLike(word)}${decoration}(?:${value})`, 'gu');
}
