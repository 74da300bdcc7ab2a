import { rubricName, rubricsOf } from '#model/case/grader.js';
import type { Case, Expectation } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import type { Score } from '#model/run/score.js';
import { knownLatency, type Trial } from '#model/run/trial.js';
import { oneLine } from '#model/text/quoted.js';
import { askedBy, isAsAsked, wantsMore } from '../replies/shortfalls.js';
import { text } from '../text.js';
import { inUnit, plural } from '../words/numbers.js';
import { binsOf, isWhole } from './bins.js';
import type { BinsFigure, DotsFigure } from './figure.js';

/** Up to so many values have a dot each. */
const mostDots = 200;

/** Values of trials that are shown together. */
interface Series {
  readonly about: string;
  readonly unit: string;
  readonly threshold: number | null;
  readonly better: 'up' | 'down' | null;
  readonly is_strict?: true;
  /** The ends of the scale of a judge. */
  readonly scale?: readonly [least: number, greatest: number];
  readonly values: readonly number[];
  readonly unknown: number;
}

/** Returns the scores of judges, the values of metrics, and the latencies of a case, each as dots or bins. */
export function valueFigures({ trials, scores }: CaseResult, testCase: Case): readonly (DotsFigure | BinsFigure)[] {
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
  const shared = { ...facts, sentence: text(sentenceOf(series)) };
  if (values.length <= mostDots) return { figure: 'dots', ...shared, values };
  return { figure: 'bins', ...shared, ...binsOf(values), unknown };
}

function sentenceOf({ about, unit, threshold, better, is_strict, values }: Series): string {
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
