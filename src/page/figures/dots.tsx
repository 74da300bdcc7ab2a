import { rollup } from 'd3-array';
import type { VNode } from 'preact';
import { inUnit } from '#report/view/reasons.js';
import type { BinsFigure, DotsFigure } from '#report/view/view.js';
import { plainText } from '../text.js';
import { type AxisTick, axisTicks, type FigureScale, placeOnScale, shareOf, widthOnScale } from './scale.js';

/** The height of the columns of bins, and the room below the axis. */
const tall = 126;
const below = 24;
/** The room above dots for the words beside a threshold. */
const above = 20;
const radius = 3.2;
const step = 6.8;
const tallest = 17;
/** Values are moved to the nearest of so many places, so that dots stand above each other. */
const places = 60;
const mostTicks = 5;

type Measured = Pick<DotsFigure, 'threshold' | 'better' | 'is_strict' | 'unit' | 'scale'>;

/** Draws one dot for each value, equal ones above each other. Values on the bad side of the threshold are diamonds; without one they have no colour. */
export function DotPlot({ figure }: { readonly figure: DotsFigure }): VNode {
  const { values, threshold } = figure;
  const scale = figure.scale
    ? withRoom(figure.scale)
    : scaleOfValues(threshold === null ? values : [...values, threshold]);
  const columns = [
    ...rollup(
      values,
      (own) => own.length,
      (value) => placed(value, scale, figure),
    ),
  ];
  const highest = Math.max(1, ...columns.map(([, times]) => times));
  const abreast = Math.ceil(highest / tallest);
  const base = above + 10 + Math.ceil(highest / abreast) * step;
  return (
    <svg class="fig" width="100%" height={base + below} role="img" aria-label={plainText(figure.sentence)}>
      <Threshold figure={figure} scale={scale} base={base} />
      {columns.map(([value, times]) => (
        <svg x={placeOnScale(value, scale)} overflow="visible" aria-hidden="true">
          {Array.from({ length: times }, (_, at) => (
            <Dot
              x={((at % abreast) - (abreast - 1) / 2) * 2 * (radius + 0.3)}
              y={base - 5 - Math.floor(at / abreast) * step}
              outcome={outcomeOf(value, figure)}
            />
          ))}
        </svg>
      ))}
      <ValueAxis figure={figure} scale={scale} base={base} />
    </svg>
  );
}

/** Draws the number of values in each bin. Bins on the bad side of the threshold have the colour of failures. */
export function BinPlot({ figure }: { readonly figure: BinsFigure }): VNode {
  const { edges, counts } = figure;
  const scale = figure.scale ? withRoom(figure.scale) : { from: edges[0] ?? 0, to: edges.at(-1) ?? 1 };
  const most = Math.max(1, ...counts);
  return (
    <svg class="fig" width="100%" height={tall + below} role="img" aria-label={plainText(figure.sentence)}>
      {counts.map((times, at) => {
        const [from = 0, to = 0] = [edges[at], edges[at + 1]];
        const size = times === 0 ? 0 : Math.max(2, (times / most) * (tall - 24));
        const outcome = outcomeOf((from + to) / 2, figure);
        return (
          <rect
            class={`col ${outcome}`}
            fill="currentColor"
            stroke="#fff"
            x={placeOnScale(from, scale)}
            width={widthOnScale(from, to, scale)}
            y={tall - size}
            height={size}
          />
        );
      })}
      <Threshold figure={figure} scale={scale} base={tall} />
      <ValueAxis figure={figure} scale={scale} base={tall} />
    </svg>
  );
}

function Dot({ x, y, outcome }: { readonly x: number; readonly y: number; readonly outcome: ValueOutcome }): VNode {
  if (outcome !== 'failed')
    return <circle class={`dot ${outcome}`} fill="currentColor" cx={x.toFixed(1)} cy={y.toFixed(1)} r={radius} />;
  return (
    <path
      class="dot failed"
      fill="currentColor"
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      d="M0-4 4 0 0 4-4 0Z"
    />
  );
}

/** The side of the threshold of a value; `shown` if no threshold is set. */
type ValueOutcome = 'passed' | 'failed' | 'shown';

