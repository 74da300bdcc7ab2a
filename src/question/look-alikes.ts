import { invisible } from './fold.js';

/** Words before an equals sign in a verdict. */
export const verdictWords = ['SCORE', 'DECISION', 'REASON'] as const;
export type VerdictWord = (typeof verdictWords)[number];
/** Words before an equals sign in a verdict or in a reply of the simulated user. */
export type AnswerWord = VerdictWord | 'NEXT';

const decoration = `[\\s${invisible}*_\`"']*`;

/**
 * Returns the source of a pattern for everything in folded text that could pass for `WORD=`, up to the equals sign (flag `u`).
 * It does not match `high_score=` and `score ==`, which are ordinary code.
 */
export function assignmentLike(word: AnswerWord): string {
  const letters = [...word].join(`[\\s${invisible}]*`);
  return `(?<![\\p{L}\\p{N}]_{0,3})${letters}${decoration}=(?!=)`;
}

/** Returns a pattern for everything in folded text that could pass for a verdict: `WORD=` and a value. */
export function verdictLike(word: AnswerWord, value: string): RegExp {
  return new RegExp(`${assignmentLike(word)}${decoration}(?:${value})`, 'gu');
}
