import type { Range } from './ranges.js';

const heading = /^(#{1,6})[ \t]+(.*)$/;
const label = /^[ \t]*(?:\*\*)?(?:examples?|for example|beispiele?|exemples?|ejemplos?|例)(?: \d{1,3})?[ \t]*[:：]/i;

/**
 * Returns the examples of a text that are not XML elements: sections of Markdown below a heading such as `## Example 2`, and paragraphs that
 * begin with `Example:`.
 */
export function exampleSections(text: string): readonly Range[] {
  const found: { start: number; end: number }[] = [];
  let open: { readonly start: number; readonly level: number } | null = null;
  let last = 0;
  const close = () => {
    if (open && last > open.start) found.push({ start: open.start, end: last });
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
  return found;
}

function isExampleTitle(title: string): boolean {
  return /^(?:examples?|sample|beispiele?|exemples?|ejemplos?|例)(?![\p{L}])/iu.test(title);
}
