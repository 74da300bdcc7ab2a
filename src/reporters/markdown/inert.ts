import { excerpt } from '../words/excerpt.js';

/**
 * Matches characters that could begin markup, a link, a mention or a reference: in Markdown as GitHub and GitLab render it, and in HTML.
 * A point, a slash or an underscore only where it could.
 */
const active = /[&<>|\\`*[\]~$#@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\/(?=\/)|(?<=\/)\/|\.(?=\p{L})|(?<=www)\./giu;

function inert(visible: string): string {
  // Renderers find mail addresses after they have read references, so a comment parts the two sides.
  return visible.replace(active, (character) => `${character === '@' ? '<!-- -->' : ''}&#${character.codePointAt(0)};`);
}

/** Renders untrusted text on one line so that it is text in every renderer, also inside of HTML: `<code>tickets</code>`. */
export function code(raw: string, most?: number): string {
  const shown = excerpt(raw, most);
  return `<code>${shown.trim() === '' ? '(empty)' : inert(shown)}</code>`;
}

/** Matches texts that hold nothing but plain words and numbers. */
const plain = /^[a-z0-9 ,%()·:;.=–→+-]*$/i;
/** Matches texts in which a renderer could still find a link or a reference: a name with a point, `GH-1`, a commit, `a:b`. */
const suspicious = /\.[a-z]|gh-\d|[0-9a-f]{7}|:\S/i;

/** Renders figures in eva's words as plain text. Others, such as those with the name of a metric, are code. */
export function figure(text: string): string {
  return plain.test(text) && !suspicious.test(text) && text.trim() === text ? text : code(text);
}

/** Escapes a visible line for `<pre>`, where nothing but references is read. */
export function escapePre(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Renders lines that are visible already as a block of preformatted text. */
export function preformatted(lines: readonly string[]): string {
  return `<pre>\n${lines.map(escapePre).join('\n')}\n</pre>\n`;
}

/** Renders a fold with a title, which is Markdown-free HTML, around text that ends with a line end. */
export function fold(title: string, inside: string): string {
  return `${foldStart(title)}${inside}${foldEnd}`;
}

export function foldStart(title: string): string {
  return `<details><summary>${title}</summary>\n\n`;
}

export const foldEnd = '\n</details>\n\n';

/** Renders a row of a table of cells that are rendered already. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function tableHead(titles: readonly string[]): string {
  return tableRow(titles) + tableRow(titles.map(() => '---'));
}
