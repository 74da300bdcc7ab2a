import type { VNode } from 'preact';
import { count, ordinal, plural } from '#report/text/numbers.js';
import type { PathFigure } from '#view/figures/figure.js';
import { axisTicks, type Scale, shareOf } from './scale.js';

/** The scales of a plot: trials across, misses up. */
export interface Frame {
  readonly across: Scale;
  readonly up: Scale;
}

interface LabelsProps {
  readonly figure: PathFigure;
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
  readonly frame: Frame;
  /** The height of the plot. */
  readonly height: number;
}

/** Draws the last point of a path with its words above the plot, and the labels of both axes beside it. */
export function PathLabels({ figure, outcome, frame, height }: LabelsProps): VNode {
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

/** Returns the misses at which a plot has a line and a label. */
export function upTicks({ up }: Frame): readonly number[] {
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
