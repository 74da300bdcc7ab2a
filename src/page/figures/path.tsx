import { area, curveStepAfter, line } from 'd3-shape';
import type { VNode } from 'preact';
import { count, ordinal, plural } from '#report/text/numbers.js';
import type { PathFigure, Point } from '#report/view/view.js';
import { plainText } from '../text.js';
import { axisTicks, type FigureScale, shareOf } from './scale.js';

interface PathProps {
  readonly figure: PathFigure;
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
}

const height = 140;
/** The room above a plot for the words at its last point, and the one below it for the axis. */
const top = 24;
const below = 24;
/** The units of the drawing, which is stretched to the width of the page. */
const units = 1000;

/** Draws the misses of a claim while it was asked, with the lines at which its test ends. Its words are beside the drawing, where no line crosses them. */
export function PathPlot({ figure, outcome }: PathProps): VNode {
  const frame = frameOf(figure);
  // The room for the labels of misses, in percent of the width.
  const longest = Math.max(1, ...upTicks(frame).map((up) => String(up).length));
  const left = 2 + 2 * longest;
  const place = { x: `${left}%`, y: top, width: `${100 - left}%`, height };
  const lines = linesText(figure, frame);
  return (
    <>
      <svg class="fig" width="100%" height={top + height + below} role="img" aria-label={plainText(figure.sentence)}>
        <svg
          {...place}
          viewBox={`0 0 ${units} ${units}`}
          preserveAspectRatio="none"
          overflow="visible"
          aria-hidden="true"
        >
          <Grid frame={frame} />
          <Regions figure={figure} frame={frame} />
          <path
            class={`ln ${outcome}`}
            fill="none"
            stroke="currentColor"
            vector-effect="non-scaling-stroke"
            d={stepsOf(figure, frame)}
          />
        </svg>
        <svg {...place} overflow="visible" aria-hidden="true">
          <PathLabels figure={figure} outcome={outcome} frame={frame} height={height} />
        </svg>
      </svg>
      {lines === '' ? null : <p class="small soft">{lines}</p>}
    </>
  );
}

function linesText({ pass = [], stop = [], limit }: PathFigure, frame: Frame): string {
  if (limit !== undefined) return 'At the dashed line it cannot pass any more.';
  const [passes, stops] = [pass, stop].map((line) => clipped(line, frame).length > 1);
  if (passes && stops) return 'At the upper dashed line it gives up, at the lower one it passes.';
  return stops ? 'At the dashed line it gives up.' : passes ? 'At the dashed line it passes.' : '';
}

function frameOf({ points, most, limit, pass, stop }: PathFigure): Frame {
  const [trials, misses] = points.at(-1) ?? [0, 0];
  const right = limit !== undefined ? most : Math.min(most, Math.max(10, Math.ceil(trials * 1.25)));
  const bounds = [...(pass ?? []), ...(stop ?? [])].flatMap(([across, up]) => (across <= right ? [up] : []));
  const wanted = limit === undefined ? Math.max(misses * 1.3, ...bounds) : Math.max(misses, limit + 1) * 1.5;
  return { across: { from: 0, to: right }, up: { from: 0, to: Math.max(2, Math.ceil(wanted)) } };
}

function xOf(across: number, frame: Frame): number {
  return Math.round(shareOf(across, frame.across) * units * 10) / 10;
}

function yOf(up: number, frame: Frame): number {
  return Math.round((1 - shareOf(up, frame.up)) * units * 10) / 10;
}

function stepsOf({ points }: PathFigure, frame: Frame): string {
  const start: Point = [0, 0];
  const steps = line<Point>(
    ([across]) => xOf(across, frame),
    ([, up]) => yOf(up, frame),
  ).curve(curveStepAfter);
  return steps([start, ...points]) ?? '';
}

function Grid({ frame }: { readonly frame: Frame }): VNode {
  return (
    <>
      {upTicks(frame).map((up) => (
        <line
          class="grid"
          stroke="#ddd"
          x1="0"
          x2={units}
          y1={yOf(up, frame)}
          y2={yOf(up, frame)}
          vector-effect="non-scaling-stroke"
        />
      ))}
    </>
  );
}

interface RegionProps {
  readonly figure: PathFigure;
  readonly frame: Frame;
}

