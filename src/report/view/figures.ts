import type { Case, Expectation } from '#model/case.js';
import { rubricName, rubricsOf } from '#model/grader.js';
import type { CaseResult } from '#model/run/run.js';
import { knownLatency, type Score, type Trial } from '#model/run/trial.js';
import type { ClaimPath } from '#model/run/verdict.js';
import { groupedDigits, oneLine } from '#model/text/quoted.js';
import { claimOrder } from './claims.js';
import type { ClassesView, DatasetView } from './dataset-view.js';
import { askedBy, isAsAsked, wantsMore } from './findings.js';
import { inUnit, plural } from './reasons.js';
import { text } from './text.js';
import type { BinsFigure, Claim, ConfusionFigure, DotsFigure, Figure, PathFigure, Point } from './view.js';

/** Returns the path of each claim of a case, in the order of its verdicts; null for a claim that does not count passes. */
export type PathsOf = (testCase: Case, result: CaseResult) => readonly (ClaimPath | null)[];

/** Returns the figures of a case: paths of its claims if `pathsOf` is known, confusions of its classes, and values of its trials. */
export function figuresOf(
  result: CaseResult,
  testCase: Case | undefined,
  { claims, dataset }: { readonly claims: readonly Claim[]; readonly dataset: DatasetView | null },
  pathsOf: PathsOf | undefined,
): readonly Figure[] {
  if (!testCase || result.look) return [];
  const paths = pathsOf?.(testCase, result) ?? [];
  const lines = claimOrder(result.verdicts).flatMap((verdict, index) => {
    const [path, claim] = [paths[verdict], claims[index]];
    return path && claim ? [pathFigure(path, claim, index)] : [];
  });
  return [...lines, ...(dataset?.classes ?? []).map(confusionFigure), ...valueFigures(result, testCase)];
}

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
    sentence: text(missSentence(path, unit, outcome)),
  };
}

