import { scriptJson } from '../script-json.js';
import { type PackedRows, RowPacker, unpackedRows } from './packing.js';
import type { ReplyHead, ReplyRow } from './reply-row.js';

/** The JSON of a page that holds all its replies. */
export interface EmbeddedReplies {
  readonly head: ReplyHead;
  readonly packed: PackedRows;
}

/** Rows of a page by their size: `cut` ones keep `keptCharacters` of each text, `omitted` ones are not in the page. */
export interface RowCounts {
  readonly all: number;
  readonly cut: number;
  readonly omitted: number;
}

/** The number of characters that are kept of each text of a row that is cut. */
export const keptCharacters = 500;

/** The maximum size of the rows of a page, in bytes of UTF-8. */
const mostBytes = 14_500_000;

interface HeldRow {
  json: string;
  isCut: boolean;
}

/**
 * Holds the rows of a page that is one file. Above its size it cuts the texts of replies that passed, then leaves out the last of them,
 * then cuts the texts of the others, then leaves out further ones.
 */
export class EmbeddedRows {
  readonly #head: ReplyHead;
  readonly #most: number;
  readonly #packer = new RowPacker();
  readonly #passed: HeldRow[] = [];
  readonly #others: HeldRow[] = [];
  /** All rows in their order; also those that were left out later, without their JSON. */
  readonly #rows: HeldRow[] = [];
  readonly #cuts = { passed: false, others: false };
  readonly #all = { passed: 0, others: 0 };
  #bytes = 0;

  constructor(head: ReplyHead, most = mostBytes) {
    this.#head = head;
    this.#most = most;
  }

  add(row: ReplyRow): void {
    const kind = row.outcome === 'passed' ? 'passed' : 'others';
    this.#all[kind] += 1;
    const held = this.#held(this.#cuts[kind] ? withShortTexts(row) : row);
    (kind === 'passed' ? this.#passed : this.#others).push(held);
    this.#rows.push(held);
    this.#bytes += sizeOf(held);
    if (this.#isAbove()) this.#shrink();
    if (held.json === '') this.#rows.pop();
  }

  /** Returns the counts of replies that passed. */
  get passed(): RowCounts {
    return countsOf(this.#passed, this.#all.passed);
  }

  /** Returns the counts of all other replies. */
  get others(): RowCounts {
    return countsOf(this.#others, this.#all.others);
  }

  /** Returns the JSON of `EmbeddedReplies` in pieces. */
  *pieces(): Generator<string> {
    yield `{"head":${JSON.stringify(this.#head)},"packed":{"rows":[`;
    let isFirst = true;
    for (const { json } of this.#rows) {
      if (json === '') continue;
      yield isFirst ? json : `,${json}`;
      isFirst = false;
    }
    yield `],${JSON.stringify(this.#packer.tables()).slice(1)}}`;
  }

  #held(row: ReplyRow): HeldRow {
    return { json: scriptJson(this.#packer.pack(row)), isCut: row.shortened === true };
  }

  #isAbove(): boolean {
    return this.#bytes > this.#most;
  }

  #shrink(): void {
    this.#cut('passed', this.#passed);
    while (this.#isAbove() && this.#omitLast(this.#passed));
    if (!this.#isAbove()) return;
    this.#cut('others', this.#others);
    while (this.#isAbove() && this.#omitLast(this.#others));
  }

  #cut(kind: 'passed' | 'others', rows: readonly HeldRow[]): void {
    if (this.#cuts[kind]) return;
    this.#cuts[kind] = true;
    const tables = this.#packer.tables();
    for (const held of rows) {
      const [row] = unpackedRows({ ...tables, rows: [JSON.parse(held.json)] });
      if (!row) throw new Error('a packed row does not unpack');
      this.#bytes -= sizeOf(held);
      Object.assign(held, this.#held(withShortTexts(row)));
      this.#bytes += sizeOf(held);
    }
  }

  #omitLast(rows: HeldRow[]): boolean {
    const last = rows.pop();
    if (!last) return false;
    this.#bytes -= sizeOf(last);
    last.json = '';
    return true;
  }
}

function sizeOf({ json }: HeldRow): number {
  return Buffer.byteLength(json) + 1;
}

function countsOf(kept: readonly HeldRow[], all: number): RowCounts {
  return { all, cut: kept.filter(({ isCut }) => isCut).length, omitted: all - kept.length };
}

/** Returns a row with the beginnings of its long texts. The id of its item and its slices stay whole: filters and links use them. */
function withShortTexts(row: ReplyRow): ReplyRow {
  const { id = null, slices = [], ...item } = row.item ?? {};
  const whole = { ...row, item: row.item && item };
  if (!hasLongText(whole)) return row;
  const short = shortened(whole) as ReplyRow;
  return { ...short, item: row.item && id && short.item ? { ...short.item, id, slices } : null, shortened: true };
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > keptCharacters;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return beginning(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

function beginning(text: string): string {
  if (text.length <= keptCharacters) return text;
  const start = text.slice(0, keptCharacters);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
