/** A part of a text. Offsets are UTF-16 units. */
export interface BodyRange {
  readonly start: number;
  readonly end: number;
}

/** Returns a function that says whether a part of a text touches one of these ranges. Sorts them first. */
export function touches(ranges: readonly BodyRange[]): (range: BodyRange) => boolean {
  const merged = mergedRanges(ranges);
  return ({ start, end }) => {
    let [low, high] = [0, merged.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((merged[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return (merged[low]?.start ?? Number.POSITIVE_INFINITY) < end;
  };
}

/** Joins ranges that overlap, and sorts them. */
function mergedRanges(ranges: readonly BodyRange[]): readonly BodyRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Returns the parts of a range that none of the others cover. */
export function rangesBetween({ start, end }: BodyRange, others: readonly BodyRange[]): readonly BodyRange[] {
  const between: BodyRange[] = [];
  let from = start;
  for (const other of mergedRanges(others)) {
    if (other.start > from) between.push({ start: from, end: Math.min(other.start, end) });
    from = Math.max(from, other.end);
  }
  if (from < end) between.push({ start: from, end });
  return between;
}

export function trimmedRange(text: string, { start, end }: BodyRange): BodyRange {
  let [from, to] = [start, end];
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/** Extends a range to whole lines if only white space is beside it on them, so that its removal leaves no empty line. */
export function wholeLines(text: string, { start, end }: BodyRange): BodyRange {
  let [from, to] = [start, end];
  while (from > 0 && isBlankOnLine(text.charCodeAt(from - 1))) from--;
  while (to < text.length && isBlankOnLine(text.charCodeAt(to))) to++;
  const isWhole = (from === 0 || text[from - 1] === '\n') && (to === text.length || text[to] === '\n');
  if (!isWhole) return { start, end };
  if (to < text.length) return { start: from, end: to + 1 };
  return { start: Math.max(0, from - 1), end: to };
}

/** Returns true for a code unit that is white space, ideographic spaces included. */
export function isSpace(code: number): boolean {
  return isBlankOnLine(code) || code === 10 || code === 13;
}

function isBlankOnLine(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0 || code === 0x3000;
}
