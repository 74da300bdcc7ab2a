import { count, plural } from '#report/text/numbers.js';
import { bytesOf } from '../words/excerpt.js';
import { type Block, type BlockKind, droppable } from './block.js';

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

  add({ kind, text }: Block): void {
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

  /** Returns the kept pieces in their order, and a last one about those that were left out. */
  *pieces(): Generator<string> {
    for (const { text } of this.#kept.values()) yield text;
    const lacks = droppable.flatMap((kind) =>
      this.#dropped[kind] > 0 ? [plural(this.#dropped[kind], ...words[kind])] : [],
    );
    if (lacks.length > 0 || this.#isFull)
      yield `\n**Left out to stay below ${count(Math.round((this.#bytes + noteRoom) / 1000))} kB: ${lacks.join(', ') || 'the rest'}.**\n`;
  }
}