function Regions({ figure: { pass, stop, limit, most }, frame }: RegionProps): VNode {
  const ends =
    stop ??
    (limit === undefined
      ? undefined
      : ([
          [0, limit + 1],
          [most, limit + 1],
        ] as const));
  return (
    <>
      {pass && limit === undefined ? <Region points={pass} edge={0} outcome="passed" frame={frame} /> : null}
      {ends ? <Region points={ends} edge={frame.up.to} outcome="failed" frame={frame} /> : null}
    </>
  );
}

interface RegionShape {
  readonly points: readonly Point[];
  /** The misses at the other side of the region. */
  readonly edge: number;
  readonly outcome: 'passed' | 'failed';
  readonly frame: Frame;
}

function Region({ points, edge, outcome, frame }: RegionShape): VNode {
  const inside = clipped(points, frame);
  const across = ([at]: Point) => xOf(at, frame);
  const up = ([, misses]: Point) => yOf(misses, frame);
  return (
    <>
      <path
        class={`zone ${outcome}`}
        fill-opacity=".1"
        d={area<Point>(across, yOf(edge, frame), up).curve(curveStepAfter)([...inside]) ?? ''}
      />
      <path
        class="bound"
        fill="none"
        stroke="#777"
        stroke-dasharray="5 4"
        vector-effect="non-scaling-stroke"
        d={line<Point>(across, up).curve(curveStepAfter)([...inside]) ?? ''}
      />
    </>
  );
}

function clipped(points: readonly Point[], { across: { to } }: Frame): readonly Point[] {
  const inside = points.filter(([across]) => across <= to);
  const last = inside.at(-1);
  return last && last[0] < to ? [...inside, [to, last[1]]] : inside;
}

/** The scales of a plot: trials across, misses up. */
interface Frame {
  readonly across: FigureScale;
  readonly up: FigureScale;
}

interface LabelsProps {
  readonly figure: PathFigure;
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
  readonly frame: Frame;
  readonly height: number;
}

function PathLabels({ figure, outcome, frame, height }: LabelsProps): VNode {
  const [trials, misses] = figure.points.at(-1) ?? [0, 0];
  const share = shareOf(trials, frame.across);
  const [x, y] = [percent(share), percent(1 - shareOf(misses, frame.up))];
  const words = endText(figure, trials, misses);
  return (
    <>
      <line class="axisline" stroke="#ccc" x1={x} x2={x} y1="-6" y2={y} />
      <circle class={`dot ${outcome}`} fill="currentColor" cx={x} cy={y} r="5" />
      <text class="strong" y="-11" {...placeOfWords(share, words)}>
        {words}
      </text>
      {upTicks(frame).map((up) => (
        <text x="-6" y={percent(1 - shareOf(up, frame.up))} dy="4" text-anchor="end">
          {count(up)}
        </text>
      ))}
      {axisTicks(frame.across, (value) => count(value)).map(({ label }) => (
        <AcrossLabel value={Number(label.replaceAll(',', ''))} frame={frame} y={height + 18} />
      ))}
    </>
  );
}

function upTicks({ up }: Frame): readonly number[] {
  return axisTicks(up, String, 3)
    .map(({ label }) => Number(label))
    .filter(Number.isInteger);
}

/** The length of words that fit beside a point even on a narrow page. */
const longestWords = 34;

/** Returns where the words of a point stand, so that they do not leave the plot. */
function placeOfWords(share: number, { length }: string): { readonly x: string; readonly 'text-anchor': string } {
  if (length > longestWords)
    return share < 0.5 ? { x: '0', 'text-anchor': 'start' } : { x: '100%', 'text-anchor': 'end' };
  const anchor = share < 0.35 ? 'start' : share > 0.65 ? 'end' : 'middle';
  return { x: percent(share), 'text-anchor': anchor };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

interface AcrossLabelProps {
  readonly value: number;
  readonly frame: Frame;
  readonly y: number;
}

function AcrossLabel({ value, frame, y }: AcrossLabelProps): VNode {
  const share = shareOf(value, frame.across);
  return (
    <text x={percent(share)} y={y} text-anchor={share < 0.03 ? 'start' : share > 0.97 ? 'end' : 'middle'}>
      {count(value)}
    </text>
  );
}

function endText({ limit, unit }: PathFigure, trials: number, misses: number): string {
  if (limit !== undefined && misses > limit)
    return `${ordinal(misses)} miss at ${unit} ${count(trials)}, ${limit === 0 ? 'none' : count(limit)} may miss`;
  return `${plural(misses, 'miss', 'misses')} at ${unit} ${count(trials)}`;
}
