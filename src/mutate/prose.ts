import { type BodyRange, isSpace, trimmedRange } from './range.js';

/** A rule: an item of a list, an XML element, or a line. */
export interface WrittenRule {
  /** The part that a removal takes away. */
  readonly whole: BodyRange;
  /** The part without a marker or tags. */
  readonly content: BodyRange;
}

export interface ProseBlock extends BodyRange {
  /** The rule that the block belongs to; null for a paragraph. */
  readonly rule: WrittenRule | null;
}

export interface Prose {
  readonly blocks: readonly ProseBlock[];
  readonly rules: readonly WrittenRule[];
}

/** Reads paragraphs, lists, and lines that are rules. Leaves out headings and tables. Takes linear time. */
export function proseIn(text: string, range: BodyRange): Prose {
  const reader = new ProseReader(text);
  for (const line of linesIn(text, range)) reader.take(line);
  return reader.end();
}

interface OpenItem {
  readonly indent: number;
  readonly rule: { readonly whole: { start: number; end: number }; readonly content: { start: number; end: number } };
}

interface OpenBlock {
  readonly start: number;
  readonly rule: WrittenRule | null;
  readonly lines: Line[];
}

class ProseReader {
  readonly #text: string;
  readonly #blocks: ProseBlock[] = [];
  readonly #rules: WrittenRule[] = [];
  readonly #items: OpenItem[] = [];
  #block: OpenBlock | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  take(line: Line): void {
    if (line.start === line.end || this.#text[line.start] === '|') {
      this.#closeBlock();
    } else if (line.isHeading) {
      this.#closeBlock();
      this.#closeItems(-1);
    } else if (line.afterMarker !== null) {
      this.#closeBlock();
      this.#openItem(line, line.afterMarker);
    } else {
      this.#takeText(line);
    }
  }

  end(): Prose {
    this.#closeBlock();
    this.#closeItems(-1);
    return { blocks: this.#blocks.sort((a, b) => a.start - b.start), rules: this.#rules };
  }

  #takeText(line: Line): void {
    if (!this.#block) {
      this.#closeItems(line.indent);
      this.#block = { start: line.start, rule: this.#items.at(-1)?.rule ?? null, lines: [] };
    }
    this.#block.lines.push(line);
    this.#extend(line.end);
  }

  #openItem(line: Line, start: number): void {
    this.#closeItems(line.indent);
    const rule = { whole: { start: line.start, end: line.end }, content: { start, end: line.end } };
    this.#rules.push(rule);
    this.#items.push({ indent: line.indent, rule });
    this.#block = { start, rule, lines: [{ ...line, start, afterMarker: null }] };
  }

  #extend(end: number): void {
    const item = this.#items.at(-1);
    if (!item) return;
    item.rule.whole.end = Math.max(item.rule.whole.end, end);
    item.rule.content.end = item.rule.whole.end;
  }

  /** Closes the items whose marker is not left of a column. An item ends where the last one in it ends. */
  #closeItems(indent: number): void {
    for (let last = this.#items.at(-1); last && last.indent >= indent; last = this.#items.at(-1)) {
      this.#items.pop();
      this.#extend(last.rule.whole.end);
    }
  }

  #closeBlock(): void {
    const block = this.#block;
    this.#block = null;
    const end = block?.lines.at(-1)?.end;
    if (!block || end === undefined) return;
    const rules = block.rule ? [] : rulesOfLines(this.#text, block.lines);
    this.#rules.push(...rules);
    for (const rule of rules) this.#blocks.push({ ...rule.whole, rule });
    if (rules.length === 0) this.#blocks.push({ start: block.start, end, rule: block.rule });
  }
}

/** Returns the rules of a paragraph that has one on each line, apart from lines such as `Rules:`; an empty list for other paragraphs. */
function rulesOfLines(text: string, lines: readonly Line[]): readonly WrittenRule[] {
  const definitions = definitionsIn(text, lines);
  if (definitions.length > 0) return definitions;
  const rules = lines.filter(({ end }) => text[end - 1] !== ':');
  if (rules.length < 2 || !rules.every((line) => isSentence(text, line))) return [];
  return rules.map(({ start, end }) => ({ whole: { start, end }, content: { start, end } }));
}

function isSentence(text: string, line: Line): boolean {
  return endsSentence(text, line) && !/^\p{Ll}/u.test(text.slice(line.start, line.start + 2));
}

/** A list of definitions has at least so many, and at least this share of its lines are definitions. */
const fewestDefinitions = 3;

const leastShare = 0.75;