function missSentence({ n, used, misses, limit }: ClaimPath, unit: string, outcome: Claim['outcome']): string {
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

/** Up to so many values have a dot each. */
const mostDots = 200;

interface Series {
  readonly about: string;
  readonly unit: string;
  readonly threshold: number | null;
  readonly better: 'up' | 'down' | null;
  readonly is_strict?: true;
  readonly scale?: readonly [least: number, greatest: number];
  readonly values: readonly number[];
  readonly unknown: number;
}

function valueFigures({ trials, scores }: CaseResult, testCase: Case): readonly (DotsFigure | BinsFigure)[] {
  const measured = testCase.expectations.flatMap((expectation, index) => {
    const own = scores.filter((score) => score.expectation === index);
    return seriesOf(expectation, own);
  });
  const isTimed = measured.some(({ about }) => about.includes('latency'));
  const all = isTimed ? measured : [...measured, latencies(trials)];
  return all.filter(({ values }) => values.length > 1).map(figureOf);
}

function seriesOf(expectation: Expectation, scores: readonly Score[]): readonly Series[] {
  const { grader, about } = expectation;
  switch (grader.grader) {
    case 'trial_passes':
      return rubricsOf(grader.params).map(({ judge }, index, rubrics) => {
        const values = scores.flatMap(({ findings }) => scoreOf(findings, grader.params.checks.length + index));
        const name = rubrics.length > 1 ? `judge: ${rubricName(rubrics, index)}` : 'judge';
        return {
          about: name,
          unit: '',
          threshold: judge.pass_threshold,
          better: 'up',
          scale: [judge.scale.min, judge.scale.max],
          values,
          unknown: scores.length - values.length,
        };
      });
    case 'expected_behavior':
    case 'metric': {
      const values = scores.flatMap(({ value }) => value ?? []);
      const unit = grader.grader === 'metric' ? grader.params.unit : '';
      const shared = { about: oneLine(about), unit, ...barOf(expectation), ...scaleOf(expectation) };
      return [{ ...shared, values, unknown: scores.length - values.length }];
    }
    default:
      return [];
  }
}

/** Returns the score of the finding at this place, in a list without findings about the answer itself. */
function scoreOf(findings: Score['findings'], place: number): readonly number[] {
  const score = findings[place]?.score;
  return score === undefined ? [] : [score];
}

function barOf({ grader, criteria }: Expectation): Pick<Series, 'threshold' | 'better' | 'is_strict'> {
  const asked = criteria.flatMap((spec) => askedBy(grader, spec) ?? []);
  const [first] = asked;
  if (!first) return { threshold: null, better: null };
  const isStrict = !isAsAsked(first.bar, first);
  return { threshold: first.bar, better: wantsMore(first.side) ? 'up' : 'down', ...(isStrict && { is_strict: true }) };
}

function scaleOf({ grader }: Expectation): Pick<Series, 'scale'> {
  if (grader.grader !== 'expected_behavior') return {};
  const { min, max } = grader.params.judge.scale;
  return { scale: [min, max] };
}

function latencies(trials: readonly Trial[]): Series {
  const known = trials.map(({ turns, cut }) =>
    turns.reduce<number | null>(
      (sum, turn) => {
        const latency = cut && turn.latency === 0 ? null : knownLatency(turn);
        return sum === null || latency === null ? null : sum + latency;
      },
      turns.length === 0 ? null : 0,
    ),
  );
  const values = known.flatMap((value) => value ?? []);
  return { about: 'latency', unit: 's', threshold: null, better: null, values, unknown: known.length - values.length };
}

function figureOf(series: Series): DotsFigure | BinsFigure {
  const { about, unit, scale, values, unknown, ...bar } = series;
  const facts = { about: text(about), unit: text(unit), ...bar, ...(scale && { scale }) };
  const shared = { ...facts, sentence: text(valueSentence(series)) };
  if (values.length <= mostDots) return { figure: 'dots', ...shared, values };
  return { figure: 'bins', ...shared, ...binsOf(values), unknown };
}

function valueSentence({ about, unit, threshold, better, is_strict, values }: Series): string {
  const ordered = [...values].sort((a, b) => a - b);
  const [least, most] = [ordered[0] ?? 0, ordered.at(-1) ?? 0];
  const middle = ordered[Math.floor((ordered.length - 1) / 2)] ?? 0;
  const range =
    least === most
      ? `all ${inUnit(least, unit)}`
      : `from ${inUnit(least, unit)} to ${inUnit(most, unit)}, median ${inUnit(middle, unit)}`;
  const start = `${about}: ${plural(values.length, isWhole(values) && unit === '' ? 'score' : 'value')}, ${range}.`;
  if (threshold === null || better === null) return start;
  const good = values.filter((value) =>
    value === threshold ? is_strict !== true : (better === 'up') === value > threshold,
  ).length;
  const side = is_strict ? { up: 'are above', down: 'are below' } : { up: 'reach', down: 'are within' };
  return `${start} ${good} of them ${side[better]} ${inUnit(threshold, unit)}.`;
}

/** Counts of values between edges. Bin i holds values from `edges[i]` to below `edges[i + 1]`; the last one includes its end. */
interface Bins {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** About so many bins; steps are 1, 2 or 5 times a power of ten. */
const wanted = 20;

/** Up to so many different whole numbers have a bin each. */
const mostWhole = 21;

export function isWhole(values: readonly number[]): boolean {
  return values.every(Number.isInteger);
}

/** Counts values in bins of a round width, or one for each whole number of a short scale. Needs at least one value. */
export function binsOf(values: readonly number[]): Bins {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const isScale = isWhole(values) && most - least < mostWhole;
  const width = isScale ? 1 : stepOf(most - least);
  const first = isScale ? least - 0.5 : Math.floor(least / width) * width;
  const number = Math.max(1, Math.ceil((most - first) / width - 1e-9));
  const edges = Array.from({ length: number + 1 }, (_, index) => rounded(first + index * width));
  const counts = Array<number>(number).fill(0);
  for (const value of values) {
    const bin = Math.min(number - 1, Math.max(0, Math.floor((value - first) / width + 1e-9)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges, counts };
}

function stepOf(range: number): number {
  if (range <= 0) return 1;
  const raw = range / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((one) => one * power >= raw * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Removes the noise of floating-point sums. */
function rounded(edge: number): number {
  return Number(edge.toPrecision(12));
}
