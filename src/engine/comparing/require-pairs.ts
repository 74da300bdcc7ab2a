import { pairRefusals } from '#decide/pairs/pair-outlooks.js';
import { EvaError } from '#errors/index.js';
import type { AttemptLines } from '#lifecycle/attempts/attempts.js';
import { compareLevel, nextCompareAttempt } from '#lifecycle/attempts/compare-attempts.js';
import type { Case } from '#model/case.js';
import type { PairQuestion } from '#model/pairs/comparison.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';

/** Throws EVA_UNDERPOWERED if no case has enough pairs to show the margin, and for each named case that has too few. */
export function requirePairs(cases: readonly Case[], question: PairQuestion, named: readonly string[] | null): void {
  const problems = pairRefusals(cases, question, (name) => named?.includes(name) === true);
  if (problems.length > 0) throw new EvaError(problems);
}

/** Returns the question with the level of a comparison that begins now, if the rules of B's prompt correct levels for the number of attempts. */
export function correctedQuestion(
  question: PairQuestion,
  { prompt, plan }: Pick<OpenPrompt, 'prompt' | 'plan'>,
  attempts: () => AttemptLines,
): PairQuestion {
  if (prompt.promotion.tries !== 'corrected') return question;
  const attempt = nextCompareAttempt(plan.evidence, attempts());
  return { ...question, alpha: compareLevel(attempt), try: attempt };
}
