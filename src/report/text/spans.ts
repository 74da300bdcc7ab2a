import { displayWidth } from './clip.js';
import type { Colour } from './paint.js';

/** A piece of a line with its colour. Its text is already escaped, so that its width is known. */
export interface Span {
  readonly text: string;
  readonly colour?: Colour;
}

/** Returns the width of spans, in columns. */
export function spanWidth(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + displayWidth(span.text), 0);
}

/** Joins spans to one coloured text. */
export function painted(spans: readonly Span[]): string {
  return spans.map(({ text, colour }) => (colour && text !== '' ? colour(text) : text)).join('');
}

/** Joins a left part and a right part that ends at column `width`, at least two spaces apart. */
export function justified(left: readonly Span[], right: readonly Span[], width: number): string {
  const gap = Math.max(2, width - spanWidth(left) - spanWidth(right));
  return painted(left) + ' '.repeat(gap) + painted(right);
}
