import { placeholderPattern } from '#model/text/quoted.js';
import { type Prose, type ProseBlock, proseIn, type WrittenRule } from './prose.js';
import { type BodyRange, rangesBetween, touches } from './range.js';

/** A text of a body with the parts that mutations change. */
export interface Structure {
  readonly text: string;
  readonly blocks: readonly ProseBlock[];
  readonly rules: readonly WrittenRule[];
  readonly examples: readonly BodyRange[];
  /** The names of the placeholders and their places. */
  readonly placeholders: readonly (BodyRange & { readonly name: string })[];
  readonly hasPlaceholder: (range: BodyRange) => boolean;
}

/** Reads the structure of a text: XML elements, Markdown lists, rules on lines, paragraphs, and examples. Takes linear time. */
export function structureOf(text: string): Structure {
  const hidden = [...commentsIn(text), ...fencesIn(text)];
  const elements = elementsIn(masked(text, hidden));
  const examples = [...exampleElements(elements), ...exampleSections(text)];
  const blocks = elements.filter(({ isBlock }) => isBlock);
  const tags = blocks.flatMap(({ start, innerStart, innerEnd, end }) => [
    { start, end: innerStart },
    { start: innerEnd, end },
  ]);
  const wrappers = elements.filter(({ name }) => isExampleName(name));
  const runs = rangesBetween({ start: 0, end: text.length }, [...hidden, ...examples, ...wrappers, ...tags]);
  const prose = runs.map((run) => proseIn(text, run));
  const placeholders = Array.from(text.matchAll(placeholderPattern), ({ index, 0: whole, 1: name = '' }) => ({
    start: index,
    end: index + whole.length,
    name,
  }));
  return {
    text,
    ...withElements(elements, [...examples, ...wrappers], prose),
    examples,
    placeholders,
    hasPlaceholder: touches(placeholders),
  };
}

/** Adds the rules that are XML elements: those of prose alone, without a list in it. */
function withElements(elements: readonly Element[], examples: readonly BodyRange[], prose: readonly Prose[]): Prose {
  const rules = prose.flatMap((part) => part.rules);
  const blocks = prose.flatMap((part) => part.blocks);
  const parents = new Set(elements.flatMap(({ isBlock, parent }) => (isBlock ? [parent] : [])));
  const inRule = touches(rules.map(({ whole }) => whole));
  const inExample = touches(examples);
  const hasProse = touches(blocks);
  const ofElements = elements.flatMap((element, index): readonly WrittenRule[] => {
    const isRule = element.isBlock && !parents.has(index) && !inRule(element) && !inExample(element);
    if (!isRule || !hasProse(element)) return [];
    return [{ whole: rangeOf(element), content: { start: element.innerStart, end: element.innerEnd } }];
  });
  return { blocks: withRules(blocks, ofElements), rules: [...rules, ...ofElements] };
}

function rangeOf({ start, end }: Element): BodyRange {
  return { start, end };
}

/** Gives each block the element that it is in. Both are in the order of the text. */
function withRules(blocks: readonly ProseBlock[], rules: readonly WrittenRule[]): readonly ProseBlock[] {
  let at = 0;
  return blocks.map((block) => {
    while ((rules[at]?.whole.end ?? Number.POSITIVE_INFINITY) <= block.start) at++;
    const rule = rules[at];
    return rule && rule.whole.start <= block.start ? { ...block, rule } : block;
  });
}

function isExampleName(name: string): boolean {
  return /^(?:few[_-]?)?(?:examples?|samples?|shots?|demos?|demonstrations?)$/i.test(name);
}

/** Returns the elements that are examples. A list of examples is not one itself. */
function exampleElements(elements: readonly Element[]): readonly BodyRange[] {
  const withExamples = new Set<number>();
  for (const { name, parent } of elements) if (parent !== null && isExampleName(name)) withExamples.add(parent);
  return elements.filter(({ name }, index) => isExampleName(name) && !withExamples.has(index)).map(rangeOf);
}

function commentsIn(text: string): readonly BodyRange[] {
  const comments: BodyRange[] = [];
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', comments.at(-1)?.end)) {
    const end = text.indexOf('-->', start + 4);
    if (end < 0) break;
    comments.push({ start, end: end + 3 });
  }
  return comments;
}

/** Returns the fenced blocks of a text, as Markdown has them. Leaves out a block without an end. */
function fencesIn(text: string): readonly BodyRange[] {
  const fences: BodyRange[] = [];
  let open: { readonly start: number; readonly mark: string } | null = null;
  for (const match of text.matchAll(/^[ \t]{0,12}(```|~~~)[^\n]*$/gm)) {
    const mark = match[1] ?? '';
    if (!open) open = { start: match.index, mark };
    else if (open.mark === mark) {
      fences.push({ start: open.start, end: match.index + match[0].length });
      open = null;
    }
  }
  return fences;
}

/** Replaces ranges of a text by spaces, so that offsets stay the same. */
function masked(text: string, ranges: readonly BodyRange[]): string {
  if (ranges.length === 0) return text;
  const visible = rangesBetween({ start: 0, end: text.length }, ranges);
  let result = '';
  for (const { start, end } of visible) result += ' '.repeat(start - result.length) + text.slice(start, end);
  return result + ' '.repeat(text.length - result.length);
}

const heading = /^(#{1,6})[ \t]+(.*)$/;

const label = /^[ \t]*(?:\*\*)?(?:examples?|for example|beispiele?|exemples?|ejemplos?|例)(?: \d{1,3})?[ \t]*[:：]/i;

/**
 * Returns the examples of a text that are not XML elements: sections of Markdown below a heading such as `## Example 2`, and paragraphs that
 * begin with `Example:`.
 */
function exampleSections(text: string): readonly BodyRange[] {
  const examples: { start: number; end: number }[] = [];
  let open: { readonly start: number; readonly level: number } | null = null;
  let last = 0;
  const close = () => {
    if (open && last > open.start) examples.push({ start: open.start, end: last });
    open = null;
  };
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('\n', from);
    const to = next < 0 ? text.length : next;
    const line = text.slice(from, Math.min(to, from + 200));
    const [, marks, title = ''] = heading.exec(line) ?? [];
    if (marks) {
      if (open && (open.level === 0 || open.level >= marks.length)) close();
      if (!open && isExampleTitle(title)) open = { start: from, level: marks.length };
    } else if (line.trim() === '') {
      if (open?.level === 0) close();
    } else if (!open && label.test(line)) {
      open = { start: from, level: 0 };
    }
    if (line.trim() !== '') last = to;
    from = to + 1;
  }
  close();
  return examples;
}

function isExampleTitle(title: string): boolean {
  return /^(?:examples?|sample|beispiele?|exemples?|ejemplos?|例)(?![\p{L}])/iu.test(title);
}

/** An XML element of a text. Offsets are UTF-16 units. */
interface Element {
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
function elementsIn(text: string): readonly Element[] {
  const open: OpenElement[] = [];
  const openNames = new Map<string, number>();
  const count = (name: string, change: number) => openNames.set(name, (openNames.get(name) ?? 0) + change);
  const isFirst = firstOnLine(text);
  const elements: Omit<Element, 'parent'>[] = [];
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
      elements.push({ ...last, innerEnd: start, end });
      if (last.isBlock) isFirst(end, end);
    }
  }
  return withParents(elements.sort((a, b) => a.start - b.start));
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
