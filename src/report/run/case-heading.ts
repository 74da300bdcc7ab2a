import type { Place } from '#model/problem.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { justified, painted, type Span, spanWidth } from '../text/spans.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';

/** A case's mark and name, and where it stands in its file; on lines of their own where they do not fit on one. */
export function caseHeading(mark: Span | null, name: string, at: Place | undefined, screen: Screen): string[] {
  const { paint } = screen;
  const width = usableWidth(screen);
  const place = [{ text: placeOf(at), colour: paint.dim }];
  const start = mark ? [{ text: '  ' }, mark, { text: ' ' }] : [{ text: '  ' }];
  const indent = ' '.repeat(spanWidth(start));
  const left = [...start, { text: visible(name), colour: paint.bold }];
  if (spanWidth([...left, ...place]) + 2 <= width) return [justified(left, place, width).trimEnd()];
  const names = wrap(visible(name), width - indent.length).map(
    (line, i) => `${i === 0 ? painted(start) : indent}${paint.bold(line)}`,
  );
  return [...names, ...wrap(placeOf(at), width - indent.length).map((line) => `${indent}${paint.dim(line)}`)];
}

function placeOf(at: Place | undefined): string {
  if (!at) return '';
  return visible(at.line === undefined ? at.file : `${at.file}:${at.line}`);
}
