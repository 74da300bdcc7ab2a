import { displayWidth } from './clip.js';
import type { Colour } from './paint.js';

/** A piece of a line with its colour. Its text is already visible, so that its columns can be counted. */
export interface Span {
  readonly text: string;
  readonly colour?: Colour;
}

/** Columns that spans take. */
export function spanWidth(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + displayWidth(span.text), 0);
}

/** Spans as one coloured text. */
export function painted(spans: readonly Span[]): string {
  return spans.map(({ text, colour }) => (colour && text !== '' ? colour(text) : text)).join('');
}

/** A line with its left part at the left and its right part ending at `width`, at least two spaces apart. */
export function justified(left: readonly Span[], right: readonly Span[], width: number): string {
  const gap = Math.max(2, width - spanWidth(left) - spanWidth(right));
  return painted(left) + ' '.repeat(gap) + painted(right);
}