/** Returns the definitions of a paragraph: lines such as `date   the day of issue`, each with the deeper lines below it. */
function definitionsIn(text: string, lines: readonly Line[]): readonly WrittenRule[] {
  const indent = Math.min(...lines.slice(0, 200).map((line) => line.indent));
  const firsts = lines.flatMap((line, at) => (line.indent <= indent ? [at] : []));
  if (firsts[0] !== 0 || firsts.length < fewestDefinitions) return [];
  const defined = firsts.filter((at) => isDefinition(text, lines[at])).length;
  if (defined < fewestDefinitions || defined < firsts.length * leastShare) return [];
  return firsts.map((at, number) => {
    const range = { start: lines[at]?.start ?? 0, end: lines[(firsts[number + 1] ?? lines.length) - 1]?.end ?? 0 };
    return { whole: range, content: range };
  });
}

function isDefinition(text: string, line: Line | undefined): boolean {
  if (!line) return false;
  return /^[^\s:].{0,40}?(?: {2,}|\t|: )\S/.test(text.slice(line.start, Math.min(line.end, line.start + 80)));
}

/** A line of prose. `start` is the first character that is not white space, `end` the end without white space. */
interface Line extends BodyRange {
  /** The number of characters before `start`, on the line or behind the tag that the range begins after. */
  readonly indent: number;
  /** The end of the list marker and the space after it; null for a line without one. */
  readonly afterMarker: number | null;
  readonly isHeading: boolean;
}

/** Splits a range of a text into lines. A blank line has an `end` that equals its `start`. */
function linesIn(text: string, range: BodyRange): readonly Line[] {
  const lines: Line[] = [];
  for (let from = range.start; from < range.end; ) {
    const next = text.indexOf('\n', from);
    const to = next < 0 || next > range.end ? range.end : next;
    lines.push(lineOf(text, from, to));
    from = to + 1;
  }
  return lines;
}

const marker = /^(?:[-*+•‣·–]|\(?\d{1,3}[.)]|\(?[a-z][.)])[ \t\u3000]+(?=\S)|^(?:\d{1,3}[、．]|[・●○■◆▪])[ \t\u3000]*/;

const heading = /^(?:#{1,6}[ \t]|[-=*_]{3,}$)/;

function lineOf(text: string, from: number, to: number): Line {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  const head = text.slice(start, Math.min(end, start + 200));
  const itemMarker = marker.exec(head);
  return {
    start,
    end,
    indent: start - from,
    afterMarker: itemMarker ? start + itemMarker[0].length : null,
    isHeading: heading.test(head),
  };
}

const ends = '.!?…';

const wideEnds = '。！？｡．';

const closers = '"\'”’)]*_`»」』）';

/** Splits a range of a text into sentences, without the white space around them. Takes linear time. */
export function sentencesIn(text: string, range: BodyRange): readonly BodyRange[] {
  const sentences: BodyRange[] = [];
  let start = range.start;
  for (let at = range.start; at < range.end; ) {
    const isWide = wideEnds.includes(text.charAt(at));
    if (!isWide && !ends.includes(text.charAt(at))) {
      at++;
      continue;
    }
    const afterEnds = skip(text, at, range.end, ends + wideEnds);
    const after = skip(text, afterEnds, range.end, closers);
    if (isWide || isEnd(text, { start: at, end: after }, range.end)) {
      sentences.push({ start, end: after });
      start = after;
    }
    at = after;
  }
  sentences.push({ start, end: range.end });
  return sentences.map((sentence) => trimmedRange(text, sentence)).filter((sentence) => sentence.end > sentence.start);
}

/** Returns true if a sentence has a word of at least two letters, or a character of a script without letters of both cases. */
export function hasWords(text: string, { start, end }: BodyRange): boolean {
  return /\p{L}{2}|\p{Lo}/u.test(text.slice(start, end));
}

/** Returns true if a range of a text ends like a sentence. */
export function endsSentence(text: string, { start, end }: BodyRange): boolean {
  let at = end;
  while (at > start && closers.includes(text.charAt(at - 1))) at--;
  return at > start && `${ends}${wideEnds};；`.includes(text.charAt(at - 1));
}

function skip(text: string, from: number, end: number, characters: string): number {
  let at = from;
  while (at < end && characters.includes(text.charAt(at))) at++;
  return at;
}

const abbreviation = /(?:^|[\s(“"'])(?:e\.g|i\.e|vs|cf|approx|z\.B|d\.h|u\.a|mr|mrs|dr|fig|[a-z])$/i;

/** Returns true if a point ends a sentence: white space follows it, and then no lower-case letter, and it ends no abbreviation. */
function isEnd(text: string, { start, end }: BodyRange, limit: number): boolean {
  if (end < limit && !isSpace(text.charCodeAt(end))) return false;
  if (text[start] === '.' && abbreviation.test(text.slice(Math.max(0, start - 8), start))) return false;
  let next = end;
  while (next < limit && isSpace(text.charCodeAt(next))) next++;
  return next >= limit || !/^\p{Ll}/u.test(text.slice(next, next + 2));
}
