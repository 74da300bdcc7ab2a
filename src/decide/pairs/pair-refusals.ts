import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { PairQuestion } from '#model/pairs/comparison.js';
import type { Problem } from '#model/problem.js';
import { firstWhere } from '#stats/numbers.js';
import { pairFeasibility } from './pair-feasibility.js';
import { pairUnits } from './pair-units.js';

/**
 * Returns a problem for each case that is named, by `--case` or `compare.cases`, and whose pairs cannot show the margin; for each case if no case
 * can. Other cases that cannot are listed by a comparison and decide nothing.
 */
export function pairRefusals(
  cases: readonly Case[],
  question: PairQuestion,
  isNamed: (name: string) => boolean = () => false,
): readonly Problem[] {
  const judged = cases.filter(({ look }) => !look);
  const problems = judged.flatMap((testCase) => {
    const found = refusalOf(testCase, question);
    return found ? [{ found, isNamed: isNamed(testCase.name) }] : [];
  });
  const isNoneLeft = problems.length === judged.length;
  return problems.filter((one) => isNoneLeft || one.isNamed).map(({ found }) => found);
}

function refusalOf(testCase: Case, question: PairQuestion): Problem | null {
  const units = pairUnits(testCase);
  const { decides, needs } = pairFeasibility(testCase, question, units);
  if (decides) return null;
  const pointsAllowed = firstWhere(
    1,
    99,
    (points) => pairFeasibility(testCase, { ...question, margin: points / 100 }, units).decides,
  );
  const params = {
    case: testCase.name,
    pairs: units.n,
    noun: `${units.unit}${units.n === 1 ? '' : 's'}`,
    margin: question.margin,
    needed: needs,
    allowed: pointsAllowed === null ? null : pointsAllowed / 100,
    hasItems: testCase.dataset !== undefined,
  };
  return problem('EVA_UNDERPOWERED:margin', params, { at: testCase.at });
}
