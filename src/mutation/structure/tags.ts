/** An XML element of a text. Offsets are UTF-16 units. */
export interface Element {
  readonly name: string;
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
  /** True if its start tag begins a line, or follows such tags on their line. */
  readonly isBlock: boolean;
  /** The number of the element around it in the list; null at the top. */
  readonly parent: number | null;
}

type OpenElement = Omit<Element, 'innerEnd' | 'end' | 'parent'>;

// The look-ahead keeps it linear: a name that was shortened by backtracking never matches.
const tagPattern = /<(\/?)([A-Za-z][\w:.-]*)(?![\w:.-])([^<>]*)>/g;

/** Lists the XML elements of a text in the order of their start tags. Ignores tags without a partner. Takes linear time. */
export function elementsIn(text: string): readonly Element[] {
  const open: OpenElement[] = [];
  const openNames = new Map<string, number>();
  const count = (name: string, change: number) => openNames.set(name, (openNames.get(name) ?? 0) + change);
  const isFirst = firstOnLine(text);
  const found: Omit<Element, 'parent'>[] = [];
  for (const match of text.matchAll(tagPattern)) {
    const [whole, slash, name = '', rest = ''] = match;
    const start = match.index;
    const end = start + whole.length;
    if (slash === '') {
      const isBlock = isFirst(start, end);
      if (rest.endsWith('/')) continue;
      open.push({ name, start, innerStart: end, isBlock });
      count(name, 1);
    } else if ((openNames.get(name) ?? 0) > 0) {
      let last = open.pop();
      for (; last && last.name !== name; last = open.pop()) count(last.name, -1);
      if (!last) continue;
      count(name, -1);
      found.push({ ...last, innerEnd: start, end });
      if (last.isBlock) isFirst(end, end);
    }
  }
  return withParents(found.sort((a, b) => a.start - b.start));
}

/**
 * Returns a function for tags in the order of the text: true if only white space is before the tag on its line, since the last tag for which it
 * returned true. With an empty tag, says that tags may follow here.
 */
function firstOnLine(text: string): (start: number, end: number) => boolean {
  let line = 0;
  let free = 0;
  return (start, end) => {
    for (let next = text.indexOf('\n', line); next >= 0 && next < start; next = text.indexOf('\n', line))
      line = next + 1;
    const isFirst = start === end || text.slice(Math.max(line, free), start).trim() === '';
    if (isFirst) free = end;
    return isFirst;
  };
}

function withParents(elements: readonly Omit<Element, 'parent'>[]): readonly Element[] {
  const around: number[] = [];
  return elements.map((element, index) => {
    while (around.length > 0 && (elements[around.at(-1) ?? 0]?.end ?? 0) <= element.start) around.pop();
    const parent = around.at(-1) ?? null;
    around.push(index);
    return { ...element, parent };
  });
}
