import { area, curveStepAfter, line } from 'd3-shape';
import type { VNode } from 'preact';
import { count, ordinal, plural } from '#report/text/numbers.js';
import type { PathFigure, Point } from '#view/figures/figure.js';
import { plainText } from '../text.js';
import { axisTicks, type Scale, shareOf } from './scale.js';

interface PathProps {
  readonly figure: PathFigure;
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
}

const height = 140;
const top = 8;
/** The units of the drawing, which is stretched to the width of the page. */
const units = 1000;

/** Draws the misses of a claim while it was asked, with the lines at which its test ends. */
export function PathPlot({ figure, outcome }: PathProps): VNode {
  const frame = frameOf(figure);
  return (
    <svg class="fig" width="100%" height={height + top + 24} role="img" aria-label={plainText(figure.sentence)}>
      <svg
        x="0"
        y={top}
        width="100%"
        height={height}
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
      <svg x="0" y={top} width="100%" height={height} overflow="visible" aria-hidden="true">
        <Labels figure={figure} outcome={outcome} frame={frame} />
      </svg>
    </svg>
  );
}

/** The scales of a plot: trials across, misses up. */
interface Frame {
  readonly across: Scale;
  readonly up: Scale;
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

function upTicks({ up }: Frame): readonly number[] {
  return axisTicks(up, String, 3)
    .map(({ label }) => Number(label))
    .filter(Number.isInteger);
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
        d={area<Point>(across, yOf(edge, frame), up)([...inside]) ?? ''}
      />
      <path
        class="bound"
        fill="none"
        stroke="#777"
        stroke-dasharray="5 4"
        vector-effect="non-scaling-stroke"
        d={line<Point>(across, up)([...inside]) ?? ''}
      />
    </>
  );
}

/** Cuts a line at the right end of a plot, and at its top. */
function clipped(points: readonly Point[], { across: { to }, up }: Frame): readonly Point[] {
  const next = points.find(([across]) => across > to);
  const inside = points.filter(([across]) => across <= to);
  const last = inside.at(-1);
  if (!next || !last) return inside;
  const share = (to - last[0]) / (next[0] - last[0]);
  return [...inside, [to, Math.min(up.to, last[1] + share * (next[1] - last[1]))]];
}

function Labels({ figure, outcome, frame }: RegionProps & Pick<PathProps, 'outcome'>): VNode {
  const [trials, misses] = figure.points.at(-1) ?? [0, 0];
  const x = shareOf(trials, frame.across) * 100;
  const y = (1 - shareOf(misses, frame.up)) * 100;
  const isLeft = x < 55;
  const isStopped = figure.stop !== undefined || figure.limit !== undefined;
  return (
    <>
      <circle class={`dot ${outcome}`} fill="currentColor" cx={`${x.toFixed(2)}%`} cy={`${y.toFixed(2)}%`} r="5" />
      <text
        class="strong"
        x={`${(isLeft ? x + 2 : x - 2).toFixed(2)}%`}
        y={`${Math.max(9, y - 6).toFixed(2)}%`}
        text-anchor={isLeft ? 'start' : 'end'}
      >
        {endText(figure, trials, misses)}
      </text>
      {isStopped ? (
        <text x="99%" y="9%" text-anchor="end">
          {figure.limit === undefined ? 'above: gives up' : 'cannot pass'}
        </text>
      ) : null}
      {figure.pass && figure.limit === undefined ? (
        <text x="99%" y="95%" text-anchor="end">
          below: passes
        </text>
      ) : null}
      {upTicks(frame).map((up) =>
        up === 0 ? null : (
          <text x="2" y={`${Math.max(8, (1 - shareOf(up, frame.up)) * 100 - 2).toFixed(2)}%`}>
            {count(up)}
          </text>
        ),
      )}
      {axisTicks(frame.across, (value) => count(value)).map(({ label }) => (
        <AcrossLabel value={Number(label.replaceAll(',', ''))} frame={frame} />
      ))}
    </>
  );
}

function AcrossLabel({ value, frame }: { readonly value: number; readonly frame: Frame }): VNode {
  const share = shareOf(value, frame.across);
  return (
    <text
      x={`${(share * 100).toFixed(2)}%`}
      y={height + 18}
      text-anchor={share < 0.03 ? 'start' : share > 0.97 ? 'end' : 'middle'}
    >
      {count(value)}
    </text>
  );
}

function endText({ limit, unit }: PathFigure, trials: number, misses: number): string {
  if (limit !== undefined && misses > limit)
    return `${ordinal(misses)} miss at ${unit} ${count(trials)}, ${limit === 0 ? 'none' : count(limit)} may miss`;
  return `${plural(misses, 'miss', 'misses')} at ${unit} ${count(trials)}`;
}
