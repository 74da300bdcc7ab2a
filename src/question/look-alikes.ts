import { invisible } from './fold.js';

/** The words before an equals sign in a verdict. */
export const verdictWords = ['SCORE', 'DECISION', 'REASON'] as const;
export type VerdictWord = (typeof verdictWords)[number];
/** The words before an equals sign in a verdict or in a reply of the simulated user. */
export type AnswerWord = VerdictWord | 'NEXT';

const decoration = `[\\s${invisible}*_\`"']*`;

/**
 * Returns the source of a pattern (flag `u`) that matches anything in folded text that could be read as `WORD=`, up to the equals
 * sign. It does not match `high_score=` and `score ==`, which are ordinary code.
 */
export function assignmentLike(word: AnswerWord): string {
  const letters = [...word].join(`[\\s${invisible}]*`);
  return `(?<![\\p{L}\\p{N}]_{0,3})${letters}${decoration}=(?!=)`;
}

/** Returns a pattern that matches anything in folded text that could be read as a verdict: `WORD=` and a value. */
export function verdictLike(word: AnswerWord, value: string): RegExp {
  return new RegExp(`${assignmentLike(word)}${decoration}(?:${value})`, 'gu');
}
