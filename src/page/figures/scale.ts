import { ticks } from 'd3-array';
import { percentage } from '#report/text/numbers.js';

/** The values at both ends of a figure, whose width is that of the page. */
export interface FigureScale {
  readonly from: number;
  readonly to: number;
}

/** A mark of an axis: its place in percent of the width, and its label. */
export interface AxisTick {
  readonly x: string;
  readonly label: string;
  /** Labels at the ends stay inside the figure. */
  readonly anchor: 'start' | 'middle' | 'end';
}

/** The room at both ends of a figure, in percent of its width. */
const margin = 1;

export function placeOnScale(value: number, scale: FigureScale): string {
  return `${(margin + shareOf(value, scale) * (100 - 2 * margin)).toFixed(2)}%`;
}

export function widthOnScale(from: number, to: number, scale: FigureScale): string {
  return `${(Math.max(0, shareOf(to, scale) - shareOf(from, scale)) * (100 - 2 * margin)).toFixed(2)}%`;
}

/** Returns where a value is on a scale, from 0 to 1. */
export function shareOf(value: number, { from, to }: FigureScale): number {
  return to > from ? Math.min(1, Math.max(0, (value - from) / (to - from))) : 0;
}

const mostTicks = 4;

export function axisTicks(
  scale: FigureScale,
  labelOf: (value: number) => string,
  most = mostTicks,
): readonly AxisTick[] {
  return ticks(scale.from, scale.to, most).map((value) => ({
    x: placeOnScale(value, scale),
    label: labelOf(value),
    anchor: shareOf(value, scale) > 0.97 ? 'end' : shareOf(value, scale) < 0.03 ? 'start' : 'middle',
  }));
}

/** The shares that a figure must show; null is not drawn. A range with one bound has no other end than 0 or 1. */
interface DrawnShares {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly estimate: number | null;
  readonly bar: number | null;
}

/** Returns a scale of whole tens of percent that has all shares, with some room beside them, and ends at 0% or 100% if they are near. */
export function scaleOfShares(all: readonly DrawnShares[]): FigureScale {
  const shares = all.flatMap(({ lower, upper, estimate, bar }) => [
    ...(lower === null && upper === null ? [] : [lower ?? 0, upper ?? 1]),
    ...[estimate, bar],
  ]);
  const known = shares.filter((share) => share !== null);
  const from = Math.max(0, Math.floor(Math.min(1, ...known) * 10 - 0.5) / 10);
  const to = Math.min(1, Math.ceil(Math.max(0, ...known) * 10 + 0.5) / 10);
  if (to - from >= 0.3) return { from, to };
  return from + 0.3 <= 1 ? { from, to: from + 0.3 } : { from: 0.7, to: 1 };
}

export function percentLabel(share: number): string {
  return percentage(share, 'nearest', 0);
}
