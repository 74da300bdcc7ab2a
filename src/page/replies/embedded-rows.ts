import type { JsonValue } from '#model/data/json.js';
import type { CaseReply } from '#report/view/runs-view.js';
import { scriptJson } from '../text.js';
import { type RunOfReplies, replyHead } from './reply-head.js';
import { type ReplyHead, type ReplyRow, replyRow } from './reply-row.js';

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

export const keptCharacters = 500;

/** The maximum size of the rows of a page, in bytes of UTF-8. */
const mostBytes = 14_500_000;

interface HeldRow {
  json: string;
  isCut: boolean;
}

/** Packs rows one after another. Its tables are complete after the last one. */
export class RowPacker {
  readonly #shapes = new Map<string, number>();
  readonly #strings = new Map<string, number>();
  readonly #seenOnce = new Set<string>();

  pack(row: ReplyRow): string {
    return JSON.stringify(this.#packed(row));
  }

  tables(): Pick<PackedRows, 'shapes' | 'strings'> {
    return { shapes: [...this.#shapes.keys()].map((keys) => JSON.parse(keys)), strings: [...this.#strings.keys()] };
  }

  #packed(value: unknown): JsonValue {
    if (typeof value === 'string') return [plainString, this.#stringIndex(value)];
    if (typeof value !== 'object' || value === null) return value as JsonValue;
    if (Array.isArray(value)) return [listShape, ...value.map((item) => this.#packed(item))];
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    const [first] = entries;
    if (entries.length === 1 && first?.[0] === 'raw' && typeof first[1] === 'string') return this.#packedText(first[1]);
    return [this.#shapeOf(entries.map(([key]) => key)), ...entries.map(([, inner]) => this.#packed(inner))];
  }

  #packedText(text: string): JsonValue {
    if (text.length < internedLength.least || text.length > internedLength.most) return text;
    if (this.#strings.has(text) || this.#seenOnce.has(text)) return [internedText, this.#stringIndex(text)];
    if (this.#seenOnce.size < mostRemembered) this.#seenOnce.add(text);
    return text;
  }

  #stringIndex(text: string): number {
    const index = this.#strings.get(text) ?? this.#strings.size;
    this.#strings.set(text, index);
    return index;
  }

  #shapeOf(keys: readonly string[]): number {
    const name = JSON.stringify(keys);
    const shape = this.#shapes.get(name) ?? this.#shapes.size + 1;
    this.#shapes.set(name, shape);
    return shape;
  }
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

  get passed(): RowCounts {
    return countsOf(this.#passed, this.#all.passed);
  }

  get others(): RowCounts {
    return countsOf(this.#others, this.#all.others);
  }

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

/**
 * Rows as JSON without repeated names: an object is `[shape, ...values]`, a list `[0, ...items]`, a text of a `Text` a string, and an
 * interned one `[-1, index]`. Any other string is `[-2, index]`. Numbers, true, false and null are themselves.
 */
interface PackedRows {
  /** The keys of the objects with shape 1, 2, … */
  readonly shapes: readonly (readonly string[])[];
  readonly strings: readonly string[];
  readonly rows: readonly JsonValue[];
}

const listShape = 0;

const internedText = -1;

const plainString = -2;

/** The length of texts that are interned: shorter ones gain nothing, longer ones are hardly ever repeated. */
const internedLength = { least: 8, most: 300 };

const mostRemembered = 5_000;

export function unpackedRows({ rows, shapes, strings }: PackedRows): readonly ReplyRow[] {
  const unpacked = (value: JsonValue): unknown => {
    if (typeof value === 'string') return { raw: value };
    if (!Array.isArray(value)) return value;
    const [kind, ...parts] = value;
    if (kind === listShape) return parts.map(unpacked);
    if (kind === internedText) return { raw: strings[Number(parts[0])] };
    if (kind === plainString) return strings[Number(parts[0])];
    const keys = shapes[Number(kind) - 1] ?? [];
    return Object.fromEntries(keys.map((key, index) => [key, unpacked(parts[index] ?? null)]));
  };
  return rows.map((row) => unpacked(row) as ReplyRow);
}

export interface EmbeddedRun extends RunOfReplies {
  readonly replies: () => Iterable<CaseReply>;
}

/** Reads the replies of runs one at a time, and returns the rows that fit into one file. `runs` is read twice. */
export function embedReplies(runs: () => Iterable<EmbeddedRun>): EmbeddedRows {
  const head = replyHead(runs());
  const rows = new EmbeddedRows(head);
  const indexes = new Map(head.cases.map(({ run, key }, index) => [`${head.runs[run]?.key} ${key}`, index]));
  for (const { line, replies } of runs()) {
    for (const { key, reply } of replies()) {
      const index = indexes.get(`${line.key} ${key}`) ?? -1;
      const own = head.cases[index];
      if (own) rows.add(replyRow(reply, index, own));
    }
  }
  return rows;
}