function outcomeOf(value: number, figure: Measured): ValueOutcome {
  if (figure.threshold === null || figure.better === null) return 'shown';
  return isMiss(value, figure) ? 'failed' : 'passed';
}

/** Returns true for a value on the bad side of the threshold. */
function isMiss(value: number, { threshold, better, is_strict }: Measured): boolean {
  if (threshold === null || better === null) return false;
  if (value === threshold) return is_strict === true;
  return better === 'up' ? value < threshold : value > threshold;
}

/** Returns the place of a value among the places of a plot, on its own side of the threshold. */
function placed(value: number, scale: FigureScale, figure: Measured): number {
  const width = (scale.to - scale.from) / places;
  const near = scale.from + Math.round((value - scale.from) / width) * width;
  return isMiss(near, figure) === isMiss(value, figure) ? near : value;
}

/** Scales of up to so many values show each as a place of its own. */
const mostWhole = 20;

function withRoom([least, greatest]: readonly [least: number, greatest: number]): FigureScale {
  const room = greatest - least <= mostWhole ? 0.5 : (greatest - least) * 0.03;
  return { from: least - room, to: greatest + room };
}

function scaleOfValues(values: readonly number[]): FigureScale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const areWhole = values.every(Number.isInteger);
  if (areWhole && high - low <= mostWhole) return withRoom([low, high]);
  const from = low >= 0 && low < high * 0.6 ? 0 : low;
  const room = (high - from || 1) * 0.05;
  return { from: from === 0 ? 0 : from - room, to: high + room };
}

interface AxisProps {
  readonly figure: Measured;
  readonly scale: FigureScale;
  readonly base: number;
}

/** Returns where a threshold is drawn: beside its value if each value of a short scale has a place of its own. */
function edgeOf(threshold: number, { better, is_strict, scale: ends }: Measured): number {
  const isBeside = ends !== undefined && ends[1] - ends[0] <= mostWhole && Number.isInteger(threshold);
  return isBeside ? threshold + ((better === 'down') === !is_strict ? 0.5 : -0.5) : threshold;
}

function Threshold({ figure, scale, base }: AxisProps): VNode | null {
  const { threshold, better, is_strict, unit } = figure;
  if (threshold === null) return null;
  const edge = edgeOf(threshold, figure);
  const x = placeOnScale(edge, scale);
  const isRight = shareOf(edge, scale) > 0.7;
  const value = inUnit(threshold, unit?.raw);
  const [up, down] = is_strict ? [`above ${value}`, `below ${value}`] : [`${value} or more`, `${value} or less`];
  return (
    <>
      <line class="tick" stroke="#000" x1={x} x2={x} y1="4" y2={base} />
      <svg x={x} overflow="visible" aria-hidden="true">
        <text class="strong" x={isRight ? -6 : 6} y="14" text-anchor={isRight ? 'end' : 'start'}>
          {better === null ? value : { up, down }[better]}
        </text>
      </svg>
    </>
  );
}

function ValueAxis({ figure, scale, base }: AxisProps): VNode {
  return (
    <>
      <line class="axisline" stroke="#ccc" x1="0" x2="100%" y1={base} y2={base} />
      {valueTicks(figure, scale).map(({ x, label, anchor }) => (
        <text x={x} y={base + 18} text-anchor={anchor}>
          {label}
        </text>
      ))}
    </>
  );
}

/** Returns the ticks of an axis of values. Long units stand beside the last one alone. */
function valueTicks({ unit, scale: ends }: Measured, scale: FigureScale): readonly AxisTick[] {
  const isShort = unit.raw.length <= 1 || unit.raw === 'USD';
  const labels = (value: number) => inUnit(value, isShort ? unit?.raw : '');
  const isCount = unit.raw !== 's' && unit.raw !== 'USD' && scale.to - scale.from <= mostTicks;
  const isShortScale = ends !== undefined && ends[1] - ends[0] <= 2 * mostTicks;
  const all = axisTicks(scale, labels, isShortScale ? 2 * mostTicks : mostTicks).filter(
    ({ label }) => !(isCount || isShortScale) || !label.includes('.'),
  );
  return all.map((tick, at) =>
    isShort || at < all.length - 1 ? tick : { ...tick, label: `${tick.label} ${unit.raw}` },
  );
}
