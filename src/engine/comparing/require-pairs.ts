import { pairRefusals } from '#decide/pairs/pair-refusals.js';
import { EvaError } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { PairQuestion } from '#model/pairs/comparison.js';

/** Throws EVA_UNDERPOWERED if no case has enough pairs to show the margin, and for each named case that has too few. */
export function requirePairs(cases: readonly Case[], question: PairQuestion, named: readonly string[] | null): void {
  const problems = pairRefusals(cases, question, (name) => named?.includes(name) === true);
  if (problems.length > 0) throw new EvaError(problems);
}
