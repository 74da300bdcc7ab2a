import type { Case } from '#model/case.js';
import type { ClaimPath } from '#model/run/claim-path.js';
import type { CaseResult } from '#model/run/run.js';
import type { Claim } from '../claims/claim-view.js';
import { claimOrder } from '../claims/claims.js';
import type { DatasetView } from '../dataset/dataset-view.js';
import { confusionFigures } from './confusion-figure.js';
import type { Figure } from './figure.js';
import { pathFigure } from './path-figure.js';
import { valueFigures } from './value-figures.js';

/** Returns the path of each claim of a case, in the order of its verdicts; null for a claim that does not count passes. */
export type PathsOf = (testCase: Case, result: CaseResult) => readonly (ClaimPath | null)[];

/** The shown parts of a case that its figures are about. */
interface ShownCase {
  readonly claims: readonly Claim[];
  readonly dataset: DatasetView | null;
}

/** Returns the figures of a case: paths of its claims if `pathsOf` is known, confusions of its classes, and values of its trials. */
export function figuresOf(
  result: CaseResult,
  testCase: Case | undefined,
  { claims, dataset }: ShownCase,
  pathsOf: PathsOf | undefined,
): readonly Figure[] {
  if (!testCase || result.look) return [];
  const paths = pathsOf?.(testCase, result) ?? [];
  const lines = claimOrder(result.verdicts).flatMap((verdict, index) => {
    const [path, claim] = [paths[verdict], claims[index]];
    return path && claim ? [pathFigure(path, claim, index)] : [];
  });
  return [...lines, ...confusionFigures(dataset), ...valueFigures(result, testCase)];
}
