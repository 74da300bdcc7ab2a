import { count, plural } from '../text/numbers.js';
import { bytesOf, excerpt } from './case-detail.js';

/**
 * A piece of a document that can be left out as a whole if the document would be too large, in this order: lines of cases that passed,
 * replies, lines of other cases, runs. `frame` is never left out.
 */
export interface MarkdownBlock {
  readonly kind: BlockKind;
  readonly text: string;
}

const droppable = ['passed', 'replies', 'case', 'run'] as const;

type BlockKind = (typeof droppable)[number] | 'frame';

export function block(kind: BlockKind, text: string): MarkdownBlock {
  return { kind, text };
}

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

export function preformatted(lines: readonly string[]): string {
  return `<pre>\n${lines.map(escapePre).join('\n')}\n</pre>\n`;
}

export function foldedBlock(title: string, inside: string): string {
  return `${foldStart(title)}${inside}${foldEnd}`;
}

export function foldStart(title: string): string {
  return `<details><summary>${title}</summary>\n\n`;
}

export const foldEnd = '\n</details>\n\n';

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function tableHead(titles: readonly string[]): string {
  return tableRow(titles) + tableRow(titles.map(() => '---'));
}

/** The room for the line that says what was left out, in bytes. */
const noteRoom = 500;

const words: Readonly<Record<(typeof droppable)[number], readonly [one: string, many: string]>> = {
  passed: ['case that passed', 'cases that passed'],
  replies: ['group of failing replies', 'groups of failing replies'],
  case: ['case that did not pass', 'cases that did not pass'],
  run: ['line about a run', 'lines about runs'],
};

/**
 * Keeps as many blocks of a document as fit into `bytes`, and says what it left out. Leaves out the last blocks of the least important kind
 * first, so the worst cases stay. Holds no more than `bytes` and one block.
 */
export class LimitedDocument {
  readonly #bytes: number;
  readonly #kept = new Map<number, { readonly text: string; readonly size: number }>();
  readonly #order: Record<(typeof droppable)[number], number[]> = { passed: [], replies: [], case: [], run: [] };
  readonly #dropped: Record<(typeof droppable)[number], number> = { passed: 0, replies: 0, case: 0, run: 0 };
  #size = 0;
  #next = 0;
  #isFull = false;

  constructor(bytes: number) {
    this.#bytes = bytes - noteRoom;
  }

  add({ kind, text }: MarkdownBlock): void {
    const size = bytesOf(text);
    if (kind === 'frame' && this.#isFull) return;
    this.#kept.set(this.#next, { text, size });
    this.#size += size;
    if (kind !== 'frame') this.#order[kind].push(this.#next);
    this.#next += 1;
    while (this.#size > this.#bytes && this.#drop()) {}
    if (this.#size > this.#bytes) this.#dropFrame(kind);
  }

  #drop(): boolean {
    const kind = droppable.find((one) => this.#order[one].length > 0);
    const last = kind === undefined ? undefined : this.#order[kind].pop();
    if (kind === undefined || last === undefined) return false;
    this.#size -= this.#kept.get(last)?.size ?? 0;
    this.#kept.delete(last);
    this.#dropped[kind] += 1;
    return true;
  }

  /** Drops the newest frame if nothing else is left to drop. From then on no frame is added. */
  #dropFrame(kind: BlockKind): void {
    const last = this.#next - 1;
    if (kind !== 'frame') return;
    this.#size -= this.#kept.get(last)?.size ?? 0;
    this.#kept.delete(last);
    this.#isFull = true;
  }

  *pieces(): Generator<string> {
    for (const { text } of this.#kept.values()) yield text;
    const lacks = droppable.flatMap((kind) =>
      this.#dropped[kind] > 0 ? [plural(this.#dropped[kind], ...words[kind])] : [],
    );
    if (lacks.length > 0 || this.#isFull)
      yield `\n**Left out to stay below ${count(Math.round((this.#bytes + noteRoom) / 1000))} kB: ${lacks.join(', ') || 'the rest'}.**\n`;
  }
}
