/** A case as it is dealt to shards: with all variants of its prompt. */
export interface DealtCase {
  /** The greatest number of calls, without retries. */
  readonly calls: number;
  /** The number of units: what a test counts, such as an item with all its draws. */
  readonly units: number;
}

/**
 * Who asks a case: one shard, or all of them. In a split case unit u belongs to shard (u mod N) + 1 as long as u is below `full`, and later units to
 * the shards in `left`.
 */
export type CaseOwner = { readonly shard: number } | { readonly full: number; readonly left: readonly number[] };

export interface Deal {
  /** The owners of the cases of each prompt, in their order. */
  readonly owners: readonly (readonly CaseOwner[])[];
  /** The greatest number of calls of each shard. */
  readonly loads: readonly number[];
}

/** Whole prompts and cases, or a left-over unit: what goes to one shard. `order` is the place in the command. */
interface Piece {
  readonly calls: number;
  readonly order: number;
  readonly take: (shard: number) => void;
}

/** A prompt or case stays whole if it has at most this part of the mean calls of a shard. */
const wholePart = 1 / 4;

/**
 * Deals the prompts of a command, each a list of cases, to `of` shards. A small prompt stays whole, else each small case, else the case is split
 * into its units. No shard has more than the mean by more than a quarter of it or one unit: pieces go, the largest first, to the shard with the fewest
 * calls, which has at most the mean.
 */
export function dealCalls(prompts: readonly (readonly DealtCase[])[], of: number): Deal {
  const mean = sumOfCalls(prompts.flat()) / of;
  const isWhole = (calls: number) => calls <= mean * wholePart;
  const pieces: Piece[] = [];
  let ofAll = 0;
  const add = (calls: number, take: Piece['take']) => pieces.push({ calls, order: pieces.length, take });
  const owners = prompts.map((cases) => {
    const own: CaseOwner[] = [];
    const give = (at: number) => (shard: number) => {
      own[at] = { shard };
    };
    const all = sumOfCalls(cases);
    if (isWhole(all)) {
      add(all, (shard) => {
        for (const at of cases.keys()) give(at)(shard);
      });
      return own;
    }
    for (const [at, { calls, units }] of cases.entries()) {
      if (isWhole(calls)) {
        add(calls, give(at));
        continue;
      }
      const full = units - (units % of);
      const left: number[] = [];
      own[at] = { full, left };
      ofAll += ((calls / units) * full) / of;
      for (let unit = full; unit < units; unit++)
        add(calls / units, (shard) => {
          left[unit - full] = shard;
        });
    }
    return own;
  });
  pieces.sort((a, b) => b.calls - a.calls || a.order - b.order);
  const shards = new LightestShard(of, ofAll);
  for (const { calls, take } of pieces) take(shards.load(calls));
  return { owners, loads: shards.loads };
}

function sumOfCalls(cases: readonly DealtCase[]): number {
  return cases.reduce((sum, { calls }) => sum + calls, 0);
}

/** A heap of shards: the one with the fewest calls first, of equal ones the lowest number. */
class LightestShard {
  readonly loads: number[];
  readonly #heap: number[];

  constructor(of: number, load: number) {
    this.loads = Array.from({ length: of }, () => load);
    this.#heap = this.loads.map((_, shard) => shard);
  }

  /** Adds calls to the shard with the fewest, and returns its number, from 1. */
  load(calls: number): number {
    const shard = this.#heap[0] ?? 0;
    this.loads[shard] = (this.loads[shard] ?? 0) + calls;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(least, at)) return shard + 1;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one === undefined || other === undefined) return one !== undefined;
    const [load, otherLoad] = [this.loads[one] ?? 0, this.loads[other] ?? 0];
    return load < otherLoad || (load === otherLoad && one < other);
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b] ?? 0, this.#heap[a] ?? 0];
  }
}
