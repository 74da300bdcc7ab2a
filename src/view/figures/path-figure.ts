import type { ClaimPath } from '#model/run/claim-path.js';
import { groupedDigits } from '#model/text/quoted.js';
import type { Claim } from '../claims/claim-view.js';
import { text } from '../text.js';
import { plural } from '../words/numbers.js';
import type { PathFigure, Point } from './figure.js';

/** The greatest number of points of a line. */
const mostPoints = 400;

/** Returns the figure of a claim that was counted trial by trial. `claim` is its index among the claims of the case. */
export function pathFigure(path: ClaimPath, { found, outcome }: Claim, claim: number): PathFigure {
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
