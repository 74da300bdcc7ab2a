import type { Case } from '#model/case.js';
import type { ClaimPath } from '#model/run/claim-path.js';
import type { CaseResult } from '#model/run/run.js';
import { groupedDigits, oneLine } from '#model/text/quoted.js';
import type { Claim } from '../claims/claim-view.js';
import { claimOrder } from '../claims/claims.js';
import type { ClassesView, DatasetView } from '../dataset/dataset-view.js';
import { text } from '../text.js';
import { plural } from '../words/numbers.js';
import type { ConfusionFigure, Figure, PathFigure, Point } from './figure.js';
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

/** The greatest number of points of a line. */
const mostPoints = 400;

/** Returns the figure of a claim that was counted trial by trial. `claim` is its index among the claims of the case. */
function pathFigure(path: ClaimPath, { found, outcome }: Claim, claim: number): PathFigure {
  const { n, used, misses, pass, stop, limit } = path;
  const points = misses.map((at, index): Point => [at, index + 1]);
  const { unit } = found;
  const passes = lineOf(pass);
  const stops = lineOf(stop);
  return {
    figure: 'path',
    claim,
    unit,
    up: 'misses',
    across: `${unit}s`,
    most: n,
    points: thinned([[0, 0], ...points, [used, misses.length]]),
    ...(passes.length > 0 && { pass: passes }),
    ...(limit !== null ? { limit } : stops.length > 0 && { stop: stops }),
    sentence: text(sentenceOf(path, unit, outcome)),
  };
}

function sentenceOf({ n, used, misses, limit }: ClaimPath, unit: string, outcome: Claim['outcome']): string {
  const counted = `${plural(misses.length, 'miss', 'misses')} in ${groupedDigits(used)} of at most ${plural(n, unit)}.`;
  if (limit !== null && misses.length > limit) return `${counted} At most ${groupedDigits(limit)} may miss.`;
  if (outcome === 'passed')
    return `${counted} That is few enough to pass${used < n ? ', so the rest was not needed' : ''}.`;
  if (used >= n) return `${counted} That is too many to pass.`;
  return outcome === 'failed'
    ? `${counted} That is too many to pass, so it ended.`
    : `${counted} A pass had become unlikely or impossible, so it ended.`;
}

function lineOf(values: readonly (number | null)[]): readonly Point[] {
  const points: Point[] = [];
  let last: number | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null || value === last || value < 0) continue;
    points.push([index + 1, value]);
    last = value;
  }
  const end = values.length;
  if (last !== null && points.at(-1)?.[0] !== end) points.push([end, last]);
  return thinned(points);
}

/** Leaves out points of a long line, but not its ends. */
function thinned(points: readonly Point[]): readonly Point[] {
  const own = points.filter(
    (point, index) => index === 0 || point[0] !== points[index - 1]?.[0] || point[1] !== points[index - 1]?.[1],
  );
  if (own.length <= mostPoints) return own;
  const step = (own.length - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, index) => own[Math.round(index * step)]).flatMap((point) =>
    point ? [point] : [],
  );
}

/** Returns a table of expected and answered classes for each expectation about classes. */
function confusionFigures(dataset: DatasetView | null): readonly ConfusionFigure[] {
  return (dataset?.classes ?? []).map(confusionFigure);
}

function confusionFigure({ expectation, classes, matrix, n, confusions }: ClassesView): ConfusionFigure {
  const [first] = confusions;
  const worst = first && {
    row: classes.findIndex(({ raw }) => raw === first.expected.raw),
    column: first.answered === null ? classes.length : classes.findIndex(({ raw }) => raw === first.answered?.raw),
  };
  const mistake = first
    ? `Most frequent mistake: ${oneLine(first.expected.raw)} answered as ${first.answered ? oneLine(first.answered.raw) : 'none of the classes'}, ${first.times} of ${first.of}.`
    : 'All of them are right.';
  return {
    figure: 'confusion',
    expectation,
    labels: classes,
    counts: matrix,
    worst: worst ?? null,
    sentence: text(`${plural(n, 'answer')} by expected and answered class. ${mistake}`),
  };
}
